// Elements. Texts of results are set as text, never as HTML.

export function make(kind, properties = {}, ...children) {
  const element = document.createElement(kind);
  const { dataset, ...rest } = properties;
  Object.assign(element, rest);
  if (dataset) Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
}

export const byId = (name) => document.getElementById(name);

/** A labelled tick box. */
export function tick(label, checked, changed, name = '') {
  const box = make('input', { type: 'checkbox', checked, name });
  box.addEventListener('change', () => changed(box.checked));
  return make('label', { className: 'tick' }, box, make('span', { textContent: label }));
}

/** A labelled choice: options [[value, words], ...]. */
export function choice(label, options, value, changed, name = '') {
  const list = make('select', { name });
  for (const [key, words] of options) list.append(make('option', { value: key, textContent: words, selected: key === value }));
  list.addEventListener('change', () => changed(list.value));
  return make('label', { className: 'row' }, make('span', { textContent: label }), list);
}

/** A labelled slider with its value in words. */
export function slider(label, { min, max, step, value, name = '' }, words, changed) {
  const range = make('input', { type: 'range', min, max, step, value, name });
  const shown = make('output', { textContent: words(value) });
  range.addEventListener('input', () => {
    shown.textContent = words(Number(range.value));
    changed(Number(range.value));
  });
  const row = make('label', { className: 'row' }, make('span', { textContent: label }), range, shown);
  row.set = (given) => {
    range.value = given;
    shown.textContent = words(given);
  };
  return row;
}

export function button(label, pressed, properties = {}) {
  const made = make('button', { type: 'button', textContent: label, ...properties });
  made.addEventListener('click', pressed);
  return made;
}

export function group(title, ...children) {
  return make('fieldset', {}, make('legend', { textContent: title }), ...children);
}

/** Make the content of an element anew and leave the focus where it was, by data-run or name. */
export function keepFocus(place, fill) {
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  fill();
  if (held === null || place.contains(held)) return;
  const same = [...place.querySelectorAll('[data-run], [name]')].find((element) => (
    held.dataset.run ? element.dataset.run === held.dataset.run : held.name && element.name === held.name));
  same?.focus({ preventScroll: true });
}
