// The message over the page: one at a time, closed by its button or once what it says is over.

import { button, byId, make } from './dom.js';

/** Say something; people may close it. */
export function say(words) {
  const place = byId('message');
  if (!place.hidden && shown() === words) return;
  place.replaceChildren(make('span', { textContent: words }), button('×', () => { place.hidden = true; }, { title: 'close', name: 'close_message' }));
  place.hidden = false;
}

const shown = () => byId('message').firstElementChild?.textContent;

/** Close the message if it still says this. */
export function hush(words) {
  if (shown() === words) byId('message').hidden = true;
}

/** Whatever nobody has caught: a page that stands still says why. */
export function watchErrors() {
  const tell = (error) => say(`This page has made a mistake: ${error?.message || error}. Reload it; what it shows may be old.`);
  window.addEventListener('unhandledrejection', (event) => tell(event.reason));
  window.addEventListener('error', (event) => {
    if (event.error) tell(event.error); // a notice of the browser itself, as of sizes that changed twice, has none
  });
}
