#include "../exec/macros.hpp"  // FAULT: room emulator must not include litho/exec/macros.hpp
#include "../pass/pipeline.hpp"
