// One result on its stage: its blocks, their colours and places at a time.

import {
  DataTexture, DoubleSide, FloatType, FrontSide, GLSL3, Mesh, NearestFilter, RGBAFormat, Scene, ShaderMaterial,
  UnsignedByteType, Vector4,
} from 'three';
import { CHOSEN, NONE, SCALE, lengthUnit, parse, speedUnit, vary } from './colours.js';
import { Courses, Poses } from './courses.js';
import { Cracks } from './cracks.js';
import { Joints, greatestOf, lostMortar } from './joints.js';
import { Over } from './over.js';
import { readData, readPart } from './part.js';
import { Ribbons } from './ribbons.js';
import { BLOCKS_FRAGMENT, BLOCKS_VERTEX } from './shaders.js';
import { mergeFaces } from './solids.js';

const WIDTH = 1024; // texels of a row, as in shaders.js
const SAME = 1e-6; // of the way between two frames

/** Ways to colour blocks: words, whether they come from the joints, and which results have them. */
export const COLOURS = {
  stone: { label: 'stone', has: () => true },
  group: { label: 'group', has: () => true },
  displacement: { label: 'displacement', has: (head) => head.kind === 'run' || head.moves },
  speed: { label: 'speed', has: (head) => head.kind === 'run' },
  opening: { label: 'opening of joints', joints: true, has: (head) => head.kind === 'run' && head.has_joints },
  slip: { label: 'slip of joints since the start', joints: true, has: (head) => head.has_slip },
  damage: { label: 'mortar that is broken', joints: true, has: (head) => head.kind === 'run' && head.has_mortar },
  wear: { label: 'damage of joints', joints: true, has: (head) => head.has_wear },
};

export class Stage {
  /** measures: what this result shares with those beside it, see measures.js */
  constructor(id, head, measures) {
    this.id = id;
    this.head = head;
    this.measures = measures;
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
    this.hidesSupports = false;
    this.full = {}; // full scale of each colour, in SI units
    this.scene = new Scene();
    this.shownAt = []; // [words, frame] of what is kept less often than poses
    this.redraw = () => {};
    this.failed = () => {};
    this.arrived = (error) => (error ? this.failed(error) : this.redraw());
  }

  static async open(id, measures) {
    const head = await readData(`${id}/head`);
    if (head.form !== 1) throw new Error('this page and its data are of different versions of drystone');
    measures.add(head);
    const stage = new Stage(id, head, measures);
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
    this.ribbons = new Ribbons(this.material.uniforms.section);
    this.scene.add(mesh, this.ribbons.mesh);
    this.baseTones();
    this.place();
    this.over = new Over(this);
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
      const own = this.colour === 'group' && head.group[i] >= 0 ? faces[this.measures.group(head, head.group[i]) % faces.length] : stone;
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
    const known = COLOURS[this.colour].joints ? this.fillFromJoints(frame, value) : true;
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

  /** Values of the blocks from the joints around them; false where none are known. */
  fillFromJoints(frame, value) {
    if (!this.joints || !COLOURS[this.colour].has(this.head)) return false;
    const rows = this.joints.at(frame, this.arrived);
    const start = this.colour === 'damage' ? this.joints.first(this.arrived) : rows;
    this.note(COLOURS[this.colour].label, rows);
    if (rows === null || start === null || rows.frame < 0) return false;
    if (this.colour === 'damage') lostMortar(start, rows, value);
    else greatestOf(rows, this.colour, value);
    return true;
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
    const now = share > 1 - SAME ? frame + 1 : frame; // never a frame that is still to come
    this.shownAt = [];
    this.paint(now);
    this.over.draw(now);
    this.material.uniforms.pale.value = this.shows.forces || this.shows.thrust || this.over.drawsLines ? 0.45 : 0;
  }

  /** Note that something is of the frame of these rows (see sparse.js), which may lie before the time. */
  note(words, rows) {
    if (this.isRun && rows !== null) this.shownAt.push([words, rows]);
  }

  /** Words for what is not of the time that is shown. */
  late() {
    const { poses, time } = this;
    return this.shownAt.map(([words, { frame, next }]) => {
      if (frame < 0) return `${words}: none kept before ${next === null ? 'this time' : `t = ${poses.time[next].toFixed(3)} s`}`;
      const isThere = time - poses.time[frame] < Math.min(5e-4, 0.25 * poses.spacing(frame) || 5e-4);
      return isThere ? null : `${words} at t = ${poses.time[frame].toFixed(3)} s`;
    }).filter((words) => words !== null);
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

function texture(values, height, kind) {
  const made = new DataTexture(values, WIDTH, height, RGBAFormat, kind);
  made.minFilter = NearestFilter;
  made.magFilter = NearestFilter;
  made.needsUpdate = true;
  return made;
}
