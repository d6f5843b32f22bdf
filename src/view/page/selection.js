// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Which sites are shown, and what of them goes to the scene.

/// The numbers of the sites that all filters let pass: `from` and `to` (parts of the lattice along x, y, z), ions and
/// sublattices that are off, and the range of values.
export function select(sites, filters, values, species) {
  const { count, position, sublattice, low, high } = sites, chosen = new Uint32Array(count);
  const slack = sites.kind === "image" ? 1e-3 : 1e-4;
  const first = low.map((l, a) => l + filters.from[a] * (high[a] - l) - slack);
  const last = low.map((l, a) => l + filters.to[a] * (high[a] - l) + slack);
  const [least, most] = filters.values ?? [-Infinity, Infinity];
  let n = 0;
  for (let s = 0; s < count; ++s) {
    const x = position[3 * s], y = position[3 * s + 1], z = position[3 * s + 2], value = values[s];
    const inside = x >= first[0] && x <= last[0] && y >= first[1] && y <= last[1] && z >= first[2] && z <= last[2];
    if (inside && value >= least && value <= most && !(species && filters.ionsOff.has(species[s])) && !(sublattice && filters.sublatticesOff.has(sublattice[s]))) {
      chosen[n++] = s;
    }
  }
  return chosen.subarray(0, n);
}

/// Sites in a row of the texture that the scene keeps them in.
export const across = 1024;

/// The chosen sites as the scene wants them: place and value, vector and 0, filled up to whole rows. A vacancy has no vector, and
/// no arrow.
export function gather(chosen, sites, vectors, values, arrows) {
  const data = new Float32Array(8 * across * Math.max(1, Math.ceil(chosen.length / across)));
  let n = 0;
  for (const s of chosen) {
    const x = vectors[3 * s], y = vectors[3 * s + 1], z = vectors[3 * s + 2];
    if (arrows && x === 0 && y === 0 && z === 0) {
      continue;
    }
    data[8 * n] = sites.position[3 * s];
    data[8 * n + 1] = sites.position[3 * s + 1];
    data[8 * n + 2] = sites.position[3 * s + 2];
    data[8 * n + 3] = values[s];
    data[8 * n + 4] = x;
    data[8 * n + 5] = y;
    data[8 * n + 6] = z;
    ++n;
  }
  return { count: n, data };
}

/// Of the chosen sites of an image those that have a neighbour which is not: cells behind them cannot be seen.
export function outside(chosen, sites) {
  if (sites.kind !== "image") {
    return chosen;
  }
  const [n0, n1, n2] = sites.sizes, is = mark(chosen, sites), row = n0, plane = n0 * n1;
  return chosen.filter((s) => {
    const i = s % n0, j = Math.floor(s / row) % n1, k = Math.floor(s / plane);
    const inner = i > 0 && j > 0 && k > 0 && i < n0 - 1 && j < n1 - 1 && k < n2 - 1;
    return !(inner && is[s - 1] && is[s + 1] && is[s - row] && is[s + row] && is[s - plane] && is[s + plane]);
  });
}

/// 1 for each chosen site.
function mark(chosen, sites) {
  const is = new Uint8Array(sites.count);
  chosen.forEach((s) => (is[s] = 1));
  return is;
}

/// The layers of an image that bound the shown box, or the one plane of a flat lattice. Sites that are not chosen are holes.
export function layersOf(sites, filters, values, chosen) {
  const is = mark(chosen, sites);
  const along = (a, part) => Math.round(part * (sites.sizes[a] - 1));
  const layers = [], flat = sites.sizes.findIndex((n) => n === 1);
  const corners = [0, 1, 2].map((a) => [along(a, filters.from[sites.axes[a]]), along(a, filters.to[sites.axes[a]])]);
  for (const normal of flat >= 0 ? [sites.sizes[2] === 1 ? 2 : flat] : [0, 1, 2]) {
    for (const layer of flat >= 0 ? [0] : new Set(corners[normal])) {
      const [u, v] = [0, 1, 2].filter((a) => a !== normal);
      const [u0, u1] = corners[u], [v0, v1] = corners[v], width = u1 - u0 + 1, height = v1 - v0 + 1;
      const numbers = new Float32Array(width * height), strides = [1, sites.sizes[0], sites.sizes[0] * sites.sizes[1]];
      for (let j = 0; j < height; ++j) {
        for (let i = 0; i < width; ++i) {
          const s = (u0 + i) * strides[u] + (v0 + j) * strides[v] + layer * strides[normal];
          numbers[j * width + i] = is[s] ? values[s] : NaN;
        }
      }
      const corner = [0, 0, 0], first = [0, 0, 0], second = [0, 0, 0];
      corner[sites.axes[u]] = u0 - 0.5;
      corner[sites.axes[v]] = v0 - 0.5;
      corner[sites.axes[normal]] = flat >= 0 ? 0 : layer + (layer === corners[normal][0] ? -0.5 : 0.5);
      first[sites.axes[u]] = width;
      second[sites.axes[v]] = height;
      layers.push({ width, height, values: numbers, corner, first, second });
    }
  }
  return layers;
}
