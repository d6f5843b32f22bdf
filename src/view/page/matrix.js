// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Matrices of four rows and columns, one column after another, and vectors of three numbers.

export const add = (a, b) => a.map((x, k) => x + b[k]);
export const scale = (a, s) => a.map((x) => x * s);
export const subtract = (a, b) => a.map((x, k) => x - b[k]);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a) => scale(a, 1 / Math.hypot(...a));

export function multiply(a, b) {
  const c = new Float32Array(16);
  for (let column = 0; column < 4; ++column) {
    for (let row = 0; row < 4; ++row) {
      for (let k = 0; k < 4; ++k) {
        c[4 * column + row] += a[4 * k + row] * b[4 * column + k];
      }
    }
  }
  return c;
}

/// The world as it is seen with these three axes (right, up, towards the eye) from `eye`.
export function view(right, up, back, eye) {
  const at = (axis) => -dot(axis, eye);
  return [right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0, at(right), at(up), at(back), 1];
}

/// `height` at distance `distance` fills the picture; what is closer looks larger.
export function perspective(height, distance, aspect, near, far) {
  const f = (2 * distance) / height;
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0];
}

export function parallel(height, aspect, near, far) {
  const f = 2 / height;
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, 2 / (near - far), 0, 0, 0, (far + near) / (near - far), 1];
}
