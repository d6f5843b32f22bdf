// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Rows of entries as threads of a host share them: whole, but for long ones, of which there may be few.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::lattice {

/// Rows of `length` entries each, in parts.
class RowParts {
public:
  static constexpr int most = 4096; ///< entries of a part

  NEEL_FUNCTION explicit RowParts(int length) : length_(length), of_row_((length + most - 1) / most) {}
  NEEL_FUNCTION std::int64_t size(std::int64_t rows) const { return rows * of_row_; }

  /// The entries [begin, end) of a row.
  struct Part {
    std::int64_t row;
    int begin, end;
  };
  NEEL_FUNCTION Part operator()(std::int64_t index) const {
    const std::int64_t row = index / of_row_;
    const int begin = static_cast<int>(index - row * of_row_) * most;
    return {row, begin, Kokkos::min(begin + most, length_)};
  }

private:
  int length_, of_row_;
};

} // namespace neel::lattice
