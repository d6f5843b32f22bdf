// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/result_parts.hpp"

#include "files/checksum.hpp"

#include <cmath>
#include <numeric>

namespace neel::output {

namespace {

using models::Observable;

/// A list of numbers that is kept of each course.
struct Part {
  std::string suffix, axis, what;
  std::function<std::vector<double>(const ConvergenceHistory&)> numbers;
};

std::vector<double> octaves(const ConvergenceHistory& c, double statistics::Estimate::* part) {
  std::vector<double> all;
  for (const statistics::Estimate& e : c.octaves) {
    all.push_back(e.*part);
  }
  return all;
}

const Part octave{"_octave", "octave", " over that part of the measurements",
                  [](const ConvergenceHistory& c) { return octaves(c, &statistics::Estimate::value); }};
const Part octave_error{"_octave_err", "octave", " over that part of the measurements: standard error",
                        [](const ConvergenceHistory& c) { return octaves(c, &statistics::Estimate::error); }};
const Part binning{"_binning_err", "level",
                   ": standard error from the length of the runs, were so many bins together independent",
                   [](const ConvergenceHistory& c) { return c.binning; }};

/// Calls visit(numbers) for every group and point.
template <class Visit>
void for_each_course(const Results& results, const Part& part, std::size_t observable, const Visit& visit) {
  for (std::size_t g = 0; g < results.groups(); ++g) {
    for (std::size_t p = 0; p < results.points(); ++p) {
      visit(part.numbers(results.estimates(g, p).courses[observable]));
    }
  }
}

std::size_t most_numbers(const Results& results, const Part& part) {
  std::size_t most = 0;
  for_each_course(results, part, 0, [&](const std::vector<double>& v) { most = std::max(most, v.size()); });
  return most;
}

} // namespace

void write_head(files::Hdf5Writer& file, const std::string& input) {
  file.attribute("/", "format", std::string("neel-results"));
  file.attribute("/", "format_version", std::int64_t{2});
  file.group("/config");
  file.text("/config/input", input);
  file.attribute("/config", "hash", files::checksum(input));
}

std::vector<std::int64_t> count_up(std::size_t n) {
  std::vector<std::int64_t> v(n);
  std::iota(v.begin(), v.end(), 0);
  return v;
}

files::Axis write_point_scales(files::Hdf5Writer& file, const std::string& group, const Results& results) {
  const models::Coordinate points = results.point_axis();
  const auto scale = [&](const models::Coordinate& c, std::size_t size) {
    file.scale(group + "/" + c.name, std::span(c.values).first(size), c.units, c.long_name);
    return files::Axis{c.name, size};
  };
  file.group(group);
  for (const models::Coordinate& c : results.model().axes) {
    scale(c, c.values.size());
  }
  return scale(points, results.points());
}

std::vector<files::Axis> write_scales(files::Hdf5Writer& file, const std::string& group, const Results& results) {
  std::vector<files::Axis> axes{write_point_scales(file, group, results)};
  const models::Coordinate& scan = results.model().scan;
  if (!scan.values.empty()) {
    file.scale(group + "/" + scan.name, scan.values, scan.units, scan.long_name);
    axes.insert(axes.begin(), {scan.name, results.groups()});
  }
  return axes;
}

void write_equilibration(files::Hdf5Writer& file, const Results& results) {
  const std::vector<std::size_t> main = main_observables(results.model().observables);
  if (results.run().schedule.quench() || results.run().schedule.population > 0 || main.empty()) {
    return;
  }
  const std::string group = "/equilibration/";
  const std::vector<files::Axis> axes = write_scales(file, "/equilibration", results);
  file.scale(group + "octave", count_up(most_numbers(results, octave)),
             "last half of the measurements, the quarter before it, and so on");
  file.scale(group + "level", count_up(most_numbers(results, binning)), "2^level bins together");
  for (const Part* part : {&octave, &octave_error, &binning}) {
    const std::size_t most = most_numbers(results, *part);
    std::vector<files::Axis> own = axes;
    own.push_back({part->axis, most});
    for (std::size_t m = 0; m < main.size(); ++m) {
      const Observable& o = results.model().observables[main[m]];
      std::vector<double> values;
      for_each_course(results, *part, m, [&](std::vector<double> v) {
        v.resize(most, std::nan(""));
        values.insert(values.end(), v.begin(), v.end());
      });
      file.array(group + o.name + part->suffix, values, own, o.units, o.long_name + part->what);
    }
  }
}

void write_tempering(files::Hdf5Writer& file, const Results& results) {
  if (results.ladder() == nullptr) {
    return;
  }
  const run::Ladder& ladder = *results.ladder();
  const std::string group = "/tempering/";
  std::vector<files::Axis> axes = write_scales(file, "/tempering", results);
  const files::Axis point = axes.back();
  const auto gaps = static_cast<std::size_t>(ladder.rungs() - 1), ladders = static_cast<std::size_t>(ladder.ladders());
  const std::size_t shown = static_cast<std::size_t>(ladder.shown()),
                    records = ladder.history().size() / shown / (gaps + 1);
  file.scale(group + "gap", count_up(gaps), "between a temperature and the next");
  file.scale(group + "ladder", count_up(ladders), "configurations that exchange places");
  file.scale(group + "shown", count_up(shown), "the first ladders");
  std::vector<std::int64_t> rounds = count_up(records);
  for (std::int64_t& r : rounds) {
    r *= static_cast<std::int64_t>(ladder.history_stride());
  }
  file.scale(group + "round", rounds, "exchange since the temperatures stay");
  axes.back() = {"gap", gaps};
  std::vector<double> acceptance, hot;
  for (std::size_t g = 0; g < results.groups(); ++g) {
    for (std::size_t gap = 0; gap < gaps; ++gap) {
      acceptance.push_back(ladder.acceptance(static_cast<int>(gap), static_cast<int>(g)));
    }
  }
  for (int rung = 0; rung < ladder.rungs(); ++rung) {
    hot.push_back(ladder.hot_part(rung));
  }
  std::vector<std::int64_t> trips;
  for (int l = 0; l < ladder.ladders(); ++l) {
    trips.push_back(static_cast<std::int64_t>(ladder.round_trips(l)));
  }
  file.array(group + "acceptance", acceptance, axes, "1", "accepted part of exchanges");
  file.array(group + "hot_part", hot, {point}, "1",
             "part of configurations that were at the highest temperature more recently than at the lowest");
  file.array(group + "round_trips", trips, {{"ladder", ladders}},
             "how often a configuration went from the highest temperature to the lowest and back");
  const std::vector<std::int64_t> history(ladder.history().begin(), ladder.history().end());
  file.array(group + "configuration", history, {{"round", records}, point, {"shown", shown}},
             "number of the configuration that is there");
}

void write_covariances(files::Hdf5Writer& file, const Results& results, const std::vector<files::Axis>& axes) {
  const auto& observables = results.model().observables;
  const std::vector<std::size_t> main = main_observables(observables);
  for (std::size_t a = 0; a < main.size(); ++a) {
    for (std::size_t b = a + 1; b < main.size(); ++b) {
      const Observable &x = observables[main[a]], &y = observables[main[b]];
      std::vector<double> values;
      for (std::size_t g = 0; g < results.groups(); ++g) {
        for (std::size_t p = 0; p < results.points(); ++p) {
          values.push_back(results.estimates(g, p).covariances[a * main.size() + b]);
        }
      }
      file.array("/results/" + x.name + "_" + y.name + "_cov", values, axes, "(" + x.units + ") (" + y.units + ")",
                 "covariance of the values of " + x.name + " and " + y.name);
    }
  }
}

} // namespace neel::output
