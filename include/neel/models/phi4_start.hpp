// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Start configurations of the phi^4 field.

#include <neel/core/copy.hpp>
#include <neel/models/field_state.hpp>
#include <neel/models/phi4.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace neel::models {

/// |phi| where the potential is least; 1 if that is at zero.
inline double vacuum(const Phi4Parameters& p) {
  return p.mass_squared < 0 && p.coupling > 0 ? std::sqrt(-6 * p.mass_squared / p.coupling) : 1;
}

/// A bound on every component of the field that no run reaches: eight times the sum of the vacuum value and a generous guess
/// at fluctuations, of a site alone and of the mode p = 0.
inline double field_bound(const Phi4Parameters& p) {
  const double t = p.temperature;
  const double free = p.mass_squared > 0 ? std::sqrt(t / p.mass_squared) : std::numeric_limits<double>::infinity();
  const double quartic =
      p.coupling > 0 ? std::sqrt(std::sqrt(24 * t / p.coupling)) : std::numeric_limits<double>::infinity();
  return 8 * (vacuum(p) + std::sqrt(t) + std::fmin(free, quartic));
}

/// Sets a field to amplitude(system) times 0, or 1 for the first component, or numbers uniform in [-1, 1].
template <int N, class Exec>
class StartField {
public:
  StartField(const lattice::Grid<Exec>& field, std::uint32_t first_number, const Seed& seed, bool random,
             const Kokkos::View<float*, typename Exec::memory_space>& amplitude)
      : field_(field), amplitude_(amplitude), seed_(seed), first_number_(first_number), random_(random) {}

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const auto volume = static_cast<std::int64_t>(field_.extent(2));
    const auto system = static_cast<std::size_t>(index / volume),
               site = static_cast<std::size_t>(index - static_cast<std::int64_t>(system) * volume);
    const random::Draw d = random::Stream(seed_, random::Purpose::start, static_cast<std::uint32_t>(system),
                                          0)(first_number_ + static_cast<std::uint32_t>(site));
    const std::uint32_t words[] = {d.a, d.b, d.c, d.d};
    for (std::size_t k = 0; k < N; ++k) {
      const float one = random_ ? random::uniform_symmetric(words[k]) : (k == 0 ? 1.0F : 0.0F);
      field_(system, k, site) = amplitude_(system) * one;
    }
  }

private:
  lattice::Grid<Exec> field_;
  Kokkos::View<float*, typename Exec::memory_space> amplitude_;
  Seed seed_;
  std::uint32_t first_number_; ///< of the sites of a slab
  bool random_;
};

/// `start`: "random", "zero" or "ordered"; `vacuum(system)` is the amplitude of the random and of the ordered start.
template <class Field, ExecutionSpace Exec, class Vacuum>
void start_field(const Exec& exec, const FieldState<Field, Exec>& state, const Seed& seed, const std::string& start,
                 const Vacuum& vacuum) {
  std::vector<float> each;
  for (int s = 0; s < state.systems; ++s) {
    each.push_back(start == "zero" ? 0.0F : static_cast<float>(vacuum(s)));
  }
  const auto amplitude = device_list<Exec>("neel::models::amplitude", each);
  Kokkos::parallel_for(
      "neel::models::start_field",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, state.systems * state.geometry.sites()),
      StartField<Field::components, Exec>(state.field, state.geometry.short_number(0, 0, 0), seed, start == "random",
                                          amplitude));
}

} // namespace neel::models
