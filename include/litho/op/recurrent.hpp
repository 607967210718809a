// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

/// What the recurrent ops share. X [steps,batch,width], W [directions,gates*hidden,width], R [directions,gates*hidden,hidden],
/// and where the attributes say so, in this order: B [directions,2*gates*hidden] (for W, then for R), lengths [batch] i32 or
/// i64, initial_h and initial_c [directions,batch,hidden], P [directions,3*hidden].
namespace litho {

inline constexpr std::int64_t run_forward = 0;
inline constexpr std::int64_t run_reverse = 1;
inline constexpr std::int64_t run_bidirectional = 2;  ///< forward first

/// Functions of recurrent cells, with numbers alpha and beta.
inline constexpr std::int64_t cell_relu = 0;
inline constexpr std::int64_t cell_tanh = 1;
inline constexpr std::int64_t cell_sigmoid = 2;
inline constexpr std::int64_t cell_affine = 3;            ///< alpha x + beta
inline constexpr std::int64_t cell_leaky_relu = 4;        ///< x, or alpha x below 0
inline constexpr std::int64_t cell_thresholded_relu = 5;  ///< x from alpha on, 0 below
inline constexpr std::int64_t cell_scaled_tanh = 6;       ///< alpha tanh(beta x)
inline constexpr std::int64_t cell_hard_sigmoid = 7;      ///< alpha x + beta within 0 and 1
inline constexpr std::int64_t cell_elu = 8;               ///< x, or alpha (exp x - 1) below 0
inline constexpr std::int64_t cell_softsign = 9;          ///< x / (1 + |x|)
inline constexpr std::int64_t cell_softplus = 10;         ///< log(1 + exp x)

/// What ONNX takes for alpha and beta where a model says nothing.
constexpr double default_alpha(std::int64_t function) {
  switch (function) {
    case cell_leaky_relu: return 0.01;
    case cell_hard_sigmoid: return 0.2;
    default: return 1;
  }
}
constexpr double default_beta(std::int64_t function) {
  return function == cell_hard_sigmoid ? 0.5 : function == cell_scaled_tanh ? 1 : 0;
}

namespace detail {

constexpr double cell_function(std::int64_t function, double alpha, double beta, double x) {
  switch (function) {
    case cell_relu: return math::maximum(x, 0.0);
    case cell_tanh: return math::tanh(x);
    case cell_sigmoid: return 1 / (1 + math::exp(-x));
    case cell_affine: return alpha * x + beta;
    case cell_leaky_relu: return x < 0 ? alpha * x : x;
    case cell_thresholded_relu: return x < alpha ? 0 : x;
    case cell_scaled_tanh: return alpha * math::tanh(beta * x);
    case cell_hard_sigmoid: return math::minimum(math::maximum(alpha * x + beta, 0.0), 1.0);
    case cell_elu: return x < 0 ? alpha * (math::exp(x) - 1) : x;
    case cell_softsign: return x / (1 + math::abs(x));
    default: return math::maximum(x, 0.0) + math::log(1 + math::exp(-math::abs(x)));
  }
}

/// Which input is what; -1 for none.
struct recurrent_ports {
  int bias = -1;
  int lengths = -1;
  int initial_h = -1;
  int initial_c = -1;
  int peepholes = -1;
  int count = 3;
};
constexpr recurrent_ports ports_of(const auto& a) {
  recurrent_ports ports;
  if (a.has_bias) ports.bias = ports.count++;
  if (a.has_lengths) ports.lengths = ports.count++;
  if (a.has_initial_h) ports.initial_h = ports.count++;
  if constexpr (requires { a.has_initial_c; }) {
    if (a.has_initial_c) ports.initial_c = ports.count++;
    if (a.has_peepholes) ports.peepholes = ports.count++;
  }
  return ports;
}

/// The output holds `more` rows behind the steps. `functions` per direction.
constexpr inferred infer_recurrent(std::span<const tensor_type> in, const auto& a, int gates, int functions, int more) {
  const tensor_type& x = in[0];
  if (const fault why = refuse_blocked(in)) return why;
  if (!is_float(x.element)) return fault{"takes floats: got {left}", x};
  const recurrent_ports ports = ports_of(a);
  if (static_cast<int>(in.size()) != ports.count)
    return fault{"the attributes speak of {a} inputs: got {b}", x, {}, ports.count, static_cast<int>(in.size())};
  if (x.rank() != 3) return fault{"input must be [steps,batch,width]: got {left} (rank {a})", x, {}, x.rank()};
  if (a.hidden_size < 1 || a.hidden_size > most_elements)
    return fault{"hidden_size must be 1 or more: {a} for {left}", x, {}, a.hidden_size};
  if (a.direction < run_forward || a.direction > run_bidirectional)
    return fault{"no such direction: {a} for {left}", x, {}, a.direction};
  const std::int64_t directions = a.direction == run_bidirectional ? 2 : 1;
  if (!a.activations.empty() && a.activations.count != functions * directions)
    return fault{"{a} activations are needed, or none: got {b}", x, {}, functions * directions, a.activations.count};
  for (std::int64_t function : a.activations)
    if (function < cell_relu || function > cell_softplus)
      return fault{"no such activation: {a} for {left}", x, {}, function};
  if (!(a.clip >= 0)) return fault{"clip must not be negative: for {left}", x};
  const std::int64_t rows = gates * a.hidden_size;
  const auto refused = [&](int port, const shape& dims) {
    return port >= 0 && in[static_cast<std::size_t>(port)] != tensor_type{.element = x.element, .dims = dims};
  };
  const auto wanted = [&](const shape& dims) { return tensor_type{.element = x.element, .dims = dims}; };
  if (refused(1, {directions, rows, x.dims[2]}))
    return fault{"W must be {left}: got {right}", wanted({directions, rows, x.dims[2]}), in[1]};
  if (refused(2, {directions, rows, a.hidden_size}))
    return fault{"R must be {left}: got {right}", wanted({directions, rows, a.hidden_size}), in[2]};
  if (refused(ports.bias, {directions, 2 * rows}))
    return fault{"B must be {left}: got {right}", wanted({directions, 2 * rows}),
                 in[static_cast<std::size_t>(ports.bias)]};
  if (ports.lengths >= 0) {
    const tensor_type& lengths = in[static_cast<std::size_t>(ports.lengths)];
    if ((lengths.element != dtype::i32 && lengths.element != dtype::i64) || lengths.dims != shape{x.dims[1]})
      return fault{"lengths must be [{a}] of i32 or i64: got {left}", lengths, {}, x.dims[1]};
  }
  for (int port : {ports.initial_h, ports.initial_c})
    if (refused(port, {directions, x.dims[1], a.hidden_size}))
      return fault{"initial states must be {left}: got {right}", wanted({directions, x.dims[1], a.hidden_size}),
                   in[static_cast<std::size_t>(port)]};
  if (refused(ports.peepholes, {directions, 3 * a.hidden_size}))
    return fault{"P must be {left}: got {right}", wanted({directions, 3 * a.hidden_size}),
                 in[static_cast<std::size_t>(ports.peepholes)]};
  return possible(wanted({x.dims[0] + more, directions, x.dims[1], a.hidden_size}), x);
}

/// One sequence of a batch in one direction, as a cell sees it.
template <class In, class Attributes>
class recurrent_cell {
 public:
  using real = typename In::real_type;
  constexpr recurrent_cell(const In& in, const Attributes& a, std::int64_t gates,
                           std::span<const std::int64_t> functions)
      : in_(in), a_(a), ports_(ports_of(a)), functions_(functions), rows_(gates * a.hidden_size) {}

  std::int64_t direction = 0;
  std::int64_t batch = 0;
  std::int64_t step = 0;

  constexpr std::int64_t hidden() const { return a_.hidden_size; }
  /// Row `row` of W x + its bias.
  constexpr double of_input(std::int64_t row) const {
    const std::int64_t width = in_.type(0).dims[2];
    const std::int64_t x = (step * in_.type(0).dims[1] + batch) * width;
    const std::int64_t w = (direction * rows_ + row) * width;
    double sum = ports_.bias < 0 ? 0.0 : static_cast<double>(in_.real(ports_.bias, 2 * direction * rows_ + row));
    for (std::int64_t i = 0; i < width; ++i)
      sum += static_cast<double>(in_.real(0, x + i)) * static_cast<double>(in_.real(1, w + i));
    return sum;
  }
  /// Row `row` of R h + its bias.
  constexpr double of_state(std::int64_t row, const real* h) const {
    const std::int64_t r = (direction * rows_ + row) * hidden();
    double sum = ports_.bias < 0 ? 0.0 : static_cast<double>(in_.real(ports_.bias, (2 * direction + 1) * rows_ + row));
    for (std::int64_t i = 0; i < hidden(); ++i)
      sum += static_cast<double>(h[i]) * static_cast<double>(in_.real(2, r + i));
    return sum;
  }
  /// Peephole `row` times c, 0 without peepholes.
  constexpr double of_cell(std::int64_t row, real c) const {
    return ports_.peepholes < 0 ? 0.0
                                : static_cast<double>(in_.real(ports_.peepholes, direction * 3 * hidden() + row)) *
                                      static_cast<double>(c);
  }
  /// Function `which` of this direction, of x within the clip.
  constexpr double activated(int which, double x) const {
    if (a_.clip > 0) x = math::at_most(math::at_least(x, -a_.clip), a_.clip);
    const auto count = static_cast<std::int64_t>(functions_.size());
    const int at = static_cast<int>(direction * count) + which;
    if (a_.activations.empty()) return cell_function(functions_[static_cast<std::size_t>(which)], 1, 0, x);
    return cell_function(a_.activations[at], a_.alpha[at], a_.beta[at], x);
  }
  constexpr void load_initial(int port, real* state) const {
    for (std::int64_t i = 0; i < hidden(); ++i)
      state[i] = port < 0 ? real(0)
                          : static_cast<real>(in_.real(port, (direction * in_.type(0).dims[1] + batch) * hidden() + i));
  }

 private:
  const In& in_;
  const Attributes& a_;
  recurrent_ports ports_;
  std::span<const std::int64_t> functions_;
  std::int64_t rows_;
};

/// Runs advance(cell, h, c, scratch), which makes the states of the next step of them, along all sequences and writes the
/// states of each step, and behind them the last h (and c where there is one). Steps from a sequence's length on are 0.
template <class In, class Attributes>
constexpr void run_recurrent(const In& in, auto& out, const Attributes& a, std::int64_t gates,
                             std::span<const std::int64_t> functions, bool has_cell, auto&& advance) {
  using real = typename In::real_type;
  const std::int64_t steps = in.type(0).dims[0];
  const std::int64_t batches = in.type(0).dims[1];
  const std::int64_t directions = a.direction == run_bidirectional ? 2 : 1;
  const recurrent_ports ports = ports_of(a);
  recurrent_cell<In, Attributes> cell(in, a, gates, functions);
  real* const h = out.scratch();
  real* const c = h + a.hidden_size;
  const auto write = [&](std::int64_t row, const real* state) {
    const std::int64_t first = ((row * directions + cell.direction) * batches + cell.batch) * a.hidden_size;
    for (std::int64_t i = 0; i < a.hidden_size; ++i) out.set(first + i, state[i]);
  };
  for (cell.direction = 0; cell.direction < directions; ++cell.direction)
    for (cell.batch = 0; cell.batch < batches; ++cell.batch) {
      const bool is_reverse = a.direction == run_reverse || cell.direction == 1;
      const std::int64_t given = ports.lengths < 0 ? steps : in.whole(ports.lengths, cell.batch);
      const std::int64_t length = given < 0 ? 0 : given > steps ? steps : given;
      cell.load_initial(ports.initial_h, h);
      cell.load_initial(ports.initial_c, c);
      for (std::int64_t i = 0; i < length; ++i) {
        cell.step = is_reverse ? length - 1 - i : i;
        advance(cell, h, c, c + a.hidden_size);
        write(cell.step, h);
      }
      write(steps, h);
      if (has_cell) write(steps + 1, c);
      for (std::int64_t i = 0; i < a.hidden_size; ++i) h[i] = real(0);
      for (std::int64_t i = length; i < steps; ++i) write(i, h);
    }
}

}  // namespace detail

}  // namespace litho
