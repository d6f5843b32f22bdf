// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The fused measurement: one pass over all sites adds everything that a model measures, per system and colour. Terms are
// integers (core/fixed_point.hpp), so the sums do not depend on the order of addition.

#include <neel/models/state.hpp>

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
  using State = models::State<Model, Exec>;
  using Total = Sums<Model::terms>;
  /// Sums of shape (system, colour, term).
  using Result = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  SiteSums(const Model& model, const State& state, const typename Model::Formats& formats, const Result& result)
      : model_(model), state_(state), formats_(formats), blocks_(state.geometry), result_(result) {}

  /// Adds to `result`.
  void launch(const Exec& exec) const {
    if constexpr (runs_on_host<Exec>) {
      const std::int64_t blocks = 2 * std::int64_t{state_.systems} * state_.geometry.lz * blocks_.per_plane();
      Kokkos::parallel_for("neel::measure::site_sums",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, blocks), *this);
    } else {
      const std::int64_t per_half = (state_.geometry.half_volume() + chunk - 1) / chunk;
      Kokkos::parallel_for("neel::measure::site_sums",
                           Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(2 * state_.systems * per_half), team_size),
                           *this);
    }
  }

  /// Host: one block.
  KOKKOS_FUNCTION void operator()(std::int64_t index) const { KOKKOS_IF_ON_HOST((measure_block(index);)) }

  /// Device: one team takes a chunk of one half-lattice.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int volume = static_cast<int>(state_.geometry.half_volume());
    const int per_half = (volume + chunk - 1) / chunk;
    const int half = team.league_rank() / per_half;
    const int start = (team.league_rank() % per_half) * chunk;
    const int end = volume - start < chunk ? volume : start + chunk;
    if (half % 2 == 0) {
      add_chunk<lattice::Colour::even>(team, half / 2, start, end);
    } else {
      add_chunk<lattice::Colour::odd>(team, half / 2, start, end);
    }
  }

private:
  void measure_block(std::int64_t index) const {
    const int per_system = 2 * blocks_.per_plane() * state_.geometry.lz;
    const int system = static_cast<int>(index / per_system);
    const int block = static_cast<int>(index % per_system);
    if (block % 2 == 0) {
      add_block<lattice::Colour::even>(system, block / 2);
    } else {
      add_block<lattice::Colour::odd>(system, block / 2);
    }
  }

  static constexpr int team_size = 256;
  static constexpr int chunk = 4 * team_size;

  template <lattice::Colour C>
  void add_block(int system, int index) const {
    const lattice::Blocks::Block block = blocks_(index);
    typename State::Buffer buffer;
    typename State::Rows rows;
    const int count = buffer.prepare(state_.geometry, block, C, state_.around(C, system), rows);
    const auto conditions = state_.conditions(system);
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
  KOKKOS_FUNCTION void add_chunk(const Team& team, int system, int start, int end) const {
    Total total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, start, end),
        [&](int entry, Total& partial) {
          const auto here = lattice::locate(state_.geometry, entry, C, state_.around(C, system));
          if (here.exists) {
            const auto term = model_.template measure<C>(state_.conditions(system), here.at, formats_);
            for (int k = 0; k < Model::terms; ++k) {
              partial.value[k] += term.value[k];
            }
          }
        },
        Kokkos::Sum<Total>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() { add(system, C, total); });
  }

  KOKKOS_FUNCTION void add(int system, lattice::Colour c, const Total& total) const {
    for (int k = 0; k < Model::terms; ++k) {
      Kokkos::atomic_add(&result_(system, static_cast<int>(c), k), total.value[k]);
    }
  }

  Model model_;
  State state_;
  typename Model::Formats formats_;
  lattice::Blocks blocks_;
  Result result_;
};

} // namespace neel::measure
