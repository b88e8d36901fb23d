// Parts and heads: from the server that gave the page, or from the blocks of data in a page of its own.

const element = (name) => document.getElementById(name);

/** True where the page is one file and holds its data. */
export const isWhole = () => element('runs') !== null;

/** The server could not be reached. */
export class NoAnswer extends Error {}

/** The server knows us not: it is another one than that which gave the page. */
export class Refused extends Error {}

export const NEEDS_STREAM = 'This page needs DecompressionStream, which this browser does not have. '
  + 'Take a newer one: Chrome or Edge 80, Firefox 113, Safari 16.4.';

async function ask(name) {
  let answer;
  try {
    answer = await fetch(name, { credentials: 'same-origin' });
  } catch {
    throw new NoAnswer('The server of this page does not answer. Start drystone view again.');
  }
  if (answer.status === 403) throw new Refused('The server at this address has not given this page. Open the address that drystone view has printed.');
  return answer;
}

const wrong = (answer, data) => new Error(data?.error || `the server answered with ${answer.status}`);

/** Plain data: 'runs', 'a/head', 'a/state'. */
export async function readData(name) {
  if (isWhole()) {
    if (element(name) === null) throw new Error(`this file does not hold ${name}`);
    return JSON.parse(element(name).textContent);
  }
  const answer = await ask(name);
  const data = await answer.json().catch((error) => {
    if (answer.ok && !(error instanceof SyntaxError)) throw new NoAnswer('The server of this page has ended in the middle of its answer.');
    return { error: answer.ok ? `the server answered ${name} with what is no JSON` : null };
  });
  if (data?.error || !answer.ok) throw wrong(answer, data);
  return data;
}

/** Named typed arrays of a part; see view/web/container.py. */
export async function readPart(name) {
  if (typeof DecompressionStream === 'undefined') throw new Error(NEEDS_STREAM);
  let stream;
  if (isWhole()) {
    const block = element(name);
    if (block === null) throw new Error(`this file has no part ${name}`);
    stream = new Blob([decodeText(block.textContent)]).stream();
    block.remove(); // its text is not needed again
  } else {
    const answer = await ask(name);
    if (!answer.ok) throw wrong(answer, await answer.json().catch(() => null));
    stream = answer.body;
  }
  const open = stream.pipeThrough(new DecompressionStream('deflate'));
  return splitArrays(await new Response(open).arrayBuffer());
}

function decodeText(text) {
  if (typeof Uint8Array.fromBase64 === 'function') return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

const KINDS = {
  '<f8': Float64Array, '<f4': Float32Array, '<f2': Uint16Array, '<u4': Uint32Array, '<i4': Int32Array,
  '<u2': Uint16Array, '|i1': Int8Array, '|u1': Uint8Array,
};

function splitArrays(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const heading = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const arrays = {};
  let at = 4 + length;
  for (const [name, kind, shape] of heading) {
    const Kind = KINDS[kind];
    const count = shape.reduce((a, b) => a * b, 1);
    const bytes = count * Kind.BYTES_PER_ELEMENT;
    const aligned = at % Kind.BYTES_PER_ELEMENT === 0;
    const values = aligned ? new Kind(buffer, at, count) : new Kind(buffer.slice(at, at + bytes));
    arrays[name] = kind === '<f2' ? halves(values) : values;
    arrays[name].shape = shape;
    at += bytes + ((4 - (bytes % 4)) % 4);
  }
  return arrays;
}

let table = null;

/** 16-bit floats as 32-bit ones. */
function halves(codes) {
  if (table === null) {
    table = new Float32Array(65536);
    for (let code = 0; code < 65536; code++) {
      const sign = code & 0x8000 ? -1 : 1;
      const power = (code >> 10) & 31;
      const rest = code & 1023;
      table[code] = sign * (power === 0 ? rest * 2 ** -24
        : power === 31 ? (rest ? NaN : Infinity) : (1 + rest / 1024) * 2 ** (power - 15));
    }
  }
  const out = new Float32Array(codes.length);
  for (let i = 0; i < codes.length; i++) out[i] = table[codes[i]];
  return out;
}
