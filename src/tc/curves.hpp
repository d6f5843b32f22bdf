// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One lattice at all temperatures near those of its runs: ratios that do not depend on the size at a transition, and
// its energies.

#include "analysis/estimates.hpp"
#include "analysis/multi_histogram.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neel::tc {

using analysis::Interval;
using statistics::Estimate;

/// What curves of two sizes are compared by: xi/L of the order parameter; its Binder ratio <m^4>/<m^2>^2; the
/// helicity modulus, pi Y/(2T) - 1, which is zero at a Kosterlitz-Thouless transition (Nelson and Kosterlitz, Phys.
/// Rev. Lett. 39, 1201 (1977)).
enum class Ratio { length, binder, helicity };
/// "xi/L", ...
std::string name_of(Ratio ratio);

/// The energies of one temperature: double-peaked where two phases coexist.
struct EnergySpread {
  double temperature = 0;
  double kurtosis = 3; ///< <d^4>/<d^2>^2, d = e - <e>: 3 of a normal distribution, 1 of two values
  double gap = 0;      ///< between the means of two equal normal distributions of that variance and kurtosis
};

class Curves {
public:
  /// `length`: of the lattice in cells, along each axis that has several.
  explicit Curves(int length) : length_(length) {}

  /// The measurements of a finished run. Runs of one Curves are of one lattice; those with disorder have samples of
  /// their own.
  void add(const std::string& path);
  /// Solves for the free energies; then all below are known.
  void solve();

  int length() const { return length_; }
  double sites() const { return sites_; }
  std::size_t measurements() const;
  /// Blocks of measurements, or disorder samples, that the jackknife leaves out.
  std::size_t replicas() const { return samples_ ? histograms_.size() : histograms_.size() - 1; }
  /// Enough measurements weigh there (analysis::Trust).
  bool trusted(double temperature) const;
  /// The temperatures of the runs.
  Interval range() const { return range_; }
  /// From all data, or without one of the replicas.
  double at(Ratio ratio, double temperature) const { return at(ratio, temperature, replicas()); }
  double at(Ratio ratio, double temperature, std::size_t without) const {
    return all(temperature, without)[index(ratio)];
  }
  Estimate estimate(Ratio ratio, double temperature) const;
  double specific_heat(double temperature) const;
  double energy(double temperature) const;
  /// Where the energies spread widest of the trusted temperatures.
  EnergySpread widest(int points) const;
  /// xi in cells.
  double correlation_length(double temperature) const;

private:
  static constexpr std::size_t ratios = 3;
  static std::size_t index(Ratio ratio) { return static_cast<std::size_t>(ratio); }
  std::vector<double> means(double temperature, std::size_t without) const;
  std::vector<double> all(double temperature, std::size_t without) const;

  int length_;
  bool samples_ = false;
  double sites_ = 1, energy_ = 0; ///< that energies are counted from
  Interval range_{0, 0};
  std::vector<analysis::Measurements> chains_; ///< of all runs; without disorder there is one for all
  std::vector<analysis::MultiHistogram> histograms_;
};

} // namespace neel::tc
