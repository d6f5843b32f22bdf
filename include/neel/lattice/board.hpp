// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Boards: cells of two states on a two-dimensional torus of any width and height from three on, many boards side by side.
// Either a cell is a byte (0 or 1), or a 32-bit word holds 32 cells of a row, the lowest bit first; bits of a row's last
// word that lie beyond the width are zero.
//
// A board can be cut into slabs of rows, one for each process. On either side of its own rows a slab has a rim of others' rows,
// which kernels read but do not change.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::lattice {

/// How cells are kept: bytes or 32 to a word.
template <class Word>
concept BoardWord = std::same_as<Word, std::uint8_t> || std::same_as<Word, std::uint32_t>;

/// The boards as kernels see them.
template <BoardWord Word>
struct BoardCells {
  static constexpr int cells = sizeof(Word) == 1 ? 1 : 32; ///< per word

  Word* data;
  int width, height; ///< of a board, in cells
  int words;         ///< of a row that hold cells
  int pitch;         ///< words from one row to the next
  int begin, end;    ///< the rows that kernels change or count: begin, ... end - 1
  int shift;         ///< from the number of a row here to that on the whole board

  NEEL_FUNCTION int rows() const { return end - begin; }
  /// Boards of the same shape elsewhere.
  NEEL_FUNCTION BoardCells at(Word* other) const {
    BoardCells c = *this;
    c.data = other;
    return c;
  }
  /// The same with other rows to change or count.
  BoardCells of_rows(int first, int past) const {
    BoardCells c = *this;
    c.begin = first;
    c.end = past;
    return c;
  }

  NEEL_FUNCTION Word* row(int board, int y) const {
    return data + (static_cast<std::int64_t>(board) * height + y) * pitch;
  }
  /// The row above or below another may be one or more periods away.
  NEEL_FUNCTION Word* periodic_row(int board, int y) const {
    const int rest = y >= 0 && y < height ? y : y % height;
    return row(board, rest + (rest < 0 ? height : 0));
  }
  /// The bits of word `w` that are cells.
  NEEL_FUNCTION Word valid(int w) const {
    return cells == 1 ? Word{1} : static_cast<Word>(~std::uint32_t{0} >> (w + 1 < words ? 0 : words * cells - width));
  }
  /// A word of cells from `cell` on, to the right and around the torus as often as need be.
  NEEL_FUNCTION Word from(const Word* row, int cell) const {
    int p = cell + (cell < 0 ? width : 0) - (cell < width ? 0 : width);
    if (p < 0 || p >= width) {
      p = cell % width;
      p += p < 0 ? width : 0;
    }
    if constexpr (cells == 1) {
      return row[p];
    } else {
      std::uint32_t all = up_to_end(row, p);
      for (int filled = width - p; filled < cells; filled += width) {
        all |= up_to_end(row, 0) << filled;
      }
      return all;
    }
  }
  /// 32 cells from `cell` on, to the right and around the torus, a bit each.
  NEEL_FUNCTION std::uint32_t word_from(const Word* row, int cell) const {
    if constexpr (cells == 1) {
      std::uint32_t all = 0;
      for (int k = 0, p = cell % width; k < 32; ++k, p = p + 1 < width ? p + 1 : 0) {
        all |= std::uint32_t{row[p]} << k;
      }
      return all;
    } else {
      return from(row, cell);
    }
  }
  /// Of each cell of a word its neighbour to the left or right, given the word before or after it.
  static NEEL_FUNCTION Word left(Word self, Word before) {
    if constexpr (cells == 1) {
      return before;
    } else {
      return self << 1 | before >> (cells - 1);
    }
  }
  static NEEL_FUNCTION Word right(Word self, Word after) {
    if constexpr (cells == 1) {
      return after;
    } else {
      return self >> 1 | after << (cells - 1);
    }
  }
  /// The same for word `w` of a row, whose ends meet; bits beyond the width are of no meaning.
  NEEL_FUNCTION Word left(const Word* row, int w) const {
    return left(row[w], w > 0 ? row[w - 1] : static_cast<Word>(row[words - 1] << (words * cells - width)));
  }
  NEEL_FUNCTION Word right(const Word* row, int w) const {
    if (w + 1 < words) {
      return right(row[w], row[w + 1]);
    }
    return cells == 1 ? row[0] : static_cast<Word>(row[w] >> 1 | (row[0] & 1U) << ((width - 1) % cells));
  }

private:
  /// The cells from `cell` on, as far as the row has them; the others are zero.
  NEEL_FUNCTION Word up_to_end(const Word* row, int cell) const {
    const int w = cell / cells, skip = cell % cells;
    const Word next = skip > 0 && w + 1 < words ? row[w + 1] : Word{0};
    return skip > 0 ? static_cast<Word>(row[w] >> skip | next << (cells - skip)) : row[w];
  }
};

/// `count` boards in the memory of a space, or slabs of them.
template <BoardWord Word, ExecutionSpace Exec>
struct Boards {
  using Cells = BoardCells<Word>;
  int width = 0, height = 0, count = 0; ///< with rims
  int rim = 0, shift = 0;               ///< rows of each of a slab's rims; see BoardCells
  Kokkos::View<Word***, Kokkos::LayoutRight, typename Exec::memory_space> data; ///< (board, y, word)

  Boards() = default;
  Boards(int board_width, int board_height, int boards)
      : width(board_width), height(board_height), count(boards),
        data("neel::lattice::boards", static_cast<std::size_t>(boards), static_cast<std::size_t>(board_height),
             static_cast<std::size_t>(pitch())) {}

  /// Slabs of `rows` rows, from row `first` of boards.
  static Boards slabs(int board_width, int first, int rows, int rim_rows, int boards) {
    Boards b(board_width, rows + 2 * rim_rows, boards);
    b.rim = rim_rows;
    b.shift = first - rim_rows;
    return b;
  }

  int words() const { return (width + Cells::cells - 1) / Cells::cells; }
  /// Rows begin at multiples of sixteen bytes.
  int pitch() const {
    constexpr int unit = 16 / static_cast<int>(sizeof(Word));
    return (words() + unit - 1) / unit * unit;
  }
  Cells cells() const { return {data.data(), width, height, words(), pitch(), rim, height - rim, shift}; }
};

} // namespace neel::lattice
