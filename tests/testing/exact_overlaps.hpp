// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Overlaps of two replicas of small Ising samples, exactly.

#include "testing/exact_ising.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace neel::testing {

/// Averages of two replicas of one sample, from the Boltzmann weights of all of its states.
class ExactOverlaps {
public:
  ExactOverlaps(int nx, int ny, const Bonds& bonds, double temperature, double field)
      : nx_(nx), sites_(nx * ny), bonds_(bonds), weight_(std::size_t{1} << sites_) {
    double all = 0;
    for (std::uint32_t s = 0; s < weight_.size(); ++s) {
      double energy = -field * (sites_ - 2 * std::popcount(s));
      for (const auto& b : bonds) {
        energy -= ((s >> b.a ^ s >> b.b) & 1U) != 0 ? -b.j : b.j;
      }
      all += weight_[s] = std::exp(-energy / temperature);
      energy_ += weight_[s] * energy / sites_;
    }
    energy_ /= all;
    // The weight of x = s ^ s', by Walsh and Hadamard's transform.
    transform();
    for (double& w : weight_) {
      w = w / all * (w / all) / static_cast<double>(weight_.size());
    }
    transform();
  }

  /// The mean of f(x), bit i of x being set where the replicas differ.
  template <class F>
  double mean(const F& f) const {
    double sum = 0;
    for (std::uint32_t x = 0; x < weight_.size(); ++x) {
      sum += weight_[x] * f(x);
    }
    return sum;
  }
  double power(int n) const {
    return mean([&](std::uint32_t x) { return std::pow(std::abs(q(x)), n); });
  }
  double link() const {
    return mean([&](std::uint32_t x) {
      double sum = 0;
      for (const auto& b : bonds_) {
        sum += ((x >> b.a ^ x >> b.b) & 1U) != 0 ? -1 : 1;
      }
      return sum / static_cast<double>(bonds_.size());
    });
  }
  /// |sum_i q_i exp(ikx_i)|^2 / N^2 at the smallest k along x, or on average along x and y where these are of one length.
  double mode() const { return nx_ * nx_ == sites_ ? (mode(0) + mode(1)) / 2 : mode(0); }
  /// Of a single replica, per site.
  double energy() const { return energy_; }

private:
  double mode(int axis) const {
    std::vector<double> cosine, sine;
    for (int site = 0; site < sites_; ++site) {
      const double turn = 2 * std::numbers::pi * (axis == 0 ? site % nx_ : site / nx_) / nx_;
      cosine.push_back(std::cos(turn));
      sine.push_back(std::sin(turn));
    }
    return mean([&](std::uint32_t x) {
      double re = 0, im = 0;
      for (std::size_t site = 0; site < cosine.size(); ++site) {
        const double s = (x >> site & 1U) != 0 ? -1 : 1;
        re += s * cosine[site];
        im += s * sine[site];
      }
      return (re * re + im * im) / (sites_ * sites_);
    });
  }
  double q(std::uint32_t x) const { return 1 - 2.0 * std::popcount(x) / sites_; }
  void transform() {
    for (std::size_t half = 1; half < weight_.size(); half *= 2) {
      for (std::size_t s = 0; s < weight_.size(); ++s) {
        if ((s & half) == 0) {
          const double a = weight_[s], b = weight_[s + half];
          weight_[s] = a + b;
          weight_[s + half] = a - b;
        }
      }
    }
  }

  int nx_, sites_;
  Bonds bonds_;
  std::vector<double> weight_;
  double energy_ = 0;
};

} // namespace neel::testing
