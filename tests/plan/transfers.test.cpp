// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/move.hpp>
#include <litho/plan/transfers.hpp>
#include <numeric>
#include <vector>

#include "plans.hpp"

namespace litho::test::transfers_plan {
namespace {

/// Runs the moves of a graph's last node on arrays, as its kernel does.
std::vector<float> moved(const ir::graph& g, int root, const std::vector<std::vector<float>>& inputs) {
  std::vector<float> out(static_cast<std::size_t>(g[root].type.stored_elements()), -99.0F);
  const plan::filling filling = plan::filling_of(g, root);
  if (filling.needed) npu::fill(out.data(), static_cast<std::int64_t>(out.size()), static_cast<float>(filling.value));
  for (const transfer& each : plan::transfers(g, root, g[root].type))
    npu::move(each, inputs[static_cast<std::size_t>(each.input)].data(), out.data());
  return out;
}

std::vector<float> counted(std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

/// Where element `at` of a plain tensor lies in a blocked layout: the definition, element by element.
std::int64_t position(const tensor_type& type, const ints& at) {
  const shape& dims = type.dims;
  const std::int64_t c0 = type.lanes;
  if (type.layout == format::nc1hwc0) {
    const std::int64_t blocks = round_up(dims[1], c0) / c0;
    return (((at[0] * blocks + at[1] / c0) * dims[2] + at[2]) * dims[3] + at[3]) * c0 + at[1] % c0;
  }
  if (type.layout == format::fractal_nz) {
    const int last = dims.count - 1;
    const std::int64_t blocks = round_up(dims[last], c0) / c0;
    std::int64_t batch = 0;
    for (int axis = 0; axis < last - 1; ++axis) batch = batch * dims[axis] + at[axis];
    return ((batch * blocks + at[last] / c0) * dims[last - 1] + at[last - 1]) * c0 + at[last] % c0;
  }
  // (O1, I1, spatial, I0, O0); the last block of inputs is as short as what is left
  std::int64_t window = 1;
  std::int64_t spatial = 0;
  for (int axis = 2; axis < dims.count; ++axis) {
    window *= dims[axis];
    spatial = spatial * dims[axis] + at[axis];
  }
  const std::int64_t block = at[1] / c0;
  const std::int64_t depth = std::min(c0, dims[1] - block * c0);
  return at[0] / c0 * dims[1] * window * c0 + block * c0 * window * c0 + (spatial * depth + at[1] % c0) * c0 +
         at[0] % c0;
}

void check_layout(const shape& dims, format layout, int lanes) {
  ir::graph g;
  const int x = g.append_source(info_of<"input">, f32(dims), "x");
  const auto to = packed(trans_data_attributes{static_cast<std::int64_t>(layout), lanes});
  const int blocked = g.append(info_of<"trans_data">, f32(dims).with(layout, lanes), std::span(&x, 1), to.view());
  const int back =
      g.append(info_of<"trans_data">, f32(dims), std::span(&blocked, 1), packed(trans_data_attributes{}).view());
  g.outputs.push_back({back, "y"});
  REQUIRE(!ir::verify(g));

  text_builder name;
  name << g[blocked].type;
  CAPTURE(std::string(name.view()));
  const std::vector<float> values = counted(dims.product());
  const std::vector<float> stored = moved(g, blocked, {values});
  std::vector<float> expected(stored.size(), 0.0F);  // padding is zero
  detail::for_each_index(dims, [&](std::int64_t flat, const ints& at) {
    expected[static_cast<std::size_t>(position(g[blocked].type, at))] = values[static_cast<std::size_t>(flat)];
  });
  CHECK(stored == expected);
  CHECK(moved(g, back, {stored}) == values);
}

TEST_CASE("into blocked layouts and back") {
  for (int lanes : {2, 4, 16}) {
    for (std::int64_t channels : {1, 3, 4, 7, 16, 33}) {
      check_layout({2, channels, 3, 2}, format::nc1hwc0, lanes);
      check_layout({1, channels, 1, 1}, format::nc1hwc0, lanes);
      check_layout({5, channels}, format::fractal_nz, lanes);
      check_layout({2, 3, 1, channels}, format::fractal_nz, lanes);
      check_layout({channels, 5}, format::fractal_z, lanes);
      check_layout({3, channels, 3, 2}, format::fractal_z, lanes);
      check_layout({channels, 6, 2}, format::fractal_z, lanes);
    }
  }
}

TEST_CASE("channels that lie last are no move") {
  const ir::graph g = graph_from(
      "%0 = input \"x\" : f32[1,2,3,5]\n"
      "%1 = channels_last(%0) : f32[1,5,2,3]:nc1hwc0/5\n"
      "return \"y\" %1\n");
  const std::vector<float> values = counted(30);
  CHECK(moved(g, 1, {values}) == values);
}

/// A movement gives what its `eval` gives.
void check_movement(std::string_view text) {
  const ir::graph g = graph_from(text);
  CAPTURE(std::string(text));
  std::vector<std::vector<float>> inputs;
  vec<ir::named_tensor> sources;
  for (const ir::node& node : g.nodes) {
    if (node.op->kind != category::source) break;
    inputs.push_back(counted(node.type.elements()));
    sources.push_back({node.name, make_tensor<float>(node.type.dims, std::span<const float>(inputs.back()))});
  }
  const vec<tensor> expected = ir::evaluate(g, std::span<const ir::named_tensor>(sources.data(), sources.size()));
  std::vector<std::vector<float>> in_order;
  for (int input : g.inputs(g.outputs[0].node)) in_order.push_back(inputs[static_cast<std::size_t>(input)]);
  const std::vector<float> result = moved(g, g.outputs[0].node, in_order);
  REQUIRE(expected[0].ok());
  REQUIRE(result.size() == expected[0].values.size());
  for (std::size_t i = 0; i < result.size(); ++i) CHECK(static_cast<double>(result[i]) == expected[0].values[i]);
}

TEST_CASE("movements") {
  check_movement(
      "%0 = input \"x\" : f32[2,3,4]\n%1 = transpose(%0) permutation=[2,0,1] : f32[4,2,3]\nreturn \"y\" %1\n");
  check_movement(
      "%0 = input \"x\" : f32[2,3,4]\n%1 = transpose(%0) permutation=[0,1,2] : f32[2,3,4]\nreturn \"y\" %1\n");
  check_movement(
      "%0 = input \"x\" : f32[4,6]\n%1 = slice(%0) axes=[0,1] begin=[3,1] end=[-9,6] step=[-1,2] : f32[4,3]\nreturn "
      "\"y\" "
      "%1\n");
  check_movement("%0 = input \"x\" : f32[4,6]\n%1 = reshape(%0) dims=[3,8] : f32[3,8]\nreturn \"y\" %1\n");
  check_movement(
      "%0 = input \"x\" : f32[2,3]\n%1 = pad(%0) before=[1,0] after=[0,2] value=-7.5 : f32[3,5]\nreturn \"y\" %1\n");
  check_movement(
      "%0 = input \"x\" : f32[2,3]\n%1 = pad(%0) before=[0,0] after=[0,0] value=1 : f32[2,3]\nreturn \"y\" %1\n");
  check_movement(
      "%0 = input \"x\" : f32[2,3]\n%1 = input \"y\" : f32[2,1]\n%2 = concat(%0, %1, %0) axis=1 : f32[2,7]\nreturn "
      "\"y\" "
      "%2\n");
  check_movement(
      "%0 = input \"x\" : f32[2,3]\n%1 = input \"y\" : f32[1,3]\n%2 = concat(%0, %1) axis=-2 : f32[3,3]\nreturn \"y\" "
      "%2\n");
  check_movement("%0 = input \"x\" : f32[]\n%1 = reshape(%0) dims=[1,1] : f32[1,1]\nreturn \"y\" %1\n");
}

TEST_CASE("contiguous loops of a move are one") {
  const auto moves = [](std::string_view text) {
    const ir::graph g = graph_from(text);
    return plan::transfers(g, g.outputs[0].node, g[g.outputs[0].node].type);
  };
  const vec<transfer> rows = moves(
      "%0 = input \"x\" : f32[2,3,4,5]\n%1 = slice(%0) axes=[1] begin=[1] end=[3] step=[] : f32[2,2,4,5]\nreturn \"y\" "
      "%1\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].extents == ints{2, 40});
  CHECK(rows[0].from == ints{60, 1});
  CHECK(rows[0].from_offset == 20);
  const vec<transfer> swapped = moves(
      "%0 = input \"x\" : f32[2,3,4,5]\n%1 = transpose(%0) permutation=[2,3,0,1] : f32[4,5,2,3]\nreturn \"y\" %1\n");
  REQUIRE(swapped.size() == 1);
  CHECK(swapped[0].extents == ints{20, 6});
  CHECK(swapped[0].from == ints{1, 20});
  const vec<transfer> nothing =
      moves("%0 = input \"x\" : f32[1,1]\n%1 = transpose(%0) permutation=[1,0] : f32[1,1]\nreturn \"y\" %1\n");
  REQUIRE(nothing.size() == 1);
  CHECK(nothing[0].extents == ints{1});
}

TEST_CASE("only padding needs filling") {
  const auto filling = [](std::string_view text) {
    const ir::graph g = graph_from(text);
    return plan::filling_of(g, g.outputs[0].node);
  };
  CHECK(filling("%0 = input \"x\" : f32[2]\n%1 = pad(%0) before=[0] after=[1] value=-inf : f32[3]\nreturn \"y\" %1\n")
            .needed);
  CHECK(filling("%0 = input \"x\" : f32[2]\n%1 = pad(%0) before=[0] after=[1] value=3 : f32[3]\nreturn \"y\" %1\n")
            .value == 3);
  CHECK(!filling("%0 = input \"x\" : f32[2]\n%1 = pad(%0) before=[0] after=[0] value=3 : f32[2]\nreturn \"y\" %1\n")
             .needed);
  CHECK(!filling("%0 = input \"x\" : f32[2]\n%1 = concat(%0, %0) axis=0 : f32[4]\nreturn \"y\" %1\n").needed);
  CHECK(!plan::filling_of(ir::graph{}, -1).needed);
}

}  // namespace
}  // namespace litho::test::transfers_plan
