// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The thermodynamics of one system as functions of temperature, with jackknife errors.

#include "analysis/estimates.hpp"
#include "analysis/multi_histogram.hpp"

#include <array>

namespace neel::analysis {

/// Per site, as the models define them: e; N/T^2 (<e^2> - <e>^2); <|m|>; N/T (<m^2> - <|m|>^2); <m^4>/<m^2>^2.
namespace quantity {
enum Index : std::size_t { energy, specific_heat, order_parameter, susceptibility, binder_ratio, count };
} // namespace quantity
using Values = std::array<double, quantity::count>;
using Estimates = std::array<Estimate, quantity::count>;

/// What the measurements hold of each, from e and |m| per site.
struct Definition {
  double sites = 1;
  bool susceptibility_over_temperature = true; ///< false: N (<m^2> - <|m|>^2), as a field theory has it

  static constexpr std::size_t moments = 5; ///< e, e^2, |m|, m^2, m^4
  static std::array<double, moments> row(double e, double m) { return {e, e * e, m, m * m, m * m * m * m}; }
  Values values(std::span<const double> means, double temperature) const;
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
  Values at(double temperature) const { return at(temperature, replicas()); }
  /// Without one of them (without none: replicas()).
  Values at(double temperature, std::size_t without) const;
  Estimates estimates(double temperature) const;
  /// Effective number of measurements (of the worst of the disorder samples).
  double effective(double temperature) const;
  /// Do the data say anything about this temperature?
  bool trusted(double temperature) const;
  /// The trusted temperatures around `inside`, which is one, from half of it to twice.
  Interval range(double inside) const;

private:
  Reweighting(const Definition& definition, bool averaged) : definition_(definition), averaged_(averaged) {}
  Values of(const MultiHistogram& histogram, double temperature) const;

  Definition definition_;
  bool averaged_;                          ///< over disorder samples
  std::vector<MultiHistogram> histograms_; ///< one per sample; or one without each block, then the whole
};

struct Peak {
  Estimate at, height;
};
/// The highest maximum of a quantity on a grid of trusted temperatures, made exact on the curve. Nothing if it is at an
/// end of the grid.
std::optional<Peak> find_peak(const Reweighting& run, quantity::Index of, std::span<const double> grid);

} // namespace neel::analysis
