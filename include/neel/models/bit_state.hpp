// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Spins that are bits, of several systems.

#include <neel/lattice/bit_rows.hpp>
#include <neel/models/ising_bits.hpp>

namespace neel::models {

/// What kernels work on.
template <ExecutionSpace Exec>
struct BitState {
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  lattice::Geometry geometry; ///< of the sites; in two dimensions rows are planes
  lattice::BitRows rows;
  int systems = 0;
  lattice::Field<lattice::SiteWord, Exec> words;
  View<OutcomeDigits* [2]> outcomes; ///< (system, Move::metropolis or Move::heat_bath)
  std::uint32_t inverted = 0;        ///< all ones where neighbours shall differ

  BitState() = default;
  BitState(const lattice::Geometry& g, int count, bool antiferromagnet)
      : geometry(g.tall()), rows(geometry), systems(count), words("words", lattice::BitRows::of_words(geometry), count),
        outcomes("neel::models::outcomes", static_cast<std::size_t>(count)), inverted(mask_if(antiferromagnet)) {}
};

} // namespace neel::models
