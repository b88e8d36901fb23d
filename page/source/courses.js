// Courses of numbers over time, as view/web/courses.py packs them, and the poses and nodes that they are.

/** c components of n things in the frames of all chunks that are there. */
export class Courses {
  constructor(components, count, chunkSize) {
    this.components = components;
    this.count = count;
    this.chunkSize = chunkSize;
    this.chunks = [];
    this.cache = [];
  }

  /** Take a chunk of frames, new or longer than before. */
  take(number, arrays) {
    const frames = arrays.planes.shape[2];
    const n = this.count;
    const half = this.components * frames * n;
    const planes = arrays.planes;
    const code = new Uint16Array(half);
    for (let c = 0; c < this.components; c++) {
      const first = c * frames * n;
      for (let i = first; i < first + n && frames > 0; i++) code[i] = planes[i] | (planes[half + i] << 8);
      for (let i = first + n; i < first + frames * n; i++) code[i] = code[i - n] + (planes[i] | (planes[half + i] << 8));
    }
    this.chunks[number] = { frames, code, low: arrays.low, step: arrays.step, active: arrays.active || null };
    this.cache = [];
  }

  /** Values of a frame, component after component; kept for the last few frames that were asked for. */
  frame(number) {
    const found = this.cache.find((entry) => entry.number === number);
    if (found) return found.values;
    const entry = this.cache.length < 3 ? { values: new Float32Array(this.components * this.count) } : this.cache.shift();
    entry.number = number;
    this.cache.push(entry);
    const chunk = this.chunks[Math.floor(number / this.chunkSize)];
    const local = number % this.chunkSize;
    const { code, low, step, frames } = chunk;
    const n = this.count;
    const out = entry.values;
    for (let c = 0; c < this.components; c++) {
      const at = (c * frames + local) * n;
      const base = c * n;
      for (let i = 0; i < n; i++) out[base + i] = low[base + i] + step[base + i] * code[at + i];
    }
    return out;
  }

  /** One component of one thing at a frame. */
  value(number, component, i) {
    const chunk = this.chunks[Math.floor(number / this.chunkSize)];
    const at = (component * chunk.frames + (number % this.chunkSize)) * this.count + i;
    const base = component * this.count + i;
    return chunk.low[base] + chunk.step[base] * chunk.code[at];
  }

  /** Which things are there at a frame: null for all. */
  active(number) {
    const chunk = this.chunks[Math.floor(number / this.chunkSize)];
    if (!chunk.active) return null;
    const local = number % this.chunkSize;
    return chunk.active.subarray(local * this.count, (local + 1) * this.count);
  }
}

/** Poses of blocks over time: x, y, z, qw, qx, qy, qz. */
export class Poses {
  constructor(start, count, chunkSize) {
    this.start = start; // (7, n)
    this.count = count;
    this.courses = new Courses(7, count, chunkSize);
    this.chunkSize = chunkSize;
    this.time = [];
  }

  take(number, arrays) {
    this.courses.take(number, arrays);
    for (let k = 0; k < arrays.time.length; k++) this.time[number * this.chunkSize + k] = arrays.time[k];
  }

  /** Frames that can be shown: those of chunks that follow each other without a gap. */
  get frameCount() {
    let total = 0;
    for (const chunk of this.courses.chunks) {
      if (!chunk) break;
      total += chunk.frames;
      if (chunk.frames < this.chunkSize) break;
    }
    return total;
  }

  get end() {
    return this.time[this.frameCount - 1];
  }

  /** Time from a frame to the next [s]. */
  spacing(frame) {
    const k = Math.min(frame, this.frameCount - 2);
    return k < 0 ? 0 : this.time[k + 1] - this.time[k];
  }

  /** Frame before a time, and the share of the way to the next. */
  locate(time) {
    const count = this.frameCount;
    let low = 0;
    let high = count - 1;
    if (!(time > this.time[0])) return { frame: 0, share: 0 };
    if (time >= this.time[high]) return { frame: high, share: 0 };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.time[middle] <= time) low = middle;
      else high = middle;
    }
    return { frame: low, share: (time - this.time[low]) / (this.time[high] - this.time[low]) };
  }

  /**
   * Fill two texels a block: place and distance from the start, and quaternion (x, y, z, w); displacements and rotations
   * since the start times `scale`. speed: array for speeds between the frames on both sides, or null.
   */
  fill(time, scale, texels, speed) {
    const { frame, share } = this.locate(time);
    const next = Math.min(frame + 1, this.frameCount - 1);
    const a = this.courses.frame(frame);
    const b = this.courses.frame(next);
    const n = this.count;
    const from = this.start;
    const rate = next > frame ? 1 / (this.time[next] - this.time[frame]) : 0;
    for (let i = 0; i < n; i++) {
      const x = a[i] + (b[i] - a[i]) * share;
      const y = a[n + i] + (b[n + i] - a[n + i]) * share;
      const z = a[2 * n + i] + (b[2 * n + i] - a[2 * n + i]) * share;
      const dx = x - from[i];
      const dy = y - from[n + i];
      const dz = z - from[2 * n + i];
      const o = 8 * i;
      texels[o] = from[i] + scale * dx;
      texels[o + 1] = from[n + i] + scale * dy;
      texels[o + 2] = from[2 * n + i] + scale * dz;
      texels[o + 3] = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const aw = a[3 * n + i];
      const ax = a[4 * n + i];
      const ay = a[5 * n + i];
      const az = a[6 * n + i];
      let bw = b[3 * n + i];
      let bx = b[4 * n + i];
      let by = b[5 * n + i];
      let bz = b[6 * n + i];
      if (aw * bw + ax * bx + ay * by + az * bz < 0) { // chunks keep their signs apart
        bw = -bw;
        bx = -bx;
        by = -by;
        bz = -bz;
      }
      let qw = aw + (bw - aw) * share;
      let qx = ax + (bx - ax) * share;
      let qy = ay + (by - ay) * share;
      let qz = az + (bz - az) * share;
      const length = Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz) || 1;
      qw /= length;
      qx /= length;
      qy /= length;
      qz /= length;
      if (speed !== null) {
        const ux = b[i] - a[i];
        const uy = b[n + i] - a[n + i];
        const uz = b[2 * n + i] - a[2 * n + i];
        speed[i] = Math.sqrt(ux * ux + uy * uy + uz * uz) * rate;
      }
      texels[o + 4] = qx;
      texels[o + 5] = qy;
      texels[o + 6] = qz;
      texels[o + 7] = qw;
    }
    if (scale !== 1) this.magnify(scale, texels);
    return { frame, share };
  }

  /** Turn rotations since the start into `scale` times as much about the same axes. */
  magnify(scale, texels) {
    const n = this.count;
    const from = this.start;
    for (let i = 0; i < n; i++) {
      const o = 8 * i + 4;
      const sw = from[3 * n + i];
      const sx = from[4 * n + i];
      const sy = from[5 * n + i];
      const sz = from[6 * n + i];
      const x = texels[o];
      const y = texels[o + 1];
      const z = texels[o + 2];
      const w = texels[o + 3];
      // r = q s*, the turn since the start
      let rw = w * sw + x * sx + y * sy + z * sz;
      let rx = -w * sx + x * sw - y * sz + z * sy;
      let ry = -w * sy + y * sw - z * sx + x * sz;
      let rz = -w * sz + z * sw - x * sy + y * sx;
      if (rw < 0) {
        rw = -rw;
        rx = -rx;
        ry = -ry;
        rz = -rz;
      }
      const sine = Math.sqrt(rx * rx + ry * ry + rz * rz);
      if (sine < 1e-9) continue;
      const half = scale * Math.atan2(sine, rw);
      const factor = Math.sin(half) / sine;
      rw = Math.cos(half);
      rx *= factor;
      ry *= factor;
      rz *= factor;
      texels[o] = rw * sx + rx * sw + ry * sz - rz * sy;
      texels[o + 1] = rw * sy + ry * sw + rz * sx - rx * sz;
      texels[o + 2] = rw * sz + rz * sw + rx * sy - ry * sx;
      texels[o + 3] = rw * sw - rx * sx - ry * sy - rz * sz;
    }
  }

  /** Displacement [m] and rotation [rad] of a block since the start at every frame. */
  history(i) {
    const count = this.frameCount;
    const n = this.count;
    const out = { time: this.time.slice(0, count), x: [], y: [], z: [], turn: [] };
    for (let f = 0; f < count; f++) {
      const value = (c) => this.courses.value(f, c, i);
      out.x.push(value(0) - this.start[i]);
      out.y.push(value(1) - this.start[n + i]);
      out.z.push(value(2) - this.start[2 * n + i]);
      let dot = 0;
      let length = 0;
      for (let c = 3; c < 7; c++) {
        dot += value(c) * this.start[c * n + i];
        length += value(c) ** 2;
      }
      out.turn.push(2 * Math.acos(Math.min(1, Math.abs(dot) / Math.sqrt(length || 1))));
    }
    return out;
  }

  /** Greatest distance from the start [m] and greatest speed [m/s] of the blocks that count, over all frames. */
  extremes(counts) {
    let distance = 0;
    let speed = 0;
    const n = this.count;
    const total = this.frameCount;
    const every = Math.max(1, Math.floor((total * n) / 4e6)); // a look at some frames is enough for a scale
    let last = -1;
    for (let f = 0; f < total; f += every) {
      const a = this.courses.frame(f);
      const before = f > 0 ? this.courses.frame(f - 1) : null;
      const rate = before ? 1 / (this.time[f] - this.time[f - 1]) : 0;
      for (let i = 0; i < n; i++) {
        if (!counts[i]) continue;
        const d = Math.hypot(a[i] - this.start[i], a[n + i] - this.start[n + i], a[2 * n + i] - this.start[2 * n + i]);
        if (d > distance) distance = d;
        if (before) {
          const v = Math.hypot(a[i] - before[i], a[n + i] - before[n + i], a[2 * n + i] - before[2 * n + i]) * rate;
          if (v > speed) speed = v;
        }
      }
      last = f;
    }
    return { distance, speed, last };
  }
}
