// Colours: the colour-blind can tell them apart; a scale runs from pale to dark, so that it also reads in grey.

/** Stops of a map from pale yellow to dark brown (after ColorBrewer's YlOrBr), one lightness to the other. */
const STOPS = [[255, 247, 208], [254, 227, 145], [254, 196, 79], [251, 154, 41], [225, 107, 17], [180, 68, 3], [112, 40, 5]];
export const NONE = [205, 208, 211];
export const CHOSEN = [0, 114, 178];

/** 256 colours, flat. */
export const SCALE = (() => {
  const out = new Uint8Array(768);
  for (let k = 0; k < 256; k++) {
    const at = (k / 255) * (STOPS.length - 1);
    const low = Math.min(Math.floor(at), STOPS.length - 2);
    for (let c = 0; c < 3; c++) out[3 * k + c] = Math.round(STOPS[low][c] + (STOPS[low + 1][c] - STOPS[low][c]) * (at - low));
  }
  return out;
})();

export const parse = (text) => [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16));
export const unit = (colour) => colour.map((c) => c / 255);
export const css = (colour) => `rgb(${colour[0]}, ${colour[1]}, ${colour[2]})`;

/** A little lighter or darker from block to block, always the same for a block. */
export const vary = (colour, k) => {
  const share = (k * 0.6180339887498949) % 1;
  return colour.map((c) => Math.min(255, Math.round(c * (1 + 0.035 * (2 * share - 1)))));
};

/** The largest of 1, 2, 5 times a power of ten that is not above `about`. */
export function nice(about) {
  const power = 10 ** Math.floor(Math.log10(about));
  return [5, 2, 1].map((k) => k * power).find((value) => value <= about * (1 + 1e-9)) || power;
}

/** Few digits, as people write them. */
export function digits(value, count = 3) {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-4) return value.toExponential(1).replace('.0e', 'e').replace('e+', 'e');
  return String(Number(value.toPrecision(count)));
}

/** Factor and unit for lengths [m]. */
export const lengthUnit = (largest) => (largest < 0.1 ? [1e3, 'mm'] : [1, 'm']);
export const speedUnit = (largest) => (largest < 0.1 ? [1e3, 'mm/s'] : [1, 'm/s']);
export const forceUnit = (largest) => (largest >= 1e6 ? [1e-6, 'MN'] : largest >= 1e3 ? [1e-3, 'kN'] : [1, 'N']);
