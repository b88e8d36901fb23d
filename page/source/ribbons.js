// Many straight lines of a width in pixels: forces, ties, thrust lines, marks. What blocks hide is drawn faint, what is
// cut away with the blocks is not drawn.

import {
  BufferAttribute, GLSL3, GreaterDepth, Group, InstancedBufferAttribute, InstancedBufferGeometry, LessEqualDepth, Mesh,
  ShaderMaterial, Vector2,
} from 'three';
import { RIBBON_FRAGMENT, RIBBON_VERTEX } from './shaders.js';

const FAINT = 0.3; // opacity of what lies behind or inside blocks

export class Ribbons {
  /** section: uniform of the plane that cuts, the same as that of the blocks. */
  constructor(section) {
    this.screen = { value: new Vector2(1, 1) };
    this.mesh = new Group();
    this.layers = [[GreaterDepth, FAINT], [LessEqualDepth, 1]].map(([depthFunc, share], k) => {
      const layer = new Mesh(new InstancedBufferGeometry(), new ShaderMaterial({
        glslVersion: GLSL3, vertexShader: RIBBON_VERTEX, fragmentShader: RIBBON_FRAGMENT, depthFunc, depthWrite: false, transparent: true,
        uniforms: { screen: this.screen, section, share: { value: share } },
      }));
      layer.frustumCulled = false;
      layer.renderOrder = k + 1;
      this.mesh.add(layer);
      return layer;
    });
    this.room = 0;
    this.clear();
  }

  clear() {
    this.used = 0;
  }

  add(ax, ay, az, bx, by, bz, colour, width) {
    if (this.used === this.room) this.grow();
    const k = this.used++;
    this.from.set([ax, ay, az], 3 * k);
    this.to.set([bx, by, bz], 3 * k);
    this.look.set([colour[0], colour[1], colour[2], width], 4 * k);
  }

  grow() {
    const room = Math.max(256, 2 * this.room);
    const longer = (old, size) => {
      const array = new Float32Array(room * size);
      if (old) array.set(old);
      return array;
    };
    this.from = longer(this.from, 3);
    this.to = longer(this.to, 3);
    this.look = longer(this.look, 4);
    this.room = room;
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(12), 3));
    geometry.setAttribute('corner', new BufferAttribute(new Float32Array([0, -1, 1, -1, 1, 1, 0, 1]), 2));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute('from', new InstancedBufferAttribute(this.from, 3));
    geometry.setAttribute('to', new InstancedBufferAttribute(this.to, 3));
    geometry.setAttribute('look', new InstancedBufferAttribute(this.look, 4));
    this.layers[0].geometry.dispose();
    for (const layer of this.layers) layer.geometry = geometry;
  }

  /** Send what was added to the graphics card. */
  finish() {
    this.mesh.visible = this.used > 0;
    if (!this.used) return;
    const { geometry } = this.layers[0];
    geometry.instanceCount = this.used;
    for (const name of ['from', 'to', 'look']) geometry.attributes[name].needsUpdate = true;
  }

  fit(width, height) {
    this.screen.value.set(width / 2, height / 2);
  }
}
