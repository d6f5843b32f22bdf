// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The page: asks the server what is new, fetches it, and shows it.

import * as api from "./api.js";
import { Camera } from "./camera.js";
import { Curves, Series, fromResults } from "./curves.js";
import { at, short } from "./dom.js";
import { Lab } from "./lab.js";
import { showLegend, showLook } from "./look.js";
import { orderAxis } from "./order.js";
import { makeVectors, quantities } from "./quantities.js";
import { Recorder } from "./record.js";
import { Scene } from "./scene.js";
import { gather, layersOf, outside, select } from "./selection.js";
import { dimensions, makeSites } from "./sites.js";

const orders = ["energy", "weak_moment", "order_magnitude", "staggered_magnetisation", "magnetisation_magnitude", "absolute_magnetisation", "overlap_squared", "magnetisation"];

const full = 0.9; // size at which cells touch

class App {
  state = { systems: [0], ions: [], sublattices: [], frames: { count: 0 } };
  filters = { from: [0, 0, 0], to: [1, 1, 1], ionsOff: new Set(), sublatticesOff: new Set(), values: null };
  options = { colour: null, shape: null, system: 0, size: 0.9, edges: true, dark: false };
  step = -1; // the newest
  frames = 0; // pictures drawn
  errors = 0;

  constructor() {
    const canvas = at("#picture");
    this.camera = new Camera(canvas, () => this.redraw());
    this.scene = new Scene(canvas);
    this.recorder = new Recorder(this);
    this.curves = new Curves(orders);
    this.series = new Series();
    this.lab = new Lab(this);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.onchange = () => this.setDark(scheme.matches);
    this.setDark(scheme.matches);
    new ResizeObserver(() => this.redraw()).observe(canvas);
    at("#step").oninput = (e) => this.goTo(Number(e.target.value));
    at("#play").onclick = () => this.play();
    document.addEventListener("keydown", (e) => this.key(e));
    this.poll();
  }

  say(text) {
    at("#note").textContent = text;
  }

  async poll() {
    try {
      await this.look(await api.json("state"));
      this.errors = 0;
    } catch (error) {
      if (++this.errors > 2) {
        this.say(error instanceof TypeError ? "the program has ended, or cannot be reached" : error.message);
      }
    }
    const pause = document.hidden ? 5000 : this.state.kind === "lab" && this.state.lab?.running ? 100 : this.state.kind === "lab" ? 300 : 800;
    setTimeout(() => this.poll(), pause);
  }

  async look(state) {
    const before = this.state;
    this.state = state;
    document.title = `${state.name} – Neel`;
    at("#title b").textContent = state.name;
    at("#title span").textContent = [state.model, state.status].filter(Boolean).join(", ");
    at("#log").hidden = !state.log?.length;
    at("#log pre").textContent = (state.log ?? []).join("\n");
    if (this.errors > 0 || state.trouble || !state.frames.count) {
      this.say(state.trouble || (state.frames.count ? "" : "there is no configuration yet"));
    }
    if (state.sites && state.sites !== before.sites) {
      this.setSites(makeSites(await api.parcel("sites")));
      this.frame = null;
      at("#note").textContent = "";
    }
    if (this.sites && (!this.frame || state.frames.revision !== before.frames.revision)) {
      this.showTime();
      if (this.step < 0 || !this.frame) {
        await this.fetchFrame();
      }
    }
    if (state.kind === "lab") {
      this.lab.show(state.lab);
      await this.grow(state);
    } else if (state.curves && state.curves !== before.curves) {
      this.curves.set(fromResults(await api.json("curves")));
    }
  }

  async grow(state) {
    if (state.lab.series < this.series.count || state.lab.each !== this.series.each || state.sites !== this.seriesOf) {
      this.series.clear();
      this.seriesOf = state.sites;
    }
    if (state.lab.series > this.series.count) {
      this.series.append(await api.parcel(`series?since=${this.series.count}`));
      this.curves.set(this.series);
    }
  }

  setSites(sites) {
    this.order = null;
    const same = this.sites && this.sites.count === sites.count && this.sites.kind === sites.kind;
    this.sites = sites;
    const names = this.state.sublattices;
    this.sublattices = names.length === sites.names.length && names.every(Boolean) ? names : sites.names;
    const room = 0.5;
    this.camera.box = { low: sites.low.map((x) => x - room), high: sites.high.map((x) => x + room) };
    if (!same) {
      this.camera.perspective = dimensions(sites) > 2;
      const flat = [0, 1, 2].find((a) => sites.high[a] - sites.low[a] < 1e-6);
      this.camera.home(dimensions(sites) > 2 ? "corner" : ["x", "y", "z"][dimensions(sites) < 2 ? 2 : flat]);
      this.options.shape = this.options.colour = null;
      this.filters = { from: [0, 0, 0], to: [1, 1, 1], ionsOff: new Set(), sublatticesOff: new Set(), values: null };
    }
    this.setEdges(this.options.edges);
  }

  async fetchFrame() {
    const wanted = `frame?step=${this.step}&system=${this.options.system}`;
    if (this.fetching) {
      this.again = wanted;
      return;
    }
    this.fetching = true;
    try {
      this.setFrame(await api.parcel(wanted));
    } finally {
      this.fetching = false;
    }
    if (this.again && this.again !== wanted) {
      this.again = null;
      await this.fetchFrame();
    }
  }

  setFrame(frame) {
    const before = this.frame ? this.order : undefined;
    this.frame = frame;
    this.made = makeVectors(frame, this.sites);
    this.order ??= orderAxis(this.made, this.sites);
    this.quantities = quantities(frame, this.sites, this.made, this.order);
    this.ions = frame.arrays.species ? this.namesOfIons(frame.arrays.species.data) : [];
    const image = this.sites.kind === "image";
    this.options.shape ??= this.made.components > 1 ? "arrow" : image ? "layer" : "ball";
    this.recolour();
    if (before !== this.order) { // the first frame, or the first that is ordered
      showLook(this);
    }
    this.showTime();
  }

  namesOfIons(species) {
    const most = species.reduce((a, b) => Math.max(a, b), 0);
    return Array.from({ length: Math.max(most + 1, this.state.ions.length) }, (_, k) => this.state.ions[k] ?? String(k));
  }

  recolour() {
    const quantity = this.quantities.find((q) => q.id === this.options.colour) ?? this.quantities[0];
    this.values = quantity.values();
    const range = quantity.range(this.values);
    const ends = quantity.map === "list" ? [0, Math.max(1, this.values.reduce((a, b) => Math.max(a, b), 0))] : range;
    this.quantity = { ...quantity, range, span: ends };
    this.scene.setColours(quantity.map, range);
    this.refresh();
  }

  /// Chooses the sites again and draws them.
  refresh() {
    const { sites, filters, options, made, values } = this;
    const species = this.frame.arrays.species?.data;
    const chosen = select(sites, filters, values, species);
    const layered = options.shape === "layer" && sites.kind === "image";
    const arrows = options.shape === "arrow", cells = options.shape === "cube";
    const drawn = layered ? [] : cells && options.size >= full ? outside(chosen, sites) : chosen;
    const part = gather(drawn, sites, made.vectors, values, arrows);
    this.shown = arrows ? part.count : chosen.length;
    const size = (cells ? Math.min(1, options.size / full) : options.size) * this.spacing();
    this.scene.setShapes({ kind: layered ? "arrow" : options.shape, ...part, longest: made.longest, size });
    this.scene.setLayers(layered ? layersOf(sites, filters, values, chosen) : []);
    showLegend(this);
    this.redraw();
  }

  /// How far sites are apart, about.
  spacing() {
    const { sites } = this;
    if (sites.kind === "image") {
      return 1;
    }
    const lengths = sites.high.map((h, a) => h - sites.low[a]).filter((l) => l > 1e-6);
    return 0.95 * (lengths.reduce((a, b) => a * b, 1) / sites.count) ** (1 / Math.max(1, lengths.length));
  }

  redraw() {
    if (!this.waiting && this.frame) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.scene.draw(this.camera);
        ++this.frames;
        this.firstPicture ??= performance.now();
      });
    }
  }

  showTime() {
    const { count, live } = this.state.frames, last = Math.max(0, count - 1);
    at("#time").hidden = count < 2;
    at("#step").max = last;
    at("#step").value = this.step < 0 ? last : this.step;
    const { sweep, T, H } = this.frame ?? {};
    const now = this.step < 0 || this.step === last;
    const words = [now && live ? "now" : `${(this.step < 0 ? last : this.step) + 1} / ${count}`];
    if (sweep !== undefined) {
      words.push(`sweep ${sweep}`, `T ${short(T)}`, ...(H ? [`H ${short(H)}`] : []));
    }
    at("#when").textContent = words.join(", ");
  }

  async goTo(step) {
    const last = this.state.frames.count - 1;
    this.step = step >= last ? -1 : Math.max(0, step);
    await this.fetchFrame();
  }

  /// From snapshot to snapshot, from the beginning where it is at the end.
  async play() {
    this.playing = !this.playing;
    at("#play").textContent = this.playing ? "❚❚" : "▶";
    if (this.playing && this.step < 0) {
      await this.goTo(0);
    }
    while (this.playing && this.step >= 0) {
      await new Promise((done) => setTimeout(done, 80));
      await this.goTo(this.step + 1);
    }
    this.playing = false;
    at("#play").textContent = "▶";
  }

  setPerspective(on) {
    this.camera.perspective = on;
    this.redraw();
  }

  setEdges(on) {
    this.options.edges = on;
    const { low, high } = this.camera.box;
    const corner = (k) => [0, 1, 2].map((a) => ((k >> a) & 1 && on ? high[a] : low[a]));
    this.scene.setBox(Array.from({ length: 8 }, (_, k) => corner(k)));
    this.redraw();
  }

  setDark(on) {
    this.options.dark = on;
    document.documentElement.classList.toggle("dark", on);
    for (const box of document.querySelectorAll("#dark")) {
      box.checked = on;
    }
    this.curves.draw();
    this.scene.background = on ? [0.086, 0.094, 0.114] : [1, 1, 1];
    this.redraw();
  }

  key(e) {
    if (["INPUT", "SELECT"].includes(e.target.tagName) && e.target.type !== "range" || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    const at_ = this.step < 0 ? this.state.frames.count - 1 : this.step;
    const keys = {
      x: () => this.camera.home("x"), y: () => this.camera.home("y"), z: () => this.camera.home("z"), c: () => this.camera.home("corner"),
      p: () => this.setPerspective(!this.camera.perspective), s: () => this.recorder.picture(), f: () => this.recorder.toggle(),
      ",": () => this.goTo(at_ - 1), ".": () => this.goTo(at_ + 1), " ": () => this.play(),
    };
    if (this.frame && keys[e.key]) {
      e.preventDefault();
      keys[e.key]();
    }
  }
}

window.neel = new App();
