// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The weight exp(-S(E)) of a multicanonical ensemble (B. A. Berg and T. Neuhaus, Phys. Rev. Lett. 68, 9 (1992)): between two energies,
// S is to be the entropy ln g(E), which makes all of them equally likely; beyond, its slope is that of the nearer end, 1/T.

#include <neel/core/math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace neel::simulation {

/// What canonical sampling found at one inverse temperature.
struct CanonicalPoint {
  double beta = 0, energy = 0, deviation = 0; ///< of a system: 1/T, mean and standard deviation of E
};

/// S(E) at nodes, and on straight lines between them. A node is about half a canonical standard deviation of the energy from the next one:
/// the scale of E is the number of these deviations, and canonical distributions are about equally wide on it.
class EnergyWeights {
public:
  static constexpr std::size_t most_nodes = 1024, fewest_nodes = 4;

  EnergyWeights() = default;
  /// Nodes and S as they were.
  struct End {
    double slope = 1, step = 1; ///< of S, and of nodes, beyond it
  };
  EnergyWeights(std::vector<double> nodes, std::vector<double> entropy, const End& low, const End& high)
      : nodes_(std::move(nodes)), entropy_(std::move(entropy)), low_(low), high_(high) {}
  /// By integrating dS = beta dE between points of rising beta.
  explicit EnergyWeights(std::vector<CanonicalPoint> points) {
    keep_falling(points);
    low_.slope = points.back().beta;
    high_.slope = points.front().beta;
    const double low = points.back().energy, range = points.front().energy - low;
    std::reverse(points.begin(), points.end()); // of rising energy
    const auto between = [&](double e, double CanonicalPoint::* of) {
      std::size_t k = 1;
      while (k + 1 < points.size() && points[k].energy < e) {
        ++k;
      }
      const CanonicalPoint &a = points[k - 1], &b = points[k];
      const double part = std::clamp((e - a.energy) / (b.energy - a.energy), 0.0, 1.0);
      return a.*of + part * (b.*of - a.*of);
    };
    const auto step = [&](double e) {
      return std::clamp(0.5 * between(e, &CanonicalPoint::deviation), range / (most_nodes - 1),
                        range / (fewest_nodes - 1));
    };
    std::vector<double> at{0};
    while (at.back() < range && at.size() < most_nodes) {
      at.push_back(at.back() + step(low + at.back()));
    }
    for (const double e : at) { // the last one at the end
      nodes_.push_back(low + e * range / at.back());
      const double before = entropy_.empty() ? nodes_.back() : nodes_[nodes_.size() - 2];
      const double slope = between((before + nodes_.back()) / 2, &CanonicalPoint::beta);
      entropy_.push_back(entropy_.empty() ? 0 : entropy_.back() + slope * (nodes_.back() - before));
    }
    low_.step = nodes_[1] - nodes_[0];
    high_.step = nodes_.back() - nodes_[nodes_.size() - 2];
  }

  const std::vector<double>& nodes() const { return nodes_; }
  const std::vector<double>& entropy() const { return entropy_; }
  const End& low() const { return low_; }
  const End& high() const { return high_; }

  double operator()(double energy) const {
    const Place at = place(energy);
    if (at.beyond != 0) {
      return entropy_[at.node] + at.beyond * end(at.beyond).slope;
    }
    return entropy_[at.node] + at.part * (entropy_[at.node + 1] - entropy_[at.node]);
  }
  /// dS/dE, at least a tenth of the smallest of these two slopes and at most ten times the largest: a temperature to sweep at.
  double slope(double energy) const {
    const Place at = place(energy);
    const double beta = at.beyond != 0
                            ? end(at.beyond).slope
                            : (entropy_[at.node + 1] - entropy_[at.node]) / (nodes_[at.node + 1] - nodes_[at.node]);
    return std::clamp(beta, 0.1 * high_.slope, 10 * low_.slope);
  }
  /// The energy in units of canonical standard deviations, from the lowest node on; and back.
  double scaled(double energy) const {
    const Place at = place(energy);
    const double beyond = at.beyond == 0 ? at.part : at.beyond / end(at.beyond).step;
    return 0.5 * (static_cast<double>(at.node) + beyond);
  }
  double energy(double scaled) const {
    const double last = static_cast<double>(nodes_.size() - 1), at = 2 * scaled;
    if (at < 0 || at >= last) {
      const double beyond = at < 0 ? at : at - last;
      return (at < 0 ? nodes_.front() : nodes_.back()) + beyond * end(beyond).step;
    }
    const auto node = static_cast<std::size_t>(at);
    return nodes_[node] + (at - static_cast<double>(node)) * (nodes_[node + 1] - nodes_[node]);
  }

  /// A visit raises S by `visit` times a normal distribution about it, on the nodes. Smooth: where a discrete spectrum has gaps, S is to go
  /// on between; beyond the ends, the slope stays.
  void add(double energy, double visit) {
    constexpr double width = 1.5, far = 6; // nodes
    const double at = 2 * scaled(energy), last = static_cast<double>(nodes_.size() - 1);
    for (double k = std::max(0.0, std::ceil(at - far)); k <= std::min(at + far, last); ++k) {
      const double off = (k - at) / width;
      entropy_[static_cast<std::size_t>(k)] += visit * math::exp_clamped(-off * off / 2) * 0.3989422804 / width;
    }
  }
  /// How many nodes away the nearer end is from an energy beyond it; 0 between the ends.
  double beyond(double energy) const {
    const Place at = place(energy);
    return at.beyond == 0 ? 0 : std::abs(at.beyond) / end(at.beyond).step;
  }
  /// More nodes, to this energy and as far from one another as the last ones at that end; S stays as it is.
  void extend(double energy) {
    const bool low = energy < nodes_.front();
    const double step = (low ? low_ : high_).step;
    for (double left = low ? nodes_.front() - energy : energy - nodes_.back();
         left > step / 4 && nodes_.size() < most_nodes; left -= step) {
      const double next = std::min(step, left), node = low ? nodes_.front() - next : nodes_.back() + next,
                   s = (*this)(node);
      nodes_.insert(low ? nodes_.begin() : nodes_.end(), node);
      entropy_.insert(low ? entropy_.begin() : entropy_.end(), s);
    }
  }
  /// Puts the mean of several S in the place of this one.
  void set_entropy(std::vector<double> mean) { entropy_ = std::move(mean); }

  /// The node with the largest S(E) - beta E, the exponent of a canonical distribution; and that exponent.
  struct Peak {
    double energy, exponent;
  };
  Peak peak(double beta) const {
    Peak most{nodes_.front(), entropy_.front() - beta * nodes_.front()};
    for (std::size_t k = 1; k < nodes_.size(); ++k) {
      if (const double exponent = entropy_[k] - beta * nodes_[k]; exponent > most.exponent) {
        most = {nodes_[k], exponent};
      }
    }
    return most;
  }

private:
  struct Place {
    std::size_t node;
    double part, beyond; ///< of the way to the next one; or how far it is beyond the ends, else 0
  };
  Place place(double energy) const {
    if (energy < nodes_.front()) {
      return {0, 0, energy - nodes_.front()};
    }
    if (energy > nodes_.back()) {
      return {nodes_.size() - 1, 0, energy - nodes_.back()};
    }
    const auto above = std::upper_bound(nodes_.begin() + 1, nodes_.end() - 1, energy);
    const auto node = static_cast<std::size_t>(above - nodes_.begin()) - 1;
    return {node, (energy - nodes_[node]) / (nodes_[node + 1] - nodes_[node]), 0};
  }
  const End& end(double beyond) const { return beyond < 0 ? low_ : high_; }

  /// Energies fall as beta rises, but for noise; where they are all the same, two points that are apart.
  static void keep_falling(std::vector<CanonicalPoint>& points) {
    std::vector<CanonicalPoint> kept{points.front()};
    for (const CanonicalPoint& p : points) {
      if (p.energy < kept.back().energy - 0.1 * std::max(p.deviation, kept.back().deviation)) {
        kept.push_back(p);
      }
    }
    if (kept.size() == 1) {
      const CanonicalPoint &first = points.front(), &last = points.back();
      const double apart = std::max({first.deviation, last.deviation, 1e-6 * std::abs(first.energy), 1e-12});
      kept = {{first.beta, first.energy + apart / 2, apart}, {last.beta, first.energy - apart / 2, apart}};
    }
    kept.back().beta = points.back().beta;
    points = std::move(kept);
  }

  std::vector<double> nodes_, entropy_; ///< rising energies of a system; S at each
  End low_, high_;
};

} // namespace neel::simulation
