// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// A camera that goes around a point: drag turns it, with shift or the right button moves it, the wheel comes closer.

import * as m from "./matrix.js";

export class Camera {
  constructor(canvas, changed) {
    this.changed = changed;
    this.perspective = true;
    this.box = { low: [0, 0, 0], high: [1, 1, 1] };
    this.home("corner");
    const pointers = new Map();
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("pointerdown", (e) => {
      pointers.set(e.pointerId, e);
      canvas.setPointerCapture(e.pointerId);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (e) => pointers.delete(e.pointerId));
    }
    canvas.addEventListener("pointermove", (e) => {
      const before = pointers.get(e.pointerId);
      if (!before) {
        return;
      }
      const x = e.clientX - before.clientX, y = e.clientY - before.clientY;
      pointers.set(e.pointerId, e);
      if (pointers.size > 1) {
        this.zoom(Math.exp(-y / 300));
      } else if (e.shiftKey || e.buttons & 2) {
        this.move(x / canvas.clientHeight, y / canvas.clientHeight);
      } else {
        this.turn(x / canvas.clientHeight, y / canvas.clientHeight);
      }
    });
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoom(Math.exp(e.deltaY / 1000));
    }, { passive: false });
  }

  /// Where the picture starts: "corner", or along "x", "y" or "z".
  home(from) {
    const { low, high } = this.box;
    this.target = m.scale(m.add(low, high), 0.5);
    this.radius = 0.5 * Math.hypot(...m.subtract(high, low)) + 1;
    const [azimuth, elevation, across, upwards, deep] = {
      corner: [-0.9, 0.45],
      x: [0, 0, 1, 2, 0],
      y: [-Math.PI / 2, 0, 0, 2, 1],
      z: [-Math.PI / 2, Math.PI / 2, 0, 1, 2],
    }[from];
    [this.azimuth, this.elevation] = [azimuth, elevation];
    const length = (a) => high[a] - low[a];
    const face = () => 1.08 * Math.max(length(upwards), length(across) / (this.aspect || 1)) + (this.perspective ? 0.5 * length(deep) : 0);
    this.height = from === "corner" ? 2 * this.radius : face();
    this.changed();
  }

  turn(x, y) {
    this.azimuth -= 4 * x;
    this.elevation = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.elevation + 4 * y));
    this.changed();
  }

  move(x, y) {
    const { right, up } = this.axes();
    this.target = m.add(this.target, m.add(m.scale(right, -x * this.height), m.scale(up, y * this.height)));
    this.changed();
  }

  zoom(factor) {
    this.height = Math.max(0.5, Math.min(20 * this.radius, this.height * factor));
    this.changed();
  }

  axes() {
    const { azimuth: a, elevation: e } = this;
    const back = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const right = [-Math.sin(a), Math.cos(a), 0];
    return { right, up: m.cross(back, right), back };
  }

  /// What the scene needs, for a picture so many times as wide as high.
  matrices(aspect) {
    this.aspect = aspect;
    const { right, up, back } = this.axes();
    const tall = aspect < 1 ? this.height / aspect : this.height;
    const distance = this.perspective ? 1.6 * tall : 4 * this.radius;
    const eye = m.add(this.target, m.scale(back, distance));
    const reach = this.radius + Math.hypot(...m.subtract(this.target, m.scale(m.add(this.box.low, this.box.high), 0.5)));
    const near = this.perspective ? Math.max(0.02 * distance, distance - 1.2 * reach) : distance - 1.2 * reach;
    const far = distance + 1.2 * reach;
    const lens = this.perspective ? m.perspective(tall, distance, aspect, near, far) : m.parallel(tall, aspect, near, far);
    return { whole: m.multiply(lens, m.view(right, up, back, eye)), right, up, back, eye };
  }
}
