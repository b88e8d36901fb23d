// One result on its stage: blocks, colours, forces, ties, lines at a time.

import {
  DataTexture, DoubleSide, FloatType, FrontSide, GLSL3, Mesh, NearestFilter, RGBAFormat, Scene, ShaderMaterial,
  UnsignedByteType, Vector4,
} from 'three';
import { CHOSEN, NONE, SCALE, lengthUnit, parse, speedUnit, unit, vary } from './colours.js';
import { Courses, Poses } from './courses.js';
import { Cracks, drawCracks, drawOpen } from './cracks.js';
import { Joints, drawJoints, greatestOf, lostMortar } from './joints.js';
import { readData, readPart } from './part.js';
import { Ribbons } from './ribbons.js';
import { BLOCKS_FRAGMENT, BLOCKS_VERTEX } from './shaders.js';
import { mergeFaces } from './solids.js';

const WIDTH = 1024; // texels of a row, as in shaders.js
const TIE = unit([0, 120, 90]);

/** Ways to colour blocks: words, and which results have them. */
export const COLOURS = {
  stone: { label: 'stone' },
  group: { label: 'group' },
  displacement: { label: 'displacement' },
  speed: { label: 'speed', runs: true },
  opening: { label: 'opening of joints', joints: true, runs: true },
  slip: { label: 'slip of joints since the start', joints: true, slip: true },
  damage: { label: 'mortar that is broken', joints: true, runs: true, mortar: true },
  wear: { label: 'damage of joints', joints: true, runs: true, wear: true },
};

export class Stage {
  constructor(id, head) {
    this.id = id;
    this.head = head;
    this.count = head.names.length;
    this.isRun = head.kind === 'run';
    this.time = 0;
    this.scale = 1;
    this.colour = 'stone';
    this.chosen = -1;
    this.shows = { forces: false, hinges: false, thrust: false, ties: true, lines: true, cracks: false, wear: false };
    this.forceFactor = 1;
    this.hiddenGroups = new Set();
    this.hidden = new Uint8Array(this.count);
    this.toward = [0, -1, 0];
    this.hidesSupports = false;
    this.full = {}; // full scale of each colour, in SI units
    this.scene = new Scene();
    this.ribbons = new Ribbons();
    this.redraw = () => {};
    this.failed = () => {};
  }

  static async open(id) {
    const head = await readData(`${id}/head`);
    if (head.form !== 1) throw new Error('this page and its data are of different versions of drystone');
    const stage = new Stage(id, head);
    await stage.build();
    return stage;
  }

  async build() {
    const head = this.head;
    const solids = await readPart(`${this.id}/solids`);
    this.solids = solids;
    this.poses = new Poses(solids.start, this.count, head.chunk);
    this.nodes = head.is_rigid ? null : new Courses(3, 0, head.chunk);
    this.joints = head.has_joints ? new Joints(head, (k) => readPart(`${this.id}/joints-${k}`)) : null;
    this.cracks = head.has_cracks ? new Cracks(head, (k) => readPart(`${this.id}/cracks-${k}`)) : null;
    await this.takeChunk(0);
    const height = Math.max(1, Math.ceil((2 * this.count) / WIDTH));
    this.texels = new Float32Array(WIDTH * height * 4);
    this.poseTexture = texture(this.texels, height, FloatType);
    const rows = Math.max(1, Math.ceil(this.count / WIDTH));
    this.tones = new Uint8Array(WIDTH * rows * 4);
    this.toneTexture = texture(this.tones, rows, UnsignedByteType);
    this.speed = new Float32Array(this.count);
    this.value = new Float32Array(this.count);
    this.material = new ShaderMaterial({
      glslVersion: GLSL3, vertexShader: BLOCKS_VERTEX, fragmentShader: BLOCKS_FRAGMENT, side: FrontSide,
      defines: this.nodes ? { DEFORMS: 1, PLACES: 1 } : {},
      uniforms: {
        poses: { value: this.poseTexture }, tones: { value: this.toneTexture }, pick: { value: 0 }, pale: { value: 0 },
        outlines: { value: 1 }, section: { value: new Vector4(0, 0, 0, 1e9) }, nodes: { value: null },
      },
    });
    if (this.nodes) {
      const deep = Math.max(1, Math.ceil(this.nodes.count / WIDTH));
      this.nodeTexels = new Float32Array(WIDTH * deep * 4);
      this.nodeTexture = texture(this.nodeTexels, deep, FloatType);
      this.material.uniforms.nodes.value = this.nodeTexture;
    }
    const mesh = new Mesh(mergeFaces(solids), this.material);
    mesh.frustumCulled = false;
    this.mesh = mesh;
    this.scene.add(mesh, this.ribbons.mesh);
    this.baseTones();
    this.place();
    this.reachOfLines();
    this.update();
  }

  /** Load the chunks that are not there yet, one after the other; told(share) hears how far it is. */
  async loadRest(told) {
    for (let k = 1; k < this.head.state.chunks; k++) {
      if (!this.poses.courses.chunks[k]) await this.takeChunk(k);
      told((k + 1) / this.head.state.chunks);
    }
    this.full = {};
  }

  async takeChunk(number) {
    const loads = [readPart(`${this.id}/poses-${number}`)];
    if (this.nodes) loads.push(readPart(`${this.id}/nodes-${number}`));
    const [poses, nodes] = await Promise.all(loads);
    if (nodes) {
      if (!this.nodes.chunks.length) this.nodes.count = nodes.planes.shape[3];
      this.nodes.take(number, nodes);
      if (number === 0) this.nodeStart = this.nodes.frame(0).slice();
    }
    this.poses.take(number, poses);
  }

  /** Frames that a run has gained. */
  async follow(state) {
    const before = this.poses.frameCount;
    this.head.state = state;
    if (state.frames === before) return false;
    for (let k = Math.floor(before / this.head.chunk); k < state.chunks; k++) {
      if (this.joints) this.joints.forget(k);
      if (this.cracks) this.cracks.forget(k);
      await this.takeChunk(k);
    }
    this.full = {};
    return true;
  }

  // -- colours -----------------------------------------------------------------------------------------

  baseTones() {
    const { head } = this;
    const stone = parse(head.colours.stone);
    const support = parse(head.colours.support);
    const faces = head.colours.faces.map(parse);
    this.base = new Uint8Array(3 * this.count);
    for (let i = 0; i < this.count; i++) {
      const own = this.colour === 'group' && head.group[i] >= 0 ? faces[head.group[i] % faces.length] : stone;
      this.base.set(vary(head.is_support[i] ? support : own, i), 3 * i);
    }
  }

  isShown(i) {
    return this.head.is_support[i] ? !this.hidesSupports : !this.hidden[i];
  }

  /** Hide the blocks of a group, by its number, or show them again. */
  hideGroup(k, hides) {
    this.hiddenGroups[hides ? 'add' : 'delete'](k);
    this.hidden.fill(0);
    for (const each of this.hiddenGroups) for (const i of this.head.members[each]) this.hidden[i] = 1;
  }

  /** Full scale of the present colour in SI units, over the whole run. */
  fullScale() {
    if (this.full[this.colour] === undefined) {
      const free = this.head.is_support.map((s) => !s);
      const { distance, speed } = this.poses.extremes(free);
      this.full.displacement ??= distance || 1e-3;
      this.full.speed ??= speed || 1e-3;
      this.full.opening ??= 0.01;
      this.full.slip ??= 0.01;
      this.full.damage ??= 1;
      this.full.wear ??= 1;
      this.greatest = this.full[this.colour];
    }
    return this.full[this.colour];
  }

  /** What the legend says of the present colour. */
  legend() {
    if (this.colour === 'stone' || this.colour === 'group') return null;
    const full = this.fullScale();
    return { ...this.scaleWords(full), full, isCut: full < this.greatest || this.colour === 'opening' || this.colour === 'slip' };
  }

  scaleWords(full) {
    if (this.colour === 'speed') {
      const [factor, name] = speedUnit(full);
      return { title: 'speed of centres of mass', factor, unit: name };
    }
    if (this.colour === 'damage') return { title: 'share of mortar lost at the worst joint of a block', factor: 1, unit: '-' };
    if (this.colour === 'wear') return { title: 'greatest damage at a joint of a block', factor: 1, unit: '-' };
    if (!this.isRun) return { title: 'motion in the mechanism, fastest centre = 1', factor: 1 / this.greatest, unit: '-' };
    const [factor, name] = lengthUnit(full);
    const titles = {
      displacement: 'displacement of centres since the start',
      opening: 'widest open joint of a block', slip: 'greatest slip at a joint of a block',
    };
    return { title: titles[this.colour], factor, unit: name };
  }

  paint(frame) {
    const { tones, value, base, head } = this;
    const isScale = this.colour !== 'stone' && this.colour !== 'group';
    const full = isScale ? this.fullScale() : 1;
    let known = true;
    if (COLOURS[this.colour].joints) {
      const arrived = (error) => (error ? this.failed(error) : this.redraw());
      const rows = this.joints.at(frame, arrived);
      const start = this.colour === 'damage' ? this.joints.first(arrived) : rows;
      known = rows !== null && start !== null;
      if (known && this.colour === 'damage') lostMortar(start, rows, value);
      else if (known) greatestOf(rows, this.colour, value);
    }
    const toUnit = this.colour === 'damage' ? 1 : this.colour === 'wear' ? 1 / 255 : 1e-3; // lengths come in mm
    const active = this.poses.courses.active(frame);
    for (let i = 0; i < this.count; i++) {
      const o = 4 * i;
      let r = base[3 * i];
      let g = base[3 * i + 1];
      let b = base[3 * i + 2];
      if (isScale && !head.is_support[i]) {
        const v = this.colour === 'displacement' ? this.texels[8 * i + 3]
          : this.colour === 'speed' ? this.speed[i] : known ? value[i] * toUnit : -1;
        if (v < 0) [r, g, b] = NONE;
        else {
          const k = 3 * Math.min(255, Math.floor((255 * v) / full));
          r = SCALE[k];
          g = SCALE[k + 1];
          b = SCALE[k + 2];
        }
      }
      if (i === this.chosen) [r, g, b] = CHOSEN;
      tones[o] = r;
      tones[o + 1] = g;
      tones[o + 2] = b;
      tones[o + 3] = this.isShown(i) && (active === null || active[i]) ? 255 : 0;
    }
    this.toneTexture.needsUpdate = true;
  }

  // -- a time ------------------------------------------------------------------------------------------

  /** Poses alone: what a frame costs. */
  place() {
    const found = this.poses.fill(this.time, this.scale, this.texels, this.colour === 'speed' ? this.speed : null);
    this.poseTexture.needsUpdate = true;
    if (this.nodes) this.placeNodes(found);
    return found;
  }

  placeNodes({ frame, share }) {
    const n = this.nodes.count;
    const a = this.nodes.frame(frame);
    const b = this.nodes.frame(Math.min(frame + 1, this.poses.frameCount - 1));
    const from = this.nodeStart;
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < n; i++) {
        const k = c * n + i;
        const at = a[k] + (b[k] - a[k]) * share;
        this.nodeTexels[4 * i + c] = from[k] + this.scale * (at - from[k]);
      }
    }
    this.nodeTexture.needsUpdate = true;
  }

  update() {
    const { frame, share } = this.place();
    const nearest = share > 0.5 ? frame + 1 : frame;
    this.paint(nearest);
    this.ribbons.clear();
    this.drawOver(nearest);
    this.ribbons.finish();
    this.material.uniforms.pale.value = this.shows.forces || this.shows.thrust || this.drawsLines ? 0.45 : 0;
  }

  get drawsLines() {
    return this.shows.lines && this.head.lines.length > 0;
  }

  drawOver(frame) {
    const { head, shows } = this;
    const size = Math.max(...[0, 1, 2].map((c) => head.box[1][c] - head.box[0][c]));
    this.jointTime = null;
    const opens = shows.cracks && !this.cracks;
    if (this.joints && (shows.forces || shows.hinges || shows.thrust || opens)) {
      const rows = this.joints.at(this.isRun ? frame : 0, (error) => (error ? this.failed(error) : this.redraw()));
      if (rows !== null) {
        this.jointTime = this.isRun ? this.poses.time[rows.frame] : null;
        const moved = this.isRun && this.scale === 1 ? (b, p) => p : (b, p) => this.ride(b, p, rows.frame);
        const ways = {
          shows, moved, forward: (p) => this.forward(p), turned: (a, b, n) => this.turned(a, b, n, rows.frame),
          isShown: (i) => this.isShown(i) };
        drawJoints(rows, this.joints, this.ribbons, size, this.forceFactor, ways);
        if (opens) drawOpen(rows, this.ribbons, ways);
      }
    }
    if (this.cracks && (shows.cracks || shows.wear)) {
      const found = this.cracks.at(frame, (error) => (error ? this.failed(error) : this.redraw()));
      if (found !== null) drawCracks(found, this.cracks.full, this.solids, this.nodeTexels, this.ribbons, shows);
    }
    if (shows.ties && head.ties.length) this.drawTies();
    if (this.drawsLines) this.drawLines();
  }

  /** Place of a point of block b that was at `point` at a frame, now and as displacements are magnified. */
  ride(b, point, frame) {
    const n = this.count;
    const at = this.poses.courses.frame(frame);
    const q = [at[4 * n + b], at[5 * n + b], at[6 * n + b], at[3 * n + b]];
    const local = turn([-q[0], -q[1], -q[2], q[3]], point.map((x, c) => x - at[c * n + b]));
    return this.pointNow(b, local);
  }

  /** By how much block b has turned against block a since the start, other than about the normal of their joint [rad]. */
  turned(a, b, normal, frame) {
    const at = this.poses.courses.frame(frame);
    const n = this.count;
    const since = (i) => product([3, 4, 5, 6].map((c) => at[c * n + i]), conjugate([3, 4, 5, 6].map((c) => this.poses.start[c * n + i])));
    const [w, ...v] = product(since(b), conjugate(since(a)));
    const along = v[0] * normal[0] + v[1] * normal[1] + v[2] * normal[2];
    return 2 * Math.atan2(Math.hypot(...v.map((x, c) => x - along * normal[c])), Math.abs(w));
  }

  /** Where a point in the frame of block b is drawn. */
  pointNow(b, local) {
    const o = 8 * b;
    const q = this.texels.subarray(o + 4, o + 8);
    return turn(q, local).map((x, c) => x + this.texels[o + c]);
  }

  drawTies() {
    const { tie_block: block, tie_point: point, tie_broken: broken } = this.solids;
    const count = this.head.ties.length;
    for (let k = 0; k < count; k++) {
      if (this.time >= broken[k]) continue;
      const ends = [0, 1].map((side) => {
        const at = 3 * (side * count + k);
        return this.pointNow(block[side * count + k], Array.from(point.subarray(at, at + 3)));
      });
      this.ribbons.add(...ends[0], ...ends[1], TIE, 4);
      for (const end of ends) this.ribbons.add(...end, ...end, TIE, 9);
    }
  }

  /** Thrust lines on the face of their blocks that is seen: inside of them they would seem to leave the ring. */
  drawLines() {
    this.head.lines.forEach((line, k) => {
      const colour = unit(parse(this.head.colours.lines[k % this.head.colours.lines.length]));
      const along = (p) => p.reduce((sum, x, c) => sum + x * line.axis[c], 0);
      const front = along(this.toward) >= 0 ? line.reach[1] : line.reach[0];
      const points = line.points.map((p) => p.map((x, c) => x + (front - along(p)) * line.axis[c]));
      for (let i = 0; i + 1 < points.length; i++) this.ribbons.add(...points[i], ...points[i + 1], colour, 3);
      for (const p of points) this.ribbons.add(...p, ...p, colour, 7);
    });
  }

  /** How far the blocks of each thrust line reach along its axis. */
  reachOfLines() {
    const { vertex, vertex_block: owner } = this.solids;
    for (const line of this.head.lines) {
      const own = new Set(line.blocks.filter((i) => !this.head.is_support[i]));
      line.reach = [Infinity, -Infinity];
      for (let v = 0; v < owner.length; v++) {
        if (!own.has(owner[v])) continue;
        const p = this.pointNow(owner[v], Array.from(vertex.subarray(3 * v, 3 * v + 3)));
        const s = p.reduce((sum, x, c) => sum + x * line.axis[c], 0);
        line.reach = [Math.min(line.reach[0], s), Math.max(line.reach[1], s)];
      }
    }
  }

  /** A point of the thrust line of a frame: of a wall or an arch, on the face that is seen. */
  forward(p) {
    const { box } = this.head;
    const size = [0, 1, 2].map((c) => box[1][c] - box[0][c]);
    const thin = size[1] <= 0.5 * size[0] ? 1 : size[0] <= 0.5 * size[1] ? 0 : -1;
    if (thin < 0) return p;
    const out = [...p];
    out[thin] = box[this.toward[thin] >= 0 ? 1 : 0][thin];
    return out;
  }

  /** Direction from the structure to the viewer; lines that lie on a face go to the one that is seen. */
  seeFrom(toward) {
    const side = (axis) => axis.reduce((sum, x, c) => sum + x * toward[c], 0) >= 0;
    const seen = [[1, 0, 0], [0, 1, 0], ...this.head.lines.map((line) => line.axis)].map(side).join();
    this.toward = toward;
    if (seen === this.seen) return false;
    this.seen = seen;
    return this.drawsLines || this.shows.thrust;
  }

  // -- settings ----------------------------------------------------------------------------------------

  setColour(name) {
    this.colour = name;
    this.baseTones();
  }

  /** Cut away what lies beyond a plane; null: nothing. */
  setSection(plane) {
    this.material.uniforms.section.value.set(...(plane || [0, 0, 0, 1e9]));
    const cuts = plane !== null;
    if (cuts !== 'CUTS' in this.material.defines) {
      this.material.defines = { ...(this.nodes ? { DEFORMS: 1 } : {}), ...(this.nodes || cuts ? { PLACES: 1 } : {}), ...(cuts ? { CUTS: 1 } : {}) };
      this.material.side = cuts ? DoubleSide : FrontSide;
      this.material.needsUpdate = true;
    }
  }
}

const conjugate = (q) => [q[0], -q[1], -q[2], -q[3]]; // quaternions (w, x, y, z)
const product = (p, q) => [
  p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
  p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
];

/** A vector turned by a quaternion (x, y, z, w). */
export function turn(q, v) {
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const inner = cross(q, v).map((x, c) => x + q[3] * v[c]);
  return cross(q, inner).map((x, c) => v[c] + 2 * x);
}

function texture(values, height, kind) {
  const made = new DataTexture(values, WIDTH, height, RGBAFormat, kind);
  made.minFilter = NearestFilter;
  made.magFilter = NearestFilter;
  made.needsUpdate = true;
  return made;
}
