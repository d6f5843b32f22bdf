// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What is drawn at each site. Vertices have a position and a normal; arrows point along z, from -1/2 to 1/2.

class Mesh {
  vertices = [];
  faces = [];

  /// A ring of vertices at height z, and a band of faces up to the one before.
  ring(sides, radius, z, slope, joined) {
    const first = this.vertices.length / 6;
    for (let k = 0; k < sides; ++k) {
      const a = (2 * Math.PI * k) / sides, across = Math.sqrt(1 - slope * slope);
      this.vertices.push(radius * Math.cos(a), radius * Math.sin(a), z, across * Math.cos(a), across * Math.sin(a), slope);
    }
    for (let k = 0; joined && k < sides; ++k) {
      const n = (k + 1) % sides, before = first - sides;
      this.faces.push(before + k, before + n, first + n, before + k, first + n, first + k);
    }
  }

  /// Faces from the last ring to a point.
  tip(sides, z, slope) {
    const first = this.vertices.length / 6;
    this.vertices.push(0, 0, z, 0, 0, slope);
    for (let k = 0; k < sides; ++k) {
      const one = first - sides + k, other = first - sides + ((k + 1) % sides);
      this.faces.push(...(slope > 0 ? [one, other, first] : [other, one, first]));
    }
  }

  done() {
    return { vertices: new Float32Array(this.vertices), faces: new Uint16Array(this.faces) };
  }
}

/// Shaft and head.
export function arrow(sides) {
  const mesh = new Mesh();
  mesh.ring(sides, 0.07, -0.5, 0, false);
  mesh.tip(sides, -0.5, -1);
  mesh.ring(sides, 0.07, -0.5, 0, false);
  mesh.ring(sides, 0.07, 0.14, 0, true);
  mesh.ring(sides, 0.2, 0.14, -1, true);
  mesh.ring(sides, 0.2, 0.14, 0.45, false);
  mesh.tip(sides, 0.5, 1);
  return mesh.done();
}

/// A pyramid of few faces, for many arrows.
export function spike(sides) {
  const mesh = new Mesh();
  mesh.ring(sides, 0.17, -0.5, 0.2, false);
  mesh.tip(sides, 0.5, 1);
  for (let k = 2; k < sides; ++k) {
    mesh.faces.push(0, k, k - 1);
  }
  return mesh.done();
}

export function cube() {
  const mesh = new Mesh();
  for (let axis = 0; axis < 3; ++axis) {
    for (const side of [-1, 1]) {
      const first = mesh.vertices.length / 6;
      for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const point = [0, 0, 0], normal = [0, 0, 0];
        point[axis] = side / 2;
        point[(axis + 1) % 3] = (side * a) / 2;
        point[(axis + 2) % 3] = b / 2;
        normal[axis] = side;
        mesh.vertices.push(...point, ...normal);
      }
      mesh.faces.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return mesh.done();
}

/// The square that a ball is drawn in.
export function ball() {
  const mesh = new Mesh();
  mesh.vertices.push(...[[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]].flatMap(([x, y]) => [x, y, 0, 0, 0, 1]));
  mesh.faces.push(0, 1, 2, 2, 1, 3);
  return mesh.done();
}
