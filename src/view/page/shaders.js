// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Shaders of WebGL 2. Light comes from the eye and a little from above; colours are looked up once per vertex.

const head = "#version 300 es\nprecision highp float;\n";

const shine = `
  uniform vec3 back, light;
  vec3 shine(vec3 paint, vec3 normal) {
    return paint * (0.42 + 0.4 * max(0.0, dot(normal, back)) + 0.3 * max(0.0, dot(normal, light)));
  }`;

/// What vertices of a shape at each site have in common. Sites are in a texture, two texels each: place and value, vector. An
/// instance has many copies of the shape, since software draws one instance after another.
const atSites = head + `
  layout(location = 0) in vec3 point;
  layout(location = 1) in vec3 bend;
  layout(location = 2) in float copy;
  uniform highp sampler2D sites;
  uniform sampler2D colours;
  uniform vec2 range;
  uniform int copies, count, across;
  uniform mat4 whole;
  uniform float size;
  int number() { return gl_InstanceID * copies + int(copy); }
  ivec2 texel(int n) { return ivec2(2 * (n % across), n / across); }
  vec3 painted(float value) {
    float at = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
    return textureLod(colours, vec2((0.5 + 255.0 * at) / 256.0, 0.5), 0.0).rgb;
  }
  void nothing() { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); } // a triangle without an area
  `;

/// Arrows, turned along the vectors, and cubes.
export const glyphs = {
  vertex: atSites + shine + `
  uniform float longest;
  uniform bool turned; // along the vector
  out vec3 colour;
  void main() {
    int n = number();
    if (n >= count) {
      nothing();
      return;
    }
    ivec2 at = texel(n);
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
    colour = shine(painted(site.w), axes * bend);
    gl_Position = whole * vec4(site.xyz + size * part * (axes * point), 1.0);
  }`,
  fragment: head + `
  in vec3 colour;
  out vec4 pixel;
  void main() { pixel = vec4(colour, 1.0); }`,
};

/// Balls: squares that face the eye and are as large as the outline of the ball; where a ray from the eye meets the ball is found
/// for each pixel. `eye` has 1 behind it, or is the direction to the eye, with 0, where all rays are parallel.
export const balls = {
  vertex: atSites + `
  uniform vec4 eye;
  flat out vec3 paint, centre;
  out vec3 place;
  void main() {
    int n = number();
    vec4 site = texelFetch(sites, texel(min(n, count - 1)), 0);
    paint = painted(site.w);
    centre = site.xyz;
    vec3 ahead = eye.xyz - eye.w * centre;
    float sine = eye.w * 0.5 * size / length(ahead); // of half the angle that the ball takes up
    if (n >= count || sine >= 1.0) { // the eye is in it
      nothing();
      return;
    }
    ahead = normalize(ahead);
    vec3 right = normalize(cross(abs(ahead.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), ahead));
    place = centre + size * inversesqrt(1.0 - sine * sine) * (point.x * right + point.y * cross(ahead, right));
    gl_Position = whole * vec4(place, 1.0);
  }`,
  fragment: head + `
  uniform mat4 whole;
  uniform vec4 eye;
  uniform float size;
  ` + shine + `
  flat in vec3 paint, centre;
  in vec3 place;
  out vec4 pixel;
  void main() {
    vec3 ray = normalize(eye.w * place - eye.xyz), from = place - centre;
    float along = dot(from, ray), inside = along * along - dot(from, from) + 0.25 * size * size;
    if (inside < 0.0) discard;
    vec3 met = from - (along + sqrt(inside)) * ray;
    vec4 at = whole * vec4(centre + met, 1.0);
    gl_FragDepth = 0.5 + 0.5 * at.z / at.w;
    pixel = vec4(shine(paint, met / (0.5 * size)), 1.0);
  }`,
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
