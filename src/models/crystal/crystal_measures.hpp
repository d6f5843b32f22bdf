// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run of spins on a crystal measures. All averages are per spin: sites without one do not count.

#include "input/run_input.hpp"
#include "model/overlaps.hpp"
#include "models/crystal/crystal_order.hpp"

#include <neel/measure/overlap_sums.hpp>
#include <neel/models/double_vector.hpp>
#include <neel/simulation/graph_lattice.hpp>
#include <neel/simulation/site_simulation.hpp>

#include <algorithm>
#include <array>

namespace neel::models {

/// An energy that is measured by itself: the name and what it is.
struct EnergyPart {
  const char *name, *long_name;
};

/// Spins of one basis site and ion, which are added up.
struct SpinGroup {
  std::size_t basis, ion;
  double moment;
};

/// A Fourier mode that is measured, by the name of its observables.
struct NamedMode {
  std::string name, long_name;
  measure::Mode mode;
};

/// The helicity modulus: along which of x, y and z, per which volume (area of flat crystals, length of chains).
struct MeasuredStiffness {
  std::vector<std::size_t> axes; ///< empty: not measured
  double volume = 1;
};

/// A second-moment correlation length along an axis of the cell: 1/N^2 <|M(q)|^2> at the order's q and one step away from it.
struct MeasuredLength {
  std::size_t axis;
  int cells;                      ///< L, of the lattice along it
  double spacing;                 ///< of planes of cells
  std::vector<std::size_t> modes; ///< of `steps`: one, or of orders that turn, one on either side
};

struct CrystalMeasured {
  int components = 3;
  std::vector<EnergyPart> parts;
  std::vector<SpinGroup> groups;
  std::vector<std::string> ions, basis;
  std::vector<NamedMode> modes;
  std::vector<measure::Mode> steps; ///< of correlation lengths: the order's, and others near it
  std::vector<measure::Mode> arms;  ///< of the order, behind the first mode, which is one of them (CrystalOrder)
  int arm_sites = 1;                ///< factor of the sum of their squares
  std::vector<MeasuredLength> lengths;
  int replicas = 1;                         ///< whose overlaps are measured
  std::vector<measure::Mode> overlap_modes; ///< k = 0, and the smallest ones along the longest axes
  int overlap_planes = 0;                   ///< along these, so far apart
  double overlap_spacing = 1;
  MeasuredStiffness stiffness;
  double layers = 0; ///< whose topological charge is measured
  crystal::Vector field_axis{0, 0, 1};
  std::optional<DoubleVector> e_phi; ///< where the magnetisation keeps its direction (CrystalConstraint)
  std::int64_t spins = 0;
  double largest = 0; ///< energy of a site
  int groups_of_pass = 4;
  bool ordered = false; ///< the first mode is the order parameter, else the magnetisation is

  /// In the order of CrystalSums::modes.
  std::vector<measure::Mode> all_modes() const {
    std::vector<measure::Mode> all;
    for (const NamedMode& m : modes) {
      all.push_back(m.mode);
    }
    all.insert(all.end(), steps.begin(), steps.end());
    all.insert(all.end(), arms.begin(), arms.end());
    return all;
  }
};

/// Sums over one system.
struct CrystalSums {
  std::vector<std::vector<double>> spins;        ///< per group
  std::vector<double> energies;                  ///< per part
  std::vector<double> modes;                     ///< squared magnitudes, those of `steps` and `arms` behind
  std::array<std::array<double, 4>, 3> twists{}; ///< per axis (measure::HelicityTerms)
  double skyrmions = 0, accepted = 0;
  DoubleVector torque;
};

class CrystalMoments : public Observables {
public:
  CrystalMoments(const input::RunInput& run, const CrystalMeasured& what);

  /// The moment that is the magnitude of the order parameter.
  const std::string& order_parameter() const { return name(what_.ordered ? modes_.front().magnitude : m1_); }
  /// The energy's derivative with respect to the field.
  std::vector<std::pair<std::string, double>> field_conjugate() const;

  Conditions conditions(const simulation::ThermodynamicConditions& at) const;
  std::string valid() const { return what_.components == 1 ? "1 or -1" : "of unit length"; }
  double scale(const simulation::ThermodynamicConditions& /*at*/, std::span<const double> /*raw*/) const {
    return what_.largest;
  }

  /// Histograms of what one replica has; and, once they are there, of overlaps.
  void count(Raw raw) const { Observables::count(raw, 0, of_one_); }
  void count_overlaps(Raw raw) const { Observables::count(raw, of_one_, moments().size()); }
  /// Of a sample, whose pairs are those from `first` on.
  template <int N>
  void add_overlaps(const measure::OverlapsOfPairs<N>& all, std::size_t first, Raw raw) const {
    const double per_spin = 1 / sites();
    for (std::size_t pair = 0; pair < pairs(); ++pair) {
      PairOverlap o;
      o.q = all.first(first + pair) * per_spin;
      o.square = all.square(first + pair, 0) * per_spin * per_spin;
      o.modulus = std::sqrt(o.square);
      for (std::size_t k = 1; k < all.modes; ++k) {
        o.mode += all.square(first + pair, k) * per_spin * per_spin / static_cast<double>(all.modes - 1);
      }
      o.link = all.link(first + pair);
      overlaps_.add(pair, o, raw);
    }
  }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    const auto components = static_cast<std::size_t>(what_.components);
    const auto of_pass = static_cast<std::size_t>(what_.groups_of_pass);
    CrystalSums all;
    all.spins.assign(what_.groups.size(), std::vector<double>(components));
    for (std::size_t g = 0; g < all.spins.size(); ++g) {
      for (std::size_t k = 0; k < components; ++k) {
        all.spins[g][k] = now.sums(static_cast<int>(g / of_pass), static_cast<int>((g % of_pass) * components + k));
      }
    }
    for (std::size_t p = 0; p < what_.parts.size(); ++p) {
      all.energies.push_back(now.sums(0, static_cast<int>(of_pass * components + p)));
    }
    for (std::size_t m = 0; m < what_.modes.size() + what_.steps.size() + what_.arms.size(); ++m) {
      double square = 0;
      for (std::size_t k = 0; k < components; ++k) {
        square += std::norm(now.sums.mode(m, k));
      }
      all.modes.push_back(square);
    }
    for (const std::size_t e : what_.stiffness.axes) {
      for (std::size_t k = 0; k < (components == 3 ? 4 : 2); ++k) {
        all.twists[e][k] = now.sums.twist(e, k);
      }
    }
    if (what_.e_phi) {
      const auto torque = [&](int k) {
        return now.sums(0, static_cast<int>(of_pass * components + what_.parts.size()) + k);
      };
      all.torque = {torque(0), torque(1), torque(2)};
    }
    all.skyrmions = what_.layers > 0 ? static_cast<double>(now.sums.skyrmions()) : 0;
    all.accepted = static_cast<double>(now.accepted);
    measure(all, raw);
  }

private:
  struct Mode {
    Handle magnitude, square, fourth;
  };

  void measure(const CrystalSums& sums, Raw raw) const;
  void measure_modes(const CrystalSums& sums, Raw raw) const;
  void measure_stiffness(const CrystalSums& sums, Raw raw) const;
  Handle vector(const std::string& name, const std::string& long_name, const std::string& units);
  void declare_modes(const std::string& per_energy);
  void declare_lengths();
  void add_length(const std::string& suffix, const std::string& where, const std::vector<std::size_t>& of);
  void declare_stiffness(const std::string& unit);
  void declare_skyrmions();
  void declare_torque(const std::string& unit);
  void declare_overlaps();
  std::size_t pairs() const { return static_cast<std::size_t>(what_.replicas * (what_.replicas - 1) / 2); }

  CrystalMeasured what_;
  OverlapMoments overlaps_;
  std::size_t of_one_ = 0; ///< moments that a single replica has
  double moves_;
  Handle energy_, energy2_, parts_, m_, m1_, m2_, m4_, squares_ = 0, m_ion_, sublattice_, accepted_;
  std::vector<Mode> modes_;
  Handle order_structure_ = 0, structure_ = 0; ///< of lengths
  Handle stiffness_ = 0;                       ///< two for each axis
  Handle charge_ = 0;
  Handle torque_ = 0; ///< three components, and that about e_phi
};

} // namespace neel::models
