// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/results.hpp"

#include "output/hdf5.hpp"

#include <cmath>
#include <cstdio>

#include "build_info.hpp"

namespace neel::output {

namespace {

using models::Observable;

/// Half the ratio of the error with correlations to the error without, in sweeps.
double autocorrelation_time(const Observable& o, const measure::Bins& bins, double error, std::int64_t every) {
  if (o.square < 0) {
    return std::nan("");
  }
  const std::vector<double> mean = bins.means();
  const double average = mean[static_cast<std::size_t>(o.moment)];
  const double variance = mean[static_cast<std::size_t>(o.square)] - average * average;
  if (!(variance > 0)) {
    return std::nan("");
  }
  const double in_measurements = error * error * static_cast<double>(bins.measurements()) / (2 * variance);
  return std::max(0.5, in_measurements) * static_cast<double>(every);
}

bool halves_agree(const Observable& o, const measure::Bins& bins, double error, double temperature) {
  const std::size_t half = bins.bins() / 2;
  if (half == 0) {
    return false;
  }
  const double first = o.derive(bins.means(0, half), temperature);
  const double second = o.derive(bins.means(half, bins.bins()), temperature);
  return std::abs(first - second) <= 4 * 2 * error; // each half has sqrt(2) times the error of the whole
}

} // namespace

void Results::add(const std::vector<measure::Bins>& systems) {
  bins_.push_back(systems);
  derived_.emplace_back(groups());
  for (std::size_t g = 0; g < groups(); ++g) {
    for (const Observable& o : model_.observables()) {
      derived_.back()[g].push_back(derive(o, systems, g, run_.schedule.temperature[bins_.size() - 1]));
    }
  }
}

bool Results::reached(const std::vector<measure::Bins>& systems, std::size_t point) const {
  for (const Observable& o : model_.observables()) {
    const auto target = run_.target_error.find(o.name);
    for (std::size_t g = 0; target != run_.target_error.end() && g < groups(); ++g) {
      if (!(derive(o, systems, g, run_.schedule.temperature[point]).thermal_error <= target->second)) {
        return false;
      }
    }
  }
  return true;
}

Result Results::derive(const Observable& o, const std::vector<measure::Bins>& systems, std::size_t group,
                       double temperature) const {
  const std::size_t n = systems.size() / groups();
  std::vector<double> values;
  Result r;
  r.converged = true;
  double sum = 0, squared_errors = 0;
  for (std::size_t s = group * n; s < (group + 1) * n; ++s) {
    const measure::Bins& bins = systems[s];
    const measure::Estimate e =
        measure::jackknife(bins, [&](const std::vector<double>& mean) { return o.derive(mean, temperature); });
    values.push_back(e.value);
    sum += e.value;
    squared_errors += e.error * e.error;
    r.tau += autocorrelation_time(o, bins, e.error, run_.schedule.measure_every) / static_cast<double>(n);
    r.converged = r.converged && halves_agree(o, bins, e.error, temperature);
  }
  const double count = static_cast<double>(n);
  r.value = sum / count;
  r.thermal_error = std::sqrt(squared_errors) / count;
  double spread = 0;
  for (const double v : values) {
    spread += (v - r.value) * (v - r.value);
  }
  r.error = n == 1 ? r.thermal_error : std::sqrt(spread / (count * (count - 1)));
  return r;
}

std::string hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::string config_hash(const std::string& resolved) {
  std::uint64_t h = 0xCBF29CE484222325ULL; // FNV-1a
  for (const char c : resolved) {
    h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  return hex(h);
}

void write_table(const Results& results, const std::string& path, bool complete) {
  const models::ModelRun& model = results.model();
  const models::Scan& scan = model.scan();
  const std::string energy = results.run().unit.label();
  std::string text = "# Neel " NEEL_VERSION "; model " + results.run().model + "; input hash " +
                     config_hash(model.resolved()) +
                     "\n# columns: name [unit] meaning; _err is one sigma, _tau in sweeps\n";
  std::string names;
  const auto column = [&](const std::string& name, const std::string& unit, const std::string& meaning) {
    text += "#   " + name + " [" + unit + "] " + meaning + "\n";
    names += (names.empty() ? "" : "\t") + name;
  };
  if (!scan.values.empty()) {
    column(scan.name, scan.units, scan.long_name);
  }
  column("T", energy, "temperature");
  column("H", energy, "field");
  for (const Observable& o : model.observables()) {
    column(o.name, o.units, o.long_name);
    names += "\t" + o.name + "_err" + (o.square >= 0 ? "\t" + o.name + "_tau" : "");
  }
  text += names + "\n";
  char number[40];
  const auto cell = [&](double v, const char* separator) {
    std::snprintf(number, sizeof number, "%s%.10g", separator, v);
    text += number;
  };
  for (std::size_t g = 0; g < results.groups(); ++g) {
    for (std::size_t p = 0; p < results.points(); ++p) {
      if (!scan.values.empty()) {
        cell(scan.values[g], "");
        text += "\t";
      }
      cell(results.run().schedule.temperature[p], "");
      cell(results.run().schedule.field[p], "\t");
      const std::vector<Result>& row = results.at(g, p);
      for (std::size_t o = 0; o < row.size(); ++o) {
        cell(row[o].value, "\t");
        cell(row[o].error, "\t");
        if (model.observables()[o].square >= 0) {
          cell(row[o].tau, "\t");
        }
      }
      text += "\n";
    }
  }
  write_text(path, text, complete);
}

namespace {

void write_result_group(Hdf5Writer& file, const Results& results) {
  const models::ModelRun& model = results.model();
  const models::Scan& scan = model.scan();
  const std::string energy = results.run().unit.label();
  const std::size_t groups = results.groups(), points = results.points();
  const auto& schedule = results.run().schedule;
  file.group("/results");
  file.attribute("/results", "model", results.run().model);
  file.scale("/results/T", std::span(schedule.temperature).first(points), energy, "temperature");
  std::vector<Axis> axes{{"T", points}};
  if (!scan.values.empty()) {
    file.scale("/results/" + scan.name, scan.values, scan.units, scan.long_name);
    axes.insert(axes.begin(), {scan.name, groups});
  }
  file.array("/results/H", std::span(schedule.field).first(points), {{"T", points}}, energy, "field on m = 1");
  std::vector<std::int64_t> measurements(points);
  for (std::size_t p = 0; p < points; ++p) {
    measurements[p] = results.bins(p).front().measurements();
  }
  file.array("/results/measurements", measurements, {{"T", points}}, "measurements of each system");
  std::vector<double> values(groups * points);
  const auto column = [&](std::size_t o, const std::string& suffix, const std::string& units, const std::string& what,
                          const std::function<double(const Result&)>& pick) {
    for (std::size_t g = 0; g < groups; ++g) {
      for (std::size_t p = 0; p < points; ++p) {
        values[g * points + p] = pick(results.at(g, p)[o]);
      }
    }
    const Observable& observable = model.observables()[o];
    file.array("/results/" + observable.name + suffix, values, axes, units, observable.long_name + what);
  };
  const bool several = static_cast<std::size_t>(model.systems()) > groups;
  for (std::size_t o = 0; o < model.observables().size(); ++o) {
    const Observable& observable = model.observables()[o];
    column(o, "", observable.units, "", [](const Result& r) { return r.value; });
    column(o, "_err", observable.units, ": standard error", [](const Result& r) { return r.error; });
    if (several) {
      column(o, "_thermal_err", observable.units, ": part of the error from the length of the runs",
             [](const Result& r) { return r.thermal_error; });
    }
    if (observable.square >= 0) {
      column(o, "_tau", "sweep", ": integrated autocorrelation time", [](const Result& r) { return r.tau; });
    }
    column(o, "_converged", "1", ": 1 where both halves of all series agree within 4 sigma",
           [](const Result& r) { return r.converged ? 1.0 : 0.0; });
  }
}

void write_samples(Hdf5Writer& file, const Results& results) {
  const auto& moments = results.model().moments();
  const std::size_t points = results.points();
  const auto chains = static_cast<std::size_t>(results.model().systems());
  std::size_t draws = 0;
  for (std::size_t p = 0; p < points; ++p) {
    draws = std::max(draws, results.bins(p).front().bins());
  }
  const auto numbers = [](std::size_t n) {
    std::vector<std::int64_t> v(n);
    for (std::size_t k = 0; k < n; ++k) {
      v[k] = static_cast<std::int64_t>(k);
    }
    return v;
  };
  file.group("/samples");
  file.scale("/samples/T", std::span(results.run().schedule.temperature).first(points), results.run().unit.label(),
             "temperature");
  file.scale("/samples/chain", numbers(chains), "independent system");
  file.scale("/samples/draw", numbers(draws), "bin of consecutive measurements");
  const auto& first = [&](std::size_t p) -> const measure::Bins& { return results.bins(p).front(); };
  std::vector<std::int64_t> counts(points * draws, 0);
  for (std::size_t p = 0; p < points; ++p) {
    for (std::size_t d = 0; d < first(p).bins(); ++d) {
      counts[p * draws + d] = first(p).count(d);
    }
  }
  file.array("/samples/measurements", counts, {{"T", points}, {"draw", draws}}, "measurements in the bin");
  const std::vector<Axis> axes{{"T", points}, {"chain", chains}, {"draw", draws}};
  std::vector<double> values(points * chains * draws, std::nan("")); // no such bin
  for (std::size_t m = 0; m < moments.size(); ++m) {
    for (std::size_t p = 0; p < points; ++p) {
      for (std::size_t c = 0; c < chains; ++c) {
        for (std::size_t d = 0; d < first(p).bins(); ++d) {
          values[(p * chains + c) * draws + d] = results.bins(p)[c].mean(d, m);
        }
      }
    }
    file.array("/samples/" + moments[m].name, values, axes, moments[m].units,
               moments[m].long_name + ": mean in the bin");
  }
}

/// More bytes than the file will have.
std::size_t size_of_file(const Results& results) {
  const models::ModelRun& model = results.model();
  std::size_t numbers = 0;
  for (std::size_t p = 0; p < results.points(); ++p) {
    numbers = std::max(numbers, results.bins(p).front().bins());
  }
  numbers *= results.points() * model.moments().size() * static_cast<std::size_t>(model.systems());
  const std::size_t variables = 6 * model.observables().size();
  constexpr std::size_t header = 2048; // of a variable
  return 8 * (numbers + variables * results.points() * results.groups()) +
         header * (variables + model.moments().size());
}

} // namespace

void write_results(const Results& results, std::optional<std::uint64_t> final_hash, const Timing& timing,
                   const std::string& path) {
  const input::RunInput& run = results.run();
  const std::string resolved = results.model().resolved();
  Hdf5Writer file(path, size_of_file(results) + resolved.size());
  file.attribute("/", "format", std::string("neel-results"));
  file.attribute("/", "format_version", std::int64_t{2});
  file.group("/config");
  file.text("/config/input", resolved);
  file.attribute("/config", "hash", config_hash(resolved));
  file.group("/lattice");
  const auto as_integers = [](const auto& v) { return std::vector<std::int64_t>(v.begin(), v.end()); };
  file.attribute("/lattice", "size", as_integers(run.lattice.size));
  file.attribute("/lattice", "periodic", as_integers(run.lattice.periodic));
  file.attribute("/lattice", "systems", std::int64_t{results.model().systems()});
  write_result_group(file, results);
  file.attribute("/results", "complete", std::int64_t{final_hash ? 1 : 0});
  if (final_hash) {
    file.attribute("/results", "final_configuration_hash", hex(*final_hash));
  }
  write_samples(file, results);
  file.group("/timing");
  file.attribute("/timing", "version", std::string(NEEL_VERSION));
  file.attribute("/timing", "revision", std::string(NEEL_REVISION));
  file.attribute("/timing", "backend", timing.backend);
  file.attribute("/timing", "threads", std::int64_t{timing.threads});
  file.attribute("/timing", "started", timing.started);
  file.attribute("/timing", "seconds", timing.seconds);
  file.attribute("/timing", "updates_per_ns", timing.updates_per_ns);
  file.attribute("/timing", "interruptions", timing.interruptions);
  file.commit(final_hash.has_value());
}

void write_configuration(const models::Configuration& c, const input::RunInput& run, const std::string& path) {
  Hdf5Writer file(path, 4 * c.spins.size() + c.species.size());
  const auto& size = run.lattice.size;
  const auto n = [&](std::size_t a) { return static_cast<hsize_t>(size[a]); };
  const std::string root = "/VTKHDF";
  file.group(root);
  file.attribute(root, "Version", std::vector<std::int64_t>{2, 0});
  file.ascii_attribute(root, "Type", "ImageData");
  file.attribute(root, "WholeExtent", std::vector<std::int64_t>{0, size[0] - 1, 0, size[1] - 1, 0, size[2] - 1});
  file.attribute(root, "Origin", std::vector<double>{0, 0, 0});
  file.attribute(root, "Spacing", std::vector<double>{1, 1, 1});
  file.attribute(root, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  file.group(root + "/PointData");
  file.plain(root + "/PointData/spin", c.spins, {n(2), n(1), n(0), 3});
  file.plain(root + "/PointData/species", c.species, {n(2), n(1), n(0)});
  file.ascii_attribute(root + "/PointData", "Vectors", "spin");
  file.commit();
}

} // namespace neel::output
