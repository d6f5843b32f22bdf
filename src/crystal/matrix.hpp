// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Three by three matrices.

#include "crystal/crystal.hpp"

namespace neel::crystal {

inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix p{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      p[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    }
  }
  return p;
}

inline Matrix transposed(const Matrix& m) {
  Matrix t{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      t[i][j] = m[j][i];
    }
  }
  return t;
}

inline double determinant(const Matrix& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

inline Matrix inverse_transposed(const Matrix& m) {
  Matrix i{};
  const double volume = determinant(m);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      const std::size_t a1 = (a + 1) % 3, a2 = (a + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
      i[a][b] = (m[a1][b1] * m[a2][b2] - m[a1][b2] * m[a2][b1]) / volume;
    }
  }
  return i;
}

/// D.(S x S') = S.M S', and D of the antisymmetric part of a matrix.
inline Matrix matrix_of_dm(const Vector& d) { return {{{0, d[2], -d[1]}, {-d[2], 0, d[0]}, {d[1], -d[0], 0}}}; }
inline Vector dm_of_matrix(const Matrix& m) {
  return {(m[1][2] - m[2][1]) / 2, (m[2][0] - m[0][2]) / 2, (m[0][1] - m[1][0]) / 2};
}

} // namespace neel::crystal
