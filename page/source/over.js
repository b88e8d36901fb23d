// What is drawn over the blocks of a stage at a time: forces, hinges, thrust lines, ties, cracks.

import { parse, unit } from './colours.js';
import { drawCracks, drawOpen } from './cracks.js';
import { drawJoints } from './joints.js';
import { conjugate, product, turn } from './quaternions.js';

const TIE = unit([0, 120, 90]);
const THIN = 0.5; // a structure whose depth is less than this share of its length is a wall or an arch
const FACING = 0.35; // cosine, from which on its face is what is seen

export class Over {
  constructor(stage) {
    this.stage = stage;
    this.toward = [0, -1, 0];
    this.reachOfBlocks();
    this.reachOfLines();
  }

  /** Draw all that is switched on, as at a frame. */
  draw(frame) {
    const { stage } = this;
    const { head, shows, ribbons, joints, cracks } = stage;
    ribbons.clear();
    const opens = shows.cracks && !cracks;
    const words = [['forces', shows.forces], ['hinges', shows.hinges], ['thrust', shows.thrust], ['open joints', opens]]
      .filter(([, on]) => on).map(([word]) => word).join(', ');
    if (joints && words) {
      const rows = joints.at(stage.isRun ? frame : 0, stage.arrived);
      stage.note(words, rows);
      if (rows !== null && rows.frame >= 0) this.drawRows(rows, opens);
    }
    if (cracks && (shows.cracks || shows.wear)) {
      const found = cracks.at(frame, stage.arrived);
      stage.note(shows.cracks ? 'cracks' : 'damage', found);
      if (found !== null && found.frame >= 0) drawCracks(found, stage.measures.crack, stage.solids, stage.nodeTexels, ribbons, shows);
    }
    if (shows.ties && head.ties.length) this.drawTies();
    if (this.drawsLines) this.drawLines();
    ribbons.finish();
  }

  drawRows(rows, opens) {
    const { stage } = this;
    const { shows } = stage;
    const isThere = stage.scale === 1 && stage.poses.time[rows.frame] === stage.time;
    const ways = {
      shows, moved: isThere ? (b, p) => p : (b, p) => this.ride(b, p, rows.frame), forward: (p, a, b) => this.forward(p, a, b),
      turned: (a, b, n) => this.turned(a, b, n, rows.frame), isShown: (i) => stage.isShown(i), isSupport: (i) => stage.head.is_support[i] };
    drawJoints(rows, stage.ribbons, stage.measures, stage.forceFactor, ways);
    if (opens) drawOpen(rows, stage.ribbons, ways);
  }

  // -- places ------------------------------------------------------------------------------------------

  /** Place of a point of block b that was at `point` at a frame, now and as displacements are magnified. */
  ride(b, point, frame) {
    const n = this.stage.count;
    const at = this.stage.poses.courses.frame(frame);
    const q = [at[4 * n + b], at[5 * n + b], at[6 * n + b], at[3 * n + b]];
    const local = turn([-q[0], -q[1], -q[2], q[3]], point.map((x, c) => x - at[c * n + b]));
    return this.pointNow(b, local);
  }

  /** By how much block b has turned against block a since the start, other than about the normal of their joint [rad]. */
  turned(a, b, normal, frame) {
    const { poses, count: n } = this.stage;
    const at = poses.courses.frame(frame);
    const since = (i) => product([3, 4, 5, 6].map((c) => at[c * n + i]), conjugate([3, 4, 5, 6].map((c) => poses.start[c * n + i])));
    const [w, ...v] = product(since(b), conjugate(since(a)));
    const along = v[0] * normal[0] + v[1] * normal[1] + v[2] * normal[2];
    return 2 * Math.atan2(Math.hypot(...v.map((x, c) => x - along * normal[c])), Math.abs(w));
  }

  /** Where a point in the frame of block b is drawn. */
  pointNow(b, local) {
    const o = 8 * b;
    const { texels } = this.stage;
    const q = texels.subarray(o + 4, o + 8);
    return turn(q, local).map((x, c) => x + texels[o + c]);
  }

  // -- the face that is seen ---------------------------------------------------------------------------

  /** Across which axis a wall or an arch is thin (-1: none), and how far each block reaches along it from its centre. */
  reachOfBlocks() {
    const { head, solids, count } = this.stage;
    const size = [0, 1, 2].map((c) => head.box[1][c] - head.box[0][c]);
    this.thin = size[1] <= THIN * size[0] ? 1 : size[0] <= THIN * size[1] ? 0 : -1;
    if (this.thin < 0) return;
    this.reach = [new Float32Array(count), new Float32Array(count)];
    const { vertex, vertex_block: owner } = solids;
    for (let v = 0; v < owner.length; v++) {
      const b = owner[v];
      const s = this.pointNow(b, [vertex[3 * v], vertex[3 * v + 1], vertex[3 * v + 2]])[this.thin] - this.stage.texels[8 * b + this.thin];
      this.reach[0][b] = Math.min(this.reach[0][b], s);
      this.reach[1][b] = Math.max(this.reach[1][b], s);
    }
  }

  /** A point between blocks a and b of a wall or an arch, on their face where that is what is seen. */
  forward(p, a, b) {
    const { thin, toward } = this;
    if (thin < 0 || !this.isFacing) return p;
    const supports = this.stage.head.is_support;
    const side = toward[thin] >= 0 ? 1 : 0;
    const faces = [a, b].filter((k) => !supports[k]).map((k) => this.stage.texels[8 * k + thin] + this.reach[side][k]);
    if (!faces.length) return p;
    const out = [...p];
    out[thin] = side ? Math.max(...faces) : Math.min(...faces);
    return out;
  }

  get isFacing() {
    return this.thin >= 0 && Math.abs(this.toward[this.thin]) >= FACING * Math.hypot(...this.toward);
  }

  /** Direction from the structure to the viewer; lines that lie on a face go to the one that is seen. */
  seeFrom(toward) {
    this.toward = toward;
    const side = (axis) => axis.reduce((sum, x, c) => sum + x * toward[c], 0) >= 0;
    const { head, shows } = this.stage;
    const seen = [[1, 0, 0], [0, 1, 0], ...head.lines.map((line) => line.axis)].map(side).concat(this.isFacing).join();
    if (seen === this.seen) return false;
    this.seen = seen;
    return this.drawsLines || shows.thrust || shows.forces || shows.hinges || shows.cracks;
  }

  // -- ties, thrust lines of an answer -------------------------------------------------------------------

  get drawsLines() {
    return this.stage.shows.lines && this.stage.head.lines.length > 0;
  }

  drawTies() {
    const { head, solids, ribbons, time } = this.stage;
    const { tie_block: block, tie_point: point, tie_broken: broken } = solids;
    const count = head.ties.length;
    for (let k = 0; k < count; k++) {
      if (time >= broken[k]) continue;
      const ends = [0, 1].map((side) => {
        const at = 3 * (side * count + k);
        return this.pointNow(block[side * count + k], Array.from(point.subarray(at, at + 3)));
      });
      ribbons.add(...ends[0], ...ends[1], TIE, 4);
      for (const end of ends) ribbons.add(...end, ...end, TIE, 9);
    }
  }

  /** Thrust lines on the face of their blocks that is seen: inside of them they would seem to leave the ring. */
  drawLines() {
    const { head, ribbons } = this.stage;
    head.lines.forEach((line, k) => {
      const colour = unit(parse(head.colours.lines[k % head.colours.lines.length]));
      const along = (p) => p.reduce((sum, x, c) => sum + x * line.axis[c], 0);
      const front = along(this.toward) >= 0 ? line.reach[1] : line.reach[0];
      const points = line.points.map((p) => p.map((x, c) => x + (front - along(p)) * line.axis[c]));
      for (let i = 0; i + 1 < points.length; i++) ribbons.add(...points[i], ...points[i + 1], colour, 3);
      for (const p of points) ribbons.add(...p, ...p, colour, 7);
    });
  }

  /** How far the blocks of each thrust line reach along its axis; points that are not known have no place. */
  reachOfLines() {
    const { head, solids } = this.stage;
    const { vertex, vertex_block: owner } = solids;
    for (const line of head.lines) {
      line.points = line.points.filter((p) => p.every(Number.isFinite));
      const own = new Set(line.blocks.filter((i) => !head.is_support[i]));
      line.reach = [Infinity, -Infinity];
      for (let v = 0; v < owner.length; v++) {
        if (!own.has(owner[v])) continue;
        const p = this.pointNow(owner[v], Array.from(vertex.subarray(3 * v, 3 * v + 3)));
        const s = p.reduce((sum, x, c) => sum + x * line.axis[c], 0);
        line.reach = [Math.min(line.reach[0], s), Math.max(line.reach[1], s)];
      }
    }
  }
}
