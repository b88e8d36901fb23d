// A chart of runs: points that can be chosen, lines and brackets, drawn as SVG so that each point is an element.

import { digits } from './colours.js';
import { keepFocus } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = { left: 64, right: 22, top: 34, bottom: 48 };

export function svg(kind, properties = {}, ...children) {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Round values along an axis. */
export function ticksOf(axis, about = 6) {
  if (axis.ticks.length) return axis.ticks.map((words, k) => ({ at: k, words }));
  const found = [];
  if (axis.log) {
    for (let power = Math.floor(Math.log10(axis.low)); power <= Math.ceil(Math.log10(axis.high)); power++) {
      for (const k of [1, 2, 5]) found.push(k * 10 ** power);
    }
  } else {
    const span = (axis.high - axis.low) / about;
    const power = 10 ** Math.floor(Math.log10(span));
    const step = [1, 2, 5, 10].map((k) => k * power).find((value) => value >= span * 0.999);
    for (let k = Math.ceil(axis.low / step); k * step <= axis.high * (1 + 1e-9); k++) found.push(k * step);
  }
  return found.filter((at) => at >= axis.low && at <= axis.high).map((at) => ({ at, words: digits(Number(at.toPrecision(6)), 4) }));
}

/** Share of the way along an axis. */
export const along = (axis, value) => (axis.log
  ? Math.log(value / axis.low) / Math.log(axis.high / axis.low) : (value - axis.low) / (axis.high - axis.low));

/** A mark of a run: shapes tell outcomes apart without colour. */
export function mark({ shape, face, edge }, x, y, size = 5) {
  const look = { fill: face, stroke: edge, 'stroke-width': 1.4 };
  if (shape === 'square') return svg('rect', { x: x - size * 0.85, y: y - size * 0.85, width: 1.7 * size, height: 1.7 * size, ...look });
  if (shape === 'dot') return svg('circle', { cx: x, cy: y, r: 0.45 * size, ...look });
  if (shape === 'triangle') return svg('path', { d: `M${x} ${y - size}L${x + size} ${y + 0.8 * size}H${x - size}Z`, ...look });
  if (shape === 'cross') return svg('path', { d: `M${x - size} ${y - size}L${x + size} ${y + size}M${x - size} ${y + size}L${x + size} ${y - size}`, ...look });
  return svg('circle', { cx: x, cy: y, r: 0.95 * size, ...look });
}

/**
 * Draw a chart into an element. head: of the study; chosen: number of the chosen run, -1 for none; stores: set of ids of
 * runs that can be opened; pick(number) is called for the point that is chosen, open(number) on a double click or Enter.
 */
export function drawChart(place, chart, head, chosen, stores, { pick, open }) {
  const width = Math.max(260, place.clientWidth);
  const height = Math.max(200, place.clientHeight);
  const inner = { w: width - MARGIN.left - MARGIN.right, h: height - MARGIN.top - MARGIN.bottom };
  const px = (x) => MARGIN.left + inner.w * along(chart.x, x);
  const py = (y) => MARGIN.top + inner.h * (1 - along(chart.y, y));
  const root = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': chart.title });
  root.append(svg('defs', {}, svg('clipPath', { id: 'inside' }, svg('rect', { x: MARGIN.left, y: MARGIN.top - 6, width: inner.w + 6, height: inner.h + 12 }))));
  drawAxes(root, chart, px, py, width, height);
  const lines = svg('g', { 'clip-path': 'url(#inside)' });
  for (const line of chart.lines) lines.append(drawLine(line, px, py));
  for (const [x, low, high] of chart.brackets) {
    const at = px(x);
    lines.append(svg('path', { d: `M${at} ${py(low)}V${py(high)}M${at - 4} ${py(low)}h8M${at - 4} ${py(high)}h8`, stroke: '#2b2b2b', fill: 'none' }));
  }
  root.append(lines);
  const points = svg('g');
  for (const [k, x, y] of chart.points) points.append(drawPoint(head, k, px(x), py(y), stores, pick, open));
  root.append(points);
  keepFocus(place, () => place.replaceChildren(root));
  markChosen(place, head, chosen);
}

/** Mark the point of a run in the chart as it stands: who uses keys keeps the focus, a second click finds its point. */
export function markChosen(place, head, chosen) {
  for (const point of place.querySelectorAll('.point')) {
    const isChosen = chosen >= 0 && point.dataset.run === head.runs[chosen].id;
    point.classList.toggle('chosen', isChosen);
    point.setAttribute('aria-pressed', isChosen);
  }
}

function drawAxes(root, chart, px, py, width, height) {
  const text = (x, y, words, more = {}) => svg('text', { x, y, 'text-anchor': 'middle', class: 'tick-words', ...more }, words);
  const bottom = height - MARGIN.bottom;
  for (const { at, words } of ticksOf(chart.x, Math.max(3, Math.floor(width / 110)))) {
    const x = px(at);
    root.append(svg('path', { d: `M${x} ${MARGIN.top}V${bottom}`, stroke: '#e6e6e3' }), text(x, bottom + 17, words));
  }
  for (const { at, words } of ticksOf(chart.y, Math.max(3, Math.floor(height / 70)))) {
    const y = py(at);
    root.append(svg('path', { d: `M${MARGIN.left} ${y}H${width - MARGIN.right}`, stroke: '#e6e6e3' }), text(MARGIN.left - 8, y + 4, words, { 'text-anchor': 'end' }));
  }
  root.append(svg('path', { d: `M${MARGIN.left} ${MARGIN.top}V${bottom}H${width - MARGIN.right}`, stroke: '#9a9a9a', fill: 'none' }));
  const name = ({ label, unit }) => (unit ? `${label}  [${unit}]` : label);
  root.append(text((MARGIN.left + width - MARGIN.right) / 2, height - 10, name(chart.x), { class: 'axis-words' }),
    text(16, (MARGIN.top + bottom) / 2, name(chart.y), { class: 'axis-words', transform: `rotate(-90 16 ${(MARGIN.top + bottom) / 2})` }),
    text(MARGIN.left, 20, chart.title, { class: 'chart-title', 'text-anchor': 'start' }));
}

function drawLine(line, px, py) {
  const d = line.points.map(([x, y], k) => `${k ? 'L' : 'M'}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join('');
  return svg('path', {
    d, fill: line.fill ? line.colour : 'none', 'fill-opacity': 0.1, stroke: line.width ? line.colour : 'none', 'stroke-width': line.width,
    ...(line.dash ? { 'stroke-dasharray': line.dash } : {}) });
}

function drawPoint(head, k, x, y, stores, pick, open) {
  const run = head.runs[k];
  const known = run.facts.slice(0, 6).map(([name, value]) => `${name}: ${value}`);
  const point = svg('g', { class: 'point', tabindex: 0, role: 'button', 'data-run': run.id, 'aria-label': known.join(', ') });
  point.append(svg('title', {}, known.join('\n')), svg('circle', { class: 'halo', cx: x, cy: y, r: 11 }),
    svg('circle', { cx: x, cy: y, r: 8, fill: 'transparent' }), mark(head.looks[run.letter] || head.looks['!'], x, y));
  if (stores.has(run.id)) point.append(svg('circle', { cx: x, cy: y, r: 8, fill: 'none', stroke: '#2b2b2b', 'stroke-width': 0.9 }));
  point.addEventListener('click', () => pick(k));
  point.addEventListener('dblclick', () => open(k));
  point.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    pick(k);
    if (event.key === 'Enter') open(k);
  });
  return point;
}
