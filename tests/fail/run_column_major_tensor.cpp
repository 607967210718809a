// SPDX-License-Identifier: BSL-1.0
// EXPECT: litho::run: argument 0 is for input x f32\[2,3\]: it is column-major; Eigen buffers of run must be row-major
#include <litho.hpp>
#include <unsupported/Eigen/CXX11/Tensor>
#include <vector>

struct net : litho::network<net> {
  static constexpr auto graph() { return litho::relu(litho::input<"x", float, 2, 3>()); }
};

litho::instance<net> net_memory;

litho::status run() {
  Eigen::Tensor<float, 2, LITHO_FAIL ? Eigen::ColMajor : Eigen::RowMajor> x(2, 3);
  x.setZero();
  std::vector<float> y(6);
  return net_memory.run(x, y);
}
