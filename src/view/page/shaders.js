// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Shaders of WebGL 2. Light comes from the eye and a little from above; colours are looked up once per vertex.

const head = "#version 300 es\nprecision highp float;\n";

const shade = `
  uniform mat4 whole;
  uniform vec3 back, light;
  uniform sampler2D colours;
  uniform vec2 range;
  out vec3 colour;
  void shine(vec3 place, vec3 normal, float value) {
    float at = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
    vec3 paint = textureLod(colours, vec2((0.5 + 255.0 * at) / 256.0, 0.5), 0.0).rgb;
    colour = paint * (0.42 + 0.4 * max(0.0, dot(normal, back)) + 0.3 * max(0.0, dot(normal, light)));
    gl_Position = whole * vec4(place, 1.0);
  }`;

/// A shape at each site, turned along its vector where it is an arrow. Sites are in a texture, two texels each: place and value,
/// vector. An instance has many copies of the shape, since software draws one instance after another.
export const glyphs = {
  vertex: head + `
  layout(location = 0) in vec3 point;
  layout(location = 1) in vec3 bend;
  layout(location = 2) in float copy;
  uniform highp sampler2D sites;
  uniform int copies, count, across;
  uniform float size, longest;
  uniform bool turned; // along the vector
  ` + shade + `
  void main() {
    int n = gl_InstanceID * copies + int(copy);
    if (n >= count) { // none: a triangle without an area
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    ivec2 at = ivec2(2 * (n % across), n / across);
    vec4 site = texelFetch(sites, at, 0);
    vec3 along = vec3(0.0, 0.0, 1.0), right = vec3(1.0, 0.0, 0.0), up = vec3(0.0, 1.0, 0.0);
    float part = 1.0;
    if (turned) {
      vec3 vector = texelFetch(sites, at + ivec2(1, 0), 0).xyz;
      float size_ = length(vector);
      part = size_ / longest;
      along = size_ > 0.0 ? vector / size_ : along;
      right = normalize(cross(abs(along.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), along));
      up = cross(along, right);
    }
    mat3 axes = mat3(right, up, along);
    shine(site.xyz + size * part * (axes * point), axes * bend, site.w);
  }`,
  fragment: head + `
  in vec3 colour;
  out vec4 pixel;
  void main() { pixel = vec4(colour, 1.0); }`,
};

/// A layer of an image: its numbers, as a texture on a rectangle.
export const layers = {
  vertex: head + `
  uniform mat4 whole;
  uniform vec3 corner, first, second;
  out vec2 at;
  void main() {
    at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = whole * vec4(corner + at.x * first + at.y * second, 1.0);
  }`,
  fragment: head + `
  uniform sampler2D colours;
  uniform sampler2D numbers;
  uniform vec2 range;
  in vec2 at;
  out vec4 pixel;
  void main() {
    float value = texture(numbers, at).r;
    if (isnan(value)) discard;
    float part = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
    pixel = vec4(texture(colours, vec2((0.5 + 255.0 * part) / 256.0, 0.5)).rgb, 1.0);
  }`,
};

/// The edges of the lattice.
export const lines = {
  vertex: head + `
  layout(location = 0) in vec3 point;
  uniform mat4 whole;
  void main() { gl_Position = whole * vec4(point, 1.0); }`,
  fragment: head + `
  uniform vec3 paint;
  out vec4 pixel;
  void main() { pixel = vec4(paint, 1.0); }`,
};

export function program(gl, { vertex, fragment }) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(made));
  }
  const at = {}, count = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS);
  for (let k = 0; k < count; ++k) {
    const { name } = gl.getActiveUniform(made, k);
    at[name] = gl.getUniformLocation(made, name);
  }
  return { made, at };
}
