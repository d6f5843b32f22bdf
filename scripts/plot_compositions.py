#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The phase diagram of a mixed magnet, from one run that scans its composition on cooling.

    scripts/plot_compositions.py RUN.h5        prints a table, and writes RUN.compositions.png beside it

Each system (a disorder sample) is looked at by itself. The ordering temperature (T_N, of ferromagnets T_C) is where the
susceptibility of its order parameter is largest, by a parabola through the largest value and its neighbours. Antiferromagnets
have T_comp and w(0), too. T_comp is where its weak moment w last changes sign on cooling. It counts only
if the mean of w below that temperature and the mean above it, up to T_N, have opposite signs and are both beyond three sigma;
the errors are those of 16 consecutive parts of the series, so that correlated measurements are not taken for independent.
w(0) is the weak moment at the lowest temperature. Values are means over the samples of a composition, errors one sigma from
their spread; there is no value where fewer than two thirds of the samples have one.
"""
import argparse
import pathlib
import re

from neel_script import Refusal, guard

with guard():
    import matplotlib
    import numpy

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    import neel_results
    from neel_symbols import axis_title, equation, title


def peak(t, y):
    """Where y is largest: the vertex of the parabola through the largest value and its neighbours."""
    k = int(numpy.clip(numpy.argmax(y), 1, len(y) - 2))
    a, b, _ = numpy.polyfit(t[k - 1:k + 2] - t[k], y[k - 1:k + 2], 2)
    return t[k] - b / (2 * a)


STAGGERED = "staggered_magnetisation"
SQUARE = {STAGGERED: "staggered_squared", "magnetisation_magnitude": "magnetisation_squared"}  # of order parameters
SIGMAS = 3  # of either sign of the weak moment
PARTS = 16  # of a series, whose spread makes its error


def is_significant(w, error):
    """Whether the mean of independent values is beyond SIGMAS."""
    return abs(w.sum()) > SIGMAS * numpy.sqrt((error**2).sum())


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
    """Of the mean of draws (T, chain, draw) with weights (T, 1, draw), from the spread of the means of PARTS parts, one after
    another: neighbouring draws are correlated."""
    starts = numpy.unique(numpy.linspace(0, draws.shape[2], PARTS, endpoint=False).astype(int))
    weight = numpy.add.reduceat(weights, starts, axis=2)
    total = numpy.add.reduceat(numpy.nan_to_num(draws) * weights, starts, axis=2)
    part = total / numpy.maximum(weight, 1) - average[:, :, None]
    spread = (part**2 * weight).sum(2) / weight.sum(2)
    return numpy.sqrt(spread / numpy.maximum(1, (weight > 0).sum(2) - 1))


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
    """The results, the axis of the composition x, and (value, error) per x of the ordering temperature, T_comp and w(0)."""
    results, axis = scanned(path)
    samples = neel_results.samples(path)
    t, weights = samples["T"].values, samples["measurements"].values[:, None, :]

    def average(name):  # (T, chain)
        return (samples[name].fillna(0).values * weights).sum(2) / weights.sum(2)

    weak = average("weak_moment")
    error = standard_error(samples["weak_moment"].values, weak, weights)
    groups = results.sizes[axis]
    orders = results.attrs.get("order_parameter", STAGGERED).split(",")  # files of earlier versions do not say it
    orders = orders if len(orders) == groups else orders * groups
    ordering = "T_N" if set(orders) == {STAGGERED} else "T_C" if STAGGERED not in orders else "T_N or T_C"
    found = {ordering: [], "T_comp": [], "w(0)": []}
    for order, chains in zip(orders, numpy.split(numpy.arange(weak.shape[1]), groups)):
        susceptibility = (average(SQUARE[order]) - average(order) ** 2)[:, chains] / t[:, None]
        peaks = numpy.array([peak(t, y) for y in susceptibility.T])
        below = t < peaks.mean()
        found[ordering].append(mean(peaks))
        antiferro = order == STAGGERED
        found["T_comp"].append(mean(numpy.array([
            crossing(t[below], weak[below, c], error[below, c]) if antiferro else numpy.nan for c in chains])))
        found["w(0)"].append(mean(weak[numpy.argmin(t), chains] if antiferro else numpy.full(len(chains), numpy.nan)))
    return results, axis, {name: numpy.array(values).T for name, values in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path)
    path = parser.parse_args().run
    results, axis, found = analyse(path)
    x = results[axis]
    temperatures = ", ".join(list(found)[:2])
    print(f"# {x.name}: {x.long_name}; {temperatures} [{results['T'].units}]; w(0) [{results['weak_moment'].units}]")
    print("\t".join([x.name] + [f"{name}\t{name}_err" for name in found]))
    for k, value in enumerate(x.values):
        print("\t".join([f"{value:g}"] + [f"{v[0][k]:.6g}\t{v[1][k]:.2g}" for v in found.values()]))
    weak = numpy.isfinite(found["w(0)"][0]).any()
    figure, axes = plt.subplots(1, 2 if weak else 1, figsize=(10 if weak else 5, 4.2), constrained_layout=True, squeeze=False)
    axes = axes[0]
    for name in list(found)[:2]:
        if numpy.isfinite(found[name][0]).any():
            label = re.sub("T_([a-zA-Z]+)", r"$T_\\mathrm{\1}$", name)
            axes[0].errorbar(x, *found[name], marker="o", markersize=4, capsize=3, linewidth=1, label=label)
    axes[0].set_ylabel(axis_title(results["T"]))
    axes[0].set_ylim(0, None)
    axes[0].legend(frameon=False)
    if weak:
        axes[1].errorbar(x, *found["w(0)"], marker="o", markersize=4, capsize=3, linewidth=1)
        axes[1].axhline(0, color="0.6", linewidth=0.8, zorder=0)
        axes[1].set_ylabel(title(results["weak_moment"], "weak_moment").replace("$w$", "$w$ at the lowest $T$"))
    for a in axes:
        a.set_xlabel(axis_title(x))
    figure.suptitle(f"{path.stem}: {equation('size', results.attrs['size'])}, one-sigma error bars", fontsize="medium")
    figure.savefig(path.with_suffix(".compositions.png"), dpi=150)
    print(f"wrote {path.with_suffix('.compositions.png')}")


if __name__ == "__main__":
    with guard():
        main()
