// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/run_input.hpp"

#include "input/lattice.hpp"
#include "input/schedule.hpp"
#include "input/snapshots.hpp"
#include "input/structure.hpp"
#include "input/update.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace neel::input {

namespace {

constexpr double most_seconds = 1000 * 86400.0;

/// "5 points", or nothing.
std::optional<std::int64_t> parse_points(const std::string& text) {
  std::int64_t points = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, points);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  return failure == std::errc{} && (unit == " points" || unit == " point") ? std::optional(points) : std::nullopt;
}

/// output.checkpoint: "10 min", "5 points", both in a list, or "none".
void read_checkpoint(Reader& in, OutputInput& output) {
  const std::string key = "output.checkpoint";
  const std::vector<std::string> texts = in.texts(
      {key, "time between checkpoints (\"30 s\", \"2 h\"), or points (\"5 points\"), or both in a list, above zero; "
            "\"none\": only when stopped by a signal"},
      std::vector<std::string>{"10 min"});
  for (const std::string& text : texts) {
    if (text == "none") {
      if (texts.size() > 1) {
        in.error(key, "\"none\" stands alone");
      }
    } else if (const auto points = parse_points(text)) {
      if (*points < 1 || output.checkpoint_points > 0) {
        in.error(key, "expected one number of points from 1 on, found \"" + text + "\"");
      }
      output.checkpoint_points = *points;
    } else {
      try {
        const double seconds = parse_duration(text);
        if (!(seconds > 0 && seconds <= most_seconds) || output.checkpoint_seconds > 0) {
          in.error(key, "expected one time above zero, of a thousand days at most, found \"" + text +
                            "\"; \"none\" is for no checkpoints but when stopped");
        }
        output.checkpoint_seconds = seconds;
      } catch (const std::invalid_argument& e) {
        in.error(key, e.what() + std::string("; also \"5 points\" and \"none\""));
      }
    }
  }
}

void read_output(Reader& in, OutputInput& output) {
  output.configurations = in.choice({"output.configurations", "\"final\" writes NAME.vtkhdf, \"none\" does not"},
                                    {"final", "none"}, "final") == "final";
  if (in.when(in.has("output.snapshots"))) {
    read_snapshots(in, output.snapshots);
  }
  read_checkpoint(in, output);
  output.keep_checkpoint = in.flag(
      {"output.keep_checkpoint", "true: a finished run keeps its last checkpoint, from which a longer one can go on"},
      false);
}

void read_parallel(Reader& in, RunInput& run) {
  const std::string key = "parallel.decompose";
  in.declare({key,
              "into how many parts ranks cut the lattice along each axis ([1, 1, 4]; all of them 1: not at "
              "all, each rank has some of the systems); by itself it is what fits ([clusters.md](clusters.md))",
              "what fits"},
             "one to three whole numbers");
  if (!in.when(in.has(key))) {
    return;
  }
  for (const double parts : in.numbers(key)) {
    if (parts < 1 || parts > 1'000'000 || parts != static_cast<int>(parts) || run.decompose.size() == 3) {
      in.error(key, "expected one to three whole numbers from 1 to 1000000");
      return;
    }
    run.decompose.push_back(static_cast<int>(parts));
  }
  in.resolve(key, "[" + joined(run.decompose) + "]");
}

} // namespace

void read_model(Reader& in, const std::vector<std::string>& models, RunInput& run) {
  run.model = in.choice({"model.name", "the model"}, models);
  run.unit.name =
      in.choice({"model.units", "the unit of bare numbers and of the output"}, {"reduced", "K", "meV"}, "reduced");
  const bool unit_given = in.has("model.unit");
  if (unit_given && run.unit.name != "reduced") {
    in.error("model.unit", "says what one reduced unit is, but model.units = " + input::quoted(run.unit.name) +
                               "; leave one of the two out");
  }
  if (!in.sound("model.units") || run.unit.name == "K") {
    run.unit.kelvin = 1.0;
  } else if (run.unit.name == "meV") {
    run.unit.kelvin = kelvin_per_mev;
  } else if (in.when(unit_given)) {
    in.unit = EnergyUnit{"K", 1.0, {}};
    run.unit.kelvin = in.quantity({"model.unit",
                                   "with reduced units: what one unit is, such as \"435.23 K\"; allows strings "
                                   "with units",
                                   "unknown"},
                                  Dimension::energy);
    if (!(*run.unit.kelvin > 0)) {
      in.error("model.unit", "must be above zero");
    }
    if (!in.sound("model.unit")) {
      run.unit.kelvin = 1.0;
    }
    in.resolve("model.unit", quoted(exact(*run.unit.kelvin) + " K"));
  }
  in.unit = run.unit;
}

EnergyUnit unit_of_input(const std::string& resolved, const std::string& name) {
  Reader in = Reader::from_text(resolved, name);
  RunInput run;
  read_model(in, {in.text("model.name", "")}, run);
  return run.unit;
}

namespace {

void read_targets(Reader& in, RunInput& run) {
  in.declare({"measure.target_error.OBSERVABLE",
              "a temperature is done as soon as the errors of all observables named here are that small (with several "
              "systems: "
              "the errors from the length of the runs); `schedule.sweeps` is then the most; the flag --target-error "
              "OBSERVABLE=ERROR does the same",
              "none"},
             "a number");
  for (const std::string& observable : in.keys("measure.target_error")) {
    const std::string key = "measure.target_error." + observable;
    run.target_error[observable] = in.number(key);
    if (!(run.target_error[observable] > 0)) {
      in.error(key, "an error is above zero");
    }
  }
  for (const auto& [observable, error] : run.target_error) {
    in.resolve("measure.target_error." + key_name(observable), exact(error));
  }
}

void read_histograms(Reader& in, const ModelTraits& model, RunInput& run) {
  if (!model.energy) {
    return;
  }
  in.declare(
      {"measure.histogram.MOMENT",
       "the distribution of single measurements of a moment (one of `/samples`, such as `overlap`): edges of the "
       "intervals, all of one width, that they are counted in, `{from = -1, to = 1, points = 81}`; `MOMENT_histogram` "
       "of "
       "`/results`",
       "none"},
      "two numbers or more, increasing");
  for (const std::string& moment : in.keys("measure.histogram")) {
    const std::string key = "measure.histogram." + moment;
    const std::vector<double> edges = in.numbers(key);
    const double intervals = static_cast<double>(std::max<std::size_t>(2, edges.size()) - 1);
    const double width = (edges.back() - edges.front()) / intervals;
    const auto uneven = std::adjacent_find(
        edges.begin(), edges.end(), [width](double a, double b) { return !(std::abs(b - a - width) <= 1e-6 * width); });
    if (edges.size() < 2 || edges.size() > most_intervals + 1 || !(width > 0) || uneven != edges.end()) {
      in.error(key,
               "expected the edges of 1 to " + std::to_string(most_intervals) + " intervals of one width, increasing");
    }
    run.histograms[moment] = edges;
    in.resolve("measure.histogram." + key_name(moment), exact(edges));
  }
}

void read_observables(Reader& in, RunInput& run) {
  in.declare({"measure.observables.NAME",
              "an observable of your own: an expression of averages, such as `\"1.5 * mean(Sz^2) - 0.5\"` "
              "([observables](observables.md))",
              "none"},
             "a string");
  for (const std::string& name : in.keys("measure.observables")) {
    const std::string key = "measure.observables." + name;
    const std::string text = in.text(key);
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ||
        !std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; })) {
      in.error(key, "the name of an observable has letters, digits and _, and begins with no digit");
    }
    run.observables[name] = text;
    in.resolve("measure.observables." + key_name(name), quoted(text));
  }
}

void read_lowest(Reader& in, const ModelTraits& model, RunInput& run) {
  if (!model.energy) {
    return;
  }
  const std::string key = "measure.lowest";
  run.lowest =
      in.flag({key, "note the lowest energy that each system (each sample, with all its replicas and temperatures) "
                    "has when it is measured, and keep its configuration: `/lowest` of NAME.h5"},
              false);
  if (!run.lowest) {
    in.resolve(key, "");
  } else if (run.schedule.field_loop()) {
    in.error(key, "energies at different fields cannot be compared");
  }
}

void read_first_system(Reader& in, RunInput& run) {
  run.first_system = static_cast<std::uint32_t>(
      in.integer({first_system, "the systems are those of a larger run from this number on, with their random numbers"},
                 0, 1'000'000, 0));
  if (run.first_system == 0) {
    in.resolve(first_system, "");
  } else if (run.copies() > 1 || run.schedule.multicanonical) {
    in.error(first_system, "the numbers of systems that are sampled together depend on how many there are in all");
  }
}

} // namespace

void read_run(Reader& in, const ModelTraits& model, RunInput& run) {
  read_lattice(in, model, run.lattice);
  read_schedule(in, model, run);
  read_update(in, model, run);
  run.seed =
      static_cast<std::uint64_t>(in.integer({"algorithm.seed", "seed of start and trajectory"}, 0, INT64_MAX, 1));
  run.systems = static_cast<int>(in.integer({"algorithm.systems", model.systems_meaning}, 1, 1'000'000, 1));
  read_first_system(in, run);
  run.bins = static_cast<int>(
      in.integer({"measure.bins",
                  "bins per series at least (at most twice as many), from which errors are made" + model.bins_meaning,
                  model.bins_default},
                 2, most_bins, model.bins));
  if (model.structure) {
    read_structure(in, model, run);
  }
  read_targets(in, run);
  read_histograms(in, model, run);
  read_observables(in, run);
  read_lowest(in, model, run);
  read_output(in, run.output);
  read_parallel(in, run);
  run.output.resolved = in.resolved_output();
}

} // namespace neel::input
