// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"
#include "transpose.hpp"

/// What the recurrent ops share. X [steps,batch,width], W [directions,gates*hidden,width], R [directions,gates*hidden,hidden],
/// and where the attributes say so, in this order: B [directions,2*gates*hidden] (for W, then for R), lengths [batch] i32 or
/// i64, initial_h and initial_c [directions,batch,hidden], P [directions,3*hidden].
///
/// rnn, gru and lstm are compositions: W and R are transposed, once where they are weights, and rnn_steps, gru_steps and
/// lstm_steps go through the sequences, computing many gates at a time.
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

template <class V>
[[gnu::always_inline]] constexpr V cell_function(std::int64_t function, double alpha, double beta, V x) {
  const V a(alpha);
  const V b(beta);
  const V zero(0.0);
  const V one(1.0);
  switch (function) {
    case cell_relu: return math::at_least(x, zero);
    case cell_tanh: return math::tanh(x);
    case cell_sigmoid: return one / (one + math::exp(-x));
    case cell_affine: return a * x + b;
    case cell_leaky_relu: return math::select(x < zero, a * x, x);
    case cell_thresholded_relu: return math::select(x < a, zero, x);
    case cell_scaled_tanh: return a * math::tanh(b * x);
    case cell_hard_sigmoid: return math::at_most(math::at_least(a * x + b, zero), one);
    case cell_elu: return math::select(x < zero, a * (math::exp(x) - one), x);
    case cell_softsign: return x / (one + math::abs(x));
    default: return math::at_least(x, zero) + math::log(one + math::exp(-math::abs(x)));
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
[[gnu::always_inline]] constexpr recurrent_ports ports_of(const auto& a) {
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

/// The output holds `more` rows behind the steps. `functions` per direction. The ops of steps take W and R transposed.
constexpr inferred infer_recurrent(std::span<const tensor_type> in, const auto& a, int gates, int functions, int more,
                                   bool transposed = false) {
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
  const auto matrix = [&](std::int64_t columns) {
    return transposed ? shape{directions, columns, rows} : shape{directions, rows, columns};
  };
  if (refused(1, matrix(x.dims[2]))) return fault{"W must be {left}: got {right}", wanted(matrix(x.dims[2])), in[1]};
  if (refused(2, matrix(a.hidden_size)))
    return fault{"R must be {left}: got {right}", wanted(matrix(a.hidden_size)), in[2]};
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

/// One sequence of a batch in one direction, as a cell sees it: for blocks of its hidden numbers, each gate's.
template <class In, class Attributes>
class recurrent_cell {
 public:
  using real = typename In::real_type;
  using block = typename In::block;
  using value = typename block::value;
  constexpr recurrent_cell(const In& in, const Attributes& a, std::int64_t gates,
                           std::span<const std::int64_t> functions)
      : in_(in), a_(a), ports_(ports_of(a)), functions_(functions), rows_(gates * a.hidden_size) {}

  std::int64_t direction = 0;
  std::int64_t batch = 0;

  constexpr std::int64_t hidden() const { return a_.hidden_size; }
  constexpr std::int64_t width() const { return in_.type(0).dims[2]; }
  constexpr bool has_peepholes() const { return ports_.peepholes >= 0; }

  /// Its x of a step, in `room` where it does not lie as what is computed with.
  [[gnu::always_inline]] constexpr const real* input(std::int64_t step, real* room) const {
    return in_.numbers(0, (step * in_.type(0).dims[1] + batch) * width(), width(), room);
  }
  /// The state that it begins with: of the port, or zeros in `room`.
  [[gnu::always_inline]] constexpr const real* initial(int port, real* room) const {
    if (port >= 0) return in_.numbers(port, (direction * in_.type(0).dims[1] + batch) * hidden(), hidden(), room);
    for (std::int64_t i = 0; i < hidden(); ++i) room[i] = real(0);
    return room;
  }

  /// Gates from `gate` on: W x and its bias.
  template <int Gates>
  [[gnu::always_inline]] constexpr void of_input(const block& where, int gate, const real* x,
                                                 value (&sums)[Gates]) const {
    products(where, 0, gate, x, width(), sums);
  }
  /// R h and its bias. Apart from W x, so that neither waits for the other.
  template <int Gates>
  [[gnu::always_inline]] constexpr void of_state(const block& where, int gate, const real* h,
                                                 value (&sums)[Gates]) const {
    products(where, 1, gate, h, hidden(), sums);
  }
  /// Both.
  template <int Gates>
  [[gnu::always_inline]] constexpr void of_both(const block& where, int gate, const real* x, const real* h,
                                                value (&sums)[Gates]) const {
    value more[Gates];
    of_input(where, gate, x, sums);
    of_state(where, gate, h, more);
    for (int g = 0; g < Gates; ++g) sums[g] = sums[g] + more[g];
  }
  /// Peephole `which` times c.
  [[gnu::always_inline]] constexpr value of_cell(const block& where, int which, value c) const {
    return in_.load(where, ports_.peepholes, (3 * direction + which) * hidden()) * c;
  }
  /// Function `which` of this direction, of x within the clip.
  [[gnu::always_inline]] constexpr value activated(int which, value x) const {
    if (a_.clip > 0) x = math::at_most(math::at_least(x, value(-a_.clip)), value(a_.clip));
    if (a_.activations.empty()) return cell_function(functions_[static_cast<std::size_t>(which)], 1, 0, x);
    const int at = static_cast<int>(direction * static_cast<std::int64_t>(functions_.size())) + which;
    return cell_function(a_.activations[at], a_.alpha[at], a_.beta[at], x);
  }

 private:
  /// Of W and x (`of` 0) or of R and h (1).
  template <int Gates>
  [[gnu::always_inline]] constexpr void products(const block& where, int of, int gate, const real* factors,
                                                 std::int64_t length, value (&sums)[Gates]) const {
    for (int g = 0; g < Gates; ++g) sums[g] = bias(where, of, gate + g);
    in_.add_products(where, 1 + of, direction * length * rows_ + gate * hidden(), rows_, hidden(), factors, length,
                     sums);
  }
  [[gnu::always_inline]] constexpr value bias(const block& where, int of, int gate) const {
    if (ports_.bias < 0) return value(0.0);
    return in_.load(where, ports_.bias, (2 * direction + of) * rows_ + gate * hidden());
  }

  const In& in_;
  const Attributes& a_;
  recurrent_ports ports_;
  std::span<const std::int64_t> functions_;
  std::int64_t rows_;
};

/// Numbers of scratch memory that run_recurrent needs beside the `more` that a cell asks for.
constexpr std::int64_t recurrent_scratch(std::span<const tensor_type> in, const auto& a, std::int64_t more) {
  return in[0].dims[2] + 3 * a.hidden_size + more;
}

/// What a step works on: its x, h and c, the h and c that it makes, and memory of the cell's own.
template <class Real>
struct recurrent_states {
  const Real* x;
  const Real* h;
  const Real* c;
  Real* next_h;
  Real* next_c;  ///< may be c
  Real* own;
};

/// Runs Op::advance(sweep, cell, states, block, attributes) for all blocks of the hidden numbers, in Op::sweeps(attributes)
/// sweeps over them, along all sequences. Writes the states of each step, and behind them the last h (and c where the cell has
/// one). Steps from a sequence's length on are 0.
template <class Op, class In, class Attributes>
[[gnu::always_inline]] constexpr void run_recurrent(const In& in, auto& out, const Attributes& a) {
  using real = typename In::real_type;
  using blocks = typename In::blocks;
  const std::int64_t steps = in.type(0).dims[0];
  const std::int64_t batches = in.type(0).dims[1];
  const std::int64_t directions = a.direction == run_bidirectional ? 2 : 1;
  const std::int64_t hidden = a.hidden_size;
  const recurrent_ports ports = ports_of(a);
  recurrent_cell<In, Attributes> cell(in, a, Op::gates, Op::functions);
  real* const x_room = out.scratch();
  real* const c_room = x_room + cell.width();
  real* const h_rooms[] = {c_room + hidden, c_room + 2 * hidden};
  real* const own = c_room + 3 * hidden;
  const auto row_at = [&](std::int64_t row) {
    return ((row * directions + cell.direction) * batches + cell.batch) * hidden;
  };
  for (cell.direction = 0; cell.direction < directions; ++cell.direction)
    for (cell.batch = 0; cell.batch < batches; ++cell.batch) {
      const bool is_reverse = a.direction == run_reverse || cell.direction == 1;
      const std::int64_t given = ports.lengths < 0 ? steps : in.whole(ports.lengths, cell.batch);
      const std::int64_t length = given < 0 ? 0 : given > steps ? steps : given;
      const real* h = cell.initial(ports.initial_h, h_rooms[1]);
      const real* c = Op::has_cell ? cell.initial(ports.initial_c, c_room) : nullptr;
      real* const next_c = Op::has_cell ? out.room(row_at(steps + 1), c_room) : nullptr;
      for (std::int64_t i = 0; i < length; ++i) {
        const std::int64_t step = is_reverse ? length - 1 - i : i;
        const real* const x = cell.input(step, x_room);
        real* const next_h = out.room(row_at(step), h_rooms[i % 2]);
        for (int sweep = 0; sweep < Op::sweeps(a); ++sweep)
          for (const auto& block : blocks(hidden))
            Op::advance(sweep, cell, recurrent_states<real>{x, h, c, next_h, next_c, own}, block, a);
        for (const auto& block : blocks(hidden)) out.put(block, row_at(step), next_h);
        h = next_h;
        c = next_c;
      }
      for (const auto& block : blocks(hidden)) {
        out.put(block, row_at(steps), h);
        if (Op::has_cell) out.put(block, row_at(steps + 1), c);
        for (std::int64_t i = length; i < steps; ++i) out.store(block, row_at(i), typename In::block::value(0.0));
      }
    }
}

/// Evaluates op<Steps> on W and R transposed.
template <name_t Steps>
constexpr void eval_recurrent(std::span<const tensor* const> x, const auto& a, tensor& out) {
  vec<const tensor*> inputs(x);
  tensor turned[2];
  for (int i = 0; i < 2; ++i) {
    const tensor& from = *inputs[static_cast<std::size_t>(1 + i)];
    tensor& to = turned[i];
    to.type = from.type;
    to.type.dims = {from.type.dims[0], from.type.dims[2], from.type.dims[1]};
    const tensor* const only = &from;
    eval_movement<op<"transpose">>(std::span<const tensor* const>(&only, 1), transpose_attributes{{0, 2, 1}}, to);
    inputs[static_cast<std::size_t>(1 + i)] = &to;
  }
  eval_direct<op<Steps>>(std::span<const tensor* const>(inputs.data(), inputs.size()), a, out);
}

template <name_t Steps>
constexpr int decompose_recurrent(const emitter& emit, std::span<const int> x, const auto& a) {
  vec<int> inputs(x);
  for (std::size_t i = 1; i < 3; ++i) inputs[i] = emit.make<"transpose">({inputs[i]}, transpose_attributes{{0, 2, 1}});
  return emit.make(info_of<Steps>, std::span<const int>(inputs.data(), inputs.size()), packed(a).view());
}

}  // namespace detail

}  // namespace litho
