// SPDX-License-Identifier: BSL-1.0
#include "layers.hpp"

#include <algorithm>
#include <numeric>

namespace litho::reporter {

namespace {

constexpr double gap_x = 14;
constexpr double gap_y = 24;
constexpr double bend_width = 6;  // of an edge on its way through a layer

/// A box, or a place where an edge passes a layer.
struct place {
  double width = 0;
  double height = 0;
  double x = 0;  // centre
  std::size_t layer = 0;
  std::vector<int> above;
  std::vector<int> below;
};

class layouter {
 public:
  explicit layouter(const layered_input& of) : of_(of) {
    for (const point& size : of.sizes) places_.push_back({size.x, size.y, 0, 0, {}, {}});
    rank();
    route();
    for (int sweep = 0; sweep < 12; ++sweep) sort(sweep % 2 == 0);
    for (int sweep = 0; sweep < 24; ++sweep) align(sweep % 2 == 0);
  }

  layered result() const {
    layered made;
    std::vector<double> tops(layers_.size() + 1);
    std::vector<double> heights(layers_.size());
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      for (int each : layers_[l]) heights[l] = std::max(heights[l], at(each).height);
      tops[l + 1] = tops[l] + heights[l] + gap_y;
    }
    double left = 0;
    double right = 0;
    for (const place& each : places_) {
      left = std::min(left, each.x - each.width / 2);
      right = std::max(right, each.x + each.width / 2);
    }
    const auto centre = [&](int which) {
      return point{at(which).x - left + 2, tops[at(which).layer] + heights[at(which).layer] / 2 + 2};
    };
    for (std::size_t i = 0; i < of_.sizes.size(); ++i) made.centres.push_back(centre(static_cast<int>(i)));
    for (std::size_t e = 0; e < of_.edges.size(); ++e) {
      const auto [from, to] = of_.edges[e];
      std::vector<point> path;
      const point begin = centre(from);
      const point end = centre(to);
      path.push_back({begin.x, begin.y + at(from).height / 2});
      for (int bend : bends_[e]) {
        const std::size_t layer = at(bend).layer;
        path.push_back({centre(bend).x, tops[layer] + 2});
        path.push_back({centre(bend).x, tops[layer] + heights[layer] + 2});
      }
      path.push_back({end.x, end.y - at(to).height / 2});
      made.paths.push_back(std::move(path));
    }
    made.size = {right - left + 4, tops[layers_.size()] - (layers_.empty() ? 0 : gap_y) + 4};
    return made;
  }

 private:
  place& at(int which) { return places_[static_cast<std::size_t>(which)]; }
  const place& at(int which) const { return places_[static_cast<std::size_t>(which)]; }

  /// Each box lies below what leads to it; one that nothing leads to, right above the first that it leads to.
  void rank() {
    const std::size_t count = of_.sizes.size();
    std::vector<std::vector<int>> into(count);
    std::vector<std::size_t> first(count, count);
    for (const auto& [from, to] : of_.edges) into[static_cast<std::size_t>(to)].push_back(from);
    for (std::size_t i = 0; i < count; ++i)
      for (int from : into[i]) places_[i].layer = std::max(places_[i].layer, at(from).layer + 1);
    for (const auto& [from, to] : of_.edges)
      first[static_cast<std::size_t>(from)] = std::min(first[static_cast<std::size_t>(from)], at(to).layer);
    for (std::size_t i = 0; i < count; ++i)
      if (into[i].empty() && first[i] < count) places_[i].layer = first[i] - 1;
  }

  void route() {
    for (const auto& [from, to] : of_.edges) {
      std::vector<int> bends;
      int last = from;
      for (std::size_t layer = at(from).layer + 1; layer < at(to).layer; ++layer) {
        const int bend = static_cast<int>(places_.size());
        places_.push_back({bend_width, 0, 0, layer, {}, {}});
        join(last, bend);
        bends.push_back(last = bend);
      }
      join(last, to);
      bends_.push_back(std::move(bends));
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (layers_.size() <= places_[i].layer) layers_.resize(places_[i].layer + 1);
      layers_[places_[i].layer].push_back(static_cast<int>(i));
    }
    for (std::vector<int>& each : layers_) pack(each);
  }
  void join(int from, int to) {
    at(from).below.push_back(to);
    at(to).above.push_back(from);
  }

  /// Side by side from 0 on, in their order.
  void pack(const std::vector<int>& layer) {
    double x = 0;
    for (int each : layer) {
      at(each).x = x + at(each).width / 2;
      x += at(each).width + gap_x;
    }
  }

  double wanted(int which, bool from_above) const {
    const std::vector<int>& others = from_above ? at(which).above : at(which).below;
    if (others.empty()) return at(which).x;
    double sum = 0;
    for (int other : others) sum += at(other).x;
    return sum / static_cast<double>(others.size());
  }

  void sort(bool downwards) {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      std::vector<int>& layer = layers_[downwards ? i : layers_.size() - 1 - i];
      const std::vector<int> before = layer;
      std::vector<std::pair<double, std::size_t>> keyed;
      for (std::size_t k = 0; k < before.size(); ++k) keyed.emplace_back(wanted(before[k], downwards), k);
      std::sort(keyed.begin(), keyed.end());
      for (std::size_t k = 0; k < keyed.size(); ++k) layer[k] = before[keyed[k].second];
      pack(layer);
      const double shift = keyed.empty() ? 0 : middle(layer);
      for (int each : layer) at(each).x -= shift;
    }
  }
  double middle(const std::vector<int>& layer) const { return (at(layer.front()).x + at(layer.back()).x) / 2; }

  /// Moves each place towards its neighbours as far as those beside it let it: the mean of what packing to the right
  /// and to the left allows.
  void align(bool downwards) {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const std::vector<int>& layer = layers_[downwards ? i : layers_.size() - 1 - i];
      std::vector<double> to_right;
      std::vector<double> to_left(layer.size());
      for (std::size_t k = 0; k < layer.size(); ++k) {
        const double want = wanted(layer[k], downwards);
        to_right.push_back(k == 0 ? want : std::max(want, to_right[k - 1] + distance(layer[k - 1], layer[k])));
      }
      for (std::size_t k = layer.size(); k-- > 0;) {
        const double want = wanted(layer[k], downwards);
        to_left[k] = k + 1 == layer.size() ? want : std::min(want, to_left[k + 1] - distance(layer[k], layer[k + 1]));
      }
      for (std::size_t k = 0; k < layer.size(); ++k) at(layer[k]).x = (to_right[k] + to_left[k]) / 2;
    }
  }
  double distance(int left, int right) const { return (at(left).width + at(right).width) / 2 + gap_x; }

  const layered_input& of_;
  std::vector<place> places_;
  std::vector<std::vector<int>> bends_;
  std::vector<std::vector<int>> layers_;
};

}  // namespace

layered layout(const layered_input& of) { return layouter(of).result(); }

}  // namespace litho::reporter
