// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Small pieces of the panel.

export const at = (selector) => document.querySelector(selector);

/// An element with properties and children: make("label", {className: "row"}, "text", child).
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export const row = (label, ...children) => make("label", {}, make("span", { textContent: label }), ...children);
export const button = (textContent, onclick, title = "") => make("button", { textContent, onclick, title });

/// A list to choose from; `choices`: pairs of value and label.
export function choice(id, choices, chosen, changed) {
  const list = make("select", { id, onchange: () => changed(list.value) });
  list.append(...choices.map(([value, label]) => make("option", { value, textContent: label, selected: value === chosen })));
  return list;
}

export function tick(id, label, checked, changed) {
  const box = make("input", { type: "checkbox", id, checked, onchange: () => changed(box.checked) });
  return make("label", {}, box, label);
}

export function slider(id, [min, max, step], value, changed) {
  const bar = make("input", { type: "range", id, min, max, step, oninput: () => changed(Number(bar.value)) });
  bar.value = value;
  return bar;
}

/// Four digits, or fewer.
export function short(x) {
  if (x === null || x === undefined || Number.isNaN(x)) {
    return "–";
  }
  const size = Math.abs(x);
  return size !== 0 && (size < 1e-3 || size >= 1e5) ? x.toExponential(2) : String(Number(x.toPrecision(4)));
}
