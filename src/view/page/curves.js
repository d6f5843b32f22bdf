// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Charts of observables: those of a run's results, or what the laboratory measures as it goes.

import { draw } from "./chart.js";
import { at, button, choice, make, short } from "./dom.js";

const most = 10; // curves in a chart

/// Results: every observable against the last of its axes that has more than one value; the others make several curves.
/// `converged`, where there is one, says of each point of the run whether it is.
export function fromResults({ axes, observables, converged }) {
  const length = (name) => axes[name].values.length;
  const along = (o) => o.axes.findLast((name) => length(name) > 1) ?? o.axes.at(-1);
  const unravel = (o, flat) => Object.fromEntries(o.axes.toReversed().map((name) => {
    const k = flat % length(name);
    flat = Math.floor(flat / length(name));
    return [name, k];
  }));
  const doubtful = (place) => converged?.values[converged.axes.reduce((flat, name) => flat * length(name) + (place[name] ?? 0), 0)] === 0;
  return {
    abscissae: [],
    observables: observables.map((o) => ({ ...o, label: `${o.name} — ${o.long_name}` })),
    lines(o) {
      const own = along(o), others = o.axes.filter((name) => name !== own && length(name) > 1), curves = new Map();
      o.value.forEach((y, flat) => {
        const place = unravel(o, flat), label = others.map((name) => `${name} = ${short(axes[name].values[place[name]])}`).join(" ");
        if (!curves.has(label)) {
          curves.set(label, { label, x: [], y: [], e: [], doubtful: [], mark: true });
        }
        const curve = curves.get(label);
        curve.x.push(axes[own].values[place[own]]);
        curve.y.push(y);
        curve.e.push(o.error[flat]);
        curve.doubtful.push(doubtful(place));
      });
      return [...curves.values()].slice(-most);
    },
    xLabel: (o) => named(along(o), axes[along(o)].units),
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
    this.each = 1;
    this.columns = {};
    this.observables = [];
    this.abscissae = [];
  }

  /// Points that were added since; or all, each the mean of more blocks than before. What fits neither is asked for again.
  append({ from, each, arrays, observables, abscissae }) {
    if (from !== this.count || (each !== this.each && from > 0)) {
      this.clear();
      return;
    }
    this.each = each;
    this.observables = observables.map((o) => ({ ...o, label: `${o.name} — ${o.long_name}` }));
    this.abscissae = abscissae;
    for (const [name, { data }] of Object.entries(arrays)) {
      this.columns[name] = (this.columns[name] ?? []).concat(Array.from(data));
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
