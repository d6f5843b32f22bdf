// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The fused measurement: one pass over all sites adds everything that a model measures, per system and colour. Terms are
// integers (core/fixed_point.hpp), so the sums do not depend on the order of addition.

#include <neel/models/state.hpp>

#include <type_traits>

namespace neel::measure {

/// Sums over the sites of one colour, one per term of the model.
template <int N>
struct Sums {
  std::int64_t value[N] = {};
  KOKKOS_FUNCTION Sums& operator+=(const Sums& other) {
    for (int k = 0; k < N; ++k) {
      value[k] += other.value[k];
    }
    return *this;
  }
};

} // namespace neel::measure

template <int N>
struct Kokkos::reduction_identity<neel::measure::Sums<N>> {
  KOKKOS_FUNCTION static neel::measure::Sums<N> sum() { return {}; }
};

namespace neel::measure {

template <class Model, ExecutionSpace Exec>
class SiteSums {
public:
  using Contents = models::Contents<Model>;
  using Total = Sums<Model::terms>;
  /// Sums of shape (system, colour, term).
  using Result = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  SiteSums(const Model& model, const models::State<Model, Exec>& state, const typename Model::Formats& formats)
      : model_(model), formats_(formats), traversal_(state.geometry), chunk_(chunk_for(state)),
        per_half_(static_cast<int>(runs_on_host<Exec>
                                       ? lattice::Blocks(state.geometry).per_plane() * state.geometry.own_z()
                                       : (state.geometry.own_half_volume() + chunk_ - 1) / chunk_)),
        by_half_(per_half_) {}

  /// Adds to `result`.
  void launch(const Exec& exec, const models::State<Model, Exec>& state, const Result& result) {
    const int batch = lattice::systems_per_launch(state.systems, 2 * state.geometry.half_volume());
    for (int first = 0; first < state.systems; first += batch) {
      contents_ = state.contents().from(first);
      result_ = result.data() + 2 * first * Model::terms;
      const int items = 2 * per_half_ * Kokkos::min(batch, state.systems - first);
      if constexpr (runs_on_host<Exec>) {
        Kokkos::parallel_for("neel::measure::site_sums",
                             Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, items), *this);
      } else {
        Kokkos::parallel_for("neel::measure::site_sums", Kokkos::TeamPolicy<Exec>(exec, items, team_size), *this);
      }
    }
  }

  /// Host: one block.
  KOKKOS_FUNCTION void operator()(int index) const { KOKKOS_IF_ON_HOST((measure_block(index);)) }

  /// Device: one team takes a chunk of one half-lattice.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int half = by_half_.quotient(team.league_rank());
    const int first = (team.league_rank() - half * per_half_) * chunk_;
    if (half % 2 == 0) {
      measure_chunk<lattice::Colour::even>(team, half / 2, first);
    } else {
      measure_chunk<lattice::Colour::odd>(team, half / 2, first);
    }
  }

private:
  using Traversal = std::conditional_t<runs_on_host<Exec>, lattice::Blocks, lattice::Locator>;
  static constexpr int team_size = 256;

  /// Entries per team: more per thread as the lattice grows, since adding up within a team costs as much as measuring
  /// several sites (measured: docs/performance.md).
  static int chunk_for(const models::State<Model, Exec>& state) {
    const std::int64_t entries = 2 * state.systems * state.geometry.half_volume();
    return team_size * static_cast<int>(Kokkos::clamp<std::int64_t>(entries / 65536, 1, 16));
  }

  void measure_block(int index) const {
    const int half = by_half_.quotient(index);
    const int block = index - half * per_half_;
    if (half % 2 == 0) {
      measure_block<lattice::Colour::even>(half / 2, block);
    } else {
      measure_block<lattice::Colour::odd>(half / 2, block);
    }
  }

  template <lattice::Colour C>
  void measure_block(int system, int index) const {
    const auto block = traversal_(index);
    typename Contents::Buffer buffer;
    typename Contents::Rows rows;
    const int count = buffer.prepare(contents_.geometry, block, C, contents_.from(system).around(C), rows);
    const auto conditions = contents_.conditions[system];
    const Model model = model_;
    const typename Model::Formats formats = formats_;
    Total total;
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      const auto term = model.template measure<C>(conditions, rows.at(i), formats);
      for (int k = 0; k < Model::terms; ++k) {
        total.value[k] += term.value[k];
      }
    }
    add(system, C, total);
  }

  template <lattice::Colour C>
  KOKKOS_FUNCTION void measure_chunk(const Team& team, int system, int first) const {
    const auto volume = static_cast<int>(contents_.geometry.own_half_volume());
    const int start = system * static_cast<int>(contents_.geometry.half_volume());
    const auto halves = contents_.around(C);
    const auto conditions = contents_.conditions[system];
    Total total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, first, Kokkos::min(first + chunk_, volume)),
        [&](int entry, Total& partial) {
          const auto here = traversal_(contents_.geometry, entry, start, C, halves);
          if (here.exists) {
            const auto term = model_.template measure<C>(conditions, here.at, formats_);
            for (int k = 0; k < Model::terms; ++k) {
              partial.value[k] += term.value[k];
            }
          }
        },
        Kokkos::Sum<Total>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() { add(system, C, total); });
  }

  KOKKOS_FUNCTION void add(int system, lattice::Colour c, const Total& total) const {
    std::int64_t* const sums = result_ + (2 * system + static_cast<int>(c)) * Model::terms;
    for (int k = 0; k < Model::terms; ++k) {
      Kokkos::atomic_add(&sums[k], total.value[k]);
    }
  }

  Model model_;
  typename Model::Formats formats_;
  Traversal traversal_;
  int chunk_, per_half_; ///< entries per team; teams or blocks per half-lattice
  Divisor by_half_;
  // Of the systems of one launch:
  Contents contents_{};
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure
