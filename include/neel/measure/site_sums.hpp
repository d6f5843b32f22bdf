// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The fused measurement: one pass over all sites adds everything that a model measures, per system and colour. Terms are
// integers (core/fixed_point.hpp), so the sums do not depend on the order of addition.

#include <neel/measure/sums.hpp>
#include <neel/measure/vector_sums.hpp>
#include <neel/measure/word_sums.hpp>

namespace neel::measure {

/// Calls use(sums) with the sums that a device makes of this lattice.
template <class Model, ExecutionSpace Exec, class Use>
void with_device_sums_of(const Model& model, const models::State<Model, Exec>& state,
                         const typename Model::Formats& formats, const Use& use) {
  const lattice::Geometry& g = state.geometry;
  lattice::with_vectors_of(g, [&]<bool Whole, bool Open>() {
    if constexpr (Whole && models::MovesPacked<Model>) {
      lattice::with_width_of(g, [&]<int Wide>() {
        if (g.halo > 0) {
          use(WordSums<Model, Exec, true, Wide>(state));
        } else {
          use(WordSums<Model, Exec, Open, Wide>(state));
        }
      });
    } else {
      use(VectorSums<Model, Exec, Whole, Open>(model, state, formats));
    }
  });
}

template <class Model, ExecutionSpace Exec>
class SiteSums {
public:
  using Contents = models::Contents<Model>;
  using Total = Sums<Model::terms>;
  /// Sums of shape (system, colour, term).
  using Result = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space>;

  SiteSums(const Model& model, const models::State<Model, Exec>& state, const typename Model::Formats& formats)
      : model_(model), formats_(formats), blocks_(state.geometry),
        per_half_(blocks_.per_plane() * state.geometry.own_z()), by_half_(per_half_) {}

  /// Adds to `result`.
  void launch(const Exec& exec, const models::State<Model, Exec>& state, const Result& result) {
    const int batch = lattice::systems_per_launch(state.systems, 2 * state.geometry.half_volume());
    for (int first = 0; first < state.systems; first += batch) {
      contents_ = state.contents().from(first);
      result_ = result.data() + 2 * first * Model::terms;
      const int count = Kokkos::min(batch, state.systems - first);
      if constexpr (runs_on_host<Exec>) {
        Kokkos::parallel_for("neel::measure::site_sums",
                             Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, 2 * per_half_ * count), *this);
      } else {
        with_device_sums_of(model_, state, formats_, [&](auto sums) {
          sums.take(contents_, result_, count);
          Kokkos::parallel_for(sums.label, sums.policy(exec), sums);
        });
      }
    }
  }

  /// Host: one block.
  KOKKOS_FUNCTION void operator()(int index) const { KOKKOS_IF_ON_HOST((measure_block(index);)) }

private:
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
    const auto block = blocks_(index);
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
    std::int64_t* const sums = result_ + (2 * system + static_cast<int>(C)) * Model::terms;
    for (int k = 0; k < Model::terms; ++k) {
      Kokkos::atomic_add(&sums[k], total.value[k]);
    }
  }

  Model model_;
  typename Model::Formats formats_;
  lattice::Blocks blocks_;
  int per_half_; ///< blocks per half-lattice
  Divisor by_half_;
  // Of the systems of one launch:
  Contents contents_{};
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure
