// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.h5.

#include "files/checksum.hpp"
#include "output/hamiltonian.hpp"
#include "output/result_parts.hpp"
#include "output/structure_file.hpp"

#include <cmath>
#include <numeric>

#include "build_info.hpp"

namespace neel::output {

namespace {

using models::Observable;

/// Consecutive elements of one name: a scalar, or the elements of a vector quantity.
struct SweepBatch {
  std::size_t first, count;
};
template <class Quantity>
std::vector<SweepBatch> by_name(const std::vector<Quantity>& all) {
  std::vector<SweepBatch> spans;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k > 0 && all[k].axis != models::scalar && all[k].name == all[k - 1].name) {
      ++spans.back().count;
    } else {
      spans.push_back({k, 1});
    }
  }
  return spans;
}

std::int64_t cells_of(const input::RunInput& run) {
  const auto& size = run.lattice.size;
  return std::accumulate(size.begin(), size.end(), std::int64_t{1}, std::multiplies<>());
}

void write_result_group(files::Hdf5Writer& file, const Results& results) {
  const models::Model& model = results.model();
  const std::size_t groups = results.groups(), points = results.points();
  const auto& schedule = results.run().schedule;
  const std::vector<files::Axis> axes = write_scales(file, "/results", results);
  const files::Axis& point = axes.back();
  file.attribute("/results", "model", results.run().model);
  if (const std::string order = model.order_parameter; !order.empty()) {
    const bool plain = model.susceptibility == models::Susceptibility::plain;
    file.attribute("/results", "order_parameter", order);
    file.attribute("/results", "sites", results.model().sites_per_cell * static_cast<double>(cells_of(results.run())));
    file.attribute("/results", "susceptibility", std::string(plain ? "N" : "N/T"));
  }
  const std::vector<std::int64_t> disordered(model.disordered.begin(), model.disordered.end());
  file.attribute("/results", "disordered", disordered);
  for (const auto& conditions : {results.conditions(), results.real_conditions()}) {
    for (const models::Coordinate& c : conditions) {
      file.array("/results/" + c.name, std::span(c.values).first(points), {point}, c.units, c.long_name);
    }
  }
  std::vector<std::int64_t> measurements(points);
  for (std::size_t p = 0; p < points; ++p) {
    measurements[p] = results.bins(p).front().measurements();
  }
  file.array("/results/measurements", measurements, {point}, "measurements of each system");
  const auto column = [&](const SweepBatch& s, const std::string& suffix, const std::string& units,
                          const std::string& what, const std::function<double(const Result&)>& pick) {
    const Observable& observable = model.observables[s.first];
    std::vector<files::Axis> own = axes;
    if (observable.axis != models::scalar) {
      own.push_back({model.axes[static_cast<std::size_t>(observable.axis)].name, s.count});
    }
    std::vector<double> values;
    for (std::size_t g = 0; g < groups; ++g) {
      for (std::size_t p = 0; p < points; ++p) {
        for (std::size_t k = 0; k < s.count; ++k) {
          values.push_back(pick(results.at(g, p)[s.first + k]));
        }
      }
    }
    file.array("/results/" + observable.name + suffix, values, own, units, observable.long_name + what);
  };
  const bool several = static_cast<std::size_t>(model.systems) > groups;
  for (const SweepBatch& s : by_name(model.observables)) {
    const Observable& observable = model.observables[s.first];
    column(s, "", observable.units, "", [](const Result& r) { return r.value; });
    column(s, "_err", observable.units, ": standard error", [](const Result& r) { return r.error; });
    if (schedule.quench()) {
      continue; // one measurement per point: no series
    }
    column(s, "_err_err", observable.units, ": standard error of the standard error",
           [](const Result& r) { return r.error_error; });
    if (several) {
      column(s, "_thermal_err", observable.units, ": part of the error from the length of the runs",
             [](const Result& r) { return r.thermal_error; });
    }
    if (observable.square >= 0 && results.has_series()) {
      column(s, "_tau", "sweep", ": integrated autocorrelation time", [](const Result& r) { return r.tau; });
      column(s, "_tau_err", "sweep", ": standard error of the autocorrelation time",
             [](const Result& r) { return r.tau_error; });
    }
    column(s, "_converged", "1",
           ": 1 where runs are as long as 50 autocorrelation times, and halves and systems of them agree",
           [](const Result& r) { return r.converged ? 1.0 : 0.0; });
  }
  if (!schedule.quench()) {
    std::vector<std::int64_t> converged;
    for (std::size_t g = 0; g < groups; ++g) {
      for (std::size_t p = 0; p < points; ++p) {
        converged.push_back(results.verdict(g, p).converged ? 1 : 0);
      }
    }
    file.array("/results/converged", converged, axes, "1 where all observables that the log shows are converged");
    write_covariances(file, results, axes);
  }
}

void write_samples(files::Hdf5Writer& file, const Results& results) {
  const auto& moments = results.model().moments;
  const std::size_t points = results.points();
  const auto chains = static_cast<std::size_t>(results.model().systems);
  std::size_t draws = 0;
  for (std::size_t p = 0; p < points; ++p) {
    draws = std::max(draws, results.bins(p).front().bins());
  }
  const files::Axis point = write_point_scales(file, "/samples", results);
  file.scale("/samples/chain", count_up(chains),
             results.model().blocks == 1 ? "independent system"
                                         : "block of families of a population: pseudo-values, whose mean is its own");
  file.scale("/samples/draw", count_up(draws), "bin of consecutive measurements");
  const auto& first = [&](std::size_t p) -> const statistics::Bins& { return results.bins(p).front(); };
  std::vector<std::int64_t> counts(points * draws, 0);
  for (std::size_t p = 0; p < points; ++p) {
    for (std::size_t d = 0; d < first(p).bins(); ++d) {
      counts[p * draws + d] = first(p).count(d);
    }
  }
  file.array("/samples/measurements", counts, {point, {"draw", draws}}, "measurements in the bin");
  for (const SweepBatch& s : by_name(moments)) {
    const models::Moment& m = moments[s.first];
    std::vector<files::Axis> axes{point, {"chain", chains}, {"draw", draws}};
    if (m.axis != models::scalar) {
      axes.push_back({results.model().axes[static_cast<std::size_t>(m.axis)].name, s.count});
    }
    std::vector<double> values(points * chains * draws * s.count, std::nan("")); // no such bin
    for (std::size_t p = 0; p < points; ++p) {
      for (std::size_t c = 0; c < chains; ++c) {
        for (std::size_t d = 0; d < first(p).bins(); ++d) {
          for (std::size_t k = 0; k < s.count; ++k) {
            values[((p * chains + c) * draws + d) * s.count + k] = results.bins(p)[c].mean(d, s.first + k);
          }
        }
      }
    }
    file.array("/samples/" + m.name, values, axes, m.units, m.long_name + ": mean in the bin");
  }
}

/// /final: what the model looked at in the end.
void write_ending(files::Hdf5Writer& file, const run::FinalReport& ending) {
  if (ending.numbers.empty()) {
    return;
  }
  file.group("/final");
  for (const auto& n : ending.numbers) {
    if (n.axis == n.name) {
      file.scale("/final/" + n.name, n.values, n.long_name);
    } else {
      file.array("/final/" + n.name, n.values, {{n.axis, n.values.size()}}, n.long_name);
    }
  }
}

} // namespace

void write_results(const Results& results, std::optional<std::uint64_t> final_hash, const Timing& timing,
                   const std::string& path) {
  const input::RunInput& run = results.run();
  const std::string resolved = results.model().resolved;
  files::Hdf5Writer file(path);
  write_head(file, resolved);
  file.group("/lattice");
  const auto as_integers = [](const auto& v) { return std::vector<std::int64_t>(v.begin(), v.end()); };
  file.attribute("/lattice", "size", as_integers(run.lattice.size));
  file.attribute("/lattice", "periodic", as_integers(run.lattice.periodic));
  file.attribute("/lattice", "systems", std::int64_t{results.model().systems});
  if (!run.lattice.basis.empty()) {
    file.attribute("/lattice", "sites_per_cell", results.model().sites_per_cell);
    const auto flat = [](const auto& vectors) {
      std::vector<double> all;
      for (const auto& v : vectors) {
        all.insert(all.end(), v.begin(), v.end());
      }
      return all;
    };
    file.attribute("/lattice", "cell", flat(run.lattice.cell));
    file.attribute("/lattice", "basis", flat(run.lattice.basis));
  }
  write_result_group(file, results);
  write_hamiltonian(file, results.model().parameters);
  write_equilibration(file, results);
  write_tempering(file, results);
  write_structure(file, results);
  file.attribute("/results", "complete", std::int64_t{final_hash ? 1 : 0});
  if (final_hash) {
    file.attribute("/results", "final_configuration_hash", files::hex(*final_hash));
  }
  write_samples(file, results);
  write_ending(file, results.ending());
  write_lowest(file, results);
  file.group("/timing");
  file.attribute("/timing", "version", std::string(NEEL_VERSION));
  file.attribute("/timing", "revision", std::string(NEEL_REVISION));
  file.attribute("/timing", "backend", timing.backend);
  file.attribute("/timing", "threads", std::int64_t{timing.threads});
  file.attribute("/timing", "started", timing.started);
  file.attribute("/timing", "seconds", timing.seconds);
  file.attribute("/timing", "updates_per_ns", timing.updates_per_ns);
  file.attribute("/timing", "interruptions", timing.interruptions);
  file.commit();
}

} // namespace neel::output
