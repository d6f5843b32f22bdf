// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// A curve with its axes and error bars, on a canvas.

import { palette, css } from "./colours.js";
import { short } from "./dom.js";

/// Round numbers from low to high, about `count` of them.
export function ticks(low, high, count) {
  const rough = (high - low) / count, size = 10 ** Math.floor(Math.log10(rough));
  const step = size * [1, 2, 5, 10].find((k) => k * size >= rough);
  const all = [];
  for (let x = Math.ceil(low / step - 1e-9) * step; x <= high + 1e-9 * step; x += step) {
    all.push(Math.abs(x) < 1e-9 * step ? 0 : x);
  }
  return all;
}

function limits(lists) {
  let low = Infinity, high = -Infinity;
  for (const list of lists) {
    for (const x of list) {
      if (Number.isFinite(x)) {
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
    }
  }
  if (!(low <= high)) {
    return [0, 1];
  }
  const room = high > low ? 0.05 * (high - low) : Math.max(Math.abs(low) * 0.05, 1e-6);
  return [low - room, high + room];
}

/// lines: {label, x, y, e, mark, doubtful}; e can be missing, and `doubtful`, which points have a ring. Numbers that are null are
/// left out.
export function draw(canvas, lines, xLabel, yLabel) {
  const sharp = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * sharp;
  canvas.height = height * sharp;
  const ink = canvas.getContext("2d");
  ink.scale(sharp, sharp);
  const style = getComputedStyle(canvas), paint = (name) => style.getPropertyValue(name);
  ink.font = "11px system-ui, sans-serif";
  const [x0, x1] = limits(lines.map((l) => l.x));
  const [y0, y1] = limits(lines.flatMap((l) => [l.y.map((y, k) => (y === null ? NaN : y + (l.e?.[k] ?? 0))), l.y.map((y, k) => (y === null ? NaN : y - (l.e?.[k] ?? 0)))]));
  const left = 52, right = 18, top = 18, bottom = 32;
  const px = (x) => left + ((x - x0) / (x1 - x0)) * (width - left - right);
  const py = (y) => height - bottom - ((y - y0) / (y1 - y0)) * (height - top - bottom);
  ink.strokeStyle = paint("--grid");
  ink.fillStyle = paint("--ink");
  ink.textAlign = "center";
  for (const x of ticks(x0, x1, 5)) {
    ink.strokeRect(px(x), top, 0, height - top - bottom);
    ink.fillText(short(x), px(x), height - bottom + 13);
  }
  ink.textAlign = "right";
  for (const y of ticks(y0, y1, 4)) {
    ink.strokeRect(left, py(y), width - left - right, 0);
    ink.fillText(short(y), left - 4, py(y) + 4);
  }
  ink.fillText(xLabel, width - right, height - 5);
  ink.textAlign = "left";
  ink.fillText(yLabel, 6, 12);
  lines.forEach((line, k) => curve(ink, line, css(palette[k % palette.length]), px, py));
  const rings = lines.reduce((sum, line) => sum + ring(ink, line, paint("--alarm"), px, py), 0);
  canvas.title = rings > 0 ? "a ring: the run is not converged at this point" : "";
  if (rings > 0) {
    ink.fillStyle = paint("--alarm");
    ink.textAlign = "right";
    ink.fillText("○ not converged", width - right, 12);
    ink.textAlign = "left";
  }
  if (lines.length > 1) {
    [ink.strokeStyle, ink.lineWidth] = [paint("--paper"), 3]; // so that labels can be read on curves
    lines.slice(0, 10).forEach((line, k) => {
      ink.strokeText(line.label, left + 6, top + 12 * (k + 1));
      ink.fillStyle = css(palette[k % palette.length]);
      ink.fillText(line.label, left + 6, top + 12 * (k + 1));
    });
  }
}

/// Rings around points that are not converged: how many there are.
function ring(ink, { x, y, doubtful }, paint, px, py) {
  const points = (doubtful ?? []).map((is, k) => (is ? k : -1)).filter((k) => k >= 0 && Number.isFinite(x[k]) && Number.isFinite(y[k] ?? NaN));
  ink.strokeStyle = paint;
  for (const k of points) {
    ink.beginPath();
    ink.arc(px(x[k]), py(y[k]), 5, 0, 2 * Math.PI);
    ink.stroke();
  }
  return points.length;
}

function curve(ink, { x, y, e, mark }, paint, px, py) {
  ink.strokeStyle = ink.fillStyle = paint;
  const points = x.map((at, k) => k).filter((k) => Number.isFinite(x[k]) && Number.isFinite(y[k] ?? NaN));
  ink.beginPath();
  points.forEach((k, n) => (n === 0 ? ink.moveTo(px(x[k]), py(y[k])) : ink.lineTo(px(x[k]), py(y[k]))));
  ink.globalAlpha = mark ? 0.45 : 0.9;
  ink.stroke();
  ink.globalAlpha = 1;
  for (const k of mark ? points : points.slice(-1)) {
    const error = e?.[k];
    if (Number.isFinite(error ?? NaN)) {
      ink.beginPath();
      for (const end of [y[k] - error, y[k] + error]) {
        ink.moveTo(px(x[k]) - 3, py(end));
        ink.lineTo(px(x[k]) + 3, py(end));
      }
      ink.moveTo(px(x[k]), py(y[k] - error));
      ink.lineTo(px(x[k]), py(y[k] + error));
      ink.stroke();
    }
    ink.fillRect(px(x[k]) - 2, py(y[k]) - 2, 4, 4);
  }
}
