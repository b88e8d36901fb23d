// The bar of time: play, speed, slider, one frame back or forth.

import { button, byId, choice, make } from './dom.js';

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export class Bar {
  constructor(app) {
    this.app = app;
    this.isPlaying = false;
    this.speed = 1;
    this.way = 1;
    const isRun = app.stages.some((stage) => stage.isRun);
    this.isRun = isRun;
    this.playButton = button('▶', () => this.toggle(), { id: 'play', title: 'play or pause (space)' });
    this.range = make('input', { type: 'range', id: 'time', min: 0, max: 1, step: 'any', value: 0 });
    this.range.setAttribute('aria-label', isRun ? 'time' : 'amplitude of the mechanism');
    this.range.addEventListener('input', () => app.setTime(Number(this.range.value)));
    this.words = make('output', { id: 'clock' });
    const back = button('◂', () => app.step(-1), { title: 'one frame back (←)' });
    const forth = button('▸', () => app.step(1), { title: 'one frame on (→)' });
    byId('bar').replaceChildren(this.playButton, back, forth, this.range, this.words,
      choice(isRun ? 'speed' : '', SPEEDS.map((x) => [String(x), `${x} ×`]), '1', (x) => { this.speed = Number(x); }, 'speed'));
    window.addEventListener('keydown', (event) => this.press(event));
  }

  /** Space plays and arrows go frame by frame, but where the focused element has its own use of the key. */
  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const { target, key } = event;
    const isPressed = /^(BUTTON|A)$/.test(target.tagName) || target.type === 'checkbox';
    if (!isPressed && target !== this.range && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (key === ' ' && !isPressed) this.toggle();
    else if (key === 'ArrowLeft') this.app.step(-1);
    else if (key === 'ArrowRight') this.app.step(1);
    else return;
    event.preventDefault();
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.playButton.textContent = this.isPlaying ? '❚❚' : '▶';
    if (!this.isPlaying) return;
    if (this.isRun && this.app.time >= this.app.end - 1e-9) this.app.setTime(0);
    this.last = null;
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.isPlaying) return;
    const gone = this.last === null ? 0 : Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    const { app } = this;
    let time = app.time + gone * this.speed * (this.isRun ? 1 : 0.6 * this.way);
    if (this.isRun && time >= app.end) {
      time = app.end;
      if (!app.isRunning) this.toggle();
    } else if (!this.isRun) { // a mechanism opens and closes
      if (time >= app.end) [time, this.way] = [app.end, -1];
      if (time <= 0 && this.way < 0) [time, this.way] = [0, 1];
    }
    app.setTime(time);
    requestAnimationFrame((next) => this.tick(next));
  }

  show(time, end) {
    this.range.max = end;
    this.range.value = time;
    this.words.textContent = this.isRun ? `${time.toFixed(3)} s of ${end.toFixed(3)} s` : `mechanism ${Math.round(100 * time)} %`;
    this.range.setAttribute('aria-valuetext', this.words.textContent);
  }
}
