// The page of a study: its chart, what is known of the chosen run, and the way to that run.

import { drawChart, mark, markChosen, svg } from './chart.js';
import { button, byId, choice, group, keepFocus, make } from './dom.js';
import { follow } from './follow.js';
import { say } from './message.js';
import { isWhole, readData, readPart } from './part.js';
import { Plots } from './plots.js';

const POLL = 3000; // ms between two looks at a study that goes on
const BEAT = 20000;
const CLICK = 'Click a point for its run. Points with a thin ring open whole, by a double click or Enter: blocks, forces, plots.';

/** The run that the address asks for, by its id; null: the study itself. */
export const runInHash = () => new URLSearchParams(location.hash.slice(1)).get('run');

/** A way back from a run to its study. */
export function wayBack() {
  const link = make('a', { href: '#', id: 'back', textContent: '◂ study' });
  byId('top').prepend(link);
}

/** Runs of a study have addresses of their own; the page is made anew for each. */
export function followHash() {
  const now = runInHash();
  window.addEventListener('hashchange', () => { if (runInHash() !== now) location.reload(); });
}

export class StudyPage {
  constructor(id, head) {
    this.id = id;
    this.head = head;
    this.chosen = -1;
    const wanted = new URLSearchParams(location.hash.slice(1));
    this.chart = head.charts.find((chart) => chart.key === wanted.get('chart')) || head.charts[0] || null;
    this.chosen = head.runs.findIndex((run) => run.id === wanted.get('point'));
    for (const name of ['canvas', 'triad', 'ruler', 'bar', 'legend']) byId(name).hidden = true;
    byId('chart').hidden = false;
    byId('plots').classList.add('study'); // has its room from the start: the chart must not move under a second click
    this.plots = new Plots(byId('plots'), head.colours.lines, () => {});
    new ResizeObserver(() => this.draw()).observe(byId('view'));
    this.show();
    this.showMonitors();
    if (!isWhole()) this.live();
  }

  get stores() {
    return new Set(this.head.state.stores);
  }

  show() {
    const { head } = this;
    byId('title').textContent = head.title;
    byId('outcome').textContent = `study, ${head.study_kind}: ${head.state.summary}`;
    byId('live').textContent = head.state.is_running ? '● running' : '';
    document.title = `${head.title} – drystone`;
    this.draw();
    this.panel();
  }

  draw() {
    if (this.chart === null) return say('No run of this study is over yet.');
    return drawChart(byId('chart'), this.chart, this.head, this.chosen, this.stores, { pick: (k) => this.choose(k), open: (k) => this.open(k) });
  }

  panel() {
    const { head } = this;
    const charts = head.charts.length > 1
      ? [group('Chart', choice('', head.charts.map((chart) => [chart.key, chart.title]), this.chart.key, (key) => {
        this.chart = head.charts.find((chart) => chart.key === key);
        this.note();
        this.draw();
        this.panel();
      }, 'chart'))] : [];
    const rows = [this.runGroup(), ...charts, this.marksGroup(), group('Found', make('pre', { className: 'words', textContent: head.words.join('\n') }))];
    keepFocus(byId('panel'), () => byId('panel').replaceChildren(...rows));
  }

  runGroup() {
    if (this.chosen < 0) return make('div', { id: 'block' }, make('p', { className: 'hint', textContent: CLICK }));
    const run = this.head.runs[this.chosen];
    const box = make('div', { id: 'block' }, make('div', { className: 'chosen' }, make('strong', { id: 'run_name', textContent: run.id }),
      button('×', () => this.choose(-1), { title: 'let go', name: 'clear' })));
    const facts = make('dl', {}, ...run.facts.flatMap(([name, value]) => [make('dt', { textContent: name }), make('dd', { textContent: value })]));
    if (this.stores.has(run.id)) box.append(button('open this run', () => this.open(this.chosen), { name: 'open_run' }));
    else {
      box.append(make('p', { className: 'hint', textContent: isWhole() ? 'This file does not hold the run whole. Make it again, and view it:' : 'The run was not kept whole. Make it again, then its point opens it:' }),
        make('pre', { className: 'words command', id: 'make_again', textContent: `${this.head.make}${run.id}${isWhole() ? `\n${this.head.view}${run.id}` : ''}` }));
    }
    box.append(facts);
    return box;
  }

  marksGroup() {
    const seen = new Set(this.chart ? this.chart.points.map(([k]) => this.head.runs[k].letter) : []);
    const rows = [];
    const row = (icon, words) => rows.push(make('div', { className: 'mark-row' }, icon, make('span', { textContent: words })));
    const frame = (...inside) => svg('svg', { width: 30, height: 16, 'aria-hidden': 'true' }, ...inside);
    for (const [letter, look] of Object.entries(this.head.looks)) if (seen.has(letter)) row(frame(mark(look, 15, 8)), look.label);
    if (this.stores.size) row(frame(svg('circle', { cx: 15, cy: 8, r: 7, fill: 'none', stroke: '#2b2b2b', 'stroke-width': 0.9 })), 'ring: the run opens whole');
    for (const line of this.chart ? this.chart.lines : []) {
      if (!line.label) continue;
      row(frame(line.fill && !line.width ? svg('rect', { x: 2, y: 3, width: 26, height: 10, fill: line.colour, 'fill-opacity': 0.15 })
        : svg('path', { d: 'M1 8H29', stroke: line.colour, 'stroke-width': line.width, ...(line.dash ? { 'stroke-dasharray': line.dash } : {}) })), line.label);
    }
    if (this.chart && this.chart.note) rows.push(make('p', { className: 'hint', textContent: this.chart.note }));
    return group('Marks', ...rows);
  }

  choose(k) {
    this.chosen = k;
    this.note();
    markChosen(byId('chart'), this.head, k);
    this.panel();
    this.showMonitors();
  }

  open(k) {
    const run = this.head.runs[k];
    if (this.stores.has(run.id)) location.hash = new URLSearchParams({ run: run.id }).toString();
  }

  note() {
    const parts = new URLSearchParams({ chart: this.chart.key });
    if (this.chosen >= 0) parts.set('point', this.head.runs[this.chosen].id);
    history.replaceState(null, '', `${location.pathname}#${parts}`);
  }

  /** Monitors of the chosen run, as the study kept them. */
  async showMonitors() {
    for (const key of [...this.plots.plots.keys()]) this.plots.remove(key);
    const hint = (words) => byId('plots').replaceChildren(make('p', { className: 'hint', textContent: words }));
    if (this.chosen < 0) return hint('The monitors of the chosen run appear here.');
    const { id } = this.head.runs[this.chosen];
    try {
      this.parts ??= new Map();
      if (!this.parts.has(id)) this.parts.set(id, await readPart(`${this.id}/monitors-${id}`));
      const { time, ...monitors } = this.parts.get(id);
      if (id !== this.head.runs[this.chosen]?.id) return undefined; // another one was chosen meanwhile
      byId('plots').replaceChildren();
      if (!Object.keys(monitors).length) hint('This run has no monitors.');
      for (const [title, { unit, lines }] of together(monitors)) this.plots.show(title, { title, unit, isTime: false }, [{ x: Array.from(time), lines }]);
    } catch (error) {
      hint('The monitors of this run cannot be shown.');
      say(error.message);
    }
    return undefined;
  }

  live() {
    const look = async () => {
      const state = await readData(`${this.id}/state`);
      const isNew = state.known !== this.head.state.known;
      if (isNew || JSON.stringify(state) !== JSON.stringify(this.head.state)) await this.renew(state, isNew);
    };
    follow(look, () => (this.head.state.is_running ? POLL : BEAT / 4), () => this.show());
  }

  async renew(state, isNew) {
    const chosen = this.chosen < 0 ? null : this.head.runs[this.chosen].id;
    if (isNew) {
      this.head = await readData(`${this.id}/head`);
      this.chart = this.head.charts.find((chart) => chart.key === this.chart?.key) || this.head.charts[0] || null;
      this.chosen = this.head.runs.findIndex((run) => run.id === chosen);
    } else this.head.state = state;
    this.show();
  }
}

/** Components of one monitor as one plot: title -> {unit, lines}; names read `corner.x  [m]`. */
function together(monitors) {
  const found = new Map();
  for (const [name, values] of Object.entries(monitors)) {
    const [, whole, unit] = name.match(/^(.*?)\s*(?:\[([^\]]*)\])?$/s);
    const [, stem, component] = whole.match(/^(.*)\.([xyz])$/s) || [null, whole, whole];
    if (!found.has(stem)) found.set(stem, { unit: unit || '-', lines: [] });
    found.get(stem).lines.push({ label: component, values: Array.from(values) });
  }
  return found;
}
