// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Pictures and films of the canvas, saved by the browser.

import { make } from "./dom.js";

export function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export class Recorder {
  constructor(app) {
    this.app = app;
  }

  /// A PNG of what is shown.
  async blob() {
    this.app.scene.draw(this.app.camera); // what is drawn is gone once the browser has shown it
    return new Promise((done) => this.app.scene.canvas.toBlob(done));
  }

  async picture() {
    save(await this.blob(), `${this.app.state.name}.png`);
  }

  toggle() {
    if (this.film) {
      this.film.stop();
      return;
    }
    if (!window.MediaRecorder) {
      this.app.say("this browser records no films");
      return;
    }
    const parts = [];
    this.film = new MediaRecorder(this.app.scene.canvas.captureStream(30), { videoBitsPerSecond: 12e6 });
    this.film.ondataavailable = (e) => parts.push(e.data);
    const before = this.app.frames;
    this.film.onstop = () => {
      const type = this.film.mimeType;
      this.film = null;
      if (this.app.frames === before) {
        this.app.say("nothing moved, so the film would be of one frame: turn the picture, play the snapshots or wait for the run while it is made, or save a picture (s)");
        return;
      }
      this.app.say("");
      this.last = new Blob(parts, { type });
      save(this.last, `${this.app.state.name}.${type.includes("mp4") ? "mp4" : "webm"}`);
    };
    this.film.start();
    this.app.say("a film is being made: f or the button ends it");
  }
}
