// Looking at the server again and again: one look that fails is nothing, and what stays wrong is said for what it is.

import { byId } from './dom.js';
import { hush, say } from './message.js';
import { NoAnswer, Refused } from './part.js';

const TRIES = 5; // looks in a row that may fail before anything is said
const SOON = 500; // ms until the second look, twice as long each time
const LATER = 20000;

const ENDED = 'The server of this page does not answer any more. What is loaded stays; start drystone view again to see more.';
const REFUSED = 'The server at this address is not the one that gave this page. Open the address that drystone view has printed.';

/** Call look() every span() ms for as long as there is a server; calm() once an answer comes after some that failed. */
export function follow(look, span, calm) {
  let failed = 0;
  let said = null;
  const tell = (short, words) => {
    byId('live').textContent = short;
    if (said !== words) say(words); // once: who has closed it has read it
    said = words;
  };
  const round = async () => {
    try {
      await look();
    } catch (error) {
      failed += 1;
      if (error instanceof Refused) return tell('not followed any more', REFUSED);
      if (failed < TRIES) byId('live').textContent = 'no answer, asking again';
      else if (error instanceof NoAnswer) return tell('the server has ended', ENDED);
      else tell('cannot be followed', error.message);
      return setTimeout(round, failed < TRIES ? SOON * 2 ** (failed - 1) : LATER);
    }
    if (failed) {
      failed = 0;
      if (said !== null) hush(said);
      said = null;
      calm();
    }
    return setTimeout(round, span());
  };
  setTimeout(round, span());
}
