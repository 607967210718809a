#include <stdlib.h>          // FAULT: stdlib.h is neither ours, nor Eigen's, Boost's or the standard library's
#include <Eigen/Core>        // FAULT: room ir must not include Eigen/Core
#include <boost/hana.hpp>    // FAULT: room ir must not include boost/hana.hpp
#include <catch2/catch.hpp>  // FAULT: catch2/catch.hpp is neither ours, nor Eigen's, Boost's or the standard library's
#include <vector>
