// Quaternions: (w, x, y, z) in products, as poses come; (x, y, z, w) where a vector is turned, as the shader has them.

export const conjugate = (q) => [q[0], -q[1], -q[2], -q[3]];
export const product = (p, q) => [
  p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
  p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
];

/** A vector turned by a quaternion (x, y, z, w). */
export function turn(q, v) {
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const inner = cross(q, v).map((x, c) => x + q[3] * v[c]);
  return cross(q, inner).map((x, c) => v[c] + 2 * x);
}
