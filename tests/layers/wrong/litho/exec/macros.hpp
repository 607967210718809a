#include <Eigen/Core>
#include <boost/hana.hpp>
#include <litho/npu/cube.hpp>
#include <litho/plan/plan.hpp>
#define ASSERT(x) x  // FAULT: macro ASSERT lacks the prefix LITHO_
#define LITHO_INLINE inline
#define LITHO_VERSION 100
