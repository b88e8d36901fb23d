// The address after # holds time, camera, block and colour, so that a link shows what its sender saw.

export function readHash() {
  const found = new URLSearchParams(location.hash.slice(1));
  const numbers = (found.get('camera') || '').split(',').map(Number);
  const isPlace = numbers.length === 6 && numbers.every(Number.isFinite);
  const number = (name) => (found.has(name) && Number.isFinite(Number(found.get(name))) ? Number(found.get(name)) : null);
  return {
    time: number('t'), camera: isPlace ? numbers : null, block: found.get('block'), colour: found.get('colour'),
    scale: number('scale'),
  };
}

let waiting = null;

/** Write the state, a moment later and once. */
export function writeHash(state) {
  if (waiting !== null) clearTimeout(waiting);
  waiting = setTimeout(() => {
    waiting = null;
    const { time, camera, block, colour, scale } = state();
    const parts = new URLSearchParams();
    const run = new URLSearchParams(location.hash.slice(1)).get('run');
    if (run !== null) parts.set('run', run); // of a study
    parts.set('t', Number(time.toFixed(6)));
    parts.set('camera', camera.map((x) => x.toFixed(3)).join(','));
    if (block !== null) parts.set('block', block);
    parts.set('colour', colour);
    if (scale !== 1) parts.set('scale', scale);
    history.replaceState(null, '', `${location.pathname}#${parts.toString().replaceAll('%2C', ',')}`);
  }, 250);
}
