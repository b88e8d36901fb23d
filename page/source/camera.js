// The camera that all stages share, the mouse that moves it, and which block is under a pixel.

import { Color, ColorManagement, NearestFilter, PerspectiveCamera, Vector3, WebGLRenderTarget, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { LONGEST } from './joints.js';

ColorManagement.enabled = false; // colours are given as the screen shows them
const FIELD = 28; // degrees: nearly parallel, as in a drawing
const PAPER = 0xf6f5f2;

/** True where no graphics card draws: smooth edges in motion would halve the frames there. */
function isSoftware() {
  const context = document.createElement('canvas').getContext('webgl2');
  const about = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(context.getParameter(about ? about.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Camera {
  constructor(canvas, stages, changed) {
    this.stages = stages;
    this.canvas = canvas;
    this.isSlow = isSoftware();
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.isSlow, powerPreference: 'high-performance' });
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setClearColor(PAPER, 1);
    this.renderer.autoClear = false;
    this.lens = new PerspectiveCamera(FIELD, 1, 0.01, 1000);
    this.lens.up.set(0, 0, 1);
    this.control = new OrbitControls(this.lens, canvas);
    this.control.zoomToCursor = true;
    this.control.addEventListener('change', changed);
    this.target = new WebGLRenderTarget(1, 1, { minFilter: NearestFilter, magFilter: NearestFilter });
    const boxes = stages.map((stage) => stage.head.frame);
    this.low = [0, 1, 2].map((c) => Math.min(...boxes.map((box) => box[0][c])));
    this.high = [0, 1, 2].map((c) => Math.max(...boxes.map((box) => box[1][c])));
    this.reach = 0.5 * Math.hypot(...[0, 1, 2].map((c) => this.high[c] - this.low[c])) || 1;
  }

  /** Look at the whole from an azimuth and an elevation [deg], as view/camera.py has them. */
  look(azimuth, elevation) {
    const [az, el] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
    const toward = [Math.sin(az) * Math.cos(el), -Math.cos(az) * Math.cos(el), Math.sin(el)];
    const middle = this.low.map((low, c) => 0.5 * (low + this.high[c]));
    const right = [Math.cos(az), Math.sin(az), 0];
    const up = [-Math.sin(az) * Math.sin(el), Math.cos(az) * Math.sin(el), Math.cos(el)];
    const half = (axis) => axis.reduce((sum, x, c) => sum + 0.5 * Math.abs(x) * (this.high[c] - this.low[c]), 0);
    const slope = Math.tan((0.5 * FIELD * Math.PI) / 180);
    const far = 1.1 * Math.max(half(up) / slope, half(right) / (slope * this.lens.aspect)) + half(toward);
    this.control.target.set(...middle);
    this.lens.position.set(...middle.map((x, c) => x + far * toward[c]));
    this.control.update();
  }

  /** Turn about what is looked at: to the right and up [rad]. */
  turn(right, up) {
    const [x, y, z] = this.toward;
    const far = Math.hypot(x, y, z);
    const azimuth = Math.atan2(y, x) + right;
    const elevation = Math.min(1.569, Math.max(-1.569, Math.asin(z / far) + up));
    const toward = [Math.cos(azimuth) * Math.cos(elevation), Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation)];
    this.lens.position.set(...toward.map((c, k) => this.control.target.getComponent(k) + far * c));
    this.control.update();
  }

  /** Go to `factor` times the distance of what is looked at. */
  zoom(factor) {
    const target = this.control.target.toArray();
    this.lens.position.set(...this.toward.map((c, k) => target[k] + factor * c));
    this.control.update();
  }

  /** Where it stands and looks at: six numbers, and back. */
  get place() {
    return [...this.lens.position.toArray(), ...this.control.target.toArray()];
  }

  set place(numbers) {
    this.lens.position.set(...numbers.slice(0, 3));
    this.control.target.set(...numbers.slice(3));
    this.control.update();
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    this.width = width / this.stages.length;
    this.height = height;
    this.renderer.setSize(width, height, false);
    this.lens.aspect = this.width / this.height;
    this.lens.updateProjectionMatrix();
    this.stages.forEach((stage) => stage.ribbons.fit(this.width, this.height));
  }

  draw(sharp = false) {
    const ratio = sharp ? Math.max(this.ratio, 2) : this.ratio;
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
    const far = this.lens.position.distanceTo(this.control.target);
    this.lens.near = Math.max(0.005 * far, far - 40 * this.reach, 1e-4);
    this.lens.far = far + 60 * this.reach;
    this.lens.updateProjectionMatrix();
    const several = this.stages.length > 1;
    this.renderer.setScissorTest(several);
    this.stages.forEach((stage, k) => {
      this.renderer.setViewport(k * this.width, 0, this.width, this.height);
      if (several) this.renderer.setScissor(k * this.width, 0, this.width, this.height);
      this.renderer.clear();
      this.renderer.render(stage.scene, this.lens);
    });
  }

  /** Stage and block under a point of the canvas [css px]; block -1: none. */
  pick(x, y) {
    const k = Math.min(this.stages.length - 1, Math.max(0, Math.floor(x / this.width)));
    const stage = this.stages[k];
    const uniform = stage.material.uniforms.pick;
    const ribbons = stage.ribbons.mesh.visible;
    this.lens.setViewOffset(this.width, this.height, Math.floor(x - k * this.width), Math.floor(y), 1, 1);
    uniform.value = 1;
    stage.ribbons.mesh.visible = false;
    this.renderer.setScissorTest(false);
    this.renderer.setRenderTarget(this.target);
    this.renderer.setClearColor(new Color(0), 0);
    this.renderer.clear();
    this.renderer.render(stage.scene, this.lens);
    const texel = new Uint8Array(4);
    this.renderer.readRenderTargetPixels(this.target, 0, 0, 1, 1, texel);
    this.renderer.setRenderTarget(null);
    this.renderer.setClearColor(PAPER, 1);
    this.lens.clearViewOffset();
    uniform.value = 0;
    stage.ribbons.mesh.visible = ribbons;
    return { stage, block: texel[0] + 256 * texel[1] + 65536 * texel[2] - 1 };
  }

  /** Pixel of a point on a stage [css px]. */
  project(point, k = 0) {
    this.lens.updateMatrixWorld();
    const v = new Vector3(...point).project(this.lens);
    return [(v.x + 1) * 0.5 * this.width + k * this.width, (1 - v.y) * 0.5 * this.height];
  }

  /** Length of the line of the force in the legend [m]. */
  get forceLength() {
    const [{ measures, forceFactor }] = this.stages;
    return LONGEST * measures.size * forceFactor;
  }

  /** Direction from what is looked at to the viewer. */
  get toward() {
    return this.lens.position.clone().sub(this.control.target).toArray();
  }

  /** Pixels of a metre at the target. */
  get pixelsPerMetre() {
    const far = this.lens.position.distanceTo(this.control.target);
    return this.height / (2 * far * Math.tan((0.5 * FIELD * Math.PI) / 180));
  }
}
