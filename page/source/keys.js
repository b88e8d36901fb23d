// The canvas by keys, and blocks by their names: what the mouse does, without one.

import { button, make } from './dom.js';

const STEP = (5 * Math.PI) / 180; // of a turn by one key
const NEARER = 1.15;
const MOST = 30; // names that are offered at once

/** Keys of the focused canvas. Plain arrows go frame by frame, see bar.js. */
export function steer(app, canvas) {
  const turns = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const turn = event.shiftKey ? turns[event.key] : undefined;
    if (turn) app.camera.turn(...turn);
    else if (event.key === '+' || event.key === '=') app.camera.zoom(1 / NEARER);
    else if (event.key === '-' || event.key === '_') app.camera.zoom(NEARER);
    else if (event.key === 'Home') app.look(...app.stages[0].head.camera);
    else if (event.key === 'Escape') app.choose(app.stages[0], -1);
    else return;
    event.preventDefault();
  });
}

/** A field that finds blocks by a part of their name; Enter takes the first, arrows and Enter another. */
export function findBlock(app) {
  const field = make('input', { type: 'search', name: 'find', placeholder: 'find a block by name', autocomplete: 'off' });
  field.setAttribute('aria-label', 'find a block by name');
  const found = make('div', { className: 'found' });
  const names = [...new Set(app.stages.flatMap((stage) => stage.head.names))];
  const take = (name) => {
    const stage = app.stages.find((each) => each.head.names.includes(name));
    found.replaceChildren();
    field.value = '';
    app.choose(stage, stage.head.names.indexOf(name));
  };
  const matches = () => {
    const part = field.value.trim().toLowerCase();
    if (!part) return [];
    const all = names.filter((name) => name.toLowerCase().includes(part));
    return all.sort((a, b) => (b.toLowerCase() === part) - (a.toLowerCase() === part)); // the whole name comes first
  };
  const show = () => {
    const all = matches();
    const rows = all.slice(0, MOST).map((name) => button(name, () => take(name), { className: 'name' }));
    if (all.length > MOST) rows.push(make('div', { className: 'hint', textContent: `and ${all.length - MOST} more` }));
    if (!all.length && field.value.trim()) rows.push(make('div', { className: 'hint', textContent: 'no block has this in its name' }));
    found.replaceChildren(...rows);
  };
  field.addEventListener('input', show);
  const box = make('div', { className: 'find' }, field, found);
  box.addEventListener('keydown', (event) => {
    const rows = [field, ...found.querySelectorAll('button')];
    const at = rows.indexOf(event.target);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next !== undefined && rows[next]) rows[next].focus();
    else if (event.key === 'Enter' && event.target === field && matches().length) take(matches()[0]);
    else if (event.key === 'Escape') {
      field.value = '';
      found.replaceChildren();
      field.focus();
    } else return;
    event.preventDefault();
  });
  return box;
}
