// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The axis along which spins are ordered.

const least = 0.05; // of the square of the order parameter: below, a configuration is disordered

/// The unit vector along which the moments of the sublattices are largest, as sum over sublattices of M M^T has it; null where
/// there is no such order. Its largest component is positive.
export function orderAxis({ vectors, components, longest }, { count, sublattice }) {
  if (components === 1) {
    return null;
  }
  const moments = [];
  for (let s = 0; s < count; ++s) {
    const moment = (moments[sublattice ? sublattice[s] : 0] ??= [0, 0, 0, 0]);
    for (let c = 0; c < 3; ++c) {
      moment[c] += vectors[3 * s + c];
    }
    ++moment[3];
  }
  const square = [0, 1, 2].map((a) => [0, 1, 2].map((b) => moments.reduce((sum, m) => sum + (m[a] * m[b]) / m[3], 0)));
  let axis = square[[0, 1, 2].reduce((best, a) => (square[a][a] > square[best][best] ? a : best))];
  for (let k = 0; k < 100; ++k) { // to the eigenvector of the largest eigenvalue, whose length is that value in the end
    const size = Math.hypot(...axis) || 1;
    axis = square.map((row) => row.reduce((sum, x, a) => sum + (x * axis[a]) / size, 0));
  }
  const size = Math.hypot(...axis);
  const largest = axis.reduce((best, x) => (Math.abs(x) > Math.abs(best) ? x : best));
  return size > least * count * longest ** 2 ? axis.map((x) => (Math.sign(largest) * x) / size) : null;
}
