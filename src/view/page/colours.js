// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// From numbers to colours: 256 of each map.

const mix = (a, b, u) => a.map((x, k) => x + (b[k] - x) * u);

/// Colours in between these, evenly spaced.
function through(stops) {
  return (u) => {
    const at = Math.min(u, 0.999999) * (stops.length - 1), k = Math.floor(at);
    return mix(stops[k], stops[k + 1], at - k);
  };
}

function hue(u) {
  const part = (shift) => Math.max(0, Math.min(1, Math.abs((((u + shift) * 6) % 6) - 3) - 1));
  return [part(0), part(2 / 3), part(1 / 3)].map((c) => 0.93 * (0.15 + 0.85 * c));
}

export const palette = [
  [0.12, 0.47, 0.71], [1.0, 0.5, 0.05], [0.17, 0.63, 0.17], [0.84, 0.15, 0.16], [0.58, 0.4, 0.74], [0.55, 0.34, 0.29],
  [0.89, 0.47, 0.76], [0.5, 0.5, 0.5], [0.74, 0.74, 0.13], [0.09, 0.75, 0.81],
];

export const maps = {
  diverging: through([[0.23, 0.3, 0.75], [0.55, 0.69, 0.99], [0.86, 0.86, 0.86], [0.96, 0.6, 0.48], [0.71, 0.02, 0.15]]),
  sequential: through([[0.27, 0.0, 0.33], [0.25, 0.27, 0.53], [0.16, 0.47, 0.56], [0.13, 0.66, 0.52], [0.48, 0.82, 0.32], [0.99, 0.91, 0.14]]),
  binary: through([[0.93, 0.91, 0.86], [0.13, 0.2, 0.36]]),
  cyclic: hue,
  /// Of whole numbers: their colour in the list.
  list: (u) => palette[Math.round(u * 255) % palette.length],
};

export function texels(map) {
  const bytes = new Uint8Array(4 * 256);
  for (let k = 0; k < 256; ++k) {
    bytes.set([...maps[map](k / 255).map((c) => Math.round(255 * c)), 255], 4 * k);
  }
  return bytes;
}

export const css = (rgb) => `rgb(${rgb.map((c) => Math.round(255 * c)).join(",")})`;
