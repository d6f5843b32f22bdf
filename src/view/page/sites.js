// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Where sites are: in space, and on which sublattice.

/// From the server's parcel. `position`: three numbers per site; `index`: the same in steps of the lattice, for slices of
/// images; `sublattice`: a number per site, or null.
export function makeSites(parcel) {
  if (parcel.kind === "points") {
    return fromPoints(parcel);
  }
  const size = [1, 1, 1], [n0, n1, n2] = parcel.size, { axes } = parcel;
  axes.forEach((a, k) => (size[a] = parcel.size[k]));
  const count = n0 * n1 * n2, position = new Float32Array(3 * count), sublattice = new Uint8Array(count);
  for (let site = 0, k = 0; k < n2; ++k) {
    for (let j = 0; j < n1; ++j) {
      for (let i = 0; i < n0; ++i, ++site) {
        position[3 * site + axes[0]] = i;
        position[3 * site + axes[1]] = j;
        position[3 * site + axes[2]] = k;
        sublattice[site] = (i + j + k) % 2;
      }
    }
  }
  const names = ["even", "odd"];
  return { kind: "image", count, size, axes, sizes: parcel.size, position, sublattice, names, low: [0, 0, 0], high: size.map((n) => n - 1) };
}

function fromPoints(parcel) {
  const position = parcel.arrays.position.data, count = position.length / 3;
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < position.length; ++k) {
    low[k % 3] = Math.min(low[k % 3], position[k]);
    high[k % 3] = Math.max(high[k % 3], position[k]);
  }
  const sublattice = parcel.arrays.sublattice ? parcel.arrays.sublattice.data : null;
  const most = sublattice ? sublattice.reduce((a, b) => Math.max(a, b), 0) : 0;
  const names = Array.from({ length: most + 1 }, (_, k) => String.fromCharCode(65 + (k % 26)) + (k < 26 ? "" : Math.floor(k / 26)));
  return { kind: "points", count, position, sublattice: most > 0 ? sublattice : null, names, low, high };
}

/// Number of axes along which the lattice is longer than a site.
export const dimensions = (sites) => sites.high.filter((h, a) => h - sites.low[a] > 1e-6).length;

/// The site next to each along an axis of an image, or -1. Whether the lattice is periodic is not told.
export function neighbour(sites, site, axis) {
  const [n0, n1] = sites.sizes, stride = [1, n0, n0 * n1][axis];
  const at = Math.floor(site / stride) % sites.sizes[axis];
  return at + 1 < sites.sizes[axis] ? site + stride : -1;
}
