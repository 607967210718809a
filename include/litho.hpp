// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "litho/dump.hpp"
#include "litho/eager.hpp"
#include "litho/expr/layers.hpp"
#include "litho/expr/operators.hpp"
#include "litho/ir/evaluate.hpp"
#include "litho/ir/parse.hpp"
#include "litho/network.hpp"
#include "litho/op/all.hpp"
