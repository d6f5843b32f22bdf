// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The thermodynamics of one system as functions of temperature, or of a parameter that its energy is linear in, with
// jackknife errors.

#include "analysis/estimates.hpp"
#include "analysis/multi_histogram.hpp"

#include <array>

namespace neel::analysis {

/// Per site, as the models define them: e; N/T^2 (<e^2> - <e>^2); <|m|>; N/T (<m^2> - <|m|>^2); <m^4>/<m^2>^2; ln Z/N
/// beyond that of the state of the highest temperature (of the lowest value of a parameter).
namespace quantity {
enum Index : std::size_t { energy, specific_heat, order_parameter, susceptibility, binder_ratio, log_partition, count };
} // namespace quantity
using Values = std::array<double, quantity::count>;
using Estimates = std::array<Estimate, quantity::count>;

/// What measurements hold of each, and how it follows from their means.
struct Definition {
  double sites = 1;
  bool susceptibility_over_temperature = true; ///< false: N (<m^2> - <|m|>^2), as a field theory has it
  std::optional<double> temperature = {}; ///< of all states, where a parameter is varied; else it is what is varied

  /// e, e^2, |m|, m^2, m^4 per site; where a parameter x is varied, e is taken at x = 0, and d, e d, d^2 follow, with
  /// d = de/dx.
  std::size_t moments() const { return temperature ? 8 : 5; }
  static std::array<double, 8> row(double e, double m, double d = 0) {
    return {e, e * e, m, m * m, m * m * m * m, d, e * d, d * d};
  }
  /// Of the state at a temperature, or value of the parameter: what multiplies energies, or their derivatives.
  double beta(double at) const { return temperature ? at / *temperature : 1 / at; }
  /// But for ln Z, which is not made of means.
  Values values(std::span<const double> means, double at) const;
};

/// A weight must come from so many measurements: this part of those in the state with the fewest, but no less than
/// `least`.
struct Trust {
  static constexpr double part = 0.1, least = 20;
};

/// Clean systems: measurements of all chains together, the jackknife leaves blocks of consecutive draws out. Disorder
/// samples: each chain on its own, values averaged over chains, the jackknife leaves chains out.
class Reweighting {
public:
  /// Blocks are numbered from 0 without gaps, each with measurements of every state.
  static Reweighting of_blocks(const Definition& definition, const Measurements& all);
  static Reweighting of_samples(const Definition& definition, std::span<const Measurements> chains);

  /// How many blocks or disorder samples can be left out.
  std::size_t replicas() const { return averaged_ ? histograms_.size() : histograms_.size() - 1; }
  /// At a temperature, or a value of the parameter.
  Values at(double x) const { return at(x, replicas()); }
  /// Without one of them (without none: replicas()).
  Values at(double x, std::size_t without) const;
  Estimates estimates(double x) const;
  /// Effective number of measurements (of the worst of the disorder samples).
  double effective(double x) const;
  /// Do the data say anything about this point?
  bool trusted(double x) const;
  /// And all from one to the other?
  bool joined(double from, double to) const;
  /// The trusted temperatures around `inside`, which is one, from half of it to twice.
  Interval range(double inside) const;

private:
  Reweighting(const Definition& definition, bool averaged) : definition_(definition), averaged_(averaged) {}
  Values of(const MultiHistogram& histogram, double x) const;

  Definition definition_;
  bool averaged_;                          ///< over disorder samples
  std::vector<MultiHistogram> histograms_; ///< one per sample; or one without each block, then the whole
};

struct Peak {
  Estimate at, height;
};
/// The highest maximum of a quantity on a grid of trusted points, made exact on the curve. Nothing if it is at an
/// end of the grid.
std::optional<Peak> find_peak(const Reweighting& run, quantity::Index of, std::span<const double> grid);

} // namespace neel::analysis
