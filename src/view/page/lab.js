// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The laboratory's panel: temperature and field while the simulation works, start and pause, the input's keys for a new start.

import { act } from "./api.js";
import { at, button, make, row, short, slider } from "./dom.js";
import { save } from "./record.js";

/// A slider with a box for exact numbers. Until the server says otherwise, both show what was asked for.
class Knob {
  constructor(id, label, limits, value, send) {
    this.bar = slider(id, [...limits, (limits[1] - limits[0]) / 500], value, (x) => this.ask(x));
    this.box = make("input", { type: "number", step: "any", value, onchange: () => this.ask(Number(this.box.value)) });
    this.send = send;
    this.row = row(label, this.bar, this.box);
  }

  ask(x) {
    this.box.value = Number(x.toPrecision(6));
    this.bar.value = x;
    this.asked = performance.now();
    this.send(x);
  }

  show(x) {
    const busy = document.activeElement === this.box || performance.now() - (this.asked ?? -1e9) < 500;
    if (!busy) {
      this.bar.value = x;
      this.box.value = Number(x.toPrecision(6));
    }
  }
}

/// Rows "table.key" and value of an input, of what may be changed for a new start.
export function keysOf(input) {
  const keys = [];
  let table = "";
  for (const line of input.split("\n")) {
    const head = line.match(/^\[(.+)\]$/), entry = line.match(/^(\S+) = (.*)$/);
    table = head ? head[1] : table;
    if (entry && !["model", "measure", "output"].includes(table) && (table !== "schedule" || entry[1] === "start")) {
      keys.push([`${table}.${entry[1]}`, entry[2]]);
    }
  }
  return keys;
}

export class Lab {
  constructor(app) {
    this.app = app;
    this.changes = {};
  }

  async do(command) {
    const late = setTimeout(() => this.app.say("the simulation is busy: it responds after this block of sweeps, or when the lattice is made"), 1000);
    try {
      const answer = await act(command);
      this.app.say("");
      if (answer.kind) {
        await this.app.look(answer);
      }
      return answer;
    } catch (error) {
      this.app.say(error.message);
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  async build(lab) {
    const { T, H, units, thermal, sliders } = lab;
    const said = make("div", { className: "said", id: "said" });
    const parts = [make("h2", { textContent: "Laboratory" })];
    this.start = button("start", () => this.do({ do: this.app.state.lab.running ? "pause" : "start" }), "go on, or pause");
    this.start.id = "start";
    const reset = button("reset", () => this.reset(), "begin anew, with the keys below");
    reset.id = "reset";
    const step = button("step", () => this.do({ do: "step" }), `${lab.block} sweeps`);
    step.id = "one";
    const keep = button("save", () => this.save(), "write an input that repeats this");
    keep.id = "save";
    const download = button("download", () => this.download(), "the same input, by the browser to a folder of this machine");
    download.id = "download";
    parts.push(make("div", { className: "row" }, this.start, step, reset), make("div", { className: "row" }, keep, download));
    this.knobs = {};
    if (thermal) {
      this.knobs.T = new Knob("T", `T (${units})`, sliders.T, T, (x) => this.do({ do: "set", T: x }));
      const target = make("input", { type: "number", step: "any", value: short(T / 10), id: "target" });
      const blocks = make("input", { type: "number", min: 1, value: 300, id: "blocks" });
      parts.push(this.knobs.T.row, make("div", { className: "row" }, make("span", { textContent: "go to T" }), target, make("span", { textContent: "in" }), blocks,
        button("blocks", () => this.do({ do: "ramp", T: Number(target.value), blocks: Number(blocks.value) }), `changes T evenly, in so many blocks of ${lab.block} sweeps`)));
    }
    if (H !== null) {
      this.knobs.H = new Knob("H", `H (${units})`, sliders.H, H, (x) => this.do({ do: "set", H: x }));
      parts.push(this.knobs.H.row);
    }
    this.table = make("table");
    this.keys = make("div");
    const details = make("details", { id: "keys-of-input" }, make("summary", { textContent: "keys of the input, for a new start" }), this.keys);
    parts.push(said, this.table, details);
    at("#lab").replaceChildren(...parts);
    at("#lab").hidden = false;
    const answer = await this.do({ do: "input" });
    this.keys.replaceChildren(...keysOf(answer?.input ?? "").map(([key, value]) => this.entry(key, value)));
  }

  entry(key, value) {
    const box = make("input", { type: "text", value, onchange: () => (this.changes[key] = box.value) });
    box.dataset.key = key;
    return row(key.split(".").slice(1).join("."), box);
  }

  async reset() {
    this.built = null;
    await this.do({ do: "reset", changes: this.changes });
  }

  async save() {
    const saved = await this.do({ do: "save" });
    if (saved) {
      this.app.say(`saved: neel run ${saved.saved} repeats this, and ends with the hash ${saved.hash}`);
    }
  }

  async download() {
    const saved = await this.do({ do: "download" });
    if (saved) {
      save(new Blob([saved.text]), `${this.app.state.name}-lab.toml`);
      this.app.say(`downloaded: neel run repeats this, and ends with the hash ${saved.hash}`);
    }
  }

  show(lab) {
    if (this.built !== this.app.state.sites) {
      this.built = this.app.state.sites;
      this.build(lab);
    }
    this.start.textContent = lab.running ? "pause" : "start";
    this.knobs.T?.show(lab.T);
    this.knobs.H?.show(lab.H);
    const speed = lab.updates_per_ns > 0 ? `, ${short(1000 * lab.updates_per_ns)} updates/µs` : "";
    at("#said").textContent = `${lab.sweeps} sweeps${speed}${lab.ramp > 0 ? `, ${lab.ramp} blocks to go` : ""}${lab.saved ? `; saved as ${lab.saved}` : ""}`;
    this.table.replaceChildren(...lab.averages.map(({ name, long_name, units, value }) => make("tr", { title: long_name }, make("td", { textContent: name }),
      make("td", { textContent: `${short(value)} ${units === "1" ? "" : units}` }))));
  }
}
