// Plots under the blocks: the ground, monitors, ties, energies, the chosen block; a cursor stands at the slider's time.

import uPlot from 'uplot';
import { digits } from './colours.js';
import { make } from './dom.js';

const AXIS = { stroke: '#444', grid: { stroke: '#e6e6e3', width: 1 }, ticks: { stroke: '#bbb', width: 1 }, font: '11px system-ui, sans-serif', labelFont: '11px system-ui, sans-serif', labelSize: 16 };

const WIDTH = 282; // px of a plot: three of them beside the panel of a usual window

/** Less than this is rounding, in each unit: curves that go less far are flat. */
const NOTHING = {
  m: 1e-7, mm: 1e-4, 'm/s': 1e-7, 'mm/s': 1e-4, 'm/s²': 1e-5, rad: 1e-7, deg: 1e-5, N: 1e-3, kN: 1e-6, MN: 1e-9,
  J: 1e-6, kJ: 1e-9, MJ: 1e-12, '-': 1e-9,
};

/** Ends of the axis of values: what is flat but for rounding is drawn flat. */
export function rangeOf(low, high, unit) {
  if (low === null || high === null) return [0, 1];
  const nothing = NOTHING[unit] ?? 0;
  const about = Math.max(Math.abs(low), Math.abs(high));
  const least = Math.max(10 * nothing, 1e-6 * about);
  if (high - low >= least) return uPlot.rangeNum(low, high, 0.1, true);
  const middle = about < least ? 0 : 0.5 * (low + high);
  const half = about < least ? 12 * least : 0.1 * about;
  return [middle - half, middle + half];
}

const shown = (value, unit) => digits(Math.abs(value) < (NOTHING[unit] ?? 0) ? 0 : value, 4);

/** A value of a line at a place where only another line has one: that before it. */
function valueAt(plot, line, at) {
  if (at === null || at === undefined) return null;
  const values = plot.data[line];
  for (let k = at; k >= 0; k--) if (values[k] !== null && values[k] !== undefined) return values[k];
  return null;
}

export class Plots {
  /** seek(time): called when somebody clicks or drags in a plot over time. */
  constructor(place, palette, seek) {
    this.place = place;
    this.palette = palette;
    this.seek = seek;
    this.plots = new Map();
    this.time = 0;
  }

  /**
   * Show a plot, or show it anew. tables: one for each result, {x, lines: [{label, values, dash}]}; lines of the second
   * result are dashed.
   */
  show(key, { title, unit, xLabel = 'time', xUnit = 's', isTime = true }, tables, before = null) {
    this.remove(key, true);
    const box = make('figure', { className: 'plot' });
    const caption = make('figcaption', { textContent: title });
    box.append(caption);
    const old = this.plots.get(key);
    const next = old ? old.mark : before ? this.place.firstChild : null;
    this.place.insertBefore(box, next);
    if (old) old.mark.remove();
    const data = tables.length === 1 ? [tables[0].x, ...tables[0].lines.map((line) => line.values)]
      : uPlot.join(tables.map((table) => [table.x, ...table.lines.map((line) => line.values)]));
    const series = [{ label: xLabel, value: (u, v) => (v === null || v === undefined ? '–' : `${digits(v, 4)} ${xUnit}`) }];
    tables.forEach((table, t) => table.lines.forEach((line, k) => series.push({
      label: line.label, stroke: this.palette[(t ? k + 3 : k) % this.palette.length], width: 1.4, spanGaps: true,
      dash: line.dash || t ? [6, 4] : undefined, points: { show: table.x.length < 3 },
      value: (u, v, s, at) => {
        const found = valueAt(u, s, at);
        return found === null ? '–' : `${shown(found, unit)} ${unit}`;
      },
    })));
    const plot = new uPlot({
      width: WIDTH, height: 150, series, legend: { live: true },
      scales: { x: { time: false }, y: { range: (u, low, high) => rangeOf(low, high, unit) } },
      axes: [{ ...AXIS, size: 36, label: `${xLabel} [${xUnit}]` },
        { ...AXIS, size: 58, space: 22, label: `[${unit}]`, values: (u, at) => at.map((v) => digits(Math.abs(v) < 1e-12 ? 0 : v, 4)) }],
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: {
        ready: [() => this.follow(this.time)],
        setLegend: [(u) => box.classList.toggle('names', (u.legend.idx ?? null) === null)], // no values, no places for them
      },
    }, data, box);
    box.classList.toggle('names', !isTime);
    const hand = make('div', { className: 'hand' });
    if (isTime) {
      plot.over.append(hand);
      const move = (event) => {
        if (event.type === 'mousedown' || event.buttons & 1) {
          this.seek(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x'));
        }
      };
      plot.over.addEventListener('mousedown', move);
      plot.over.addEventListener('mousemove', move);
      plot.over.addEventListener('mouseleave', () => this.tell());
    }
    this.plots.set(key, { plot, box, hand, isTime, unit });
    return plot;
  }

  remove(key, keepsPlace = false) {
    const found = this.plots.get(key);
    if (!found) return;
    if (keepsPlace) {
      found.mark = make('span');
      found.box.replaceWith(found.mark);
    } else {
      found.box.remove();
      this.plots.delete(key);
    }
    found.plot.destroy();
  }

  /** Move the cursors to a time, and say the values there a little later. */
  follow(time) {
    this.time = time;
    for (const { plot, hand, isTime } of this.plots.values()) {
      if (!isTime) continue;
      const at = plot.valToPos(time, 'x');
      hand.style.transform = `translateX(${at}px)`;
      hand.hidden = !(at >= -1 && at <= plot.over.clientWidth + 1);
    }
    this.later ??= setTimeout(() => {
      this.later = null;
      this.tell();
    }, 80);
  }

  tell() {
    for (const { plot, isTime } of this.plots.values()) if (isTime) plot.setLegend({ idx: plot.valToIdx(this.time) });
  }
}
