// The panel on the right: what is shown and how, and what is known of the chosen block.

import { digits, lengthUnit, speedUnit } from './colours.js';
import { button, byId, choice, group, make, slider, tick } from './dom.js';
import { COLOURS } from './stage.js';

const VIEWS = [['front', 0, 0], ['right', 90, 0], ['back', 180, 0], ['left', 270, 0], ['above', 0, 89.9], ['below', 0, -89.9]];

/** A component with the decimals that three digits of the whole have. */
const round = (value, whole) => value.toFixed(Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(whole) || 1)))));

/** Fill the panel; app: see main.js. */
export function fillPanel(app) {
  const first = app.stages[0];
  byId('panel').replaceChildren(
    make('div', { id: 'block' }), colourGroup(app, first), showGroup(app, first), viewGroup(app), sectionGroup(app),
    ...(first.head.group_names.length ? [groupsGroup(app)] : []), ...wordsGroup(app));
  showBlock(app);
}

function colourGroup(app, first) {
  const options = Object.entries(COLOURS).filter(([name, { runs, joints, slip, mortar, wear }]) => (!runs || first.isRun) && (!wear || first.head.has_wear)
    && (!joints || first.head.has_joints) && (!slip || first.head.has_slip) && (!mortar || first.head.has_mortar) && (name !== 'displacement' || first.isRun || first.head.moves));
  const range = slider('full scale', { min: -4, max: 0, step: 0.05, value: 0, name: 'full' },
    (x) => (x === 0 ? 'greatest' : `÷ ${digits(10 ** -x, 2)}`), (x) => app.setFull(10 ** x));
  return group('Colour by', choice('', options.map(([name, { label }]) => [name, label]), first.colour, (name) => {
    app.setColour(name);
    range.set(0);
  }, 'colour'), range);
}

function showGroup(app, first) {
  const rows = [];
  const toggle = (name, label) => rows.push(tick(label, first.shows[name], (on) => app.show(name, on), name));
  if (first.head.has_joints) {
    toggle('forces', 'forces in joints');
    rows.push(slider('length of forces', { min: -1, max: 1, step: 0.1, value: 0, name: 'force' },
      (x) => `× ${digits(10 ** x, 2)}`, (x) => app.each((stage) => { stage.forceFactor = 10 ** x; })));
    toggle('hinges', 'hinges');
    if (first.isRun) toggle('cracks', first.head.has_cracks ? 'cracks, as wide as they are open' : 'open joints');
    if (first.head.has_cracks) toggle('wear', 'damage along joints');
    toggle('thrust', 'thrust line');
  }
  if (app.stages.some((stage) => stage.head.ties.length)) toggle('ties', 'ties');
  if (first.head.lines.length) toggle('lines', 'thrust lines of the answer');
  if (first.isRun) {
    rows.unshift(slider('displacements', { min: 0, max: 3, step: 0.05, value: Math.log10(first.scale), name: 'scale' },
      (x) => `× ${digits(10 ** x, 2)}`, (x) => app.each((stage) => { stage.scale = Number((10 ** x).toPrecision(2)); })));
  }
  rows.push(tick('outlines', true, (on) => app.each((stage) => { stage.material.uniforms.outlines.value = on ? 1 : 0; }), 'outlines'));
  return group('Show', ...rows);
}

function viewGroup(app) {
  const row = make('div', { className: 'buttons' }, button('whole', () => app.look(...app.stages[0].head.camera), { name: 'whole' }),
    ...VIEWS.map(([name, azimuth, elevation]) => button(name, () => app.look(azimuth, elevation), { name })));
  return group('View', row, make('p', { className: 'hint', textContent: 'drag: turn · right: move · wheel: nearer' }));
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
  const { head } = app.stages[0];
  const hide = (name, on) => app.each((stage) => {
    const k = stage.head.group_names.indexOf(name);
    if (k >= 0) stage.hideGroup(k, !on);
  });
  const rows = head.group_names.map((name) => tick(name, true, (on) => hide(name, on), 'group'));
  rows.push(tick('supports', true, (on) => app.each((stage) => { stage.hidesSupports = !on; }), 'supports'));
  return group('Groups', make('div', { className: 'list' }, ...rows));
}

function wordsGroup(app) {
  return app.stages.filter((stage) => stage.head.words.length).map((stage) => group(
    app.stages.length > 1 ? `Answer ${stage.id.toUpperCase()}` : 'Answer',
    make('pre', { className: 'words', textContent: stage.head.words.join('\n') })));
}

/** What is known of the chosen block, now. */
export function showBlock(app) {
  const place = byId('block');
  const { stage, block } = app.chosen;
  if (block < 0) {
    place.replaceChildren(make('p', { className: 'hint', textContent: 'Click a block for its name and history.' }));
    return;
  }
  const { head } = stage;
  const found = stage.poses.locate(stage.time);
  const n = stage.count;
  const a = stage.poses.courses.frame(found.frame);
  const moved = [0, 1, 2].map((c) => a[c * n + block] - stage.poses.start[c * n + block]);
  const distance = stage.texels[8 * block + 3];
  const [factor, unit] = lengthUnit(distance);
  const rows = [['groups', head.is_support[block] ? 'support' : head.group_names.filter((_, k) => head.members[k].includes(block)).join(', ') || '–']];
  if (stage.isRun) {
    const after = Math.min(found.frame + 1, stage.poses.frameCount - 1);
    const b = stage.poses.courses.frame(after);
    const span = stage.poses.time[after] - stage.poses.time[found.frame];
    const speed = span > 0 ? Math.hypot(...[0, 1, 2].map((c) => b[c * n + block] - a[c * n + block])) / span : 0;
    const [rate, rateUnit] = speedUnit(speed);
    rows.push(['displacement', `${digits(distance * factor)} ${unit}`],
      ['  x, y, z', `${moved.map((x) => round(x * factor, distance * factor)).join(', ')} ${unit}`], ['speed', `${digits(speed * rate)} ${rateUnit}`]);
  }
  place.replaceChildren(make('div', { className: 'chosen' },
    make('strong', { id: 'block_name', textContent: head.names[block] }), button('×', () => app.choose(stage, -1), { title: 'let go', name: 'clear' })),
  make('dl', {}, ...rows.flatMap(([name, value]) => [make('dt', { textContent: name }), make('dd', { textContent: value })])));
}
