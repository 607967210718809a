#include <litho.hpp>  // FAULT: room core must not include litho.hpp
#include <litho/core/vec.hpp>
#include <litho/op/relu.hpp>  // FAULT: room core must not include litho/op/relu.hpp
