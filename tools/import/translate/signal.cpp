// SPDX-License-Identifier: BSL-1.0
// Fourier transforms and filters of sound.
#include "families.hpp"

namespace litho::importer {

namespace {

/// The axis was an attribute in opset 17 and is an input since opset 20.
values dft(const node& n) {
  std::int64_t axis = n.version >= 20 ? -2 : n.integer("axis", 1);
  if (n.has(2)) axis = n.known_integer(2, "axis");
  const std::int64_t length = n.has(1) ? n.known_integer(1, "dft_length") : 0;
  const bool inverse = n.integer("inverse", 0) != 0;
  const bool onesided = n.integer("onesided", 0) != 0;
  const int at = n.axis(axis, n.rank());
  if (!inverse || !onesided)
    return {
        n.to.make("dft", {n.in(0)}, {{"axis", at}, {"length", length}, {"inverse", inverse}, {"onesided", onesided}})};
  // The half that is missing mirrors the one that is there; the result is real.
  const std::int64_t half = n.dims()[at];
  const std::int64_t full = length > 0 ? length : 2 * (half - 1);
  const int last = n.rank() - 1;
  if (n.dims()[last] != 2 || full < 1 || full > 1 << 22)
    n.refuse("needs real and imaginary parts, and at most 4194304 of them: " + text_of(n.type()));
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> signs;
  for (std::int64_t i = 0; i < full; ++i) {
    const bool is_mirrored = i > full / 2;
    rows.push_back(std::min(is_mirrored ? full - i : i, half - 1));
    signs.push_back(is_mirrored ? -1 : 1);
  }
  const value all = n.to.make("gather", {n.in(0), n.to.numbers(rows)}, {{"axis", at}});
  const value sign = along_channels(n.to, n.to.cast(n.to.numbers(signs), n.type().element), n.rank(), at);
  const value whole =
      n.to.concat({n.to.slice(all, last, 0, 1), n.to.make("mul", {n.to.slice(all, last, 1, 2), sign})}, last);
  const value y = n.to.make("dft", {whole}, {{"axis", at}, {"inverse", true}});
  return {n.to.slice(y, last, 0, 1)};
}

/// Frames of a signal [batch, length, 1 or 2], each under a window and transformed.
values stft(const node& n) {
  const auto step = n.known_integer(1, "frame_step");
  value x = n.in(0);
  if (n.rank() == 2) x = n.to.reshape(x, {n.dims()[0], n.dims()[1], 1});
  if (x->type.rank() != 3 || step < 1) n.refuse("takes a signal of three axes and a step of 1 or more");
  const std::int64_t frame = n.has(3) ? n.known_integer(3, "frame_length") : n.has(2) ? n.dims(2)[0] : 0;
  if (frame < 1 || frame > x->type.dims[1])
    n.refuse("frame_length = " + std::to_string(frame) + " does not fit " + text_of(x->type));
  const std::int64_t frames = (x->type.dims[1] - frame) / step + 1;
  if (bounded_product(frames, frame) > 1 << 22) n.refuse("has too many frames");
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < frames; ++i)
    for (std::int64_t j = 0; j < frame; ++j) places.push_back(i * step + j);
  value parts = n.to.make("gather", {x, n.to.reshape(n.to.numbers(places), {frames, frame})}, {{"axis", 1}});
  if (n.has(2)) parts = n.to.make("mul", {parts, n.to.reshape(n.in(2), {n.dims(2)[0], 1})});
  const bool onesided = n.integer("onesided", 1) != 0;
  return {n.to.make("dft", {parts}, {{"axis", 2}, {"onesided", onesided}})};
}

values mel_weight_matrix(const node& n) {
  const auto mels = n.known_integer(0, "num_mel_bins");
  const auto length = n.known_integer(1, "dft_length");
  const double rate = n.known_number(2, "sample_rate");
  const auto mel_of = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  const double low = mel_of(n.known_number(3, "lower_edge_hertz"));
  const double high = mel_of(n.known_number(4, "upper_edge_hertz"));
  const std::int64_t bins = length / 2 + 1;
  if (mels < 1 || length < 1 || rate <= 0 || bounded_product(mels, bins) > 1 << 22) n.refuse("sizes are out of range");
  std::vector<std::int64_t> edges;
  for (std::int64_t i = 0; i < mels + 2; ++i) {
    const double mel = low + static_cast<double>(i) * (high - low) / static_cast<double>(mels + 2);
    const double hertz = 700 * (std::pow(10.0, mel / 2595) - 1);
    edges.push_back(
        std::clamp<std::int64_t>(number(std::floor(static_cast<double>(length + 1) * hertz / rate)).whole(), 0, bins));
  }
  const dtype element = element_type(static_cast<int>(n.integer("output_datatype", 1)), n.to.where);
  tensor made{
      {.element = element, .dims = {bins, mels}}, vec<number>(static_cast<std::size_t>(bins * mels), number(0.0)), {}};
  for (std::int64_t i = 0; i < mels; ++i) {
    const std::int64_t lower = edges[static_cast<std::size_t>(i)];
    const std::int64_t center = edges[static_cast<std::size_t>(i) + 1];
    const std::int64_t higher = edges[static_cast<std::size_t>(i) + 2];
    const auto set = [&](std::int64_t bin, double weight) {
      if (bin < bins) made.values[static_cast<std::size_t>(bin * mels + i)] = rounded(element, weight);
    };
    if (lower == center) set(center, 1);
    for (std::int64_t j = lower; j <= center && lower < center; ++j)
      set(j, static_cast<double>(j - lower) / static_cast<double>(center - lower));
    for (std::int64_t j = center; j < higher; ++j)
      set(j, static_cast<double>(higher - j) / static_cast<double>(higher - center));
  }
  return {n.to.constant(made)};
}

}  // namespace

void add_signal(translator_table& table) {
  table.insert({
      {"DFT", {dft, 17, 20, "dft"}},
      {"STFT", {stft, 17, 17, "gather, mul, dft"}},
      {"MelWeightMatrix", {mel_weight_matrix, 17, 17, "a constant"}},
  });
}

}  // namespace litho::importer
