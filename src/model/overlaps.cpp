// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/overlaps.hpp"

#include <neel/statistics/correlation_length.hpp>

namespace neel::models {

OverlapMoments::OverlapMoments(Observables& all, int pairs, bool ising, bool mode, const std::string& where)
    : pairs_(pairs), ising_(ising), has_mode_(mode) {
  const std::string q2 = ising ? "q^2" : "q^2, the sum of squares of q_uv = 1/N sum_i S_u S'_v";
  if (ising) {
    std::vector<double> numbers;
    for (int k = 0; k < pairs; ++k) {
      numbers.push_back(k);
    }
    const int pair = all.axis({"pair", "pair of replicas: (0, 1), (0, 2), (1, 2), (0, 3) ...", "1", numbers});
    overlap_ = all.moment("overlap", "overlap q of a pair of replicas", "1", pair);
  }
  modulus_ = all.moment("overlap_modulus", "|q|, average over pairs of replicas");
  square_ = all.moment("overlap_squared", q2 + ", average over pairs of replicas");
  fourth_ = all.moment("overlap_fourth", "q^4, average over pairs of replicas");
  if (mode) {
    mode_ = all.moment("overlap_mode", "|sum_x q(x) exp(ikx)|^2 / N^2 at the smallest k along " + where);
  }
  link_ = all.moment("link_overlap", "average of q(x) q(x') over bonds");
  if (ising) {
    all.add("overlap", "overlap q, average over pairs of replicas", "1",
            [first = overlap_, n = static_cast<std::size_t>(pairs)](std::span<const double> mean, double) {
              double sum = 0;
              for (std::size_t k = 0; k < n; ++k) {
                sum += mean[first + k];
              }
              return sum / static_cast<double>(n);
            });
  }
  const auto average = [&](Handle of, const std::string& long_name) {
    Observable& o = all.mean(of);
    o.long_name = long_name;
    o.of_averages = true;
  };
  average(modulus_, "[<|q|>]");
  average(square_, ising ? "[<q^2>]" : "[<" + q2 + ">]");
  average(link_, "link overlap: average of q(x) q(x') over bonds");
  Observable& chi =
      all.add("spin_glass_susceptibility", "spin-glass susceptibility N [<q^2>]", "1",
              [n = all.sites(), square = square_](std::span<const double> mean, double) { return n * mean[square]; });
  chi.of_averages = chi.primary = true;
  all.binder_ratio("binder_ratio", "Binder ratio [<q^4>] / [<q^2>]^2", square_, fourth_).of_averages = true;
}

void OverlapMoments::add_length(Observables& all, int planes, double spacing, const std::string& unit) const {
  const auto planes_long = [=, square = square_, mode = mode_](std::span<const double> mean) {
    return statistics::second_moment_length(mean[square], mean[mode], planes);
  };
  all.add("correlation_length", "second-moment correlation length xi, from the overlaps at k = 0 and the smallest k",
          unit, [=](std::span<const double> mean, double) { return spacing * planes_long(mean); })
      .of_averages = true;
  all.add("correlation_length_over_L", "xi / L, L the longest length", "1",
          [=](std::span<const double> mean, double) { return planes_long(mean) / planes; })
      .of_averages = true;
}

void OverlapMoments::add(std::size_t pair, const PairOverlap& o, Raw raw) const {
  const double share = 1.0 / pairs_;
  if (ising_) {
    raw[overlap_ + pair] = o.q;
  }
  raw[modulus_] += share * o.modulus;
  raw[square_] += share * o.square;
  raw[fourth_] += share * o.square * o.square;
  if (has_mode_) {
    raw[mode_] += share * o.mode;
  }
  raw[link_] += share * o.link;
}

} // namespace neel::models
