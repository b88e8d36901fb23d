// The panel on the right: what is shown and how, and what is known of the chosen block.

import { digits, lengthUnit, speedUnit } from './colours.js';
import { button, byId, choice, group, keepFocus, make, slider, tick } from './dom.js';
import { findBlock } from './keys.js';
import { COLOURS } from './stage.js';

const VIEWS = [['front', 0, 0], ['right', 90, 0], ['back', 180, 0], ['left', 270, 0], ['above', 0, 89.9], ['below', 0, -89.9]];

/** A component with the decimals that three digits of the whole have. */
const round = (value, whole) => value.toFixed(Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(whole) || 1)))));

/** Fill the panel; app: see main.js. What any of the results has can be chosen for all of them. */
export function fillPanel(app) {
  const groups = app.measures.groups.length ? [groupsGroup(app)] : [];
  keepFocus(byId('panel'), () => byId('panel').replaceChildren(
    findBlock(app), make('div', { id: 'block' }), ...wordsGroup(app), colourGroup(app), showGroup(app), viewGroup(app), sectionGroup(app), ...groups));
  showBlock(app);
}

function colourGroup(app) {
  const options = Object.entries(COLOURS).filter(([, { has }]) => app.stages.some((stage) => has(stage.head)));
  const range = slider('full scale', { min: -4, max: 0, step: 0.05, value: 0, name: 'full' },
    (x) => (x === 0 ? 'greatest' : `÷ ${digits(10 ** -x, 2)}`), (x) => app.setFull(10 ** x));
  return group('Colour by', choice('', options.map(([name, { label }]) => [name, label]), app.stages[0].colour, (name) => {
    app.setColour(name);
    range.set(0);
  }, 'colour'), range);
}

function showGroup(app) {
  const rows = [];
  const [first] = app.stages;
  const has = (what) => app.stages.some(what);
  const toggle = (name, label) => rows.push(tick(label, has((stage) => stage.shows[name]), (on) => app.show(name, on), name));
  if (has(({ isRun }) => isRun)) {
    rows.push(slider('displacements', { min: 0, max: 3, step: 0.05, value: Math.log10(first.scale), name: 'scale' },
      (x) => `× ${digits(10 ** x, 2)}`, (x) => app.each((stage) => { stage.scale = Number((10 ** x).toPrecision(2)); })));
  }
  if (has(({ head }) => head.has_joints)) {
    toggle('forces', 'forces in joints');
    rows.push(slider('length of forces', { min: -1, max: 1, step: 0.1, value: Math.log10(first.forceFactor), name: 'force' },
      (x) => `× ${digits(10 ** x, 2)}`, (x) => app.each((stage) => { stage.forceFactor = 10 ** x; })));
    toggle('hinges', 'hinges');
    if (has(({ isRun }) => isRun)) toggle('cracks', has(({ head }) => head.has_cracks) ? 'cracks, as wide as they are open' : 'open joints');
    if (has(({ head }) => head.has_cracks)) toggle('wear', 'damage along joints');
    toggle('thrust', 'thrust line');
  }
  if (has(({ head }) => head.ties.length)) toggle('ties', 'ties');
  if (has(({ head }) => head.lines.length)) toggle('lines', 'thrust lines of the answer');
  rows.push(tick('outlines', true, (on) => app.each((stage) => { stage.material.uniforms.outlines.value = on ? 1 : 0; }), 'outlines'));
  const rare = app.stages.map(({ head }) => [['forces', head.joint_every], ['cracks', head.crack_every]].filter(([, every]) => every > 1)
    .map(([what, every]) => `${what} of every ${every}. frame`).join(', ')).filter((words) => words);
  if (rare.length) rows.push(make('p', { className: 'hint', textContent: `${[...new Set(rare)].join('; ')}; between them those before` }));
  return group('Show', ...rows);
}

function viewGroup(app) {
  const row = make('div', { className: 'buttons' }, button('whole', () => app.look(...app.stages[0].head.camera), { name: 'whole' }),
    ...VIEWS.map(([name, azimuth, elevation]) => button(name, () => app.look(azimuth, elevation), { name })));
  return group('View', row, make('p', {
    className: 'hint', textContent: 'drag: turn · right: move · wheel: nearer; with the picture focused: shift + arrows, +, −, Home' }));
}

function sectionGroup(app) {
  const state = { axis: 'off', at: 0.5, flip: false };
  const apply = () => app.setSection(state);
  return group('Section', choice('plane', [['off', 'none'], ['x', 'across x'], ['y', 'across y'], ['z', 'level']], 'off', (axis) => {
    state.axis = axis;
    apply();
  }, 'section'), slider('place', { min: 0, max: 1, step: 0.005, value: 0.5, name: 'section_at' }, (x) => `${Math.round(100 * x)} %`, (x) => {
    state.at = x;
    apply();
  }), tick('other side', false, (on) => {
    state.flip = on;
    apply();
  }, 'flip'));
}

function groupsGroup(app) {
  const hide = (name, on) => app.each((stage) => {
    const k = stage.head.group_names.indexOf(name);
    if (k >= 0) stage.hideGroup(k, !on);
  });
  const rows = app.measures.groups.map((name) => tick(name, true, (on) => hide(name, on), 'group'));
  rows.push(tick('supports', true, (on) => app.each((stage) => { stage.hidesSupports = !on; }), 'supports'));
  return group('Groups', make('div', { className: 'list' }, ...rows));
}

function wordsGroup(app) {
  return app.stages.filter((stage) => stage.head.words.length).map((stage) => group(
    app.stages.length > 1 ? `Answer ${stage.id.toUpperCase()}` : 'Answer',
    make('pre', { className: 'words answer', textContent: stage.head.words.join('\n') })));
}

/** What is known of the chosen block, now. */
export function showBlock(app) {
  const place = byId('block');
  const { stage, block } = app.chosen;
  if (block < 0) {
    place.replaceChildren(make('p', { className: 'hint', textContent: 'Click a block, or find it, for its name and history.' }));
    return;
  }
  const { head } = stage;
  const found = stage.poses.locate(stage.time);
  const n = stage.count;
  const a = stage.poses.courses.frame(found.frame);
  const after = Math.min(found.frame + 1, stage.poses.frameCount - 1);
  const b = stage.poses.courses.frame(after);
  const moved = [0, 1, 2].map((c) => a[c * n + block] + (b[c * n + block] - a[c * n + block]) * found.share - stage.poses.start[c * n + block]);
  const distance = stage.texels[8 * block + 3];
  const [factor, unit] = lengthUnit(distance);
  const rows = [['groups', head.is_support[block] ? 'support' : head.group_names.filter((_, k) => head.members[k].includes(block)).join(', ') || '–']];
  if (stage.isRun) {
    const span = stage.poses.time[after] - stage.poses.time[found.frame];
    const speed = span > 0 ? Math.hypot(...[0, 1, 2].map((c) => b[c * n + block] - a[c * n + block])) / span : 0;
    const [rate, rateUnit] = speedUnit(speed);
    rows.push(['displacement', `${digits(distance * factor)} ${unit}`],
      ['  x, y, z', `${moved.map((x) => round(x * factor, distance * factor)).join(', ')} ${unit}`], ['speed', `${digits(speed * rate)} ${rateUnit}`]);
  }
  keepFocus(place, () => place.replaceChildren(make('div', { className: 'chosen' },
    make('strong', { id: 'block_name', textContent: head.names[block] }), button('×', () => app.choose(stage, -1), { title: 'let go', name: 'clear' })),
  make('dl', {}, ...rows.flatMap(([name, value]) => [make('dt', { textContent: name }), make('dd', { textContent: value })]))));
}
