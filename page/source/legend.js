// Legends over the blocks: colours with their unit, forces, ties, lines; axes of the world and a ruler.

import { SCALE, css, digits, forceUnit, nice, parse, vary } from './colours.js';
import { byId, make } from './dom.js';

/** Show what the colours and lines of a stage mean. */
export function showLegend(stage) {
  const place = byId('legend');
  place.replaceChildren();
  const scale = stage.legend();
  if (scale !== null) place.append(scaleBar(scale));
  else if (stage.colour === 'group') place.append(groupKeys(stage));
  if (stage.joints && stage.shows.forces && stage.joints.reference > 0) {
    const { value, unit } = stage.joints.legend;
    place.append(key('#0a3e70', `${digits(value)} ${unit}, force in a joint`, false, 'measure'));
  }
  if (stage.shows.hinges && stage.joints) place.append(key('#b3261e', 'hinge: a joint that bends under its force', true));
  if (stage.shows.cracks && stage.cracks) place.append(key('#c41e16', `crack, widest line: open by ${digits(stage.cracks.full)} mm`));
  if (stage.shows.cracks && !stage.cracks && stage.joints) place.append(key('#145494', 'open joint, by 0.5 mm to 10 mm and more', true));
  if (stage.shows.wear && stage.cracks && stage.colour !== 'wear') place.append(scaleBar({ title: 'damage along joints', factor: 1, unit: '-', full: 1, isCut: false }));
  if (stage.shows.thrust && stage.joints) place.append(key('#0072b2', 'thrust through blocks with two loaded joints'));
  if (stage.shows.ties && stage.head.ties.length) place.append(key('#00785a', `tie${stage.head.ties.length > 1 ? 's' : ''}`));
  if (stage.drawsLines) {
    stage.head.lines.forEach((line, k) => {
      const [factor, name] = forceUnit(line.thrust);
      const colours = stage.head.colours.lines;
      place.append(key(colours[k % colours.length], `thrust line, ${line.kind}: ${digits(line.thrust * factor, 4)} ${name}`));
    });
  }
  if (stage.scale !== 1) place.append(make('div', { className: 'note', textContent: `displacements ${digits(stage.scale)} times as large` }));
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

function groupKeys(stage) {
  const { head } = stage;
  const counts = head.group_names.map(() => 0);
  head.group.forEach((g) => { if (g >= 0) counts[g]++; });
  const shown = head.group_names.map((name, k) => [name, k]).filter(([, k]) => counts[k] > 0);
  const keys = shown.slice(0, 12).map(([name, k]) => {
    const mark = make('i', { className: 'patch' });
    mark.style.backgroundColor = css(vary(parse(head.colours.faces[k % head.colours.faces.length]), 0));
    return make('div', { className: 'key' }, mark, make('span', { textContent: `${name} (${counts[k]})` }));
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
