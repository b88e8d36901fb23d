// What results side by side are measured by: one length for a force, one width for a crack, one colour for a group, so
// that one legend is true for all of them.

export class Measures {
  constructor() {
    this.heads = [];
    this.renew();
  }

  /** Take part with a head. */
  add(head) {
    this.heads.push(head);
    this.renew();
  }

  /** After heads have changed. */
  renew() {
    const greatest = (of) => Math.max(0, ...this.heads.map(of).filter(Number.isFinite));
    this.force = greatest((head) => head.force_usual); // [N], drawn as long as a share of `size`
    this.crack = greatest((head) => head.crack_full); // mm, as wide as a crack is drawn
    this.size = greatest((head) => Math.max(...[0, 1, 2].map((c) => head.box[1][c] - head.box[0][c]))); // [m]
    this.groups = [...new Set(this.heads.flatMap((head) => head.group_names))];
  }

  /** Number of a group that is the same in all results. */
  group(head, k) {
    return this.groups.indexOf(head.group_names[k]);
  }
}
