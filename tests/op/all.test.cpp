// SPDX-License-Identifier: BSL-1.0
#include <litho/op/all.hpp>

#include "values.hpp"

namespace litho::test::all_op {
namespace {

constexpr bool alphabetical() {
  for (std::size_t i = 1; i < std::size(all_ops); ++i)
    if (!(all_ops[i - 1]->view() < all_ops[i]->view())) return false;
  return true;
}

/// Whether the op takes scalars of this element type. Attributes are zeros.
bool accepts(const op_info& info, dtype element) {
  const tensor_type scalar{.element = element, .dims = {}};
  const tensor_type types[] = {scalar, scalar, scalar};
  const attribute_values none;
  return info.infer(std::span<const tensor_type>(types, static_cast<std::size_t>(info.inputs_min)), none.view()).ok();
}

/// One op by its info, as passes see it.
double apply(const op_info& info, dtype element, std::initializer_list<double> x) {
  vec<tensor> inputs;
  for (double value : x) {
    inputs.push_back({{.element = element, .dims = {}}, {}, {}});
    inputs.back().values.push_back(rounded(element, value));
  }
  vec<const tensor*> pointers;
  vec<tensor_type> types;
  for (const tensor& each : inputs) {
    pointers.push_back(&each);
    types.push_back(each.type);
  }
  const attribute_values none;
  const inferred type = info.infer(std::span<const tensor_type>(types.data(), types.size()), none.view());
  REQUIRE(type.ok());
  tensor out{type.type, {}, {}};
  info.eval(std::span<const tensor* const>(pointers.data(), pointers.size()), none.view(), out);
  return out.values[0];
}

constexpr double samples[] = {0.0, -0.0, 1, -1, 0.5, -2.75, 7, 1e300, -1e-300, inf, -inf, nan};
bool finite(double x) { return x - x == 0; }

/// As numbers: either zero is the other.
bool equal_numbers(double a, double b) { return a == b || same(a, b); }

TEST_CASE("all_ops is in alphabetical order and complete") {
  STATIC_REQUIRE(alphabetical());
  for (const op_info* info : all_ops) {
    CAPTURE(info->view());
    CHECK(!std::string_view(info->math).empty());
    CHECK((info->eval == nullptr) == (info->kind == category::source));
    CHECK((info->decompose != nullptr || info->kind != category::composite));
    CHECK(info->inputs_min <= info->inputs_max);
  }
}

void check_facts(const op_info& info, dtype element) {
  const auto one = [&](double x) { return apply(info, element, {x}); };
  const auto two = [&](double x, double y) { return apply(info, element, {x, y}); };
  for (double sample : samples) {
    const double x = rounded(element, sample);
    CAPTURE(info.view(), name_of(element), x);
    if (info.involution) CHECK(same(one(one(x)), x));
    if (info.idempotent) CHECK(same(one(one(x)), one(x)));
    if (info.right_identity.present && (info.right_identity.exact || finite(x)))
      CHECK(same(two(x, info.right_identity.value), x));
    if (info.self != self_rule::none && (info.self_exact || finite(x)))
      CHECK(same(two(x, x), info.self == self_rule::same ? x : 0.0));
    if (info.absorbs_zero && finite(x)) CHECK(equal_numbers(two(x, 0.0), 0.0));
    if (info.commutative)
      for (double y : samples) CHECK(equal_numbers(two(x, y), two(y, x)));
  }
}

// Attributes unpack to zeros here, under which clip and cast are not themselves; their own tests cover them.
TEST_CASE("the facts that ops state hold for all element types that they take") {
  for (const op_info* info : all_ops) {
    if (info->kind != category::elementwise || info == &info_of<"cast"> || info == &info_of<"clip">) continue;
    for (dtype element : {dtype::f64, dtype::f16, dtype::i32, dtype::u8, dtype::u32, dtype::boolean})
      if (accepts(*info, element)) check_facts(*info, element);
  }
}

}  // namespace
}  // namespace litho::test::all_op
