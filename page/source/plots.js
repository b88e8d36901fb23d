// Plots under the blocks: the ground, monitors, ties, energies, the chosen block; a cursor stands at the slider's time.

import uPlot from 'uplot';
import { digits } from './colours.js';
import { make } from './dom.js';

const AXIS = { stroke: '#444', grid: { stroke: '#e6e6e3', width: 1 }, ticks: { stroke: '#bbb', width: 1 }, font: '11px system-ui, sans-serif', labelFont: '11px system-ui, sans-serif', labelSize: 16 };

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
    const series = [{ label: xLabel, value: (u, v) => (v === null ? '–' : `${digits(v, 4)} ${xUnit}`) }];
    tables.forEach((table, t) => table.lines.forEach((line, k) => series.push({
      label: line.label, stroke: this.palette[(t ? k + 3 : k) % this.palette.length], width: 1.4, spanGaps: true,
      dash: line.dash || t ? [6, 4] : undefined, points: { show: table.x.length < 3 },
      value: (u, v) => (v === null || v === undefined ? '–' : `${digits(v, 4)} ${unit}`),
    })));
    const plot = new uPlot({
      width: 380, height: 150, series, scales: { x: { time: false } }, legend: { live: true },
      axes: [{ ...AXIS, size: 36, label: `${xLabel} [${xUnit}]` }, { ...AXIS, size: 54, label: `[${unit}]` }],
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { ready: [() => this.follow(this.time)] },
    }, data, box);
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
