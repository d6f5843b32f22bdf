// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a spin glass run measures, per sample. With N sites, overlaps q_ab = 1/N sum_x q(x), q(x) = s_a(x) s_b(x), of all
// pairs of replicas; [...] is the average over samples.

#include "model/overlaps.hpp"
#include "models/edwards_anderson/engine.hpp"

#include <neel/statistics/correlation_length.hpp>

namespace neel::models {

struct EdwardsAndersonMeasurement {
  bool quench = false;               ///< else annealing: fluctuations in time have a meaning
  bool correlations = true;          ///< C_4(r)
  std::vector<std::int64_t> waiting; ///< times t_w of C(t, t_w)
};

/// The name that the spins at time t_w are kept under.
std::string kept_name(std::int64_t waiting_time);

class EdwardsAndersonMoments : public Observables {
public:
  EdwardsAndersonMoments(const EdwardsAndersonOptions& options, const EdwardsAndersonMeasurement& what);

  /// Measures the present spins: raw moments of shape (sample, moment). `time`: sweeps since the start.
  std::vector<double> measure(EdwardsAndersonEngine& glass, std::int64_t time) const;

private:
  /// A vector moment and its means, from disorder averages.
  Handle of_averages(const std::string& name, const std::string& long_name, int axis);
  void add_energy();
  void add_correlations();
  void add_energies(const EdwardsAndersonEngine::Measured& now, std::vector<double>& raw) const;
  void add_pairs(const EdwardsAndersonEngine::Measured& now, std::vector<double>& raw) const;

  double bonds() const { return static_cast<double>(options_.geometry.bonds()); }

  EdwardsAndersonOptions options_;
  EdwardsAndersonMeasurement what_;
  int pairs_;    ///< of replicas
  int most_ = 0; ///< distance of C_4; 0: it is not measured
  OverlapMoments overlaps_;
  Handle energy_ = 0, energy2_ = 0, correlation_ = 0, two_time_ = 0;
};

} // namespace neel::models
