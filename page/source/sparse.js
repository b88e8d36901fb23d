// Rows that are kept less often than poses, in chunks that are loaded when they are looked at: those of the last frame
// up to one, never of a later one.

const AGAIN = 5000; // ms, until a chunk that could not be loaded is asked for again

export class Sparse {
  constructor(head, load) {
    this.head = head;
    this.load = load; // number of a chunk -> promise of its arrays
    this.chunks = [];
  }

  chunk(number, arrived) {
    const found = this.chunks[number];
    if (found !== undefined) return found;
    this.chunks[number] = null;
    this.load(number).then((arrays) => {
      this.chunks[number] = arrays;
      arrived();
    }, (error) => {
      setTimeout(() => this.forget(number), AGAIN);
      arrived(error);
    });
    return null;
  }

  /**
   * {arrays, row, frame} of the last frame up to `frame` that has any; null while they are being loaded. Where there is
   * none: frame is -1, and `next` the first one that has any, if it is known.
   */
  find(frame, arrived) {
    let next = null;
    for (let number = Math.floor(frame / this.head.chunk); number >= 0; number--) {
      const arrays = this.chunk(number, arrived);
      if (arrays === null) return null;
      let row = arrays.frame.length - 1;
      while (row >= 0 && arrays.frame[row] > frame) row--;
      if (row >= 0) return { arrays, row, frame: arrays.frame[row] };
      if (arrays.frame.length) [next] = arrays.frame;
    }
    return { frame: -1, next };
  }

  /** Forget a chunk of a run that goes on. */
  forget(number) {
    delete this.chunks[number];
  }
}
