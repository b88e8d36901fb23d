// Shaders: blocks placed by a texture of poses (or of nodes), and lines of a width on the screen.

export const BLOCKS_VERTEX = `
precision highp float;
precision highp int;
in vec3 edge;
in float id;
#ifdef DEFORMS
in float node;
uniform sampler2D nodes;
#endif
uniform sampler2D poses;
uniform sampler2D tones;
uniform float pick;
uniform float pale;
flat out vec3 tint;
out vec3 side;
#ifdef PLACES
out vec3 place;
#endif
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
vec4 texel(sampler2D from, int k) { return texelFetch(from, ivec2(k & 1023, k >> 10), 0); } // rows of 1024, see stage.js
void main() {
  int block = int(id + 0.5);
  vec4 tone = texel(tones, block), at = texel(poses, 2 * block), q = texel(poses, 2 * block + 1);
  vec3 here = at.xyz + turn(q, position);
#ifdef DEFORMS
  if (node >= 0.0) here = texel(nodes, int(node + 0.5)).xyz;
  float light = 1.0; // by the faces as they are bent, in the other shader
#else
  vec3 n = turn(q, normal);
  float light = 0.66 + 0.22 * dot(n, vec3(0.28, -0.58, 0.77)) + 0.14 * abs(n.z) + 0.06 * n.x;
#endif
  int k = block + 1;
  tint = pick > 0.5 ? vec3(float(k & 255), float((k >> 8) & 255), float((k >> 16) & 255)) / 255.0
    : mix(tone.rgb * light, vec3(1.0), pale);
  side = edge;
#ifdef PLACES
  place = here;
#endif
  gl_Position = tone.a < 0.5 ? vec4(0.0, 0.0, 2.0, 1.0) : projectionMatrix * viewMatrix * vec4(here, 1.0);
}`;

export const BLOCKS_FRAGMENT = `
precision highp float;
precision highp int;
flat in vec3 tint;
in vec3 side;
#ifdef PLACES
in vec3 place;
#endif
uniform float pick;
uniform float pale;
uniform float outlines;
uniform vec4 section;
out vec4 colour;
void main() {
#ifdef CUTS
  if (dot(section.xyz, place) > section.w) discard;
#endif
  if (pick > 0.5) {
    colour = vec4(tint, 1.0);
    return;
  }
  vec3 shown = tint;
#ifdef DEFORMS
  vec3 n = normalize(cross(dFdx(place), dFdy(place)));
  shown *= 0.66 + 0.22 * dot(n, vec3(0.28, -0.58, 0.77)) + 0.14 * abs(n.z) + 0.06 * n.x;
#endif
#ifdef CUTS
  if (!gl_FrontFacing) shown *= 0.6;
#endif
  float e = side.z > 1.5 ? 1.0 - max(abs(side.x), abs(side.y)) : min(side.x, min(side.y, side.z));
  float w = fwidth(e);
  float line = (1.0 - smoothstep(0.5, 1.3, e / max(w, 1e-6))) * (1.0 - smoothstep(0.1, 0.5, w)) * outlines;
  colour = vec4(shown * (1.0 - line * mix(0.58, 0.26, pale)), 1.0);
}`;

export const RIBBON_VERTEX = `
precision highp float;
in vec2 corner;
in vec3 from;
in vec3 to;
in vec4 look;
uniform vec2 screen;
out vec3 tint;
out vec4 local;
out vec4 place; // over depth, and one over depth: lines are straight on the screen
const float lift = 0.998; // a little nearer to the eye along its ray: what lies on a face is seen
vec4 clip(vec3 at) { return projectionMatrix * vec4(lift * (viewMatrix * vec4(at, 1.0)).xyz, 1.0); }
void main() {
  vec4 a = clip(from), b = clip(to);
  vec3 first = from, last = to;
  float least = 1e-4;
  if (a.w < least && b.w < least) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  if (a.w < least) {
    float kept = (b.w - least) / (b.w - a.w);
    a = mix(b, a, kept);
    first = mix(last, first, kept);
  }
  if (b.w < least) {
    float kept = (a.w - least) / (a.w - b.w);
    b = mix(a, b, kept);
    last = mix(first, last, kept);
  }
  vec2 pa = a.xy / a.w * screen, pb = b.xy / b.w * screen;
  vec2 along = pb - pa;
  float length_ = length(along);
  along = length_ > 1e-3 ? along / length_ : vec2(1.0, 0.0);
  float half_ = 0.5 * look.w;
  float s = corner.x * 2.0 - 1.0;
  vec2 at = mix(pa, pb, corner.x) + along * s * half_ + vec2(-along.y, along.x) * corner.y * half_;
  vec4 p = mix(a, b, corner.x);
  place = vec4(mix(first, last, corner.x), 1.0) / p.w;
  tint = look.rgb;
  local = vec4(corner.x * length_ + s * half_, corner.y * half_, length_, half_);
  gl_Position = vec4(at / screen, p.z / p.w, 1.0);
}`;

export const RIBBON_FRAGMENT = `
precision highp float;
in vec3 tint;
in vec4 local;
in vec4 place;
uniform vec4 section;
uniform float share;
out vec4 colour;
void main() {
  if (dot(section.xyz, place.xyz / place.w) > section.w) discard;
  float beyond = local.x - clamp(local.x, 0.0, local.z);
  if (length(vec2(beyond, local.y)) > local.w) discard;
  colour = vec4(tint, share);
}`;
