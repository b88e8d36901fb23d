// The page of a result, or of two side by side.

import 'uplot/dist/uPlot.min.css';
import './page.css';
import { Bar } from './bar.js';
import { Camera } from './camera.js';
import { lengthUnit } from './colours.js';
import { byId, make } from './dom.js';
import { follow } from './follow.js';
import { readHash, writeHash } from './hash.js';
import { steer } from './keys.js';
import { drawRuler, drawTriad, showLegend, showTimes } from './legend.js';
import { Measures } from './measures.js';
import { hush, say, watchErrors } from './message.js';
import { fillPanel, showBlock } from './panel.js';
import { NEEDS_STREAM, isWhole, readData, readPart } from './part.js';
import { Plots } from './plots.js';
import { COLOURS, Stage } from './stage.js';
import { StudyPage, followHash, runInHash, wayBack } from './study.js';

const POLL = 2000; // ms between two looks at a run that goes on
const BEAT = 20000; // ms between two signs of life to the server

const LOST = 'The graphics card has let go of this picture. It comes back by itself in most browsers; if it does not, reload the page.';

class App {
  constructor(stages) {
    this.stages = stages;
    this.measures = stages[0].measures;
    this.time = 0;
    this.chosen = { stage: stages[0], block: -1 };
    for (const stage of stages) {
      stage.redraw = () => {
        stage.update();
        this.legend();
        this.ask();
      };
      stage.failed = (error) => say(error.message);
    }
    this.camera = new Camera(byId('canvas'), stages, () => {
      this.ask();
      this.note();
    });
    this.plots = new Plots(byId('plots'), stages[0].head.colours.lines, (time) => this.setTime(time));
    this.bar = new Bar(this);
  }

  // -- time --------------------------------------------------------------------------------------------

  get end() {
    return Math.max(...this.stages.map((stage) => stage.poses.end));
  }

  get isRunning() {
    return this.stages.some((stage) => stage.head.state.is_running);
  }

  setTime(time) {
    this.time = Math.min(Math.max(time, 0), this.end);
    for (const stage of this.stages) {
      stage.time = this.time;
      stage.update();
    }
    this.bar.show(this.time, this.end);
    showTimes(this.stages);
    this.plots.follow(this.time);
    if (this.chosen.block >= 0) showBlock(this);
    this.ask();
    this.note();
  }

  /** To the frame before or after, of any of the results. */
  step(way) {
    const times = this.stages.map(({ poses }) => {
      const { frame, share } = poses.locate(this.time);
      const next = way > 0 ? frame + 1 : share > 1e-6 ? frame : frame - 1;
      return poses.time[Math.min(Math.max(next, 0), poses.frameCount - 1)];
    }).filter((time) => (time - this.time) * way > 0);
    if (times.length) this.setTime(way > 0 ? Math.min(...times) : Math.max(...times));
  }

  // -- what is shown -----------------------------------------------------------------------------------

  each(change) {
    this.stages.forEach(change);
    this.refresh();
  }

  refresh() {
    this.stages.forEach((stage) => stage.update());
    this.legend();
    this.ask();
    this.note();
  }

  legend() {
    showLegend(this.stages);
    this.seen = null; // the measure of forces is new
  }

  setColour(name) {
    for (const stage of this.stages) {
      stage.full = {};
      stage.setColour(name);
    }
    this.shareScale(1);
    const list = document.querySelector('select[name=colour]');
    if (list) list.value = name;
    this.refresh();
  }

  setFull(share) {
    if (this.stages[0].legend() === null) return;
    this.shareScale(share);
    this.refresh();
  }

  /** All stages have one scale. */
  shareScale(share) {
    const { colour } = this.stages[0];
    if (this.stages[0].legend() === null) return;
    for (const stage of this.stages) stage.full = {};
    const full = Math.max(...this.stages.map((stage) => stage.fullScale()));
    for (const stage of this.stages) {
      stage.full[colour] = full * share;
      stage.greatest = full;
    }
  }

  show(name, on) {
    this.each((stage) => { stage.shows[name] = on; });
  }

  setSection({ axis, at, flip }) {
    const c = 'xyz'.indexOf(axis);
    if (c < 0) return this.each((stage) => stage.setSection(null));
    const [low, high] = [this.camera.low[c], this.camera.high[c]];
    const sign = flip ? -1 : 1;
    const normal = [0, 0, 0];
    normal[c] = sign;
    const place = low + at * (high - low);
    return this.each((stage) => stage.setSection([...normal, sign * place]));
  }

  look(azimuth, elevation) {
    this.camera.look(azimuth, elevation);
    this.ask();
    this.note();
  }

  choose(stage, block) {
    this.chosen = { stage, block };
    const name = block < 0 ? null : stage.head.names[block];
    for (const each of this.stages) each.chosen = name === null ? -1 : each === stage ? block : each.head.names.indexOf(name);
    showBlock(this);
    this.showHistory();
    this.refresh();
  }

  // -- plots -------------------------------------------------------------------------------------------

  /** Displacement of the chosen block in all results that have it, and its rotation. */
  showHistory() {
    const having = this.stages.filter((stage) => stage.isRun && stage.chosen >= 0);
    if (!having.length) {
      this.plots.remove('block');
      this.plots.remove('turn');
      return;
    }
    const found = having.map((stage) => stage.poses.history(stage.chosen));
    const largest = Math.max(...found.flatMap((h) => ['x', 'y', 'z'].flatMap((c) => h[c].map(Math.abs))).concat(0));
    const [factor, unit] = lengthUnit(largest);
    const name = having[0].head.names[having[0].chosen];
    const label = (k, word) => (having.length > 1 ? `${having[k].id.toUpperCase()} ${word}` : word);
    this.plots.show('turn', { title: `${name}: rotation since the start`, unit: 'deg' }, found.map((h, k) => ({
      x: h.time, lines: [{ label: label(k, 'rotation'), values: h.turn.map((v) => (v * 180) / Math.PI) }] })), true);
    this.plots.show('block', { title: `${name}: displacement since the start`, unit }, found.map((h, k) => ({
      x: h.time, lines: ['x', 'y', 'z'].map((c) => ({ label: label(k, c), values: h[c].map((v) => v * factor) })) })), true);
  }

  async showPlots() {
    const parts = await Promise.all(this.stages.map((stage) => readPart(`${stage.id}/plots`)));
    const keys = [...new Set(this.stages.flatMap((stage) => stage.head.plots.map((plot) => plot.key)))];
    for (const key of keys) {
      const tables = [];
      let first = null;
      this.stages.forEach((stage, s) => {
        const k = stage.head.plots.findIndex((plot) => plot.key === key);
        if (k < 0) return;
        const plot = stage.head.plots[k];
        if (first !== null && plot.unit !== first.unit) return; // another unit has no place in this plot
        first ??= plot;
        const x = parts[s][`x${k}`];
        const y = parts[s][`y${k}`];
        tables.push({ x: Array.from(x), lines: plot.lines.map((line, j) => ({
          label: this.stages.length > 1 ? `${stage.id.toUpperCase()} ${line.label}` : line.label, dash: line.dash,
          values: Array.from(y.subarray(j * x.length, (j + 1) * x.length), (v) => (Number.isNaN(v) ? null : v)) })) });
      });
      this.plots.show(key, { title: first.title, unit: first.unit, xLabel: first.x_label, xUnit: first.x_unit, isTime: first.is_time }, tables);
    }
    byId('plots').hidden = keys.length === 0 && !this.stages[0].isRun;
  }

  // -- drawing -----------------------------------------------------------------------------------------

  /** Draw once, at the next chance. */
  ask() {
    this.asked ??= requestAnimationFrame(() => {
      this.asked = null;
      this.draw();
    });
  }

  draw() {
    const toward = this.camera.toward;
    for (const stage of this.stages) if (stage.over.seeFrom(toward)) stage.update();
    this.camera.draw();
    if (this.camera.isSlow) this.sharpen();
    const seen = [...this.camera.place, this.camera.height, this.camera.forceLength].join();
    if (seen !== this.seen) {
      this.seen = seen;
      drawTriad(this.camera.lens);
      drawRuler(this.camera);
    }
    this.drawn = (this.drawn || 0) + 1;
  }

  /** Where a frame is dear, draw one with smooth edges once nothing has moved for a while. */
  sharpen() {
    clearTimeout(this.still);
    this.still = setTimeout(() => this.camera.draw(true), 300);
  }

  note() {
    writeHash(() => ({
      time: this.time, camera: this.camera.place, colour: this.stages[0].colour, scale: this.stages[0].scale,
      block: this.chosen.block < 0 ? null : this.chosen.stage.head.names[this.chosen.block] }));
  }

  // -- a run that goes on ------------------------------------------------------------------------------

  titles() {
    const words = ({ head }) => head.state.summary;
    const several = this.stages.length > 1;
    byId('title').textContent = several ? this.stages.map((s) => `${s.id.toUpperCase()} ${s.head.title}`).join('  |  ') : this.stages[0].head.title;
    byId('outcome').textContent = several ? '' : words(this.stages[0]);
    document.title = `${this.stages.map((s) => s.head.title).join(' | ')} – drystone`;
    byId('live').textContent = this.isRunning ? '● running' : '';
    const thin = this.stages.find((s) => s.head.every > 1);
    if (thin) byId('outcome').textContent += `  (every ${thin.head.every}. of the kept frames)`;
    byId('labels').replaceChildren(...(several ? this.stages.map((s, k) => {
      const label = make('div', { textContent: `${s.id.toUpperCase()}  ${s.head.directory}, ${words(s)}` });
      label.style.left = `${(100 * k) / this.stages.length}%`;
      return label;
    }) : []));
  }

  async poll() {
    const atEnd = this.time >= this.end - 1e-9;
    for (const stage of this.stages.filter((s) => s.head.state.is_running || s.isStale)) {
      const state = await readData(`${stage.id}/state`);
      if (state.frames < stage.poses.frameCount) return location.reload(); // it was begun anew
      if (await stage.follow(state)) stage.isStale = true; // until its plots are there, too
    }
    const gained = this.stages.filter((stage) => stage.isStale);
    for (const { id, head } of gained) {
      const { plots, force_usual, crack_full } = await readData(`${id}/head`);
      Object.assign(head, { plots, force_usual, crack_full });
    }
    if (gained.length) {
      this.measures.renew();
      await this.showPlots();
      for (const stage of gained) stage.isStale = false;
      if (this.chosen.block >= 0) this.showHistory();
      this.setTime(atEnd ? this.end : this.time); // who looks at the end stays there
      this.legend();
    }
    this.titles();
  }

  live() {
    if (isWhole()) return;
    const look = () => (this.isRunning || this.stages.some((stage) => stage.isStale) ? this.poll() : readData(`${this.stages[0].id}/state`));
    follow(look, () => (this.isRunning ? POLL : BEAT), () => this.titles());
  }

  listen() {
    const canvas = byId('canvas');
    let down = null;
    canvas.addEventListener('pointerdown', (event) => { down = [event.clientX, event.clientY]; });
    canvas.addEventListener('click', (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return; // it was a turn
      const box = canvas.getBoundingClientRect();
      const { stage, block } = this.camera.pick(event.clientX - box.left, event.clientY - box.top);
      this.choose(stage, block);
    });
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // or it would never come back
      say(LOST);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      hush(LOST);
      this.refresh();
    });
    steer(this, canvas);
    new ResizeObserver(() => {
      this.camera.fit();
      this.draw();
    }).observe(byId('view'));
  }

  /** As the address says. */
  recall({ time, camera, block, colour, scale }) {
    if (scale !== null && scale > 0) for (const stage of this.stages) stage.scale = scale;
    if (colour !== null && Object.hasOwn(COLOURS, colour) && this.stages.some(({ head }) => COLOURS[colour].has(head))) this.setColour(colour);
    if (camera !== null) this.camera.place = camera;
    const having = this.stages.find(({ head }) => head.names.includes(block));
    if (having) this.choose(having, having.head.names.indexOf(block));
    return time;
  }
}

async function start() {
  const shown = await readData('runs');
  followHash();
  if (shown.length === 1) {
    const head = await readData(`${shown[0]}/head`);
    if (head.kind === 'study' && runInHash() === null) return openStudy(shown[0], head);
    if (head.kind === 'study') {
      shown[0] = runInHash();
      wayBack();
    }
  }
  return openResults(shown);
}

function openStudy(id, head) {
  if (location.search) history.replaceState(null, '', location.pathname + location.hash);
  window.drystone = new StudyPage(id, head);
  document.body.dataset.ready = 'yes';
}

async function openResults(ids) {
  if (!document.createElement('canvas').getContext('webgl2')) {
    return say('This page needs WebGL 2, which this browser does not offer or has switched off. Take a newer browser, or drystone plot for pictures.');
  }
  if (typeof DecompressionStream === 'undefined') return say(NEEDS_STREAM);
  if (location.search) history.replaceState(null, '', location.pathname + location.hash); // the token is in the cookie now
  const began = performance.now();
  const asked = readHash(); // now: where loading is slow, the page notes its own state in the address before it is done
  const stages = [];
  const measures = new Measures();
  for (const id of ids) stages.push(await Stage.open(id, measures));
  const app = new App(stages);
  const [first] = stages;
  for (const stage of stages.filter(({ isRun }) => !isRun)) {
    stage.shows.forces = stage.head.has_joints && !stage.head.moves && !stage.head.lines.length;
  }
  if (stages.every(({ isRun }) => !isRun) && stages.some(({ head }) => head.moves)) for (const stage of stages) stage.setColour('displacement');
  byId('bar').hidden = !first.isRun && !stages.some(({ head }) => head.moves);
  app.camera.fit();
  app.camera.look(...first.head.camera);
  fillPanel(app);
  app.titles();
  app.listen();
  app.setTime(0);
  await app.showPlots();
  app.camera.fit();
  app.camera.look(...first.head.camera); // the plots have taken their room
  const wanted = app.recall(asked);
  const bar = byId('live');
  for (const stage of stages) {
    await stage.loadRest((share) => {
      if (share < 1) bar.textContent = `loading ${Math.round(100 * share)} %`;
      app.bar.show(app.time, app.end);
    });
  }
  app.titles();
  if (first.legend() !== null) app.shareScale(1);
  fillPanel(app);
  if (wanted !== null) app.setTime(wanted);
  else app.setTime(first.isRun || !first.head.moves ? 0 : app.end);
  app.legend();
  app.draw();
  app.live();
  app.ready = performance.now() - began;
  window.drystone = app; // for whoever measures or tests the page
  document.body.dataset.ready = 'yes';
}

watchErrors();
start().catch((error) => say(error.message));
