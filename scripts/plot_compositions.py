#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The phase diagram of a mixed magnet, from one run that scans its composition on cooling.

    scripts/plot_compositions.py RUN.h5        prints a table, and writes RUN.compositions.png beside it

Of every system (a disorder sample) by itself: T_N is where its staggered susceptibility is largest, by a parabola through the
largest value and its neighbours; T_comp the temperature at which its weak moment last changes sign on cooling; w(0) its weak
moment at the lowest temperature. Values are means over the samples of a composition, errors one sigma from their spread.
"""
import argparse
import pathlib

import matplotlib
import numpy

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import neel_results


def peak(t, y):
    """Where y is largest: the vertex of the parabola through the largest value and its neighbours."""
    k = int(numpy.clip(numpy.argmax(y), 1, len(y) - 2))
    a, b, _ = numpy.polyfit(t[k - 1:k + 2] - t[k], y[k - 1:k + 2], 2)
    return t[k] - b / (2 * a)


def crossing(t, w):
    """The lowest temperature below which w keeps its sign, if it had the other one above in earnest; else NaN. t falls."""
    change = numpy.flatnonzero(numpy.sign(w[1:]) != numpy.sign(w[:-1]))
    if len(change) == 0:
        return numpy.nan
    k = change[-1]
    ordered = numpy.abs(w[:k + 1]).max() > 0.1 * numpy.abs(w[k + 1:]).max()
    return t[k] + (t[k + 1] - t[k]) * w[k] / (w[k] - w[k + 1]) if ordered else numpy.nan


def mean(values):
    """Mean and standard error of the values that are there; NaN if fewer than two thirds are."""
    there = values[numpy.isfinite(values)]
    if len(there) < max(2, 2 * len(values) / 3):
        return numpy.nan, numpy.nan
    return there.mean(), there.std(ddof=1) / numpy.sqrt(len(there))


def analyse(path):
    """x, and (value, error) per x of T_N, T_comp and w(0)."""
    results, samples = neel_results.results(path), neel_results.samples(path)
    axis = next(d for d in results["energy"].dims if d.startswith("x_"))
    t, weights = samples["T"].values, samples["measurements"].values[:, None, :]
    average = {name: (samples[name].fillna(0).values * weights).sum(2) / weights.sum(2) for name in
               ("weak_moment", "staggered_magnetisation", "staggered_squared")}  # (T, chain)
    susceptibility = (average["staggered_squared"] - average["staggered_magnetisation"] ** 2) / t[:, None]
    groups = results.sizes[axis]
    of_group = [slice(g * (susceptibility.shape[1] // groups), (g + 1) * (susceptibility.shape[1] // groups))
                for g in range(groups)]
    found = {"T_N": [], "T_comp": [], "w(0)": []}
    for chains in of_group:
        tn = numpy.array([peak(t, y) for y in susceptibility[:, chains].T])
        below = t < tn.mean()
        w = average["weak_moment"][:, chains].T
        found["T_N"].append(mean(tn))
        found["T_comp"].append(mean(numpy.array([crossing(t[below], y[below]) for y in w])))
        found["w(0)"].append(mean(w[:, numpy.argmin(t)]))
    return results[axis], {name: numpy.array(values).T for name, values in found.items()}, results["weak_moment"].units


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path)
    path = parser.parse_args().run
    x, found, units = analyse(path)
    print("\t".join([x.name] + [f"{name}\t{name}_err" for name in found]))
    for k, value in enumerate(x.values):
        print("\t".join([f"{value:g}"] + [f"{v[0][k]:.6g}\t{v[1][k]:.2g}" for v in found.values()]))
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), constrained_layout=True)
    for name, label in (("T_N", "T$_N$"), ("T_comp", "T$_{comp}$")):
        axes[0].errorbar(x, *found[name], marker="o", markersize=4, capsize=3, linewidth=1, label=label)
    axes[0].set_ylabel("temperature  [J(Fe-Fe)]")
    axes[0].set_ylim(0, None)
    axes[0].legend(frameon=False)
    axes[1].errorbar(x, *found["w(0)"], marker="o", markersize=4, capsize=3, linewidth=1)
    axes[1].axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes[1].set_ylabel(f"weak moment at the lowest T  [{units}]", fontsize="small")
    for a in axes:
        a.set_xlabel(f"{x.long_name}  {x.name}")
    figure.savefig(path.with_suffix(".compositions.png"), dpi=150)
    print(f"wrote {path.with_suffix('.compositions.png')}")


if __name__ == "__main__":
    main()
