// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Many independent phi^4 fields side by side: time averages of each are independent numbers, so their spread is the error.

#include "testing/averages.hpp"

#include <neel/measure/grid_sums.hpp>
#include <neel/models/phi4_start.hpp>
#include <neel/update/grid_sweep.hpp>
#include <neel/update/tiled_sweep.hpp>

namespace neel::testing {

template <class Model, ExecutionSpace Exec>
class FieldEnsemble {
public:
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
      : state(g, systems), parameters(p), width_(width) {
    Kokkos::deep_copy(state.conditions, Model::conditions(p, width));
    models::start_field(exec, state, seed, "random", [](int) { return 1.0; });
    const double bound = models::field_bound(p);
    for (LongFixedPoint& f : formats.term) {
      f = LongFixedPoint(std::pow(bound, 4) * 100, g.sites());
    }
    phi_ = LongFixedPoint(bound, g.sites());
  }
  FieldEnsemble copy() const {
    FieldEnsemble other(state.geometry, state.systems, parameters, width_);
    Kokkos::deep_copy(other.state.field, state.field);
    return other;
  }

  lattice::Colouring colouring() const {
    const lattice::Geometry& g = state.geometry;
    return *lattice::smallest_colouring(lattice::stencil(Model::dimensions, Model::radius), {g.lx, g.ly, g.lz});
  }
  /// From now on, tiled sweeps.
  void make_tiled(const std::array<int, 3>& wanted, int sweeps) {
    tiles = lattice::make_tiles(state.geometry, Model::dimensions, Model::radius, wanted);
    order_ = update::TileOrder<Exec>(tiles);
    local_sweeps_ = sweeps;
  }

  void sweep(int count) {
    for (int s = 0; s < count; ++s) {
      const update::Hits h{seed, number++, hits, 0};
      if (local_sweeps_ > 0) {
        update::tiled_sweep(exec, state, tiles, order_, h, local_sweeps_, nullptr);
      } else {
        update::sweep(exec, state, colouring(), h, nullptr);
      }
    }
  }

  std::vector<Field> measure() {
    using Sums = neel::measure::GridSums<Model, Exec>;
    using Planes = neel::measure::PlaneSums<Model, Exec>;
    const auto systems = static_cast<std::size_t>(state.systems);
    const typename Sums::Result sums("neel::testing::sums", systems, static_cast<std::size_t>(Model::terms));
    const typename Planes::Result planes("neel::testing::planes", systems, static_cast<std::size_t>(Model::components),
                                         static_cast<std::size_t>(Planes::planes(state.geometry)));
    Sums(state, formats, sums).launch(exec, state.systems);
    Planes(state, phi_, planes).launch(exec, state.systems);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
    const auto of_planes = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), planes);
    std::vector<Field> all(systems);
    for (std::size_t s = 0; s < systems; ++s) {
      for (std::size_t k = 0; k < static_cast<std::size_t>(Model::terms); ++k) {
        all[s].term[k] = formats.term[k].value(host(s, k));
      }
      for (std::size_t k = 0; k < static_cast<std::size_t>(Model::components); ++k) {
        all[s].planes.emplace_back();
        for (std::size_t p = 0; p < of_planes.extent(2); ++p) {
          all[s].planes.back().push_back(phi_.value(of_planes(s, k, p)));
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
        Kokkos::HostSpace(), Kokkos::subview(state.field, static_cast<std::size_t>(system), Kokkos::ALL, Kokkos::ALL));
    return {host.data(), host.data() + host.size()};
  }
  std::uint64_t hash() { return neel::measure::hash(exec, state); }

  Exec exec;
  models::GridState<Model, Exec> state;
  models::Phi4Parameters parameters;
  neel::measure::GridFormats<Model> formats;
  lattice::HaloTiles tiles;
  std::uint64_t seed = 11, number = 0;
  int hits = 3;

private:
  double width_;
  LongFixedPoint phi_;
  update::TileOrder<Exec> order_;
  int local_sweeps_ = 0;
};

} // namespace neel::testing
