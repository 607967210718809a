include(CMakeFindDependencyMacro)
find_dependency(Eigen3 CONFIG)
find_dependency(Boost CONFIG)
include(${CMAKE_CURRENT_LIST_DIR}/litho-targets.cmake)
