// SPDX-License-Identifier: BSL-1.0
#include "shrink.hpp"

#include <algorithm>
#include <cmath>

#include <litho/ir/verify.hpp>

#include "../compiler/graph_text.hpp"

namespace litho::bisector {

namespace {

bool is_source(const ir::graph& g, int at) { return g[at].op->kind == category::source; }

class shrinker {
 public:
  shrinker(problem from, const question& shows, const listener& tell)
      : now_(std::move(from)), shows_(shows), tell_(tell) {}

  problem run() {
    values_ = values_of(now_);
    one_output();
    drop_what_follows();
    drop_what_leads_here();
    do {
      use_usual_values();
    } while (one_by_one() || smaller_shapes());
    vec<ir::output>& outputs = now_.graph.outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i)
      outputs[i].name = outputs.size() == 1 ? "y" : compiler::keep("y" + std::to_string(i));
    return std::move(now_);
  }

 private:
  const ir::graph& graph() const { return now_.graph; }
  int ops() const { return extent_of(now_).ops; }

  bool asks(const problem& candidate) const {
    return candidate.graph.size() > 0 && !ir::verify(candidate.graph) && shows_(candidate);
  }
  /// Takes a candidate that is smaller and still shows the fault.
  bool take(problem&& candidate) {
    if (candidate.graph.size() == 0 || !(extent_of(candidate) < extent_of(now_))) return false;
    if (usual_values_) candidate = with_random_values(std::move(candidate), 1);
    if (!asks(candidate)) return false;
    now_ = std::move(candidate);
    values_ = values_of(now_);
    return true;
  }
  bool take(const selection& chosen) { return take(part_of(now_, values_, chosen)); }

  void say(const char* what) {
    if (!tell_) return;
    const extent left = extent_of(now_);
    const auto counted = [](int count, const char* noun) {
      return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
    };
    tell_(std::string(what) + ": " + counted(left.ops, "op") + ", " + counted(left.sources, "source") + ", " +
          counted(left.outputs, "output") + " left");
  }

  /// From here on all candidates have the values that tests take by themselves, where these show the fault too.
  void use_usual_values() {
    if (usual_values_) return;
    problem usual = with_random_values(now_, 1);
    if (!asks(usual)) return;
    usual_values_ = true;
    now_ = std::move(usual);
    values_ = values_of(now_);
  }

  void one_output() {
    for (const ir::output& each : now_.graph.outputs) {
      selection chosen(graph());
      chosen.outputs = {each};
      if (graph().outputs.size() > 1 && take(chosen)) break;
    }
    say("outputs");
  }

  /// The nodes up to `last`; those whose users are gone are the outputs.
  selection first_nodes(int last) const {
    std::vector<bool> used(graph().nodes.size());
    for (int at = 0; at <= last; ++at)
      for (int input : graph().inputs(at)) used[static_cast<std::size_t>(input)] = true;
    selection chosen(graph());
    chosen.outputs.clear();
    for (const ir::output& out : graph().outputs)
      if (out.node <= last) chosen.outputs.push_back(out);
    for (int at = 0; at <= last; ++at) {
      const auto is_output = [&](const ir::output& out) { return out.node == at; };
      const bool is_named = std::any_of(chosen.outputs.begin(), chosen.outputs.end(), is_output);
      if (!used[static_cast<std::size_t>(at)] && !is_source(graph(), at) && !is_named)
        chosen.outputs.push_back({at, compiler::keep("y" + std::to_string(at))});
    }
    return chosen;
  }
  /// What was computed before node `first` is given.
  selection last_nodes(int first) const {
    selection chosen(graph());
    for (int at = 0; at < first; ++at) chosen.cut[static_cast<std::size_t>(at)] = !is_source(graph(), at);
    return chosen;
  }

  void drop_what_follows() {
    int without = -1;
    int with = graph().size() - 1;
    while (with - without > 1) {
      const int middle = without + (with - without) / 2;
      const selection chosen = first_nodes(middle);
      const bool shown = !chosen.outputs.empty() && asks(part_of(now_, values_, chosen));
      (shown ? with : without) = middle;
    }
    if (with < graph().size() - 1) take_part(first_nodes(with));
    say("what follows the fault is gone");
  }
  void drop_what_leads_here() {
    int with = 0;
    int without = graph().size();
    while (without - with > 1) {
      const int middle = with + (without - with) / 2;
      (asks(part_of(now_, values_, last_nodes(middle))) ? with : without) = middle;
    }
    if (with > 0) take_part(last_nodes(with));
    say("what leads to it is given");
  }
  /// Of a part that was asked for already.
  void take_part(const selection& chosen) {
    now_ = part_of(now_, values_, chosen);
    values_ = values_of(now_);
  }

  /// One way to make the graph smaller.
  struct step {
    enum class kind : std::uint8_t { drop_output, end_with, cut, leave_out, free } what;
    int node = -1;
    int input = -1;  ///< that stands for a node which is left out

    void choose(selection& chosen) const {
      const auto at = static_cast<std::size_t>(node);
      switch (what) {
        case kind::drop_output: std::erase_if(chosen.outputs, [&](const auto& out) { return out.node == node; }); break;
        case kind::end_with: chosen.outputs = {{node, chosen.outputs.empty() ? "y" : chosen.outputs[0].name}}; break;
        case kind::cut: chosen.cut[at] = true; break;
        case kind::leave_out: chosen.instead[at] = input; break;
        case kind::free: chosen.free[at] = true; break;
      }
    }
  };

  std::vector<step> steps() const {
    std::vector<step> result;
    if (graph().outputs.size() > 1)
      for (const ir::output& out : graph().outputs) result.push_back({step::kind::drop_output, out.node});
    for (int at = 0; at < graph().size(); ++at) {
      if (is_source(graph(), at)) continue;
      result.push_back({step::kind::end_with, at});
      result.push_back({step::kind::cut, at});
      for (int input : graph().inputs(at))
        if (graph()[input].type == graph()[at].type) result.push_back({step::kind::leave_out, at, input});
      if (graph()[at].controls.count > 0) result.push_back({step::kind::free, at});
    }
    return result;
  }

  bool take_steps(std::initializer_list<step> some) {
    selection chosen(graph());
    for (const step& each : some) each.choose(chosen);
    return !chosen.outputs.empty() && take(chosen);
  }

  static constexpr int few_ops = 12;  // of which all pairs of steps are tried

  bool one_by_one() {
    bool any = false;
    while (cut_many() || one_step() || (ops() <= few_ops && two_steps())) {
      any = true;
      say("smaller");
    }
    return any;
  }
  /// Many nodes at once become sources, then fewer, then two.
  bool cut_many() {
    std::vector<int> all;
    for (int at = 0; at < graph().size(); ++at)
      if (!is_source(graph(), at)) all.push_back(at);
    for (std::size_t count = all.size() / 2; count > 1; count /= 2)
      for (std::size_t first = 0; first < all.size(); first += count) {
        selection chosen(graph());
        for (std::size_t i = first; i < std::min(first + count, all.size()); ++i)
          chosen.cut[static_cast<std::size_t>(all[i])] = true;
        if (take(chosen)) return true;
      }
    return false;
  }
  bool one_step() {
    for (const step& each : steps())
      if (take_steps({each})) return true;
    return false;
  }
  bool two_steps() {
    const std::vector<step> all = steps();
    for (std::size_t second = 1; second < all.size(); ++second)
      for (std::size_t first = 0; first < second; ++first)
        if (take_steps({all[first], all[second]})) return true;
    return false;
  }

  std::vector<shape> shapes() const {
    std::vector<shape> result;
    for (const ir::node& each : graph().nodes) result.push_back(each.type.dims);
    return result;
  }
  static std::vector<std::int64_t> smaller_than(std::int64_t extent) {
    std::vector<std::int64_t> result;
    for (std::int64_t each : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, extent / 2, extent - 1})
      if (each >= 1 && each < extent && (result.empty() || each > result.back())) result.push_back(each);
    return result;
  }

  /// All axes of one extent at once, with and without the attributes that name it, then single axes.
  bool smaller_shapes() {
    bool any = false;
    for (bool again = true; again;) {
      again = all_of_one_extent() || one_axis();
      any = any || again;
    }
    if (any) say("smaller shapes");
    return any;
  }
  bool all_of_one_extent() {
    std::vector<std::int64_t> extents;
    for (int at = 0; at < graph().size(); ++at)
      if (is_source(graph(), at))
        for (std::int64_t each : graph()[at].type.dims) extents.push_back(each);
    std::sort(extents.rbegin(), extents.rend());
    extents.erase(std::unique(extents.begin(), extents.end()), extents.end());
    for (std::int64_t extent : extents)
      for (std::int64_t less : smaller_than(extent)) {
        std::vector<shape> to = shapes();
        for (shape& dims : to)
          for (std::int64_t& each : dims)
            if (each == extent) each = less;
        if (take(resized(now_, to)) || take(resized(now_, to, extent, less))) return true;
      }
    return false;
  }
  bool one_axis() {
    for (int at = 0; at < graph().size(); ++at) {
      if (!is_source(graph(), at)) continue;
      for (int axis = 0; axis < graph()[at].type.rank(); ++axis)
        for (std::int64_t less : smaller_than(graph()[at].type.dims[axis])) {
          std::vector<shape> to = shapes();
          to[static_cast<std::size_t>(at)][axis] = less;
          if (take(resized(now_, to))) return true;
        }
    }
    return false;
  }

  problem now_;
  vec<tensor> values_;
  bool usual_values_ = false;
  const question& shows_;
  const listener& tell_;
};

}  // namespace

problem shrink(problem from, const question& shows, const listener& tell) {
  return shrinker(std::move(from), shows, tell).run();
}

problem with_plain_values(problem from, const question& shows, bool& are_usual) {
  problem usual = with_random_values(from, 1);
  are_usual = shows(usual);
  if (are_usual) return usual;
  for (double steps : {1.0, 16.0}) {
    problem plain = from;
    for (ir::named_tensor& each : plain.sources)
      for (number& value : each.value.values)
        if (!value.is_whole() && std::fabs(value) < 0x1p40)
          value = rounded(each.value.type.element, std::round(value * steps) / steps);
    if (shows(plain)) return plain;
  }
  return from;
}

}  // namespace litho::bisector
