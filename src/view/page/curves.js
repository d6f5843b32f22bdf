// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Charts of observables: those of a run's results, or what the laboratory measures as it goes.

import { draw } from "./chart.js";
import { at, button, choice, make, short } from "./dom.js";

const most = 10; // curves in a chart

/// Results: every observable against its last axis; the axes before that make several curves. `converged`, where there is one,
/// says of each point of the run whether it is.
export function fromResults({ axes, observables, converged }) {
  const unravel = (o, flat) => Object.fromEntries(o.axes.toReversed().map((name) => {
    const n = axes[name].values.length, k = flat % n;
    flat = Math.floor(flat / n);
    return [name, k];
  }));
  const doubtful = (place) => converged?.values[converged.axes.reduce((flat, name) => flat * axes[name].values.length + (place[name] ?? 0), 0)] === 0;
  return {
    abscissae: [],
    observables: observables.map((o) => ({ ...o, label: `${o.name} — ${o.long_name}` })),
    lines(o) {
      const own = axes[o.axes.at(-1)], n = own.values.length, before = o.axes.slice(0, -1);
      const count = n === 0 ? 0 : o.value.length / n, lines = [];
      for (let c = Math.max(0, count - most); c < count; ++c) {
        const places = own.values.map((_, k) => unravel(o, c * n + k));
        const label = before.map((name) => `${name} = ${short(axes[name].values[places[0][name]])}`).join(" ");
        const of = (all) => all.slice(c * n, (c + 1) * n);
        lines.push({ label, x: own.values, y: of(o.value), e: of(o.error), mark: true, doubtful: places.map(doubtful) });
      }
      return lines;
    },
    xLabel: (o) => named(o.axes.at(-1), axes[o.axes.at(-1)].units),
  };
}

const named = (name, units) => (units && units !== "1" ? `${name} (${units})` : name);

/// The laboratory's series, which grows.
export class Series {
  constructor() {
    this.clear();
  }

  clear() {
    this.count = 0;
    this.columns = {};
    this.observables = [];
    this.abscissae = [];
  }

  append({ from, columns, observables, abscissae }) {
    if (from !== this.count) {
      return;
    }
    this.observables = observables.map((o) => ({ ...o, label: `${o.name} — ${o.long_name}` }));
    this.abscissae = abscissae;
    for (const [name, values] of Object.entries(columns)) {
      (this.columns[name] ??= []).push(...values);
      this.count = this.columns[name].length;
    }
  }

  lines(o, abscissa) {
    return [{ label: "", x: this.columns[abscissa] ?? [], y: this.columns[o.name] ?? [] }];
  }

  xLabel(o, abscissa) {
    return named(abscissa, this.abscissae.find((a) => a.name === abscissa)?.units);
  }
}

export class Curves {
  constructor(shown) {
    this.charts = [];
    this.data = null;
    this.first = shown;
  }

  set(data) {
    const again = !this.data || data.observables.length !== this.data.observables.length;
    this.data = data;
    if (again) {
      this.charts = this.charts.filter((c) => data.observables.some((o) => o.name === c.name));
      const wanted = this.first.filter((name) => data.observables.some((o) => o.name === name));
      if (this.charts.length === 0) {
        this.charts = wanted.slice(0, 2).map((name) => ({ name, abscissa: data.abscissae[0]?.name }));
      }
      this.build();
    }
    this.draw();
  }

  build() {
    const { observables, abscissae } = this.data;
    const charts = this.charts.map((chart) => {
      const change = (key) => (value) => {
        chart[key] = value;
        this.draw();
      };
      chart.canvas = make("canvas");
      const which = choice("", observables.map((o) => [o.name, o.label]), chart.name, change("name"));
      const over = abscissae.length > 1 ? [choice("", abscissae.map((a) => [a.name, a.name]), chart.abscissa, change("abscissa"))] : [];
      const gone = button("×", () => {
        this.charts.splice(this.charts.indexOf(chart), 1);
        this.build();
        this.draw();
      }, "remove");
      return make("div", { className: "chart" }, make("div", { className: "row" }, which, ...over, gone), chart.canvas);
    });
    const more = button("another curve", () => {
      this.charts.push({ name: observables[0].name, abscissa: abscissae[0]?.name });
      this.build();
      this.draw();
    });
    at("#curves").replaceChildren(make("h2", { textContent: "Curves" }), ...charts, more);
  }

  draw() {
    for (const { name, abscissa, canvas } of this.charts) {
      const o = this.data.observables.find((one) => one.name === name);
      if (o) {
        draw(canvas, this.data.lines(o, abscissa), this.data.xLabel(o, abscissa), named(name, o.units));
      }
    }
  }
}
