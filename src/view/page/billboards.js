// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Balls, and many arrows, flat and turned to the eye, drawn without WebGL: a processor that does WebGL takes longer to begin a
// triangle than this takes for a whole arrow.

const packed = (red, green, blue) => (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;

/// A picture: a word a pixel, row by row from the top.
export class Billboards {
  constructor() {
    this.width = this.height = 0;
  }

  /// Nothing but the background, in so many pixels.
  clear(width, height, background) {
    if (this.width !== width || this.height !== height) {
      [this.width, this.height] = [width, height];
      this.words = new Uint32Array(width * height);
      this.depths = new Float32Array(width * height);
    }
    this.words.fill(packed(...background.map((c) => 255 * c)));
    this.depths.fill(1);
  }

  /// Lines between pairs of points, three numbers each.
  lines(points, w, paint) {
    const colour = packed(...paint.map((c) => 255 * c));
    const seen = (k) => [0, 1, 2, 3].map((row) => w[row] * points[k] + w[row + 4] * points[k + 1] + w[row + 8] * points[k + 2] + w[row + 12]);
    for (let k = 0; k < points.length; k += 6) {
      const a = seen(k), b = seen(k + 3);
      let from = 0, to = 1; // the part that is in the picture
      for (const [axis, sign] of [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]]) {
        const u = a[3] + sign * a[axis], v = b[3] + sign * b[axis];
        if (u < 0) {
          from = v > 0 ? Math.max(from, u / (u - v)) : 1;
        } else if (v < 0) {
          to = Math.min(to, u / (u - v));
        }
      }
      if (from >= to) {
        continue;
      }
      const [p, q] = [from, to].map((t) => {
        const at = a.map((x, axis) => x + t * (b[axis] - x));
        return [(0.5 + (0.5 * at[0]) / at[3]) * this.width, (0.5 - (0.5 * at[1]) / at[3]) * this.height, 0.5 + (0.5 * at[2]) / at[3]];
      });
      const steps = Math.ceil(Math.max(Math.abs(q[0] - p[0]), Math.abs(q[1] - p[1])));
      for (let n = 0; n < steps; ++n) {
        const [x, y, z] = p.map((c, axis) => c + ((n + 0.5) / steps) * (q[axis] - c));
        const pixel = Math.floor(y) * this.width + Math.floor(x);
        if (z < this.depths[pixel]) {
          this.words[pixel] = colour;
          this.depths[pixel] = z;
        }
      }
    }
  }

  /// Shapes as gather() made them, as a camera's matrices show them. `light` comes from there; `colours` are 256, for `range`.
  draw(shapes, seen, light, colours, range) {
    (shapes.kind === "ball" ? this.balls : this.arrows).call(this, shapes, seen, light, colours, range);
  }

  arrows({ count, data, longest, size }, { whole: w, back, eye }, light, colours, range) {
    const { abs, floor, max, min, sqrt } = Math, wide = 0.5 * this.width, high = 0.5 * this.height, scale = 255 / (range[1] - range[0]);
    const room = size * max(abs(w[0]) + abs(w[4]) + abs(w[8]), abs(w[1]) + abs(w[5]) + abs(w[9]));
    for (let n = 0; n < 8 * count; n += 8) {
      const x = data[n], y = data[n + 1], z = data[n + 2];
      const cx = w[0] * x + w[4] * y + w[8] * z + w[12], cy = w[1] * x + w[5] * y + w[9] * z + w[13];
      const cz = w[2] * x + w[6] * y + w[10] * z + w[14], cw = w[3] * x + w[7] * y + w[11] * z + w[15];
      if (abs(cx) > cw + room || abs(cy) > cw + room || abs(cz) > cw) {
        continue;
      }
      let vx = data[n + 4], vy = data[n + 5], vz = data[n + 6], ex = eye[0] - x, ey = eye[1] - y, ez = eye[2] - z;
      const length = sqrt(vx * vx + vy * vy + vz * vz), near = 1 / sqrt(ex * ex + ey * ey + ez * ez);
      let half = (0.5 * size * length) / longest;
      (vx /= length), (vy /= length), (vz /= length), (ex *= near), (ey *= near), (ez *= near);
      let rx = ey * vz - ez * vy, ry = ez * vx - ex * vz, rz = ex * vy - ey * vx;
      const sine = max(1e-3, sqrt(rx * rx + ry * ry + rz * rz));
      (rx /= sine), (ry /= sine), (rz /= sine);
      let ux = vy * rz - vz * ry, uy = vz * rx - vx * rz, uz = vx * ry - vy * rx;
      if (sine < 0.35) { // it points at the eye, or away: a small one that can be seen
        half *= 0.35;
        (vx = ux), (vy = uy), (vz = uz), (ux = ex), (uy = ey), (uz = ez);
      }
      const bright = 0.42 + 0.4 * max(0, ux * back[0] + uy * back[1] + uz * back[2]) + 0.3 * max(0, ux * light[0] + uy * light[1] + uz * light[2]);
      const at = 4 * floor(0.5 + max(0, min(255, scale * (data[n + 3] - range[0]))));
      const red = min(255, bright * colours[at]), green = min(255, bright * colours[at + 1]), blue = min(255, bright * colours[at + 2]);
      // From the middle to the tip, and to a side, as the matrix has them.
      const side = 0.34 * half;
      (vx *= half), (vy *= half), (vz *= half), (rx *= side), (ry *= side), (rz *= side);
      const ax = w[0] * vx + w[4] * vy + w[8] * vz, ay = w[1] * vx + w[5] * vy + w[9] * vz, az = w[2] * vx + w[6] * vy + w[10] * vz;
      const bx = w[0] * rx + w[4] * ry + w[8] * rz, by = w[1] * rx + w[5] * ry + w[9] * rz, bz = w[2] * rx + w[6] * ry + w[10] * rz;
      const aw = w[3] * vx + w[7] * vy + w[11] * vz, bw = w[3] * rx + w[7] * ry + w[11] * rz;
      if (cw + cz <= abs(aw + az) + abs(bw + bz)) { // a part of it is not in front of the eye
        continue;
      }
      const tip = 1 / (cw + aw), left = 1 / (cw - aw - bw), right = 1 / (cw - aw + bw);
      this.triangle(
        wide + wide * (cx + ax) * tip, high - high * (cy + ay) * tip, 0.5 + 0.5 * (cz + az) * tip,
        wide + wide * (cx - ax - bx) * left, high - high * (cy - ay - by) * left, 0.5 + 0.5 * (cz - az - bz) * left,
        wide + wide * (cx - ax + bx) * right, high - high * (cy - ay + by) * right, 0.5 + 0.5 * (cz - az + bz) * right,
        packed(red, green, blue));
    }
  }

  /// Each pixel of a ball has the depth and the light of the sphere there.
  balls({ count, data, size }, { whole: w, right, up, back }, light, colours, range) {
    const { max, min } = Math, { width, height } = this, scale = 255 / (range[1] - range[0]), radius = 0.5 * size;
    const lit = [right, up, back].map((axis) => axis[0] * light[0] + axis[1] * light[1] + axis[2] * light[2]);
    const depth = (n) => (w[2] * data[n] + w[6] * data[n + 1] + w[10] * data[n + 2] + w[14]) / (w[3] * data[n] + w[7] * data[n + 1] + w[11] * data[n + 2] + w[15]);
    const high = 0.5 * height * radius * Math.hypot(w[1], w[5], w[9]), deep = radius * Math.hypot(w[2], w[6], w[10]), deeper = radius * Math.hypot(w[3], w[7], w[11]);
    const forwards = count > 0 && depth(0) < depth(8 * (count - 1)); // what is in front comes first, about, and hides the others
    for (let k = 0; k < count; ++k) {
      const n = 8 * (forwards ? k : count - 1 - k), x = data[n], y = data[n + 1], z = data[n + 2];
      const cw = w[3] * x + w[7] * y + w[11] * z + w[15], cz = w[2] * x + w[6] * y + w[10] * z + w[14];
      if (cz - deep <= deeper - cw) { // a part of it is not in front of the eye
        continue;
      }
      const cx = (0.5 + (0.5 * (w[0] * x + w[4] * y + w[8] * z + w[12])) / cw) * width;
      const cy = (0.5 - (0.5 * (w[1] * x + w[5] * y + w[9] * z + w[13])) / cw) * height;
      const middle = 0.5 + (0.5 * cz) / cw, bulge = middle - 0.5 - (0.5 * (cz - deep)) / (cw - deeper), across = high / cw;
      const at = 4 * Math.floor(0.5 + max(0, min(255, scale * (data[n + 3] - range[0]))));
      this.disc(cx, cy, across, middle, bulge, colours[at], colours[at + 1], colours[at + 2], lit);
    }
  }

  disc(cx, cy, radius, middle, bulge, red, green, blue, lit) {
    const { width, height, words, depths } = this, { ceil, max, min, sqrt } = Math;
    const to = min(height, ceil(cy + radius - 0.5));
    for (let row = max(0, ceil(cy - radius - 0.5)); row < to; ++row) {
      const v = (cy - row - 0.5) / radius, half = radius * sqrt(max(0, 1 - v * v));
      const last = row * width + min(width, ceil(cx + half - 0.5));
      for (let p = row * width + max(0, ceil(cx - half - 0.5)); p < last; ++p) {
        if (middle - bulge >= depths[p]) {
          continue;
        }
        const u = (p - row * width + 0.5 - cx) / radius, out = sqrt(max(0, 1 - u * u - v * v)), z = middle - bulge * out;
        if (z < depths[p]) {
          const bright = 0.42 + 0.4 * out + 0.3 * max(0, u * lit[0] + v * lit[1] + out * lit[2]);
          words[p] = packed(min(255, bright * red), min(255, bright * green), min(255, bright * blue));
          depths[p] = z;
        }
      }
    }
  }

  /// The pixels whose middle is in a triangle, where nothing is in front.
  triangle(x0, y0, z0, x1, y1, z1, x2, y2, z2, colour) {
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    if (area === 0) {
      return;
    }
    const { width, words, depths } = this;
    const zx = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) / area, zy = ((z2 - z0) * (x1 - x0) - (z1 - z0) * (x2 - x0)) / area;
    let t; // the corners from the highest down
    if (y1 < y0) {
      (t = x0), (x0 = x1), (x1 = t), (t = y0), (y0 = y1), (y1 = t), (z0 = z1);
    }
    if (y2 < y0) {
      (t = x0), (x0 = x2), (x2 = t), (t = y0), (y0 = y2), (y2 = t), (z0 = z2);
    }
    if (y2 < y1) {
      (t = x1), (x1 = x2), (x2 = t), (t = y1), (y1 = y2), (y2 = t);
    }
    const from = Math.max(0, Math.ceil(y0 - 0.5)), to = Math.min(this.height, Math.ceil(y2 - 0.5));
    const long = (x2 - x0) / (y2 - y0), low = (x1 - x0) / (y1 - y0), upper = (x2 - x1) / (y2 - y1);
    for (let row = from; row < to; ++row) {
      const y = row + 0.5, a = x0 + long * (y - y0), b = y < y1 ? x0 + low * (y - y0) : x1 + upper * (y - y1);
      const first = Math.max(0, Math.ceil(Math.min(a, b) - 0.5)), end = Math.min(width, Math.ceil(Math.max(a, b) - 0.5));
      let z = z0 + zx * (first + 0.5 - x0) + zy * (y - y0);
      for (let p = row * width + first, last = row * width + end; p < last; ++p, z += zx) {
        if (z < depths[p]) {
          words[p] = colour;
          depths[p] = z;
        }
      }
    }
  }
}
