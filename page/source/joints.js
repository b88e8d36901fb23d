// Interfaces of blocks: their forces as lines, hinges as dots, the thrust line of a frame, and what opens or slips.

import { unit } from './colours.js';
import { Sparse } from './sparse.js';

const FORCE = unit([10, 62, 112]);
const HINGE = unit([179, 38, 30]);
const THRUST = unit([0, 114, 178]);
export const LONGEST = 0.16; // of the structure's size: the line of the reference force
const LEAST = 2e-3; // of the reference force: less is not drawn
const MOST = 4; // times the reference force: longer lines, as in impacts, are cut off
const LEAST_HINGE = 0.02; // of the reference force: hinges that carry less are not marked
const LEAST_TURN = 2e-3; // rad, between the blocks of a hinge
const AT_EDGE = 0.97; // share of the half length from which a joint counts as a hinge

export class Joints extends Sparse {
  /** Rows of the last frame up to `frame` that has any: {arrays, first, stop, frame}, see sparse.js. */
  at(frame, arrived) {
    const found = this.find(frame, arrived);
    if (found === null || found.frame < 0) return found;
    const { arrays, row } = found;
    return { arrays, first: arrays.ptr[row], stop: arrays.ptr[row + 1], frame: found.frame };
  }

  /** Rows of the first frame that has any: the run keeps no forces at its very start. */
  first(arrived) {
    const arrays = this.chunk(0, arrived);
    if (arrays === null || !arrays.frame.length) return null;
    return { arrays, first: arrays.ptr[0], stop: arrays.ptr[1], frame: arrays.frame[0] };
  }
}

/** Where the force of row i acts, as stored. */
export function pointOf(arrays, i) {
  return [0, 1, 2].map((c) => arrays.point_low[c] + arrays.point_step[c] * arrays.point[3 * i + c]);
}

/**
 * Draw the rows into ribbons. measures: see measures.js; factor: how much longer forces are. moved(block, point) gives
 * the place of a point that rides with a block; forward(point, a, b) brings a point between two blocks to the face that
 * is seen; turned(a, b, normal) tells by how much two blocks have turned against each other, out of their joint [rad];
 * shows: {forces, hinges, thrust}.
 */
export function drawJoints(rows, ribbons, measures, factor, { shows, moved, forward, turned, isShown, isSupport }) {
  const { arrays, first, stop } = rows;
  const reference = measures.force || 1;
  const longest = LONGEST * measures.size * factor;
  const loaded = new Map();
  const over = []; // forces and hinges lie over the thrust line
  for (let i = first; i < stop; i++) {
    const a = arrays.block_a[i];
    const b = arrays.block_b[i];
    if (!isShown(a) && !isShown(b)) continue;
    const force = [0, 1, 2].map((c) => arrays.force[3 * i + c] * arrays.unit[0]);
    const strength = Math.hypot(...force);
    if (strength < LEAST * reference) continue;
    const p = moved(b, pointOf(arrays, i));
    const seen = forward(p, a, b);
    if (shows.forces) {
      const half = (0.5 * longest * Math.min(1, (MOST * reference) / strength)) / reference;
      over.push([...seen.map((x, c) => x - half * force[c]), ...seen.map((x, c) => x + half * force[c]), FORCE, 2.5]);
    }
    if (shows.thrust) for (const k of [a, b]) if (!isSupport(k)) loaded.set(k, [...(loaded.get(k) || []), p]);
    if (shows.hinges && strength > LEAST_HINGE * reference && isHinge(arrays, i, turned)) over.push([...seen, ...seen, HINGE, 9]);
  }
  for (const [k, points] of loaded) {
    if (points.length === 2) ribbons.add(...forward(points[0], k, k), ...forward(points[1], k, k), THRUST, 3);
  }
  for (const line of over) ribbons.add(...line);
}

/** A joint that bends: its force acts at the edge, or its blocks have turned against each other. */
function isHinge(arrays, i, turned) {
  if (arrays.share && arrays.share[i] >= 255 * AT_EDGE) return true;
  if (!arrays.normal) return false;
  const normal = [0, 1, 2].map((c) => arrays.normal[3 * i + c] / 127);
  return turned(arrays.block_a[i], arrays.block_b[i], normal) > LEAST_TURN;
}

/** Greatest share of mortar that a joint of each block has lost since the start [0 to 1]; -1 where none held. */
export function lostMortar(start, now, out) {
  out.fill(-1);
  const count = out.length;
  const left = new Map();
  for (let i = now.first; i < now.stop; i++) left.set(now.arrays.block_a[i] * count + now.arrays.block_b[i], now.arrays.bonded[i]);
  for (let i = start.first; i < start.stop; i++) {
    const held = start.arrays.bonded[i];
    if (held === 0) continue;
    const [a, b] = [start.arrays.block_a[i], start.arrays.block_b[i]];
    const lost = Math.max(0, held - (left.get(a * count + b) ?? 0)) / 255; // a joint that is gone holds nothing
    out[a] = Math.max(out[a], lost);
    out[b] = Math.max(out[b], lost);
  }
}

/** Greatest value of a column of the rows for each block; -1 where a block has no joint. */
export function greatestOf(rows, name, out) {
  out.fill(-1);
  const column = rows.arrays?.[name];
  if (!column) return;
  for (let i = rows.first; i < rows.stop; i++) {
    const value = column[i];
    const a = rows.arrays.block_a[i];
    const b = rows.arrays.block_b[i];
    if (value > out[a]) out[a] = value;
    if (value > out[b]) out[b] = value;
  }
}
