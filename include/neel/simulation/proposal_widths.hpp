// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The widths of proposals, one for each system, that adapt to their acceptance while a run thermalises.

#include <neel/simulation/slabs.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace neel::simulation {

inline constexpr std::uint64_t sweeps_per_tuning = 4;

/// The next width of proposals, given the last one and its acceptance. Acceptance falls from 1 to 0 as the width grows,
/// so a few steps lead to the goal from anywhere.
inline double tuned(double width, double acceptance, double goal) { return width * (0.2 + acceptance) / (0.2 + goal); }

struct WidthOptions {
  float start = 2.0F;
  double widest = 2.0;     ///< that they become
  double acceptance = 0.5; ///< aimed at by changing the width while thermalising; 0: it stays
  std::string name;        ///< of their array in checkpoints; empty: there are no proposals that adapt
};

class ProposalWidths {
public:
  /// `held`: slots of measurements.
  ProposalWidths(WidthOptions options, int systems, int held)
      : options_(std::move(options)), width_("neel::simulation::width", static_cast<std::size_t>(systems)),
        measured_(static_cast<std::size_t>(held) * width_.size()) {
    Kokkos::deep_copy(width_, options_.start);
  }

  bool adaptive() const { return options_.acceptance != 0; }
  float operator()(int system) const { return width_(static_cast<std::size_t>(system)); }
  void exchange(int a, int b) { std::swap(width_(static_cast<std::size_t>(a)), width_(static_cast<std::size_t>(b))); }

  /// A measurement that goes to this slot has the present widths.
  void note(int slot) { std::copy_n(width_.data(), width_.size(), measured_.begin() + slot * size()); }
  float measured(int slot, int system) const { return measured_[static_cast<std::size_t>(slot * size() + system)]; }

  /// `accepted`: (0, system), of so many proposals each.
  template <class Counts>
  void adapt_to(const Counts& accepted, double proposals) {
    for (std::size_t s = 0; s < width_.size(); ++s) {
      const double part = static_cast<double>(accepted(0, s)) / proposals;
      width_(s) = static_cast<float>(std::clamp(tuned(width_(s), part, options_.acceptance), least, options_.widest));
    }
  }

  void save(std::vector<run::Array>& to) const {
    if (!options_.name.empty()) {
      to.push_back(run::along(in_pieces(options_.name, values_of({width_})), {0}));
    }
  }
  /// As thermalize() leaves them; `proposals` as for adapt_to(). Throws std::invalid_argument if they are not.
  void load(std::vector<run::Array>& from, double proposals) {
    if (options_.name.empty()) {
      return;
    }
    from_pieces(from, options_.name, values_of({width_}));
    for (std::size_t s = 0; s < width_.size(); ++s) {
      const bool in_range = width_(s) >= static_cast<float>(least) && width_(s) <= static_cast<float>(options_.widest);
      if (width_(s) != options_.start && !(adaptive() && proposals != 0 && in_range)) {
        throw std::invalid_argument("the array " + options_.name + " has a width that no run comes to");
      }
    }
  }

private:
  static constexpr double least = 1e-6;

  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(width_.size()); }

  WidthOptions options_;
  Kokkos::View<float*, Kokkos::LayoutRight, Kokkos::HostSpace> width_;
  std::vector<float> measured_; ///< (slot, system)
};

} // namespace neel::simulation
