// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/majority.hpp"

#include "files/fingerprint.hpp"
#include "files/picture.hpp"
#include "models/board_clusters.hpp"
#include "models/majority_simulation.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numeric>

namespace neel::models {

namespace {

struct MajorityInput {
  AutomatonOptions automaton;
  std::string picture; ///< the file of the start, or none
  std::string print;   ///< its fingerprint
  bool clusters = true;
  std::vector<std::uint8_t> cells; ///< of the picture
};

class MajorityRun final : public ModelRun {
public:
  MajorityRun(const input::RunInput& run, MajorityInput input)
      : run_(run), options_(input.automaton), input_(std::move(input)) {
    add("magnetisation", "2 (fraction of cells set) - 1", true);
    add("magnetisation_magnitude", "|magnetisation|", false);
    observables_.back().moment = 1;
    observables_.back().square = 2;
    add("magnetisation_squared", "squared magnetisation", false);
    add("wall_density", "fraction of pairs of neighbours that differ", true);
    add("blinking", "fraction of cells that the last step changed", true);
    add("period", "steps after which a board comes back: 1, 2, or 0 if it has not yet", true);
  }

  const std::vector<Moment>& moments() const override { return moments_; }
  const std::vector<Observable>& observables() const override { return observables_; }
  const std::vector<Coordinate>& axes() const override { return axes_; }
  const Coordinate& scan() const override { return scan_; }
  int systems() const override { return options_.boards; }
  bool disordered(std::size_t /*group*/) const override { return true; } // a board keeps what it started with
  double updates() const override { return options_.cells(); }

  std::string resolved() const override {
    const AutomatonOptions& o = options_;
    std::string t = input::resolved(run_) + "clusters = " + (input_.clusters ? "true" : "false") +
                    "\n\n[cells]\nkept_as = \"" + (o.packed ? "bits" : "bytes") + "\"\n";
    t += input_.picture.empty()
             ? "density = " + input::exact(o.density)
             : "picture = " + input::quoted(input_.picture) + "\npicture_print = \"" + input_.print + "\"";
    t += "\n\n[sweep]\nstrategy = \"" + o.strategy + "\"\nsteps = " + std::to_string(o.steps) + "\n";
    if (o.block > 1) {
      t += "block = " + std::to_string(o.block) + "\n";
    }
    if (o.graph > 0) {
      t += "graph = " + std::to_string(o.graph) + "\n";
    }
    if (o.tile_words > 0) {
      t += "tile = [" + std::to_string(o.tile_words) + ", " + std::to_string(o.tile_rows) + "]\n";
    }
    t += std::string("stop_at_cycle = ") + (o.stop_at_cycle ? "true" : "false");
    return t + "\n";
  }

  std::string description() const override {
    return "s' = sign(s + sum of the four neighbours), all cells at once; no temperature\ncells kept as " +
           std::string(options_.packed ? "bits" : "bytes") + ", strategy " + options_.strategy + ", " +
           std::to_string(options_.steps) + (options_.steps == 1 ? " step" : " steps") + " per pass over memory" +
           (options_.graph > 0 ? ", " + std::to_string(options_.graph) + " passes submitted at once" : "") +
           (options_.stop_at_cycle ? "; one by one until all boards repeat themselves" : "") +
           (input_.picture.empty() ? "" : "\nstart: " + input_.picture) + "\n";
  }

  Memory memory() const override {
    const AutomatonOptions& o = options_;
    const auto boards = static_cast<std::size_t>(o.boards);
    const auto cells = static_cast<std::size_t>(o.cells()) / boards;
    Memory m;
    const std::size_t step = o.stop_at_cycle ? sizeof(std::uint64_t) : 0; // from which a board repeats itself
    m.device = boards * (2 * o.bytes() + sizeof(BoardCount) + step);
    m.saved =
        boards * ((o.stop_at_cycle ? 2 : 1) * o.bytes() + 3 * sizeof(BoardCount) + step) + 2 * sizeof(std::uint64_t);
    // Cells as bytes, twice while they are written; for clusters once, and runs of equal cells, eight cells long or so.
    m.ending = (input_.clusters ? 5 : 4) * cells / 2 + (on_host ? 0 : o.bytes());
    return m;
  }

  std::unique_ptr<run::Simulation> make_simulation() override {
    auto made = std::make_unique<MajoritySimulation>(options_, input_.cells);
    simulation_ = made.get();
    return made;
  }

  Configuration configuration(int system) override {
    Configuration c;
    c.labels = simulation_->automaton().cells(system);
    c.label_name = "cell";
    c.picture = true;
    return c;
  }

  std::vector<std::pair<std::string, std::string>> files_read() const override {
    using Files = std::vector<std::pair<std::string, std::string>>;
    return input_.picture.empty() ? Files() : Files{{"cells.picture", input_.picture}};
  }

  Ending ending() override {
    Ending end;
    std::vector<std::int64_t> boards(static_cast<std::size_t>(options_.boards));
    std::iota(boards.begin(), boards.end(), 0);
    end.numbers.push_back({"chain", "independent system", "chain", std::move(boards)});
    if (options_.stop_at_cycle) {
      add_cycles(end);
    }
    if (input_.clusters) {
      add_clusters(end);
    }
    return end;
  }

private:
  void add(const std::string& name, const std::string& long_name, bool headline) {
    const std::size_t k = moments_.size();
    moments_.push_back({name, long_name, "1"});
    Observable o{name, long_name, "1", [k](std::span<const double> mean, double) { return mean[k]; }};
    o.headline = headline;
    observables_.push_back(o);
  }

  void add_cycles(Ending& end) const {
    std::vector<std::int64_t> steps, periods;
    for (const Cycle& c : simulation_->automaton().cycles()) {
      steps.push_back(c.step);
      periods.push_back(c.period);
    }
    const auto count = [&](std::int64_t period) { return std::count(periods.begin(), periods.end(), period); };
    const std::string of = " of " + std::to_string(periods.size());
    const auto last = std::to_string(*std::max_element(steps.begin(), steps.end()));
    end.text = count(0) > 0
                   ? std::to_string(count(0)) + of + " boards do not repeat themselves yet"
                   : "cycles: from step " + last + " on all boards repeat themselves, " + std::to_string(count(1)) +
                         of + " after one step, " + std::to_string(count(2)) + " after two";
    end.numbers.push_back(
        {"cycle_step", "step from which the board repeats itself, -1 if it does not yet", "chain", std::move(steps)});
    end.numbers.push_back({"cycle_period", "after so many steps; 0: not yet", "chain", std::move(periods)});
  }

  void add_clusters(Ending& end) const {
    std::map<std::int64_t, std::int64_t> histogram;
    std::vector<std::int64_t> number, largest;
    for (int b = 0; b < options_.boards; ++b) {
      const std::vector<std::uint32_t> sizes =
          cluster_sizes(simulation_->automaton().cells(b), options_.width, options_.height);
      for (const std::uint32_t size : sizes) {
        ++histogram[size];
      }
      number.push_back(static_cast<std::int64_t>(sizes.size()));
      largest.push_back(*std::max_element(sizes.begin(), sizes.end()));
    }
    std::vector<std::int64_t> sizes, counts;
    for (const auto& [size, count] : histogram) {
      sizes.push_back(size);
      counts.push_back(count);
    }
    char text[160];
    std::snprintf(text, sizeof text, "%sclusters: %lld on board 0, the largest with %.3g of its cells",
                  end.text.empty() ? "" : "\n", static_cast<long long>(number.front()),
                  static_cast<double>(largest.front()) / (options_.cells() / options_.boards));
    end.text += text;
    end.numbers.push_back({"cluster_size", "cells of a cluster of equal neighbours", "cluster_size", std::move(sizes)});
    end.numbers.push_back({"cluster_count", "clusters of that size, on all boards", "cluster_size", std::move(counts)});
    end.numbers.push_back({"clusters", "clusters of the board", "chain", std::move(number)});
    end.numbers.push_back({"largest_cluster", "cells of the board's largest cluster", "chain", std::move(largest)});
  }

  input::RunInput run_;
  AutomatonOptions options_;
  MajorityInput input_;
  std::vector<Moment> moments_;
  std::vector<Observable> observables_;
  std::vector<Coordinate> axes_;
  Coordinate scan_;                          ///< none
  MajoritySimulation* simulation_ = nullptr; ///< made last; valid as long as it lives
};

/// The picture that cells.picture names.
void read_picture(input::Reader& in, MajorityInput& input) {
  const AutomatonOptions& o = input.automaton;
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
  const std::string print = files::fingerprint({reinterpret_cast<const char*>(p.pixels.data()), p.pixels.size()});
  if (!input.print.empty() && input.print != print) {
    in.error("cells.picture_print", input.picture + " is not the picture that it was: its fingerprint is " + print);
  }
  input.print = print;
  input.cells = std::move(p.pixels);
}

MajorityInput read_automaton(input::Reader& in, const input::RunInput& run) {
  MajorityInput input;
  AutomatonOptions& o = input.automaton;
  o.width = run.lattice.size[0];
  o.height = run.lattice.size[1];
  if (o.width < 3 || o.height < 3 || run.lattice.size[2] > 1 || !run.lattice.periodic[0] || !run.lattice.periodic[1]) {
    in.error("lattice.size", "the majority automaton needs two periodic axes of length 3 or more");
  }
  o.boards = run.systems;
  o.seed = run.seed;
  o.packed = in.choice("cells.kept_as", {"bits", "bytes"}, "bits") == "bits";
  if (in.has("cells.picture")) {
    input.picture = in.text("cells.picture");
    if (input.picture.empty() || input.picture.find('\0') != std::string::npos) {
      in.error("cells.picture", "expected the name of a file, found " + input::quoted(input.picture));
    }
    input.print = in.text("cells.picture_print", "");
    if (in.has("cells.density")) {
      in.error("cells.density", "cells start with a density or from a picture, not both");
    }
  }
  o.density = in.number("cells.density", 0.5);
  if (!(o.density >= 0 && o.density <= 1)) {
    in.error("cells.density", "a probability lies between 0 and 1, found " + input::exact(o.density));
  }
  o.stop_at_cycle = in.flag("sweep.stop_at_cycle", false);
  o.strategy = in.choice("sweep.strategy", {"rows", "tiles", "sites", "sequential"},
                         o.packed && !o.stop_at_cycle ? "rows" : "sites");
  o.steps = static_cast<int>(in.integer("sweep.steps", 1, 32, o.strategy == "rows" ? 8 : 1));
  if (in.has("sweep.tile")) {
    const std::vector<double> tile = in.numbers("sweep.tile");
    if (tile.size() != 2 || std::any_of(tile.begin(), tile.end(),
                                        [](double v) { return !(v >= 1 && v <= 4096) || v != static_cast<int>(v); })) {
      in.error("sweep.tile", "expected its width in words (of 32 cells, or 1 as bytes) and its height, from 1 to 4096, "
                             "found " +
                                 input::exact(tile));
    } else {
      o.tile_words = static_cast<int>(tile[0]);
      o.tile_rows = static_cast<int>(tile[1]);
    }
  }
  o.block = static_cast<int>(in.integer("sweep.block", 1, 1024, 1));
  o.graph = static_cast<int>(in.integer("sweep.graph", 0, 1024, 0));
  input.clusters = in.flag("measure.clusters", true);
  return input;
}

} // namespace

std::unique_ptr<ModelRun> read_majority(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random"}, false, 1.0};
  traits.any_length = true;
  input::read_run(in, traits, run);
  MajorityInput input = read_automaton(in, run);
  if (in.errors() > 0) {
    return nullptr;
  }
  if (const auto wrong = input.automaton.objection()) {
    in.error("sweep.strategy", *wrong);
  } else if (!input.picture.empty()) {
    read_picture(in, input); // last: it may be large, or missing
  }
  if (in.errors() > 0) {
    return nullptr;
  }
  return std::make_unique<MajorityRun>(run, std::move(input));
}

} // namespace neel::models
