// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Boards whose cells are 1 with a given probability, independently of each other.

#include <neel/lattice/board.hpp>
#include <neel/random/philox.hpp>

namespace neel::models {

/// Fills all boards. Cell (x, y) of a width-w board is set if word k mod 4 of draw k / 4, k = w y + x, lies below density
/// times 2^32: the same cells however they are kept.
template <lattice::BoardWord Word, ExecutionSpace Exec>
class RandomBoards {
public:
  RandomBoards(const lattice::Boards<Word, Exec>& boards, double density, const Seed& seed)
      : cells_(boards.cells()), count_(boards.count), threshold_(static_cast<std::uint64_t>(density * 0x1p32 + 0.5)),
        seed_(seed) {}

  void launch(const Exec& exec) const {
    Kokkos::parallel_for(
        "neel::models::random_boards",
        Kokkos::RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(count_) * cells_.rows() * cells_.words), *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t row = index / cells_.words;
    const int w = static_cast<int>(index - row * cells_.words);
    const int board = static_cast<int>(row / cells_.rows());
    const int y = cells_.begin + static_cast<int>(row - board * std::int64_t{cells_.rows()});
    const random::Stream stream(seed_, random::Purpose::start, static_cast<std::uint32_t>(board), 0);
    Word word = 0;
    std::uint32_t drawn = ~std::uint32_t{0};
    random::Draw d{};
    for (int bit = 0; bit < Cells::cells && w * Cells::cells + bit < cells_.width; ++bit) {
      const std::uint64_t k =
          std::uint64_t{static_cast<std::uint32_t>(y + cells_.shift)} * static_cast<std::uint32_t>(cells_.width) +
          static_cast<std::uint32_t>(w * Cells::cells + bit);
      const auto number = static_cast<std::uint32_t>(k / 4);
      if (number != drawn) {
        d = stream(number);
        drawn = number;
      }
      const std::uint32_t word_of_draw = k % 4 < 2 ? (k % 4 == 0 ? d.a : d.b) : (k % 4 == 2 ? d.c : d.d);
      word = static_cast<Word>(word | (word_of_draw < threshold_ ? std::uint32_t{1} : 0U) << bit);
    }
    cells_.row(board, y)[w] = word;
  }

private:
  using Cells = lattice::BoardCells<Word>;
  Cells cells_;
  int count_;
  std::uint64_t threshold_;
  Seed seed_;
};

} // namespace neel::models
