// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Many independent phi^4 fields side by side: time averages of each are independent numbers, so their spread is the error.

#include "models/phi4/phi4.hpp"
#include "testing/averages.hpp"

#include <neel/models/phi4_start.hpp>

// The program has these.
#define NEEL_PHI4_LATTICE(N)                                                                                           \
  extern template class neel::simulation::FieldLattice<                                                                \
      Kokkos::DefaultExecutionSpace, neel::models::Phi4<N, 2, false>, neel::models::Phi4<N, 2, true>,                  \
      neel::models::Phi4<N, 3, false>, neel::models::Phi4<N, 3, true>>
NEEL_PHI4_LATTICE(1);
NEEL_PHI4_LATTICE(2);
NEEL_PHI4_LATTICE(3);
NEEL_PHI4_LATTICE(4);
#undef NEEL_PHI4_LATTICE

namespace neel::testing {

/// The program's lattice, its conditions set by hand.
template <class Model, ExecutionSpace Exec>
class FieldEnsemble {
public:
  using Lattice = models::Phi4Lattice<Model::components, Exec>;

  /// The sums over one system.
  struct Field {
    double term[Model::terms];
    std::vector<std::vector<double>> planes; ///< by component
    double energy(const models::Phi4Parameters& p) const {
      return term[Model::gradient_squared] / 2 + p.mass_squared / 2 * term[Model::phi_squared] +
             p.coupling / 24 * term[Model::phi_fourth] + p.inverse_cutoff / 2 * term[Model::laplacian_squared];
    }
  };

  FieldEnsemble(const lattice::Geometry& g, int systems, const models::Phi4Parameters& p, double width)
      : options(first_options(g, systems, p)), lattice(options), parameters(p), width_(width) {
    set_conditions();
    models::start_field(exec, lattice.state(), options.seed, "random", [](int) { return 1.0; });
  }
  FieldEnsemble copy() const {
    FieldEnsemble other(options.geometry, options.systems, parameters, width_);
    Kokkos::deep_copy(other.lattice.state().field, lattice.state().field);
    return other;
  }

  /// From now on, tiled sweeps.
  void make_tiled(const std::array<int, 3>& wanted, int sweeps) {
    options.tiles = lattice::make_tiles(options.geometry, Model::dimensions, Model::radius, wanted);
    options.tiled = true;
    options.local_sweeps = sweeps;
    remake();
  }
  /// From now on, so many proposals per visit.
  void set_hits(int hits) {
    options.hits = hits;
    remake();
  }

  void sweep(int count) {
    for (int s = 0; s < count; ++s) {
      lattice.sweep(number++, nullptr, nullptr);
    }
  }

  std::vector<Field> measure() {
    lattice.clear();
    lattice.measure(0);
    const auto host = lattice.host_sums();
    std::vector<Field> all(static_cast<std::size_t>(options.systems));
    for (int s = 0; s < options.systems; ++s) {
      const auto sums = lattice.sums(host, 0, s);
      Field& f = all[static_cast<std::size_t>(s)];
      for (int k = 0; k < Model::terms; ++k) {
        f.term[k] = sums(k);
      }
      for (int k = 0; k < Model::components; ++k) {
        f.planes.emplace_back();
        for (std::size_t p = 0; p < sums.planes(); ++p) {
          f.planes.back().push_back(sums.plane(k, p));
        }
      }
    }
    return all;
  }

  /// Thermalises, then averages each quantity over measurements and systems.
  std::vector<neel::statistics::Estimate> average(int thermalize, int measurements, int every,
                                                  const std::vector<std::function<double(const Field&)>>& quantities) {
    sweep(thermalize);
    const auto next = [&] {
      sweep(every);
      return measure();
    };
    return testing::average<Field>(measurements, next, quantities);
  }

  /// The field of one system, (component, site).
  std::vector<float> values(int system) const {
    const auto host = Kokkos::create_mirror_view_and_copy(
        Kokkos::HostSpace(),
        Kokkos::subview(lattice.state().field, static_cast<std::size_t>(system), Kokkos::ALL, Kokkos::ALL));
    return {host.data(), host.data() + host.size()};
  }
  std::uint64_t hash() { return lattice.hash(); }

  Exec exec;
  simulation::FieldLatticeOptions options;
  Lattice lattice;
  models::Phi4Parameters parameters;
  std::uint64_t number = 0;

private:
  static simulation::FieldLatticeOptions first_options(const lattice::Geometry& g, int systems,
                                                       const models::Phi4Parameters& p) {
    simulation::FieldLatticeOptions o;
    o.geometry = g;
    o.systems = systems;
    o.physics = models::phi4_physics(Model::dimensions, Model::radius == 2);
    o.hits = 3;
    o.colouring = lattice::smallest_colouring(lattice::stencil(Model::dimensions, Model::radius), {g.lx, g.ly, g.lz})
                      .value_or(lattice::Colouring{}); // which is for nothing but tiles
    o.seed = 11;
    o.bound = models::field_bound(p);
    return o;
  }

  void set_conditions() {
    lattice.set_conditions(
        std::vector(static_cast<std::size_t>(options.systems), Model::conditions(parameters, width_)));
  }
  /// The lattice with other options.
  void remake() {
    const Lattice old = lattice;
    lattice = Lattice(options);
    set_conditions();
    Kokkos::deep_copy(lattice.state().field, old.state().field);
  }

  double width_;
};

} // namespace neel::testing
