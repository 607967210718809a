// SPDX-License-Identifier: BSL-1.0
//
// digits [PICTURE...]    reads pictures of one handwritten digit each; without any, the ten of this example
//   --weights FILE       other weights than digits.weights
//   --plan               also prints the plan: kernels, buffers, memory
//   --check              only compares with what PyTorch computed, and reads the 100 held-out pictures
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <sstream>

#include "digits_network.hpp"
#include "picture.hpp"

namespace {

constexpr std::uint32_t side = 28;

using unfused_digits = litho::with_options<digits, litho::O0>;

// Static, so that arena and weights lie in .bss: no heap, and no surprise on the stack.
litho::instance<digits> fused;
litho::instance<unfused_digits> unfused;

struct command_line {
  std::vector<std::string> pictures;
  std::string weights = DIGITS_FOLDER "/digits.weights";
  bool plan = false;
  bool check = false;
};

int failed(const std::string& what) {
  std::fprintf(stderr, "digits: %s\n", what.c_str());
  return 1;
}
int failed(const std::string& subject, litho::status why) { return failed(subject + ": " + why.text().c_str()); }

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

/// The ten pictures of this example that this program can read, in order.
std::vector<std::string> own_pictures() {
  std::vector<std::string> found;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(DIGITS_FOLDER "/pictures", missing)) {
    const std::string kind = entry.path().extension().string();
    if (kind == ".pgm" || (kind == ".png" && reads_png())) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

int most_likely(const std::vector<float>& probabilities) {
  return static_cast<int>(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
}

/// A bar for each digit that is at least a little likely, the likeliest first.
void show(const std::string& path, const std::vector<float>& probabilities) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
  std::printf("%s reads as %zu\n", file_name(path).c_str(), order[0]);
  for (std::size_t digit : order) {
    if (probabilities[digit] < 0.0005F) break;
    const auto length = static_cast<std::size_t>(std::lround(50 * probabilities[digit]));
    std::printf("  %zu %5.1f %% %s\n", digit, 100 * static_cast<double>(probabilities[digit]),
                std::string(length, '#').c_str());
  }
}

void show_plan() {
  const litho::plan::plan made = litho::dump<digits>([](std::string_view, std::string_view) {});
  for (const litho::text_builder& text : {litho::plan::print(made), litho::plan::print_memory(made)})
    std::printf("%.*s\n", static_cast<int>(text.view().size()), text.view().data());
}

void show_totals(const char* name, const litho::plan::statistics& totals) {
  const auto number = [](std::int64_t value) { return static_cast<long long>(value); };
  std::printf("%-8s %d kernels, arena %lld bytes, weights %lld bytes, %lld multiply-adds, %lld modelled cycles\n", name,
              totals.kernels, number(totals.arena_bytes), number(totals.weight_bytes), number(totals.multiply_adds),
              number(totals.cycles));
}

double microseconds(auto&& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// Medians of runs that take turns, so that whatever else the machine does meets both alike.
int show_times(const std::vector<float>& image) {
  std::vector<float> probabilities(10);
  std::vector<double> fused_times;
  std::vector<double> unfused_times;
  litho::status result;
  const auto start = std::chrono::steady_clock::now();
  for (int turn = 0; turn < 1010; ++turn) {
    if (turn > 20 && std::chrono::steady_clock::now() - start > std::chrono::seconds(1)) break;  // a debug build
    const double with = microseconds([&] { result = fused.run(image, probabilities); });
    if (!result) return failed("fused", result);
    const double without = microseconds([&] { result = unfused.run(image, probabilities); });
    if (!result) return failed("unfused", result);
    if (turn < 10) continue;  // caches and clock have to warm up
    fused_times.push_back(with);
    unfused_times.push_back(without);
  }
  const double with = median(fused_times);
  const double without = median(unfused_times);
  std::printf("one run  fused %.1f us, unfused %.1f us: %.1f times faster (medians of %zu runs)\n", with, without,
              without / with, fused_times.size());
  return 0;
}

int read_all(const command_line& given) {
  const bool own = given.pictures.empty();
  const std::vector<std::string> paths = own ? own_pictures() : given.pictures;
  if (paths.empty()) return failed("no pictures in " DIGITS_FOLDER "/pictures");
  std::vector<float> image;
  std::vector<float> probabilities(10);
  std::size_t right = 0;
  for (const std::string& path : paths) {
    const picture read = read_picture(path, side, side);
    if (!read.error.empty()) return failed(path + ": " + read.error);
    image = read.ink();
    if (const litho::status result = fused.run(image, probabilities); !result) return failed(path, result);
    show(path, probabilities);
    right += file_name(path)[0] == '0' + most_likely(probabilities) ? 1 : 0;
  }

  std::printf("\n");
  if (given.plan) show_plan();
  show_totals("fused", digits::stats());
  show_totals("unfused", unfused_digits::stats());
  if (const int code = show_times(image); code != 0) return code;
  if (!own) return 0;
  if (!reads_png()) std::printf("This program was built without libpng: the PNG pictures were left out.\n");
  std::printf("%zu of %zu pictures read correctly\n", right, paths.size());
  return right == paths.size() ? 0 : 1;
}

/// pictures/expected.txt: name, digit and PyTorch's ten probabilities in each line.
int check_expected() {
  const std::string path = DIGITS_FOLDER "/pictures/expected.txt";
  const std::optional<std::string> text = read_file(path);
  if (!text) return failed(path + ": cannot be read");
  std::istringstream lines(*text);
  double largest = 0;
  int compared = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    int digit = 0;
    std::vector<double> expected(10);
    words >> name >> digit;
    if (name.empty() || name == "#" || (name.ends_with(".png") && !reads_png())) continue;
    for (double& each : expected) words >> each;
    if (!words) return failed(line.append(": damaged line in ").append(path));

    const picture read = read_picture(DIGITS_FOLDER "/pictures/" + name, side, side);
    if (!read.error.empty()) return failed(name + ": " + read.error);
    std::vector<float> probabilities(10);
    if (const litho::status result = fused.run(read.ink(), probabilities); !result) return failed(name, result);
    if (most_likely(probabilities) != digit)
      return failed(name + ": read as " + std::to_string(most_likely(probabilities)));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double difference = std::abs(static_cast<double>(probabilities[i]) - expected[i]);
      if (!(difference <= 1e-5))
        return failed(name + ": digit " + std::to_string(i) + " differs by " + std::to_string(difference));
      largest = std::max(largest, difference);
    }
    ++compared;
  }
  std::printf("%d pictures as PyTorch reads them; the largest difference of a probability is %.1e\n", compared,
              largest);
  return compared > 0 ? 0 : failed(path + ": no picture in it");
}

/// pictures/heldout.bin: u32 count, then 784 grey values and the digit of each picture.
int check_held_out() {
  const std::string path = DIGITS_FOLDER "/pictures/heldout.bin";
  const std::optional<std::string> file = read_file(path);
  if (!file) return failed(path + ": cannot be read");
  constexpr std::size_t pixels = std::size_t{side} * side;
  constexpr std::size_t step = pixels + 1;
  const std::size_t count = (file->size() - 4) / step;
  if (file->size() < 4 + step || file->size() != 4 + count * step) return failed(path + ": wrong size");
  std::size_t right = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const char* const from = file->data() + 4 + i * step;
    picture one;
    one.pixels.assign(from, from + pixels);
    std::vector<float> probabilities(10);
    if (const litho::status result = fused.run(one.ink(), probabilities); !result) return failed(path, result);
    right += most_likely(probabilities) == from[pixels] ? 1 : 0;
  }
  std::printf("%zu of %zu held-out pictures read correctly\n", right, count);
  return right == count ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  command_line given;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--plan") {
      given.plan = true;
    } else if (word == "--check") {
      given.check = true;
    } else if (word == "--weights" && i + 1 < count) {
      given.weights = words[++i];
    } else if (word.starts_with("-")) {
      return failed("usage: digits [PICTURE...] [--weights FILE] [--plan] [--check]");
    } else {
      given.pictures.push_back(word);
    }
  }

  const std::optional<std::string> weights = read_file(given.weights);
  if (!weights) return failed(given.weights + ": cannot be read");
  if (const litho::status result = fused.load(std::as_bytes(std::span(*weights))); !result)
    return failed(given.weights, result);
  if (const litho::status result = unfused.load(std::as_bytes(std::span(*weights))); !result)
    return failed(given.weights, result);

  if (!given.check) return read_all(given);
  const int code = check_expected();
  return code != 0 ? code : check_held_out();
}
