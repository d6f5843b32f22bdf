// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The results of a run: bins of raw moments of every system and point, and what is derived from them.

#include "output/estimates.hpp"

#include <neel/run/ladder.hpp>
#include <neel/run/lowest.hpp>
#include <neel/run/spectra.hpp>

#include <optional>

namespace neel::output {

/// The lowest energies of a run, and the configurations that had them, sample by sample.
struct LowestResults {
  run::LowestSeen seen;
  std::string name; ///< of what is on a site
  std::size_t components = 1;
  std::vector<float> values; ///< (sample, site, component)
};
/// Of a simulation that looked.
LowestResults lowest_of(run::Simulation& simulation);

class Results {
public:
  Results(const models::Model& model, const input::RunInput& run)
      : model_(model), run_(run), temperatures_(run.schedule.temperature) {}

  /// Adds the next point: the bins of every system. Of a tempering run, all points at once: bins of (point, system).
  void add(std::span<const statistics::Bins> systems);
  /// How tempering went; call before the points are added, whose temperatures it knows.
  void set_ladder(const run::Ladder& ladder);
  /// Structure factors that it has beside the results; null: none.
  void set_spectra(const run::Spectra* spectra) { spectra_ = spectra; }
  const run::Spectra* spectra() const { return spectra_; }
  /// The run is over.
  void end(run::FinalReport ending) { ending_ = std::move(ending); }

  void set_lowest(LowestResults lowest) { lowest_ = std::move(lowest); }

  const models::Model& model() const { return model_; }
  const input::RunInput& run() const { return run_; }
  const run::FinalReport& ending() const { return ending_; }
  /// Null where nobody looked, or the run is not over.
  const LowestResults* lowest() const { return lowest_ ? &*lowest_ : nullptr; }
  /// Nothing but for tempering.
  const run::Ladder* ladder() const { return ladder_ ? &*ladder_ : nullptr; }
  /// What the points are counted by: temperatures, or times of a quench.
  models::Coordinate point_axis() const;
  /// Temperature and field of each point, where they are not that axis.
  std::vector<models::Coordinate> conditions() const;
  /// Temperature in kelvin and field in tesla of each point, where the input says what these are.
  std::vector<models::Coordinate> real_conditions() const;
  std::size_t points() const { return bins_.size(); }
  std::size_t groups() const { return std::max<std::size_t>(1, model_.scan.values.size()); }
  /// results of one group at one point, in the order of the model's observables.
  const std::vector<Result>& at(std::size_t group, std::size_t point) const { return derived_[point][group].results; }
  /// What the headline observables at a point say together: whether they are all converged, and how many times as long it
  /// must be (Result::longer; the largest).
  struct Verdict {
    bool converged = true;
    double longer = 0;
  };
  Verdict verdict(std::size_t group, std::size_t point) const;
  /// Measurements at a point are a time series, which has autocorrelation times.
  bool has_series() const { return !run_.schedule.quench() && run_.schedule.population == 0; }
  /// Populations of a group that have too few families at a point; 0 but in population annealing.
  std::size_t poor_populations(std::size_t group, std::size_t point) const;
  const Estimates& estimates(std::size_t group, std::size_t point) const { return derived_[point][group]; }
  /// The bins of every system at one point.
  const std::vector<statistics::Bins>& bins(std::size_t point) const { return bins_[point]; }
  /// Would these bins of all systems reach the target errors of the input, in every group?
  bool reached(std::span<const statistics::Bins> systems, std::size_t point) const;

private:
  /// All observables of one group, from the bins of all systems.
  Estimates derive(std::span<const statistics::Bins> systems, std::size_t group, std::size_t point) const;

  const models::Model& model_;
  const input::RunInput& run_;
  std::vector<double> temperatures_; ///< of the points
  std::optional<run::Ladder> ladder_;
  const run::Spectra* spectra_ = nullptr;
  std::vector<std::vector<statistics::Bins>> bins_; ///< (point, system)
  std::vector<std::vector<Estimates>> derived_;     ///< (point, group)
  run::FinalReport ending_;
  std::optional<LowestResults> lowest_;
};

/// How a run went; kept apart from the results, which depend on the input alone.
struct Timing {
  std::string backend, started;
  int threads = 0;
  double seconds = 0;        ///< in all
  double updates_per_ns = 0; ///< since it was last continued
  std::int64_t interruptions = 0;
};

/// NAME.tsv: a row per group and point.
void write_table(const Results& results, const std::string& path);
/// NAME.h5: /config, /lattice, /results, /samples, /final, /timing. Without a final hash it says that it is not complete.
void write_results(const Results& results, std::optional<std::uint64_t> final_hash, const Timing& timing,
                   const std::string& path);

/// NAME.h5 and NAME.tsv of a scan: the variables of its runs with the scanned quantities, `axes`, in front, the last of which
/// runs fastest. Axes that are longer in one run than in another (distances, draws) are filled up with NaN; where runs differ in the
/// values of an axis Q (tuned temperatures), the axis is Q_number, and Q a variable. `keys`: those of the input that are
/// scanned. `parts`: the runs' names without endings, `inputs` their resolved inputs; throws FileError unless all are complete
/// and of these. `input`: the resolved one of the scan.
void write_grid(std::vector<models::Coordinate> axes, const std::vector<std::string>& keys,
                const std::vector<std::string>& parts, const std::vector<std::string>& inputs, const std::string& input,
                const std::string& base);

/// What a result file says of itself.
struct Summary {
  std::string version, revision, backend, started, config_hash, final_hash, input;
  int threads = 0;
  double seconds = 0, updates_per_ns = 0;
  std::int64_t interruptions = 0;
  bool complete = false;
  std::vector<std::int64_t> lattice; ///< sizes
  std::int64_t systems = 0;
  std::vector<double> temperature;      ///< of the points that are done
  input::EnergyUnit unit;               ///< of these
  std::vector<std::string> observables; ///< names of the variables in /results
};
/// Throws FileError if the file is not a result of Neel.
Summary read_summary(const std::string& path);

} // namespace neel::output
