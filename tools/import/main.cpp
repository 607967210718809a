// SPDX-License-Identifier: BSL-1.0
// litho-import MODEL -o DIR: a model of ONNX or RTNeural as a Lithograph network.

#include <fstream>
#include <iostream>

#include "check.hpp"
#include "command_line.hpp"
#include "operators.hpp"
#include "report.hpp"
#include "write.hpp"

namespace {

namespace fs = std::filesystem;
using namespace litho::importer;

struct arguments {
  request asked;
  fs::path output;
  std::string name;
  request_words words;
  std::vector<std::string> includes;
  std::optional<compilation> with;
  std::string level, target, precision;
  std::vector<std::string> off;
  fs::path dump;
  fs::path cases;
  tolerance within;
  bool report = false;
  bool embeds = false;
  int parts = 0;
  bool lists = false;
};

void read(arguments& given) {
  read(given.words, given.asked);
  if (!given.level.empty() || !given.target.empty() || !given.precision.empty() || !given.dump.empty() ||
      !given.off.empty()) {
    const auto or_else = [](const std::string& text, const char* usual) { return text.empty() ? usual : text; };
    given.with =
        compilation{or_else(given.level, "O3"), or_else(given.precision, "exact"), given.off, given.target, given.dump};
  }
  if (given.name.empty()) given.name = given.asked.file.stem().string();
  given.name = identifier(given.name);
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) throw refusal("cannot write " + file.string());
}

int run(arguments& given) {
  if (given.lists) {
    std::cout << operators_page();
    return 0;
  }
  if (given.asked.file.empty()) throw refusal("no model is given; --help tells more");
  read(given);
  const imported model = import_model(given.asked);
  const std::string blob = weights_blob_of(model);
  std::string header = header_text(model, given.name, given.asked.file.filename().string(), given.includes,
                                   (given.with ? members_text(*given.with) : "") + parts_member(given.parts));
  bool right = true;
  if (given.report || given.with) report(model, given.with, given.report, std::cout);
  if (!given.cases.empty()) right = check(model, given.cases, given.within, std::cout);
  if (given.output.empty()) return right ? 0 : 1;
  fs::create_directories(given.output);
  if (given.embeds) {
    header += embedding_header(given.name);
    write(given.output / (given.name + ".weights.S"),
          embedding_text(given.name, fs::absolute(given.output) / (given.name + ".weights")));
  }
  write(given.output / (given.name + ".hpp"), header);
  write(given.output / (given.name + ".weights"), blob);
  for (int part = 0; part < given.parts; ++part)
    write(given.output / (given.name + "." + std::to_string(part) + ".cpp"), part_text(given.name, part));
  write(given.output / (given.name + ".cmake"), cmake_text(given.name, given.embeds, given.parts));
  return right ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  arguments given;
  CLI::App app{"Writes a model as a Lithograph network: DIR/NAME.hpp, NAME.weights and NAME.cmake.", "litho-import"};
  app.add_option("model", given.asked.file,
                 "the .onnx file, a .textproto (protobuf's text form of one), or a .json of RTNeural");
  app.add_option("-o,--output", given.output, "folder to write to; without it the model is only read and checked");
  app.add_option("--name", given.name, "name of the network; else that of the file");
  app.add_option("--input", given.words.shapes, "shape of an input: NAME:1x3x224x224")->allow_extra_args(false);
  app.add_option("--bind", given.words.bind, "value of a symbolic dimension: NAME=128, and steps=64 for a .json")
      ->allow_extra_args(false);
  app.add_option("--const", given.words.consts,
                 "an input that is a constant: NAME=FILE.npy, NAME=FILE.pb or NAME=NUMBER")
      ->allow_extra_args(false);
  app.add_option("--map", given.words.map,
                 "an op of another domain as one of the library or one registered: DOMAIN::OP=NAME")
      ->allow_extra_args(false);
  app.add_option("--include", given.includes, "a header that NAME.hpp includes, with the ops it uses")
      ->allow_extra_args(false);
  app.add_option("--level", given.level, "O0 to O3: what the network is compiled at, and --report and --dump run");
  app.add_option("--target", given.target,
                 "the device that the network is planned for: host, cortex_m4f, cortex_m7, ascend_910, ascend_910b, "
                 "ascend_950");
  app.add_option("--precision", given.precision,
                 "exact, or half: convolutions and products multiply 16-bit floats and sum in 32 bits");
  app.add_option("--off", given.off, "a pass to leave out")->allow_extra_args(false);
  app.add_option("--dump", given.dump, "folder for the graph after each pass, as text and dot");
  app.add_flag("--report", given.report, "print ops, parameters and, with --level, the plan");
  app.add_option("--check", given.cases,
                 "a folder with input_N.pb and output_N.pb, or a .json with cases: evaluate and compare");
  app.add_option("--atol", given.within.absolute, "absolute tolerance of --check (1e-4; of integers too)");
  app.add_option("--rtol", given.within.relative, "relative tolerance of --check (1e-4)");
  app.add_flag("--embed", given.embeds, "also write NAME.weights.S, which puts the weights into the program");
  app.add_option("--parts", given.parts,
                 "also write NAME.0.cpp and so on, in which so many compilers compile the kernels")
      ->check(CLI::Range(0, 64));
  app.add_flag("--ops", given.lists, "print the ONNX operators that are read, as a page, and do nothing else");
  app.add_flag("--log", given.asked.log,
               "print each node of the model as it is read: types, and what is known already");
  return run_command(app, count, words, given.asked, 1, [&] { return run(given); });
}
