# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What neel tc found: the curves of all sizes, and how their crossings approach T_c."""
import json
import pathlib

from ..errors import FileError
from .curves import DOTS, legend
from .figures import entitle, grid

TITLES = {"xi/L": r"$\xi/L$", "Binder ratio": r"Binder ratio $\langle m^4\rangle/\langle m^2\rangle^2$",
          "helicity modulus": r"$\pi\Upsilon/2T - 1$"}


def read(path):
    """The contents of NAME.tc.json. Raises FileError where it is anything else."""
    try:
        found = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileError(f"{path}: no such file") from None
    except ValueError as error:
        raise FileError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict) or found.get("kind") != "tc":
        raise FileError(f"{path} is not what neel tc wrote (NAME.tc.json)")
    return found


def mark(axes, found):
    """T_c and its error."""
    if found["T_c"] is not None:
        axes.axvspan(found["T_c"] - found["error"], found["T_c"] + found["error"], color="0.8", linewidth=0, zorder=0)
        axes.axvline(found["T_c"], color="0.4", linewidth=0.8, zorder=0)


def curves(axes, found, ratio):
    """A ratio of all sizes, a band of one sigma each, and where they cross."""
    for size in found["sizes"]:
        if ratio in size:
            low, high = ([y + sign * e for y, e in zip(size[ratio], size[f"{ratio} error"])] for sign in (-1, 1))
            line, = axes.plot(size["T"], size[ratio], linewidth=1, label=f"$L = {size['L']}$")
            axes.fill_between(size["T"], low, high, alpha=0.3, color=line.get_color(), linewidth=0)
    crossings = [c for c in found["crossings"] if c["of"] == ratio]
    axes.errorbar([c["T"] for c in crossings], [c["ratio"] for c in crossings], [c["ratio_error"] for c in crossings],
                  [c["T_error"] for c in crossings], marker="x", color="k", linewidth=0, elinewidth=1, zorder=3)
    mark(axes, found)
    if len(crossings) > 1:  # what lies around them; the smallest sizes know much more
        middle, wide = crossings[-1]["T"], max(abs(c["T"] - crossings[-1]["T"]) + 3 * c["T_error"] for c in crossings)
        axes.set_xlim(middle - 3 * wide, middle + 3 * wide)
        heights = [y for s in found["sizes"] for t, y in zip(s["T"], s.get(ratio, [])) if abs(t - middle) < 3 * wide]
        if heights:
            axes.set_ylim(min(heights), max(heights))
    axes.set_xlabel(f"$T$  [{found['unit']}]")
    axes.set_ylabel(TITLES[ratio])
    legend(axes)


def drift(axes, found, ratios):
    """Crossings against the size, and T_c."""
    for ratio in ratios:
        crossings = [c for c in found["crossings"] if c["of"] == ratio]
        axes.errorbar([1 / (c["L"][0] * c["L"][1]) for c in crossings], [c["T"] for c in crossings], [c["T_error"] for c in crossings],
                      **DOTS, label=TITLES[ratio])
    if found["T_c"] is not None:
        axes.errorbar([0], [found["T_c"]], [found["error"]], marker="s", color="k", capsize=2, label="$T_c$")
    axes.set_xlabel("$1/(L_1 L_2)$")
    axes.set_ylabel(f"crossing  [{found['unit']}]")
    legend(axes)


def draw(path):
    """A grid of axes: a panel for each ratio, and one for the crossings."""
    found = read(path)
    ratios = [ratio for ratio in TITLES if any(ratio in size for size in found["sizes"])]
    axes = grid(len(ratios) + bool(found["crossings"]))
    for at, ratio in zip(axes.flat, ratios):
        curves(at, found, ratio)
    if found["crossings"]:
        drift(axes.flat[len(ratios)], found, ratios)
    for at in list(axes.flat)[len(ratios) + bool(found["crossings"]):]:
        at.set_axis_off()
    entitle(axes, [pathlib.Path(path).stem], found["status"])
    return axes
