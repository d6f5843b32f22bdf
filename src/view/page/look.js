// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The panel of what is shown and how: colours, shapes, filters, camera, pictures.

import { css, maps, palette } from "./colours.js";
import { at, button, choice, make, row, short, slider, tick } from "./dom.js";

const axis = ["x", "y", "z"];

function chips(kind, names, off, changed) {
  const set = (k) => (on) => {
    on ? off.delete(k) : off.add(k);
    changed();
  };
  return make("div", { className: "chips" }, ...names.map((name, k) => tick(`${kind}${k}`, name, !off.has(k), set(k))));
}

/// A slice along an axis: two ends, in parts of the lattice.
function slice(app, a) {
  const { sites, filters } = app, steps = sites.kind === "image" ? Math.max(1, sites.size[a] - 1) : 100;
  const said = make("output");
  const show = () => {
    const where = (part) => short(sites.low[a] + part * (sites.high[a] - sites.low[a]));
    said.textContent = filters.from[a] === filters.to[a] ? where(filters.from[a]) : `${where(filters.from[a])}…${where(filters.to[a])}`;
  };
  const end = (which, other, keep) => slider(`${which}${axis[a]}`, [0, 1, 1 / steps], filters[which][a], (part) => {
    filters[which][a] = part;
    filters[other][a] = keep(filters[other][a], part);
    at(`#${other}${axis[a]}`).value = filters[other][a];
    show();
    app.refresh();
  });
  show();
  return make("div", { className: "row" }, make("span", { textContent: axis[a] }), end("from", "to", Math.max), end("to", "from", Math.min), said);
}

function range(app) {
  const [low, high] = app.quantity.span, { filters } = app;
  const now = filters.values ?? [low, high];
  const change = (k) => (value) => {
    const next = [...(filters.values ?? [low, high])];
    next[k] = value;
    filters.values = next[0] <= low && next[1] >= high ? null : next;
    app.refresh();
  };
  const step = (high - low) / 200 || 1;
  return make("div", { className: "row" }, make("span", { textContent: "values" }), slider("least", [low, high, step], now[0], change(0)), slider("most", [low, high, step], now[1], change(1)));
}

export function showLook(app) {
  const { sites, filters, options } = app;
  const again = (name) => (value) => {
    options[name] = value;
    app.refresh();
  };
  const colour = choice("colour", app.quantities.map((q) => [q.id, q.label]), app.quantity.id, (id) => {
    filters.values = null;
    options.colour = id;
    app.recolour();
    showLook(app);
  });
  const kinds = [["arrow", "arrows"], ["cube", "cells"], ["ball", "balls"], ["layer", "layers"]].filter(([k]) => sites.kind === "image" || k !== "layer");
  const parts = [make("h2", { textContent: "View" }), row("colour", colour), row("shape", choice("shape", kinds, options.shape, again("shape")))];
  if (app.state.systems.length > 1) {
    parts.push(row("system", choice("system", app.state.systems.map((s) => [String(s), String(s)]), String(options.system), (s) => {
      options.system = Number(s);
      app.fetchFrame();
    })));
  }
  if (app.ions.length > 1) {
    parts.push(make("div", { className: "row" }, make("span", { textContent: "ions" }), chips("ion", app.ions, filters.ionsOff, () => app.refresh())));
  }
  if (sites.sublattice) {
    parts.push(make("div", { className: "row" }, make("span", { textContent: "sublattices" }), chips("sublattice", app.sublattices, filters.sublatticesOff, () => app.refresh())));
  }
  parts.push(range(app));
  parts.push(...[0, 1, 2].filter((a) => sites.high[a] > sites.low[a]).map((a) => slice(app, a)));
  parts.push(row("size", slider("size", [0.2, 2, 0.05], options.size, again("size"))));
  parts.push(make("div", { className: "chips" },
    tick("perspective", "perspective", app.camera.perspective, (on) => app.setPerspective(on)),
    tick("frame", "edges", options.edges, (on) => app.setEdges(on)),
    tick("dark", "dark", options.dark, (on) => app.setDark(on))));
  parts.push(make("div", { className: "row" }, ...["x", "y", "z", "corner"].map((from) => button(from, () => app.camera.home(from), "look from there")),
    button("picture", () => app.recorder.picture(), "save what is shown (s)"), button("film", () => app.recorder.toggle(), "begin or end a film (f)")));
  at("#look").replaceChildren(...parts);
}

/// What the colours mean.
export function showLegend(app) {
  const { quantity, shown } = app, legend = at("#legend");
  const count = `${shown.toLocaleString("en")} of ${app.sites.count.toLocaleString("en")} shown`;
  if (quantity.map === "list") {
    const names = quantity.id === "ion" ? app.ions : app.sublattices;
    const kinds = names.map((name, k) => {
      const kind = make("div", { className: "kind", textContent: name });
      kind.style.setProperty("--paint", css(palette[k % palette.length]));
      return kind;
    });
    legend.replaceChildren(make("div", { textContent: quantity.label }), ...kinds, make("div", { textContent: count }));
    return;
  }
  const bar = make("canvas", { width: 180, height: 12 }), ink = bar.getContext("2d");
  for (let k = 0; k < 180; ++k) {
    ink.fillStyle = css(maps[quantity.map](k / 179));
    ink.fillRect(k, 0, 1, 12);
  }
  const [low, high] = quantity.range;
  const ends = make("div", { className: "ends" }, make("span", { textContent: short(low) }), make("span", { textContent: short(high) }));
  legend.replaceChildren(make("div", { textContent: quantity.label }), bar, ends, make("div", { textContent: count }));
}
