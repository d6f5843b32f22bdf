// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The majority automaton as a run of the program.

#include "files/checksum.hpp"
#include "files/picture.hpp"
#include "model/model.hpp"
#include "model/seed.hpp"
#include "models/majority/simulation.hpp"

#include <neel/core/platform.hpp>

#include <algorithm>
#include <filesystem>

namespace neel::models {

namespace {

struct MajorityInput {
  MajorityOptions automaton;
  std::string picture; ///< the file of the start, or none
  std::string print;   ///< its fingerprint
  bool clusters = true;
  std::vector<std::uint8_t> cells; ///< of the picture
};

std::string describe(const MajorityInput& input) {
  const MajorityOptions& o = input.automaton;
  return "s' = sign(s + sum of the four neighbours), all cells at once; no temperature\ncells kept as " +
         std::string(o.packed ? "bits" : "bytes") + ", strategy " + o.strategy + ", " + std::to_string(o.steps) +
         (o.steps == 1 ? " step" : " steps") + " per pass over memory" +
         (o.graph > 0 ? ", " + std::to_string(o.graph) + " passes given to a device at once" : "") +
         (o.stop_at_cycle ? "; one by one until all boards repeat themselves" : "") +
         (input.picture.empty() ? "" : "\nstart: " + input.picture) + "\n";
}

Memory memory_of(const MajorityInput& input) {
  const MajorityOptions& o = input.automaton;
  const auto boards = static_cast<std::size_t>(o.boards);
  const auto cells = static_cast<std::size_t>(o.cells()) / boards;
  const std::size_t step = o.stop_at_cycle ? sizeof(std::uint64_t) : 0; // from which a board repeats itself
  Memory m;
  m.device = boards * (2 * o.bytes() + sizeof(BoardCount) + step);
  m.saved =
      boards * ((o.stop_at_cycle ? 2 : 1) * o.bytes() + 3 * sizeof(BoardCount) + step) + 2 * sizeof(std::uint64_t);
  // Cells as bytes, for a picture; for clusters, runs of equal cells, eight cells long or so, and the board once more.
  m.ending = input.clusters ? 5 * cells / 2 + o.bytes() : cells;
  return m;
}

/// The picture that cells.picture names.
void read_picture(input::Reader& in, MajorityInput& input) {
  const MajorityOptions& o = input.automaton;
  std::error_code unknown; // a file that is not there, or may not be looked at, is reported when it is read
  const auto kind = std::filesystem::status(input.picture, unknown).type();
  if (kind != std::filesystem::file_type::not_found && kind != std::filesystem::file_type::regular && !unknown) {
    in.error("cells.picture", input::quoted(input.picture) + " is not a regular file");
    return;
  }
  files::Pictures p = files::read_pictures(input.picture);
  if (p.width != o.width || p.height != o.height || p.count != o.boards) {
    const auto words = [](int w, int h, int n) {
      return std::to_string(n) + (n == 1 ? " board of " : " boards of ") + std::to_string(w) + " x " +
             std::to_string(h) + " cells";
    };
    in.error("cells.picture", input.picture + " holds " + words(p.width, p.height, p.count) +
                                  ", but lattice.size and algorithm.systems ask for " +
                                  words(o.width, o.height, o.boards));
  }
  const std::string print = files::checksum({reinterpret_cast<const char*>(p.pixels.data()), p.pixels.size()});
  if (!input.print.empty() && input.print != print) {
    in.error("cells.picture_print", input.picture + " is not the picture that it was: its fingerprint is " + print);
  }
  input.print = print;
  input.cells = std::move(p.pixels);
}

/// [cells]: how they are kept, and what they are at the start.
void read_cells(input::Reader& in, MajorityInput& input) {
  MajorityOptions& o = input.automaton;
  o.packed =
      in.choice({"cells.kept_as", "32 cells to a word, or a byte for each"}, {"bits", "bytes"}, "bits") == "bits";
  if (in.when(in.has("cells.picture"))) {
    input.picture =
        in.text({"cells.picture", "the start: a picture (PBM, HDF5 or a run's NAME.vtkhdf) of as many cells", "none"});
    if (input.picture.empty() || input.picture.find('\0') != std::string::npos) {
      in.error("cells.picture", "expected the name of a file, found " + input::quoted(input.picture));
    }
    input.print =
        in.text({"cells.picture_print", "the picture's fingerprint, as resolved inputs have it: another picture is "
                                        "refused"},
                "");
    if (in.has("cells.density")) {
      in.error("cells.density", "cells start with a density or from a picture, not both");
    }
  }
  o.density = in.number({"cells.density", "probability of a cell to be set at the start"}, 0.5);
  if (!(o.density >= 0 && o.density <= 1)) {
    in.error("cells.density", "a probability lies between 0 and 1, found " + input::exact(o.density));
  }
}

void read_tile(input::Reader& in, MajorityOptions& o) {
  const std::vector<double> tile = in.numbers(
      {"sweep.tile", "tiles: width in words (of 32 cells, or 1 as bytes) and height", "[16, 64] (bytes: [96, 32])"});
  if (tile.size() != 2 || std::any_of(tile.begin(), tile.end(),
                                      [](double v) { return !(v >= 1 && v <= 4096) || v != static_cast<int>(v); })) {
    in.error("sweep.tile", "expected its width in words (of 32 cells, or 1 as bytes) and its height, from 1 to 4096, "
                           "found " +
                               input::exact(tile));
    return;
  }
  o.tile_words = static_cast<int>(tile[0]);
  o.tile_rows = static_cast<int>(tile[1]);
  in.resolve("sweep.tile", "[" + std::to_string(o.tile_words) + ", " + std::to_string(o.tile_rows) + "]");
}

/// [sweep]: how boards are stepped.
void read_sweep(input::Reader& in, const input::RunInput& run, MajorityOptions& o) {
  const input::Key stop{"sweep.stop_at_cycle",
                        "sites: find the step from which each board repeats itself, and compute no more once all do"};
  o.stop_at_cycle = in.flag(stop, false);
  if (o.stop_at_cycle && run.first_system > 0) {
    in.error(input::first_system, "when boards are stepped no more depends on all that there are");
  }
  const std::string usual = o.packed && !o.stop_at_cycle ? "rows" : "sites";
  o.strategy = in.choice({"sweep.strategy", "how a step is made ([majority.md](majority.md))",
                          "\"rows\"; \"sites\" of bytes, or with stop_at_cycle"},
                         {"rows", "tiles", "sites", "sequential"}, usual);
  o.steps = static_cast<int>(in.integer(
      {"sweep.steps", "of time per pass over memory: rows 1, 2, 4 or 8; tiles any; else 1", "rows: 8; else 1"}, 1, 32,
      o.strategy == "rows" ? 8 : 1));
  o.block =
      static_cast<int>(in.integer({"sweep.block", "sites: words below one another that a thread steps"}, 1, 1024, 1));
  if (o.block == 1) {
    in.resolve("sweep.block", "");
  }
  o.graph = static_cast<int>(in.integer(
      {"sweep.graph", "passes that a device is given at once, an even number; 0: each by itself"}, 0, 1024, 0));
  if (o.graph == 0) {
    in.resolve("sweep.graph", "");
  }
  if (in.when(in.has("sweep.tile"))) {
    read_tile(in, o);
  }
  in.resolve(stop.path, ""); // and once more, as the last of its table
  in.resolve(stop.path, o.stop_at_cycle ? "true" : "false");
}

MajorityInput read_automaton(input::Reader& in, const input::RunInput& run) {
  MajorityInput input;
  MajorityOptions& o = input.automaton;
  o.width = run.lattice.size[0];
  o.height = run.lattice.size[1];
  if (o.width < 3 || o.height < 3 || run.lattice.size[2] > 1 || !run.lattice.periodic[0] || !run.lattice.periodic[1]) {
    in.error("lattice.size", "the majority automaton needs two periodic axes of length 3 or more");
  }
  o.boards = run.systems;
  o.seed = to_seed(run);
  input.clusters = in.flag({"measure.clusters", "count clusters of equal cells in the end"}, true);
  read_cells(in, input);
  read_sweep(in, run, o);
  return input;
}

Model to_model(MajorityInput input) {
  const MajorityMoments measures(std::int64_t{input.automaton.width} * input.automaton.height);
  Model model;
  model.set(measures);
  model.systems = input.automaton.boards;
  model.disordered = {true}; // a board keeps what it started with
  model.description = describe(input);
  model.memory = memory_of(input);
  model.joint_ending = input.clusters || input.automaton.stop_at_cycle;
  model.updates = input.automaton.cells();
  model.slabs = input.automaton.height / input.automaton.steps;
  model.shared = input.automaton.height;
  model.pass = input.automaton.steps;
  model.halo = 2;
  model.bytes_per_update =
      (input.automaton.packed ? 0.25 : 2.0) / input.automaton.steps; // read and written once a pass
  if (!input.picture.empty()) {
    model.files_read = {{"cells.picture", input.picture}};
  }
  model.make = [input = std::move(input), measures](run::ExecutionContext where) -> std::unique_ptr<run::Simulation> {
    return std::make_unique<MajoritySimulation>(input.automaton, measures, input.cells, input.clusters, where);
  };
  return model;
}

} // namespace

Model read_majority(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random"}};
  traits.temperature = 1.0;
  traits.any_length = true;
  input::read_run(in, traits, run);
  MajorityInput input = read_automaton(in, run);
  if (in.errors() > 0) {
    return {};
  }
  if (const auto wrong = input.automaton.objection()) {
    in.error("sweep.strategy", *wrong);
  } else if (!input.picture.empty()) {
    in.resolve("cells.density", "");
    read_picture(in, input); // last: it may be large, or missing
    in.resolve("cells.picture_print", input::quoted(input.print));
  }
  return in.errors() > 0 ? Model() : to_model(std::move(input));
}

} // namespace neel::models
