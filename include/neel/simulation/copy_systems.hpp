// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Copies the configurations of some systems over others, or to the places where they are kept.

#include <neel/simulation/saved.hpp>

#include <span>
#include <utility>

namespace neel::simulation {

/// The numbers of systems: `components` runs of `length` numbers for each.
template <class T>
struct SystemRuns {
  T* data;
  std::int64_t of_component, of_system; ///< from one to the next
  int components;
  std::int64_t length;
};

/// Of a view (component, system, ...), contiguous.
template <class View>
SystemRuns<typename View::value_type> runs_of(const View& v) {
  const auto stride = static_cast<std::int64_t>(v.stride(1));
  return {v.data(), static_cast<std::int64_t>(v.stride(0)), stride, static_cast<int>(v.extent(0)), stride};
}
/// Of a view (system, ...), contiguous.
template <class View>
SystemRuns<typename View::value_type> whole_runs_of(const View& v) {
  const auto stride = static_cast<std::int64_t>(v.stride(0));
  return {v.data(), 0, stride, 1, stride};
}

template <class T, ExecutionSpace Exec>
class CopySystems {
public:
  /// (pair): a system of the first, and one of the second.
  using Pairs = Kokkos::View<int* [2], Kokkos::LayoutRight, typename Exec::memory_space>;

  CopySystems(const SystemRuns<T>& from, const SystemRuns<T>& to, const Pairs& pairs)
      : from_(from), to_(to), pairs_(pairs) {}

  void launch(const Exec& exec) const {
    const auto pairs = static_cast<std::int64_t>(pairs_.extent(0));
    Kokkos::parallel_for(
        "neel::simulation::copy_systems",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, pairs * from_.components * from_.length),
        *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t run = index / from_.length, at = index - run * from_.length;
    const auto pair = static_cast<int>(run / from_.components), k = static_cast<int>(run - pair * from_.components);
    to_.data[k * to_.of_component + pairs_(pair, 1) * to_.of_system + at] =
        from_.data[k * from_.of_component + pairs_(pair, 0) * from_.of_system + at];
  }

private:
  SystemRuns<T> from_, to_;
  Pairs pairs_;
};

/// Copies system `first` of one to system `second` of the other, for each pair. Within one lattice, no system is both.
template <ExecutionSpace Exec, class T>
void copy_systems(const Exec& exec, const SystemRuns<T>& from, const SystemRuns<T>& to,
                  std::span<const std::pair<int, int>> pairs) {
  const typename CopySystems<T, Exec>::Pairs there("neel::simulation::pairs", pairs.size());
  const auto here = Kokkos::create_mirror_view(there);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    here(k, 0) = pairs[k].first;
    here(k, 1) = pairs[k].second;
  }
  copy_numbers(exec, there, here);
  CopySystems<T, Exec>(from, to, there).launch(exec);
  exec.fence("neel::simulation::copy_systems"); // the host's numbers may go
}

} // namespace neel::simulation
