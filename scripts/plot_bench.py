#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Plots what neel bench edwards-anderson --json FILE measured: time per flip against size, words, replicas, systems,
storage order and generator.

    scripts/plot_bench.py FILE      writes FILE with the ending .png
"""
import argparse
import json
import pathlib

from neel_script import Refusal, guard

with guard():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt


def measured(path):
    """What the bench wrote."""
    try:
        found = json.loads(path.read_text())
        if found["model"] == "edwards-anderson" and found["rows"]:
            return found
    except (ValueError, TypeError, LookupError):
        pass
    raise Refusal(f"{path} is not what neel bench edwards-anderson --json wrote")


def cases(rows):
    """Yields one dictionary per case: coding, L, W, R, k, order, generator, and what was measured."""
    for case in rows:
        coding, *sizes, order, generator = case["name"].replace("= ", "=").split()
        yield {"coding": coding, "order": order, "generator": generator, **{s.split("=")[0]: int(s.split("=")[1]) for s in sizes},
               "ps": case["ps_per_flip"], "roof": case["roof_ps_per_flip"]}


def lines(axes, all_cases, x, by, keep, title):
    """One line per value of `by`, over `x`, of the cases that `keep` keeps; dashed: the roof."""
    chosen = [c for c in all_cases if keep(c)]
    for value in sorted({c[by] for c in chosen}):
        points = sorted({(c[x], c["ps"], c["roof"]) for c in chosen if c[by] == value})
        line, = axes.plot([p[0] for p in points], [p[1] for p in points], marker="o", markersize=4, label=f"{by} = {value}")
        axes.plot([p[0] for p in points], [p[2] for p in points], linestyle="--", linewidth=0.8, color=line.get_color())
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel(x)
    axes.set_ylabel("ps per flip")
    axes.set_title(title, fontsize="medium")
    axes.legend(fontsize="small", frameon=False)


def bars(axes, all_cases, by, keep, title):
    chosen = {c[by]: c for c in all_cases if keep(c)}
    axes.barh(range(len(chosen)), [c["ps"] for c in chosen.values()], color="C0")
    axes.set_yticks(range(len(chosen)), chosen)
    axes.invert_yaxis()
    axes.set_xlabel("ps per flip")
    axes.set_title(title, fontsize="medium")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, help="what neel bench edwards-anderson --json wrote")
    path = parser.parse_args().file
    bench = measured(path)
    found = list(cases(bench["rows"]))
    coded = [c for c in found if c["coding"] == "coded"]
    philox = [c for c in coded if c["generator"] == "philox" and c["order"] == "standard"]
    default = philox[0]
    middle = next(c["L"] for c in coded if c["order"] == "sliced")
    figure, axes = plt.subplots(2, 3, figsize=(13, 7.5), constrained_layout=True)
    lines(axes[0, 0], philox, "L", "R", lambda c: c["W"] == default["W"] and c["k"] == 1 and c["R"] in (4, 8, 16), "size")
    lines(axes[0, 1], philox, "k", "L", lambda c: c["W"] == default["W"] and c["R"] == 4, "coded systems side by side")
    lines(axes[0, 2], philox, "R", "W", lambda c: c["L"] == middle and c["k"] == 1, f"replicas and words, L = {middle}")
    bars(axes[1, 0], coded, "order", lambda c: c["L"] == middle and c["W"] == default["W"] and c["R"] == 4 and c["k"] == 1
         and c["generator"] == "philox", f"storage order, L = {middle}")
    bars(axes[1, 1], coded, "generator", lambda c: c["order"] == "sliced", f"generator, sliced order, L = {middle}")
    lines(axes[1, 2], found, "L", "R", lambda c: c["coding"] == "single", "synchronous coding")
    figure.suptitle(f"Edwards-Anderson spin glass, {bench.get('backend', '')}; dashed: roof")
    figure.savefig(path.with_suffix(".png"), dpi=120)
    print(f"wrote {path.with_suffix('.png')}")


if __name__ == "__main__":
    with guard():
        main()
