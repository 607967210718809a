#include "../core/vec.hpp"
#include "../network.hpp"       // FAULT: room ir must not include litho/network.hpp
#include "../plan/plan.hpp"     // FAULT: room ir must not include litho/plan/plan.hpp
#include "litho/expr/expr.hpp"  // FAULT: room ir must not include litho/expr/expr.hpp
#include "print.hpp"
