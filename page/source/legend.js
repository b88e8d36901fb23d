// Legends over the blocks: colours with their unit, forces, ties, lines; axes of the world and a ruler.

import { SCALE, css, digits, forceUnit, nice, parse, vary } from './colours.js';
import { byId, make } from './dom.js';

/** Show what the colours and lines of all stages mean: they share their measures, so one legend is true for each. */
export function showLegend(stages) {
  const place = byId('legend');
  const { measures } = stages[0];
  const any = (what) => stages.some(what);
  const rows = [];
  const scale = (stages.find(({ isRun }) => isRun) || stages[0]).legend();
  if (scale !== null) rows.push(scaleBar(scale));
  else if (stages[0].colour === 'group') rows.push(groupKeys(stages));
  const drawn = (name) => any((stage) => stage.joints && stage.shows[name]);
  if (drawn('forces') && measures.force > 0) {
    const [factor, unit] = forceUnit(measures.force);
    rows.push(key('#0a3e70', `${digits(measures.force * factor)} ${unit}, force in a joint`, false, 'measure'));
  }
  if (drawn('hinges')) rows.push(key('#b3261e', 'hinge: a joint that bends under its force', true));
  if (any((stage) => stage.shows.cracks && stage.cracks)) rows.push(key('#c41e16', `crack, widest line: open by ${digits(measures.crack)} mm or more`));
  if (any((stage) => stage.shows.cracks && !stage.cracks && stage.joints)) rows.push(key('#145494', 'open joint, by 0.5 mm to 10 mm and more', true));
  if (any((stage) => stage.shows.wear && stage.cracks && stage.colour !== 'wear')) rows.push(
    scaleBar({ title: 'damage along joints', factor: 1, unit: '-', full: 1, isCut: false }));
  if (drawn('thrust')) rows.push(key('#0072b2', 'thrust through blocks with two loaded joints'));
  const ties = Math.max(...stages.map(({ shows, head }) => (shows.ties ? head.ties.length : 0)));
  if (ties) rows.push(key('#00785a', `tie${ties > 1 ? 's' : ''}`));
  for (const stage of stages) if (stage.over.drawsLines) rows.push(...lineKeys(stage, stages.length > 1));
  const { forces, thrust, cracks, wear } = stages[0].shows;
  const isOver = any((stage) => stage.joints && (forces || thrust || cracks || wear)) || ties || any((stage) => stage.over.drawsLines);
  if (isOver) rows.push(make('div', { className: 'note', textContent: 'faint: inside or behind blocks' }));
  if (stages[0].scale !== 1) rows.push(make('div', { className: 'note', textContent: `displacements ${digits(stages[0].scale)} times as large` }));
  rows.push(make('div', { className: 'note', id: 'when' }));
  place.replaceChildren(...rows);
  showTimes(stages);
}

/** Which of what is drawn is of another time than the slider's. */
export function showTimes(stages) {
  const place = byId('when');
  if (place === null) return;
  const words = stages.flatMap((stage) => stage.late().map((late) => (stages.length > 1 ? `${stage.id.toUpperCase()}: ${late}` : late))).join(' · ');
  if (place.textContent !== words) place.textContent = words;
}

function lineKeys({ id, head }, isOne) {
  return head.lines.map((line, k) => {
    const [factor, name] = forceUnit(line.thrust);
    const colours = head.colours.lines;
    const thrust = Number.isFinite(line.thrust) ? `${digits(line.thrust * factor, 4)} ${name}` : '–';
    return key(colours[k % colours.length], `${isOne ? `${id.toUpperCase()} ` : ''}thrust line, ${line.kind}: ${thrust}`);
  });
}

function key(colour, words, isDot = false, id = '') {
  const mark = make('i', { className: isDot ? 'dot' : 'stroke', id });
  mark.style.backgroundColor = colour;
  return make('div', { className: 'key' }, mark, make('span', { textContent: words }));
}

function scaleBar({ title, factor, unit, full, isCut }) {
  const bar = make('canvas', { width: 200, height: 12, className: 'scale' });
  const pen = bar.getContext('2d');
  for (let x = 0; x < 200; x++) {
    const k = 3 * Math.round((255 * x) / 199);
    pen.fillStyle = css([SCALE[k], SCALE[k + 1], SCALE[k + 2]]);
    pen.fillRect(x, 0, 1, 12);
  }
  const ticks = make('div', { className: 'ticks' }, ...[0, 0.5, 1].map((share) => make('span', {
    textContent: `${share === 1 && isCut ? '≥ ' : ''}${digits(full * share * factor)}${share === 1 && unit !== '-' ? ` ${unit}` : ''}` })));
  return make('div', { className: 'key column' }, make('span', { textContent: `${title} [${unit}]` }), bar, ticks);
}

/** Groups that colour a block, with the number of their blocks; of two results with both numbers. */
function groupKeys(stages) {
  const { measures, head } = stages[0];
  const counts = measures.groups.map(() => stages.map(() => 0));
  stages.forEach((stage, s) => stage.head.group.forEach((g) => { if (g >= 0) counts[measures.group(stage.head, g)][s]++; }));
  const shown = measures.groups.map((name, k) => [name, k]).filter(([, k]) => counts[k].some((count) => count > 0));
  const keys = shown.slice(0, 12).map(([name, k]) => {
    const mark = make('i', { className: 'patch' });
    mark.style.backgroundColor = css(vary(parse(head.colours.faces[k % head.colours.faces.length]), 0));
    const words = new Set(counts[k]).size === 1 ? counts[k][0] : counts[k].map((count, s) => `${stages[s].id.toUpperCase()} ${count}`).join(', ');
    return make('div', { className: 'key' }, mark, make('span', { textContent: `${name} (${words})` }));
  });
  if (shown.length > 12) keys.push(make('div', { className: 'note', textContent: `and ${shown.length - 12} more groups` }));
  return make('div', { className: 'key column' }, ...keys);
}

/** Axes of the world in a corner. */
export function drawTriad(lens) {
  const canvas = byId('triad');
  const pen = canvas.getContext('2d');
  const e = lens.matrixWorldInverse.elements;
  pen.clearRect(0, 0, 140, 140);
  pen.font = '24px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 3;
  const order = [0, 1, 2].sort((a, b) => e[4 * a + 2] - e[4 * b + 2]); // what points away first
  for (const k of order) {
    const [x, y] = [e[4 * k], -e[4 * k + 1]];
    pen.strokeStyle = pen.fillStyle = ['#8f3b6e', '#2a7f62', '#0b5c97'][k];
    pen.beginPath();
    pen.moveTo(70, 70);
    pen.lineTo(70 + 42 * x, 70 + 42 * y);
    pen.stroke();
    pen.fillText('xyz'[k], 70 + 57 * x, 70 + 57 * y);
  }
}

/** A ruler of a round length at the depth of what is looked at. */
export function drawRuler(camera) {
  const ruler = byId('ruler');
  const length = nice(130 / camera.pixelsPerMetre);
  const measure = byId('measure');
  if (measure) measure.style.width = `${Math.min(0.4 * camera.width, camera.forceLength * camera.pixelsPerMetre)}px`;
  ruler.style.width = `${length * camera.pixelsPerMetre}px`;
  ruler.firstElementChild.textContent = length >= 1 ? `${digits(length)} m` : length >= 0.01 ? `${digits(100 * length)} cm` : `${digits(1000 * length)} mm`;
}
