#include <Eigen/Core>  // FAULT: room top must not include Eigen/Core
#include <boost/hana.hpp>
#include <litho/exec/run.hpp>
