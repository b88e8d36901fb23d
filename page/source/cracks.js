// Cracks: how far sub-contacts of blocks that deform have opened and worn, as lines along their joints; and open joints
// of rigid blocks as dots.

import { SCALE, unit } from './colours.js';
import { pointOf } from './joints.js';
import { Sparse } from './sparse.js';

const CRACK = unit([196, 30, 22]);
const OPEN = unit([20, 84, 148]);
const LEAST = 0.02; // of the full opening: less is not drawn
const LEAST_WORN = 13; // of 255
const LEAST_OPEN = 0.5; // mm, of joints of rigid blocks
const FULL_OPEN = 10; // mm

export class Cracks extends Sparse {
  /** Openings [mm] and wear [of 255] of the last frame up to `frame` that has any, see sparse.js. */
  at(frame, arrived) {
    const found = this.find(frame, arrived);
    if (found === null || found.frame < 0) return found;
    const { arrays, row } = found;
    const m = arrays.opening.shape[1];
    return { opening: arrays.opening.subarray(row * m, (row + 1) * m), worn: arrays.worn.subarray(row * m, (row + 1) * m), frame: found.frame };
  }
}

/** Middle between the nodes on both sides of a sub-contact, as they are drawn now. */
function placeOf(nodes, texels, k) {
  const sides = [nodes[2 * k], nodes[2 * k + 1]].filter((n) => n >= 0);
  return [0, 1, 2].map((c) => sides.reduce((sum, n) => sum + texels[4 * n + c], 0) / sides.length);
}

/** Lines along joints: cracks by how far they are open, wear by its colour. */
export function drawCracks(found, full, solids, texels, ribbons, shows) {
  const { crack_node: nodes, crack_edge: edges } = solids;
  const { opening, worn } = found;
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e], edges[e + 1]];
    if ((nodes[2 * a] < 0 && nodes[2 * a + 1] < 0) || (nodes[2 * b] < 0 && nodes[2 * b + 1] < 0)) continue;
    const wear = Math.max(worn[a], worn[b]);
    const open = Math.max(opening[a], opening[b]);
    const drawsWear = shows.wear && wear >= LEAST_WORN;
    const drawsCrack = shows.cracks && full > 0 && open > LEAST * full;
    if (!drawsWear && !drawsCrack) continue;
    const [from, to] = [placeOf(nodes, texels, a), placeOf(nodes, texels, b)];
    if (drawsWear) ribbons.add(...from, ...to, unit([SCALE[3 * wear], SCALE[3 * wear + 1], SCALE[3 * wear + 2]]), 7);
    if (drawsCrack) ribbons.add(...from, ...to, CRACK, 1 + 5 * Math.min(1, open / full));
  }
}

/** Dots on joints of rigid blocks that have opened; the more, the larger. */
export function drawOpen({ arrays, first, stop }, ribbons, { moved, forward, isShown }) {
  if (!arrays.opening) return;
  for (let i = first; i < stop; i++) {
    const open = arrays.opening[i];
    if (open < LEAST_OPEN || (!isShown(arrays.block_a[i]) && !isShown(arrays.block_b[i]))) continue;
    const p = forward(moved(arrays.block_b[i], pointOf(arrays, i)), arrays.block_a[i], arrays.block_b[i]);
    ribbons.add(...p, ...p, OPEN, 4 + 8 * Math.min(1, open / FULL_OPEN));
  }
}
