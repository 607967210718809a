// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <iostream>
#include <new>

#include "report.hpp"
#include "request.hpp"

/// What the command lines of the programs that read models share.
namespace litho::importer {

/// What says more about a model: --input, --bind, --const, --map.
inline void add_request(CLI::App& app, request_words& words) {
  app.add_option("--input", words.shapes, "shape of an input: NAME:1x3x224x224")->allow_extra_args(false);
  app.add_option("--bind", words.bind, "value of a symbolic dimension: NAME=128")->allow_extra_args(false);
  app.add_option("--const", words.consts, "an input that is a constant: NAME=FILE.npy, .pb or NAME=NUMBER")
      ->allow_extra_args(false);
  app.add_option("--map", words.map, "an op of another domain as one of the library: DOMAIN::OP=NAME")
      ->allow_extra_args(false);
}

/// How it is compiled: --level, --off, --precision, --streams.
inline void add_compilation(CLI::App& app, compilation& with) {
  app.add_option("--precision", with.precision, "what contractions multiply: exact or half (exact)");
  app.add_option("--streams", with.streams, "the most streams for branches to run side by side (1)")
      ->check(CLI::Range(1, 64));
  app.add_option("--level", with.level, "O0 to O3: which passes run (O3)");
  app.add_option("--off", with.off, "a pass to leave out")->allow_extra_args(false);
}

/// Reads the words and calls run(), which returns the exit status. What goes wrong is a line, and status `refused`.
template <class Run>
int run_command(CLI::App& app, int count, char** words, const request& asked, int refused, Run&& run) {
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : refused;
  }
  try {
    return run();
  } catch (const std::bad_alloc&) {
    std::cerr << app.get_name() << ": " << asked.file.string() << ": out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << app.get_name() << ": " << error.what() << '\n';
  }
  return refused;
}

}  // namespace litho::importer
