// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What colours can show of a configuration: a number per site, the map of colours, its range and unit.

import { neighbour } from "./sites.js";

/// The array of vectors (or of what else is drawn first), three numbers per site with zeros filled in.
export function mainArray(frame) {
  const name = ["spin", "phi", "cell"].find((n) => n in frame.arrays) ?? Object.keys(frame.arrays)[0];
  const { data, sizes } = frame.arrays[name];
  return { name, data };
}

export function makeVectors(frame, sites) {
  const { data } = mainArray(frame), components = data.length / sites.count;
  const vectors = new Float32Array(3 * sites.count);
  let longest = 0;
  for (let s = 0; s < sites.count; ++s) {
    for (let c = 0; c < Math.min(3, components); ++c) {
      vectors[3 * s + (components === 1 ? 2 : c)] = data[components * s + c];
    }
    longest = Math.max(longest, Math.hypot(vectors[3 * s], vectors[3 * s + 1], vectors[3 * s + 2]));
  }
  return { vectors, components, longest: longest || 1 };
}

const parallel = 0.97; // the cosine of the angle from which on the order counts as along x, y or z
const component = (vectors, c) => vectors.filter((_, k) => k % 3 === c);
const along = (vectors, axis) => component(vectors, 0).map((x, s) => axis[0] * x + axis[1] * vectors[3 * s + 1] + axis[2] * vectors[3 * s + 2]);

function reach(values) {
  let most = 0;
  for (const v of values) {
    most = Math.max(most, Math.abs(v));
  }
  return most || 1;
}

function span(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  return low < high ? [low, high] : [low - 1, low + 1];
}

/// How far each vector is turned from the mean of its sublattice, in degrees; of numbers, the difference.
function deviation(vectors, components, sublattice) {
  const n = vectors.length / 3, means = [];
  for (let s = 0; s < n; ++s) {
    const mean = (means[sublattice ? sublattice[s] : 0] ??= [0, 0, 0, 0]);
    mean[3] += 1;
    for (let c = 0; c < 3; ++c) {
      mean[c] += vectors[3 * s + c];
    }
  }
  return Float32Array.from({ length: n }, (_, s) => {
    const mean = means[sublattice ? sublattice[s] : 0], v = vectors.subarray(3 * s, 3 * s + 3);
    if (components === 1) {
      return Math.abs(v[2] - mean[2] / mean[3]);
    }
    const both = Math.hypot(...v) * Math.hypot(mean[0], mean[1], mean[2]);
    const along = v[0] * mean[0] + v[1] * mean[1] + v[2] * mean[2];
    return both > 0 ? (Math.acos(Math.max(-1, Math.min(1, along / both))) * 180) / Math.PI : 0;
  });
}

/// The mean of S.S' over the neighbours along the axes of an image.
function alignment(vectors, sites) {
  const sum = new Float32Array(sites.count), bonds = new Uint8Array(sites.count);
  for (let s = 0; s < sites.count; ++s) {
    for (let axis = 0; axis < 3; ++axis) {
      const t = neighbour(sites, s, axis);
      if (t >= 0) {
        const both = vectors[3 * s] * vectors[3 * t] + vectors[3 * s + 1] * vectors[3 * t + 1] + vectors[3 * s + 2] * vectors[3 * t + 2];
        sum[s] += both;
        sum[t] += both;
        ++bonds[s];
        ++bonds[t];
      }
    }
  }
  return sum.map((x, s) => (bonds[s] ? x / bonds[s] : 0));
}

/// All that can be shown, what is along the axis of the order first: id, label, map, and values() with their range.
export function quantities(frame, sites, made, order) {
  const { vectors, components, longest } = made, main = mainArray(frame), list = [];
  const add = (id, label, map, values, range) => list.push({ id, label, map, values, range });
  if (components === 1) {
    const board = main.data instanceof Uint8Array;
    add(main.name, main.name, board ? "binary" : "diverging", () => Float32Array.from(main.data), (v) => (board ? [0, 1] : [-reach(v), reach(v)]));
  } else {
    const last = components === 2 ? 1 : 2, first = order ? order.findIndex((x) => Math.abs(x) > parallel) : 2;
    if (first < 0) {
      add("order", `along the order, (${order.map((x) => x.toFixed(2)).join(", ")})`, "diverging", () => along(vectors, order), () => [-longest, longest]);
    }
    for (const c of [...new Set([first, 2, 0, 1])].filter((k) => k >= 0 && k <= last)) {
      add("xyz"[c], `${"xyz"[c]} component`, "diverging", () => component(vectors, c), () => [-longest, longest]);
    }
    const degrees = (s) => (Math.atan2(vectors[3 * s + 1], vectors[3 * s]) * 180) / Math.PI;
    add("angle", "angle in the xy plane", "cyclic", () => Float32Array.from({ length: sites.count }, (_, s) => degrees(s)), () => [-180, 180]);
  }
  if (frame.arrays.species) {
    add("ion", "ion", "list", () => Float32Array.from(frame.arrays.species.data), () => [0, 255]);
  }
  if (sites.sublattice) {
    add("sublattice", "sublattice", "list", () => Float32Array.from(sites.sublattice), () => [0, 255]);
  }
  const far = components === 1 ? (v) => [0, reach(v)] : () => [0, 180];
  add("deviation", "deviation from the sublattice's mean", "sequential", () => deviation(vectors, components, sites.sublattice), far);
  if (sites.kind === "image" && !(main.data instanceof Uint8Array)) {
    add("alignment", "alignment with neighbours, S.S'", "diverging", () => alignment(vectors, sites), (v) => [-reach(v), reach(v)]);
  }
  for (const [name, { data }] of Object.entries(frame.arrays)) {
    const each = data.length / sites.count;
    for (let c = 0; name !== main.name && name !== "species" && c < each; ++c) {
      const part = each === 1 ? () => Float32Array.from(data) : () => Float32Array.from({ length: sites.count }, (_, s) => data[each * s + c]);
      const map = name === "energy" ? "sequential" : "diverging";
      const label = { energy: "local energy", overlap: "overlap of replicas" }[name] ?? name;
      add(each === 1 ? name : `${name}${c + 1}`, each === 1 ? label : `${label} 0 and ${c + 1}`, map, part, (v) => (name === "energy" ? span(v) : [-reach(v), reach(v)]));
    }
  }
  return list;
}
