#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The phase diagram of a mixed magnet, from one run that scans its composition on cooling.

    scripts/plot_compositions.py RUN.h5        prints a table, and writes RUN.compositions.png beside it

Of every system (a disorder sample) by itself: T_N is where its staggered susceptibility is largest, by a parabola through the
largest value and its neighbours; T_comp the temperature at which its weak moment last changes sign on cooling, where its means
below and above (up to T_N) are both beyond two sigma; w(0) its weak moment at the lowest temperature. Values are means over
the samples of a composition (of two thirds at least), errors one sigma from their spread.
"""
import argparse
import pathlib

from neel_script import Refusal, guard

with guard():
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


def is_significant(w, error):
    """Whether the mean of independent values is beyond two sigma."""
    return abs(w.sum()) > 2 * numpy.sqrt((error**2).sum())


def crossing(t, w, error):
    """The lowest temperature at which w changes sign, if it has a sign in earnest both below and above; else NaN. t falls."""
    change = numpy.flatnonzero(numpy.sign(w[1:]) != numpy.sign(w[:-1]))
    if len(change) == 0:
        return numpy.nan
    k = change[-1]
    above, below = slice(None, k + 1), slice(k + 1, None)
    if not (is_significant(w[above], error[above]) and is_significant(w[below], error[below])):
        return numpy.nan
    if w[above].sum() * w[below].sum() > 0:
        return numpy.nan
    return t[k] + (t[k + 1] - t[k]) * w[k] / (w[k] - w[k + 1])


def mean(values):
    """Mean and standard error of the values that are there; NaN if fewer than two thirds are."""
    there = values[numpy.isfinite(values)]
    if len(there) < max(2, 2 * len(values) / 3):
        return numpy.nan, numpy.nan
    return there.mean(), there.std(ddof=1) / numpy.sqrt(len(there))


def standard_error(draws, average, weights):
    """Of the mean of draws (T, chain, draw), from their spread."""
    spread = (numpy.nan_to_num(draws - average[:, :, None])**2 * weights).sum(2) / weights.sum(2)
    return numpy.sqrt(spread / numpy.maximum(1, (weights > 0).sum(2) - 1))


def scanned(path):
    """The results of a run, and the axis of its composition."""
    results = neel_results.results(path)
    axis = next((d for d in results["energy"].dims if d.startswith("x_")), None)
    if axis is None or "weak_moment" not in results:
        raise Refusal(f"{path} is not a run of the Heisenberg model that scans a composition (material.fractions)")
    if not results.attrs["complete"]:
        raise Refusal(f"{path} is not complete, it has {results.sizes['T']} temperatures so far; let its run go on to the end")
    if results.sizes["T"] < 3:
        raise Refusal(f"{path} has {results.sizes['T']} temperatures; a peak takes three")
    return results, axis


def analyse(path):
    """The results, the axis of the composition x, and (value, error) per x of T_N, T_comp and w(0)."""
    results, axis = scanned(path)
    samples = neel_results.samples(path)
    t, weights = samples["T"].values, samples["measurements"].values[:, None, :]
    average = {name: (samples[name].fillna(0).values * weights).sum(2) / weights.sum(2) for name in
               ("weak_moment", "staggered_magnetisation", "staggered_squared")}  # (T, chain)
    error = standard_error(samples["weak_moment"].values, average["weak_moment"], weights)
    susceptibility = (average["staggered_squared"] - average["staggered_magnetisation"] ** 2) / t[:, None]
    groups = results.sizes[axis]
    of_group = [slice(g * (susceptibility.shape[1] // groups), (g + 1) * (susceptibility.shape[1] // groups))
                for g in range(groups)]
    found = {"T_N": [], "T_comp": [], "w(0)": []}
    for chains in of_group:
        tn = numpy.array([peak(t, y) for y in susceptibility[:, chains].T])
        below = t < tn.mean()
        w = average["weak_moment"][:, chains].T
        sigma = error[:, chains].T
        found["T_N"].append(mean(tn))
        found["T_comp"].append(mean(numpy.array([crossing(t[below], y[below], e[below]) for y, e in zip(w, sigma)])))
        found["w(0)"].append(mean(w[:, numpy.argmin(t)]))
    return results, axis, {name: numpy.array(values).T for name, values in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path)
    path = parser.parse_args().run
    results, axis, found = analyse(path)
    x = results[axis]
    print("\t".join([x.name] + [f"{name}\t{name}_err" for name in found]))
    for k, value in enumerate(x.values):
        print("\t".join([f"{value:g}"] + [f"{v[0][k]:.6g}\t{v[1][k]:.2g}" for v in found.values()]))
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.2), constrained_layout=True)
    for name, label in (("T_N", "T$_N$"), ("T_comp", "T$_{comp}$")):
        if numpy.isfinite(found[name][0]).any():
            axes[0].errorbar(x, *found[name], marker="o", markersize=4, capsize=3, linewidth=1, label=label)
    axes[0].set_ylabel(f"temperature  [{results['T'].units}]")
    axes[0].set_ylim(0, None)
    axes[0].legend(frameon=False)
    axes[1].errorbar(x, *found["w(0)"], marker="o", markersize=4, capsize=3, linewidth=1)
    axes[1].axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes[1].set_ylabel(f"weak moment at the lowest T  [{results['weak_moment'].units}]", fontsize="small")
    for a in axes:
        a.set_xlabel(f"{x.long_name}  {x.name}")
    figure.savefig(path.with_suffix(".compositions.png"), dpi=150)
    print(f"wrote {path.with_suffix('.compositions.png')}")


if __name__ == "__main__":
    with guard():
        main()
