// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Products of dense matrices of whole numbers, for builds without Kokkos Kernels. Their sums are exact (exact.hpp), so that their
// bits are any library's.

#include <neel/structure/transform.hpp>

namespace neel::structure {

/// c = a b by tiles of c: the sums of a tile stay in registers while a column of a and a row of b are read.
template <ExecutionSpace Exec>
class TiledProduct {
public:
  TiledProduct(const Matrix<Exec>& a, const Matrix<Exec>& b, const Matrix<Exec>& c)
      : a_(a), b_(b), c_(c), inner_(static_cast<std::int64_t>(a.extent(1))),
        rows_(static_cast<std::int64_t>(c.extent(0))), columns_(static_cast<std::int64_t>(c.extent(1))),
        across_((columns_ + width - 1) / width) {}

  void launch(const Exec& exec) const {
    const std::int64_t tiles = across_ * ((rows_ + height - 1) / height);
    Kokkos::parallel_for("neel::structure::product",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, tiles), *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t tile) const {
    const std::int64_t row = tile / across_ * height, column = tile % across_ * width;
    if (row + height <= rows_ && column + width <= columns_) {
      multiply(row, column, height, width); // whose loops have constant lengths
    } else {
      multiply(row, column, static_cast<int>(rows_ - row < height ? rows_ - row : height),
               static_cast<int>(columns_ - column < width ? columns_ - column : width));
    }
  }

private:
  static constexpr int height = 4;
  static constexpr int width = runs_on_host<Exec> ? 16 : 1; ///< threads of a device have columns side by side

  KOKKOS_FORCEINLINE_FUNCTION void multiply(std::int64_t row, std::int64_t column, int down, int across) const {
    double sum[height][width] = {};
    for (std::int64_t k = 0; k < inner_; ++k) {
      const double* const from = &b_(k, column);
      for (int r = 0; r < down; ++r) {
        const double factor = a_(row + r, k);
        for (int i = 0; i < across; ++i) {
          sum[r][i] += factor * from[i];
        }
      }
    }
    for (int r = 0; r < down; ++r) {
      for (int i = 0; i < across; ++i) {
        c_(row + r, column + i) = sum[r][i];
      }
    }
  }

  Matrix<Exec> a_, b_, c_;
  std::int64_t inner_, rows_, columns_, across_;
};

template <ExecutionSpace Exec>
void tiled_product(const Exec& exec, const Matrix<Exec>& a, const Matrix<Exec>& b, const Matrix<Exec>& c) {
  TiledProduct<Exec>(a, b, c).launch(exec);
}

} // namespace neel::structure
