// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Draws what is to be seen, by WebGL 2: shapes at sites by instancing, layers of images as textures, the edges of the lattice.

import { texels } from "./colours.js";
import { Billboards } from "./billboards.js";
import * as shaders from "./shaders.js";
import { across } from "./selection.js";
import * as shapes from "./shapes.js";

/// A square for each ball, or the arrow with most faces that can be drawn often enough; none if a processor has to draw more than
/// it can.
function shapeFor(kind, count) {
  if (kind !== "arrow") {
    return kind === "ball" && slow() && count > 1000 ? null : shapes[kind]();
  }
  const most = slow() ? 60000 : 1500000;
  const fits = [shapes.arrow(10), shapes.arrow(6), shapes.spike(5)].find(({ faces }) => (count * faces.length) / 3 <= most);
  return fits ?? (slow() ? null : shapes.spike(3));
}

/// Where the processor does WebGL, the page's canvas is a flat one, which shows what WebGL or billboards.js made.
export class Scene {
  constructor(canvas) {
    const options = { alpha: false, antialias: !slow(), powerPreference: "high-performance", preserveDrawingBuffer: false };
    this.flat = slow() ? canvas.getContext("2d", { alpha: false }) : null;
    this.gl = (this.flat ? document.createElement("canvas") : canvas).getContext("webgl2", options);
    if (!this.gl) {
      throw new Error("this browser has no WebGL 2, which the picture is drawn with");
    }
    const gl = this.gl;
    this.canvas = canvas;
    this.glyphs = shaders.program(gl, shaders.glyphs);
    this.balls = shaders.program(gl, shaders.balls);
    this.layers = shaders.program(gl, shaders.layers);
    this.lines = shaders.program(gl, shaders.lines);
    this.colours = this.texture();
    this.sites = this.texture();
    this.billboards = new Billboards();
    this.buffers = Object.fromEntries(["point", "faces", "box"].map((name) => [name, gl.createBuffer()]));
    this.shapes = gl.createVertexArray();
    this.edges = gl.createVertexArray();
    this.shown = { count: 0, layers: [] };
    this.background = [1, 1, 1];
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    this.describe();
  }

  texture() {
    const gl = this.gl, made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) {
      gl.texParameteri(gl.TEXTURE_2D, name, value);
    }
    return made;
  }

  describe() {
    const gl = this.gl;
    const numbers = (place, buffer, size, stride, offset) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[buffer]);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
    };
    gl.bindVertexArray(this.shapes);
    numbers(0, "point", 3, 28, 0);
    numbers(1, "point", 3, 28, 12);
    numbers(2, "point", 1, 28, 24);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.faces);
    gl.bindVertexArray(this.edges);
    numbers(0, "box", 3, 0, 0);
    gl.bindVertexArray(null);
  }

  fill(buffer, data) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[buffer]);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
  }

  setColours(map, range) {
    const gl = this.gl;
    this.range = range;
    this.texels = texels(map);
    gl.bindTexture(gl.TEXTURE_2D, this.colours);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, this.texels);
  }

  /// Shapes at `count` sites, whose `data` gather() made. kind: arrow, cube or ball.
  setShapes({ kind, count, data, longest, size }) {
    const gl = this.gl, shape = shapeFor(kind, count);
    if (!shape) {
      this.shown = { ...this.shown, kind, count, data, longest, size };
      return;
    }
    const copies = Math.max(1, Math.min(count, Math.floor(65535 / (shape.vertices.length / 6))));
    const name = `${kind} ${shape.faces.length} ${copies}`;
    if (this.shape !== name) {
      this.shape = name;
      this.setCopies(shape, copies);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.sites);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 2 * across, data.length / (8 * across), 0, gl.RGBA, gl.FLOAT, data);
    this.shown = { ...this.shown, count, data: null, copies, kind, longest, size };
  }

  setCopies({ vertices, faces }, copies) {
    const gl = this.gl, each = vertices.length / 6, all = new Float32Array(7 * each * copies), corners = new Uint16Array(faces.length * copies);
    for (let c = 0; c < copies; ++c) {
      for (let v = 0; v < each; ++v) {
        all.set(vertices.subarray(6 * v, 6 * v + 6), 7 * (c * each + v));
        all[7 * (c * each + v) + 6] = c;
      }
      for (let k = 0; k < faces.length; ++k) {
        corners[c * faces.length + k] = faces[k] + c * each;
      }
    }
    this.fill("point", all);
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.faces);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    this.corners = corners.length;
  }

  /// Layers, each with its corner, two edges and a texture of width times height numbers.
  setLayers(layers) {
    const gl = this.gl;
    this.shown.layers.forEach((layer) => gl.deleteTexture(layer.texture));
    this.shown.layers = layers.map((layer) => {
      const texture = this.texture();
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, layer.width, layer.height, 0, gl.RED, gl.FLOAT, layer.values);
      return { ...layer, texture };
    });
  }

  setBox(corners) {
    const edges = [];
    for (let a = 0; a < 8; ++a) {
      for (const bit of [1, 2, 4]) {
        if (!(a & bit)) {
          edges.push(...corners[a], ...corners[a | bit]);
        }
      }
    }
    this.box = new Float32Array(edges);
    this.fill("box", this.box);
  }

  draw(camera) {
    const gl = this.gl, { canvas, shown } = this;
    const sharp = slow() ? 1 : Math.min(2, window.devicePixelRatio || 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * sharp)), height = Math.max(1, Math.round(canvas.clientHeight * sharp));
    for (const each of new Set([canvas, gl.canvas])) {
      if (each.width !== width || each.height !== height) {
        [each.width, each.height] = [width, height];
      }
    }
    const seen = camera.matrices(width / height), { whole, back } = seen, light = [0.26, -0.31, 0.91];
    const paint = this.background.map((c) => (c > 0.5 ? 0.72 : 0.4));
    if (shown.data) {
      this.billboards.clear(width, height, this.background);
      this.billboards.lines(this.box, whole, paint);
      this.billboards.draw(shown, seen, light, this.texels, this.range);
      this.flat.putImageData(new ImageData(new Uint8ClampedArray(this.billboards.words.buffer), width, height), 0, 0);
      return;
    }
    gl.viewport(0, 0, width, height);
    gl.clearColor(...this.background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const begin = ({ made, at }) => {
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.whole, false, whole);
      gl.uniform2fv(at.range, this.range ?? [0, 1]);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.colours);
      return at;
    };
    let at = begin(this.lines);
    gl.uniform3fv(at.paint, paint);
    gl.bindVertexArray(this.edges);
    gl.drawArrays(gl.LINES, 0, 24);
    gl.bindVertexArray(null);
    if (shown.layers.length > 0) {
      at = begin(this.layers);
      gl.uniform1i(at.numbers, 1);
      gl.disable(gl.CULL_FACE);
      for (const layer of shown.layers) {
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, layer.texture);
        gl.uniform3fv(at.corner, layer.corner);
        gl.uniform3fv(at.first, layer.first);
        gl.uniform3fv(at.second, layer.second);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      }
      gl.enable(gl.CULL_FACE);
    }
    if (shown.count > 0) {
      at = begin(shown.kind === "ball" ? this.balls : this.glyphs);
      gl.uniform3fv(at.back, back);
      gl.uniform3fv(at.light, light);
      gl.uniform4fv(at.eye, camera.perspective ? [...seen.eye, 1] : [...back, 0]);
      gl.uniform1f(at.size, shown.size);
      gl.uniform1f(at.longest, shown.longest);
      gl.uniform1i(at.turned, shown.kind === "arrow");
      gl.uniform1i(at.sites, 1);
      gl.uniform1i(at.copies, shown.copies);
      gl.uniform1i(at.count, shown.count);
      gl.uniform1i(at.across, across);
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, this.sites);
      gl.bindVertexArray(this.shapes);
      gl.drawElementsInstanced(gl.TRIANGLES, this.corners, gl.UNSIGNED_SHORT, 0, Math.ceil(shown.count / shown.copies));
      gl.bindVertexArray(null);
    }
    this.flat?.drawImage(gl.canvas, 0, 0);
  }
}

let software;
/// Whether WebGL is done by the processor here.
export function slow() {
  if (software === undefined) {
    const gl = document.createElement("canvas").getContext("webgl2");
    const about = gl?.getExtension("WEBGL_debug_renderer_info");
    software = about ? /swiftshader|llvmpipe|software/i.test(gl.getParameter(about.UNMASKED_RENDERER_WEBGL)) : false;
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return software;
}
