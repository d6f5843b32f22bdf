// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/majority.hpp"

#include "models/automaton.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace neel::models {

namespace {

/// The boards of a run. Sweeps are steps of time; they are made when their result is asked for, so that passes of several
/// steps can be used between measurements.
class MajoritySimulation final : public run::Simulation {
public:
  static constexpr std::size_t numbers = 6; ///< raw moments

  explicit MajoritySimulation(const AutomatonOptions& o) : options_(o), automaton_(make_automaton(o)) { remember(); }

  int systems() const override { return options_.boards; }
  std::int64_t sites() const override { return std::int64_t{options_.width} * options_.height; }
  std::size_t moments() const override { return numbers; }
  int capacity() const override { return 1; }

  void set_conditions(double /*temperature*/, double /*field*/) override {}
  void sweep(std::uint64_t /*number*/) override { ++asked_; }

  void sweep_and_measure(std::uint64_t number) override {
    sweep(number);
    measure();
  }
  void measure() override {
    catch_up();
    measured_ = true;
  }
  void wait() override {
    catch_up();
    automaton_->wait();
  }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    if (!measured_) {
      return;
    }
    measured_ = false;
    const double n = static_cast<double>(sites());
    for (std::size_t b = 0; b < seen_[0].size(); ++b) {
      const BoardCount& now = seen_[0][b];
      const double m = 2 * static_cast<double>(now.ones) / n - 1;
      const double raw[numbers] = {m,
                                   std::abs(m),
                                   m * m,
                                   static_cast<double>(now.walls) / (2 * n),
                                   static_cast<double>(now.changed) / n,
                                   static_cast<double>(period(b))};
      receive(static_cast<int>(b), raw);
    }
  }

  std::uint64_t hash() override {
    catch_up();
    std::uint64_t all = 0;
    for (const BoardCount& c : seen_[0]) {
      all = all * 0x9E3779B97F4A7C15ULL + c.hash;
    }
    return all;
  }

  std::vector<run::Array> save() override {
    catch_up();
    run::Array counts{"counts", run::Array::Number::u64, {1 + seen() * 4}, {}};
    std::vector<std::uint64_t> numbers_kept{static_cast<std::uint64_t>(done_)};
    for (const auto& counted : seen_) {
      for (std::size_t b = 0; b < boards(); ++b) {
        const BoardCount c = counted.empty() ? BoardCount{} : counted[b];
        numbers_kept.insert(numbers_kept.end(), {c.ones, c.walls, c.changed, c.hash});
      }
    }
    counts.bytes.resize(numbers_kept.size() * sizeof(std::uint64_t));
    std::memcpy(counts.bytes.data(), numbers_kept.data(), counts.bytes.size());
    return {automaton_->save(), counts};
  }

  void load(std::vector<run::Array>& arrays) override {
    automaton_->load(arrays);
    const auto found =
        std::find_if(arrays.begin(), arrays.end(), [](const run::Array& a) { return a.name == "counts"; });
    std::vector<std::uint64_t> kept(1 + seen() * 4);
    if (found == arrays.end() || found->number != run::Array::Number::u64 ||
        found->bytes.size() != kept.size() * sizeof(std::uint64_t)) {
      throw std::invalid_argument("the array counts is missing or has another shape than these boards");
    }
    std::memcpy(kept.data(), found->bytes.data(), found->bytes.size());
    asked_ = done_ = static_cast<std::int64_t>(kept[0]);
    for (std::size_t k = 0; k < std::size(seen_); ++k) {
      seen_[k].clear();
      for (std::size_t b = 0; b < boards() && static_cast<std::int64_t>(k) <= done_; ++b) {
        const std::uint64_t* const c = kept.data() + 1 + 4 * (k * boards() + b);
        seen_[k].push_back({c[0], c[1], c[2], c[3]});
      }
    }
  }

  std::string check() override {
    const std::vector<BoardCount> now = automaton_->count();
    for (std::size_t b = 0; b < boards(); ++b) {
      const BoardCount& c = now[b];
      if (c.hash != seen_[0][b].hash || c.ones > static_cast<std::uint64_t>(sites()) || c.walls % 2 != 0) {
        return "board " + std::to_string(b) + " has " + std::to_string(c.ones) + " cells set and " +
               std::to_string(c.walls) + " walls, but a torus of " + std::to_string(sites()) +
               " cells has an even number of walls, and the last count was " + std::to_string(seen_[0][b].ones) +
               " and " + std::to_string(seen_[0][b].walls);
      }
    }
    return "";
  }

  Automaton& automaton() { return *automaton_; }

private:
  std::size_t boards() const { return static_cast<std::size_t>(options_.boards); }
  std::size_t seen() const { return std::size(seen_) * boards(); }

  /// Makes the steps asked for, the last two one by one and counted, to see what repeats itself.
  void catch_up() {
    for (const std::int64_t before : {2, 1, 0}) {
      if (asked_ - before > done_) {
        automaton_->step(asked_ - before - done_);
        done_ = asked_ - before;
        remember();
      }
    }
  }
  void remember() {
    seen_[2] = std::move(seen_[1]);
    seen_[1] = std::move(seen_[0]);
    seen_[0] = automaton_->count();
  }
  /// After how many steps a board comes back: 1, 2, or 0 if that has not been seen.
  int period(std::size_t b) const {
    if (!seen_[1].empty() && seen_[0][b].hash == seen_[1][b].hash) {
      return 1;
    }
    return !seen_[2].empty() && seen_[0][b].hash == seen_[2][b].hash ? 2 : 0;
  }

  AutomatonOptions options_;
  std::unique_ptr<Automaton> automaton_;
  std::int64_t asked_ = 0, done_ = 0; ///< steps since the start
  bool measured_ = false;
  std::vector<BoardCount> seen_[3]; ///< counts of the last three boards looked at, the latest first
};

class MajorityRun final : public ModelRun {
public:
  MajorityRun(const input::RunInput& run, const AutomatonOptions& options) : run_(run), options_(options) {
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
  double updates() const override { return options_.cells(); }
  double nanoseconds(bool on_device) const override {
    return options_.packed ? (on_device ? 2e-4 : 0.05) : (on_device ? 6e-3 : 0.2);
  }

  std::string resolved() const override {
    const AutomatonOptions& o = options_;
    std::string t = input::resolved(run_) + "\n[cells]\nkept_as = \"" + (o.packed ? "bits" : "bytes") +
                    "\"\ndensity = " + input::exact(o.density) + "\n\n[sweep]\nstrategy = \"" + o.strategy +
                    "\"\nsteps = " + std::to_string(o.steps) + "\n";
    if (o.tile_words > 0) {
      t += "tile = [" + std::to_string(o.tile_words) + ", " + std::to_string(o.tile_rows) + "]\n";
    }
    return t;
  }

  std::string description() const override {
    return "s' = sign(s + sum of the four neighbours), all cells at once; no temperature\ncells kept as " +
           std::string(options_.packed ? "bits" : "bytes") + ", strategy " + options_.strategy + ", " +
           std::to_string(options_.steps) + (options_.steps == 1 ? " step" : " steps") + " per pass over memory\n";
  }

  std::size_t memory() const override {
    return static_cast<std::size_t>(2 * options_.cells() / (options_.packed ? 8 : 1));
  }

  std::unique_ptr<run::Simulation> make_simulation() override {
    auto made = std::make_unique<MajoritySimulation>(options_);
    simulation_ = made.get();
    return made;
  }

  Configuration configuration(int system) override {
    const std::vector<std::uint8_t> cells = simulation_->automaton().cells(system);
    std::vector<float> spins(cells.size());
    std::transform(cells.begin(), cells.end(), spins.begin(), [](std::uint8_t c) { return c > 0 ? 1.0F : -1.0F; });
    return {std::move(spins), 1, {}};
  }

private:
  void add(const std::string& name, const std::string& long_name, bool headline) {
    const std::size_t k = moments_.size();
    moments_.push_back({name, long_name, "1"});
    Observable o{name, long_name, "1", [k](std::span<const double> mean, double) { return mean[k]; }};
    o.headline = headline;
    observables_.push_back(o);
  }

  input::RunInput run_;
  AutomatonOptions options_;
  std::vector<Moment> moments_;
  std::vector<Observable> observables_;
  std::vector<Coordinate> axes_;
  Coordinate scan_;                          ///< none
  MajoritySimulation* simulation_ = nullptr; ///< made last; valid as long as it lives
};

AutomatonOptions read_automaton(input::Reader& in, const input::RunInput& run) {
  AutomatonOptions o;
  o.width = run.lattice.size[0];
  o.height = run.lattice.size[1];
  if (o.width < 3 || o.height < 3 || run.lattice.size[2] > 1 || !run.lattice.periodic[0] || !run.lattice.periodic[1]) {
    in.error("lattice.size", "the majority automaton needs two periodic axes of length 3 or more");
  }
  o.boards = run.systems;
  o.seed = run.seed;
  o.packed = in.choice("cells.kept_as", {"bits", "bytes"}, "bits") == "bits";
  o.density = in.number("cells.density", 0.5);
  if (!(o.density >= 0 && o.density <= 1)) {
    in.error("cells.density", "a probability lies between 0 and 1, found " + input::exact(o.density));
  }
  o.strategy = in.choice("sweep.strategy", {"rows", "tiles", "sites", "sequential"}, o.packed ? "rows" : "sites");
  o.steps = static_cast<int>(in.integer("sweep.steps", 1, 32, o.strategy == "rows" ? 8 : 1));
  if (in.has("sweep.tile")) {
    const std::vector<double> tile = in.numbers("sweep.tile");
    if (tile.size() != 2 || std::any_of(tile.begin(), tile.end(),
                                        [](double v) { return !(v >= 1 && v <= 4096) || v != static_cast<int>(v); })) {
      in.error("sweep.tile", "expected its width in words (of 32 cells, or 1 as bytes) and its height, from 1 to 4096");
    } else {
      o.tile_words = static_cast<int>(tile[0]);
      o.tile_rows = static_cast<int>(tile[1]);
    }
  }
  return o;
}

} // namespace

std::unique_ptr<ModelRun> read_majority(input::Reader& in, input::RunInput& run) {
  input::read_run(in, {{"random"}, false, 1.0, true}, run);
  const AutomatonOptions options = read_automaton(in, run);
  if (in.errors() > 0) {
    return nullptr;
  }
  if (const auto wrong = options.objection()) {
    in.error("sweep.strategy", *wrong);
    return nullptr;
  }
  return std::make_unique<MajorityRun>(run, options);
}

} // namespace neel::models
