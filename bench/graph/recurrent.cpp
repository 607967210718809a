// SPDX-License-Identifier: BSL-1.0
// One step of a recurrent cell whose state goes in and comes out, as in sound, where a sample has to be answered before
// the next one comes: against what one writes by hand with Eigen's matrices of fixed size.

#include <litho.hpp>

#include "../limits.hpp"

namespace {

template <int Rows>
using column = Eigen::Array<float, Rows, 1>;
template <int Rows, int Columns>
using rows_of = Eigen::Matrix<float, Rows, Columns, Eigen::RowMajor>;

template <class Array>
auto sigmoid(const Array& x) {
  return (1.0F + (-x).exp()).inverse();
}

/// Weights as ONNX orders them, on the heap since a program of fixed sizes would have them in its data too.
template <int Width, int Gates>
struct weights {
  rows_of<Gates * Width, Width> of_input = rows_of<Gates * Width, Width>::Random() / 2;
  rows_of<Gates * Width, Width> of_state = rows_of<Gates * Width, Width>::Random() / 2;
  column<2 * Gates * Width> biases = column<2 * Gates * Width>::Random() / 2;

  std::array<litho::parameter_view, 3> parameters() const {
    return {litho::view<1, Gates * Width, Width>("w", bench::values_of(of_input)),
            litho::view<1, Gates * Width, Width>("r", bench::values_of(of_state)),
            litho::view<1, 2 * Gates * Width>("b", bench::values_of(biases))};
  }
};

/// The same weights in the order that Eigen multiplies a vector fastest by.
template <int Width, int Gates>
struct by_hand {
  Eigen::Matrix<float, Gates * Width, Width> of_input, of_state;
  Eigen::Matrix<float, Gates * Width, 1> input_bias, state_bias;

  explicit by_hand(const weights<Width, Gates>& given)
      : of_input(given.of_input),
        of_state(given.of_state),
        input_bias(given.biases.template head<Gates * Width>()),
        state_bias(given.biases.template tail<Gates * Width>()) {}
};

template <int Width>
struct gru : litho::network<gru<Width>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, 1, Width>();
    constexpr auto h = litho::input<"h", float, 1, 1, Width>();
    constexpr auto steps =
        litho::gru<{.hidden_size = Width, .linear_before_reset = true, .has_bias = true, .has_initial_h = true}>(
            x, litho::param<"w", float, 1, 3 * Width, Width>(), litho::param<"r", float, 1, 3 * Width, Width>(),
            litho::param<"b", float, 1, 6 * Width>(), h);
    return litho::model(litho::inputs(x, h), litho::outputs(litho::slice<{.axes = 0, .begin = 1, .end = 2}>(steps)));
  }
};

template <int Width>
[[gnu::noinline]] void step(const by_hand<Width, 3>& cell, const column<Width>& x, const column<Width>& h,
                            column<Width>& next) {
  Eigen::Matrix<float, 3 * Width, 1> of_input = cell.input_bias, of_state = cell.state_bias;
  of_input.noalias() += cell.of_input * x.matrix();
  of_state.noalias() += cell.of_state * h.matrix();
  const column<Width> update = sigmoid((of_input.template head<Width>() + of_state.template head<Width>()).array());
  const column<Width> reset =
      sigmoid((of_input.template segment<Width>(Width) + of_state.template segment<Width>(Width)).array());
  const column<Width> fresh =
      (of_input.template tail<Width>().array() + reset * of_state.template tail<Width>().array()).tanh();
  next = fresh + update * (h - fresh);
}

template <int Width>
struct lstm : litho::network<lstm<Width>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, 1, Width>();
    constexpr auto h = litho::input<"h", float, 1, 1, Width>();
    constexpr auto c = litho::input<"c", float, 1, 1, Width>();
    constexpr auto steps =
        litho::lstm<{.hidden_size = Width, .has_bias = true, .has_initial_h = true, .has_initial_c = true}>(
            x, litho::param<"w", float, 1, 4 * Width, Width>(), litho::param<"r", float, 1, 4 * Width, Width>(),
            litho::param<"b", float, 1, 8 * Width>(), h, c);
    return litho::model(litho::inputs(x, h, c), litho::outputs(litho::slice<{.axes = 0, .begin = 1, .end = 2}>(steps),
                                                               litho::slice<{.axes = 0, .begin = 2, .end = 3}>(steps)));
  }
};

template <int Width>
[[gnu::noinline]] void step(const by_hand<Width, 4>& cell, const column<Width>& x, const column<Width>& h,
                            const column<Width>& c, column<Width>& next_h, column<Width>& next_c) {
  Eigen::Matrix<float, 4 * Width, 1> sums = cell.input_bias + cell.state_bias;
  sums.noalias() += cell.of_input * x.matrix();
  sums.noalias() += cell.of_state * h.matrix();
  const column<Width> input = sigmoid(sums.template head<Width>().array());
  const column<Width> output = sigmoid(sums.template segment<Width>(Width).array());
  const column<Width> forget = sigmoid(sums.template segment<Width>(2 * Width).array());
  next_c = forget * c + input * sums.template tail<Width>().array().tanh();
  next_h = output * next_c.tanh();
}

template <int Width>
bool add() {
  bench::add("gru/" + std::to_string(Width), [](benchmark::State& state, const std::string& name) {
    static litho::instance<gru<Width>> net;
    static const weights<Width, 3> given;
    static const by_hand<Width, 3> cell(given);
    bench::require(net.load(given.parameters()));
    static const column<Width> x = column<Width>::Random(), h = column<Width>::Random();
    static column<Width> ours, eigen;
    bench::contest all(state, name);
    all.add("litho", [] { bench::require(net.run(x, h, ours)); });
    all.add("Eigen", [] { step(cell, x, h, eigen); });
    all.add_limit(bench::fma_limit(2.0 * 2 * 3 * Width * Width));
    all.run();
    all.expect(ours.isApprox(eigen, 1e-4F), "Eigen");
  });
  return bench::add("lstm/" + std::to_string(Width), [](benchmark::State& state, const std::string& name) {
    static litho::instance<lstm<Width>> net;
    static const weights<Width, 4> given;
    static const by_hand<Width, 4> cell(given);
    bench::require(net.load(given.parameters()));
    static const column<Width> x = column<Width>::Random(), h = column<Width>::Random(), c = column<Width>::Random();
    static column<Width> our_h, our_c, eigen_h, eigen_c;
    bench::contest all(state, name);
    all.add("litho", [] { bench::require(net.run(x, h, c, our_h, our_c)); });
    all.add("Eigen", [] { step(cell, x, h, c, eigen_h, eigen_c); });
    all.add_limit(bench::fma_limit(2.0 * 2 * 4 * Width * Width));
    all.run();
    all.expect(our_h.isApprox(eigen_h, 1e-4F) && our_c.isApprox(eigen_c, 1e-4F), "Eigen");
  });
}

[[maybe_unused]] const bool all_cases[] = {add<8>(), add<16>(), add<32>()};

}  // namespace
