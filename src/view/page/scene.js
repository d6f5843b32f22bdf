// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Draws what is to be seen, by WebGL 2: shapes at sites by instancing, layers as textures, the edges of the lattice.

import { texels } from "./colours.js";
import * as shaders from "./shaders.js";
import * as shapes from "./shapes.js";

/// Pictures of this many arrows have arrows of so few faces.
const detail = (count) => (count <= 3000 ? shapes.arrow(12) : count <= 12000 ? shapes.arrow(6) : shapes.spike(count <= 30000 ? 5 : 3));

export class Scene {
  constructor(canvas) {
    const options = { alpha: false, antialias: !slow(), powerPreference: "high-performance", preserveDrawingBuffer: false };
    this.gl = canvas.getContext("webgl2", options);
    if (!this.gl) {
      throw new Error("this browser has no WebGL 2, which the picture is drawn with");
    }
    const gl = this.gl;
    this.canvas = canvas;
    this.glyphs = shaders.program(gl, shaders.glyphs);
    this.layers = shaders.program(gl, shaders.layers);
    this.lines = shaders.program(gl, shaders.lines);
    this.colours = this.texture(gl.RGBA8, gl.NEAREST);
    this.buffers = Object.fromEntries(["point", "faces", "site", "vector", "value", "box"].map((name) => [name, gl.createBuffer()]));
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
    const numbers = (place, buffer, size, stride, offset, step) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[buffer]);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(place, step);
    };
    gl.bindVertexArray(this.shapes);
    numbers(0, "point", 3, 24, 0, 0);
    numbers(1, "point", 3, 24, 12, 0);
    numbers(2, "site", 3, 0, 0, 1);
    numbers(3, "vector", 3, 0, 0, 1);
    numbers(4, "value", 1, 0, 0, 1);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.faces);
    gl.bindVertexArray(this.edges);
    numbers(0, "box", 3, 0, 0, 0);
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
    gl.bindTexture(gl.TEXTURE_2D, this.colours);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels(map));
  }

  /// Shapes at `count` sites. kind: arrow, cube or ball.
  setShapes({ kind, count, position, vectors, values, longest, size }) {
    const gl = this.gl;
    const name = kind === "arrow" ? `arrow ${detail(count).faces.length}` : kind;
    if (this.shape !== name) {
      this.shape = name;
      const { vertices, faces } = kind === "arrow" ? detail(count) : shapes[kind]();
      this.fill("point", vertices);
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.faces);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, faces, gl.STATIC_DRAW);
      this.faces = faces.length;
    }
    this.fill("site", position);
    this.fill("vector", vectors);
    this.fill("value", values);
    this.shown = { ...this.shown, count, turned: kind === "arrow", longest, size };
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
    this.fill("box", new Float32Array(edges));
  }

  draw(camera) {
    const gl = this.gl, { canvas, shown } = this;
    const sharp = slow() ? 1 : Math.min(2, window.devicePixelRatio || 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * sharp)), height = Math.max(1, Math.round(canvas.clientHeight * sharp));
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
    }
    const { whole, back } = camera.matrices(width / height);
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
    gl.uniform3fv(at.paint, this.background.map((c) => (c > 0.5 ? 0.72 : 0.4)));
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
      at = begin(this.glyphs);
      gl.uniform3fv(at.back, back);
      gl.uniform3fv(at.light, [0.26, -0.31, 0.91]);
      gl.uniform1f(at.size, shown.size);
      gl.uniform1f(at.longest, shown.longest);
      gl.uniform1i(at.turned, shown.turned);
      gl.bindVertexArray(this.shapes);
      gl.drawElementsInstanced(gl.TRIANGLES, this.faces, gl.UNSIGNED_SHORT, 0, shown.count);
      gl.bindVertexArray(null);
    }
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
