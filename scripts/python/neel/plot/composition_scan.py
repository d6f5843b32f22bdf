# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The phase diagram of a mixed magnet, from one run that scans its composition on cooling.

Each system (a disorder sample) is analysed by itself. The ordering temperature (T_N, of ferromagnets T_C) is where the
susceptibility of its order parameter is largest, by a parabola through the largest value and its neighbours. Antiferromagnets
have T_comp and w(0), too. T_comp is where its weak moment w last changes sign on cooling. It counts only
if the mean of w below that temperature and the mean above it, up to T_N, have opposite signs and are both beyond three sigma;
the errors are those of 16 consecutive parts of the series, so that correlated measurements are not taken for independent.
w(0) is the weak moment at the lowest temperature. Values are means over the samples of a composition, errors one sigma from
their spread; there is no value where fewer than two thirds of the samples have one.
"""
import re

import matplotlib.pyplot as plt
import numpy

from .. import results as files
from ..errors import FileError
from .curves import real_units
from .symbols import axis_title, equation, title


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
    results = files.results(path)
    axis = next((d for d in results["energy"].dims if d.startswith("x_")), None)
    if axis is None or "weak_moment" not in results:
        raise FileError(f"{path} is not a run of the Heisenberg model that scans a composition (material.fractions)")
    if not results.attrs["complete"]:
        raise FileError(f"{path} is not complete, it has {results.sizes['T']} temperatures so far; let its run go on to the end")
    if results.sizes["T"] < 3:
        raise FileError(f"{path} has {results.sizes['T']} temperatures; a peak takes three")
    return results, axis


def analyse(path):
    """The results, the axis of the composition x, and (value, error) per x of the ordering temperature, T_comp and w(0)."""
    results, axis = scanned(path)
    samples = files.group_of(path, "samples")
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


def table(analysed):
    """The lines of a table of what analyse() found."""
    results, axis, found = analysed
    x = results[axis]
    temperatures = ", ".join(list(found)[:2])
    lines = [f"# {x.name}: {x.long_name}; {temperatures} [{results['T'].units}]; w(0) [{results['weak_moment'].units}]",
             "\t".join([x.name] + [f"{name}\t{name}_err" for name in found])]
    for k, value in enumerate(x.values):
        lines.append("\t".join([f"{value:g}"] + [f"{v[0][k]:.6g}\t{v[1][k]:.2g}" for v in found.values()]))
    return lines


def draw(analysed):
    """The axes of compositions(), of what analyse() found."""
    results, axis, found = analysed
    x = results[axis]
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
    real_units(axes[0], results, "T", vertical=True)
    if weak:
        axes[1].errorbar(x, *found["w(0)"], marker="o", markersize=4, capsize=3, linewidth=1)
        axes[1].axhline(0, color="0.6", linewidth=0.8, zorder=0)
        axes[1].set_ylabel(title(results["weak_moment"], "weak_moment").replace("$w$", "$w$ at the lowest $T$"))
    for a in axes:
        a.set_xlabel(axis_title(x))
    figure.suptitle(f"{results.attrs['label']}: {equation('size', results.attrs['size'])}, one-sigma error bars", fontsize="medium")
    return axes


def compositions(path):
    """Draws the phase diagram of a run that scans its composition
    (material.fractions): ordering temperature and T_comp, in the unit of the
    run and in K, and of antiferromagnets the weak moment at the lowest
    temperature, in the unit of moments per site.

    path: of the result file.

    Returns an array of one or two matplotlib axes. Raises FileError where the
    run scans no composition, is not complete, or has fewer than three
    temperatures.
    """
    return draw(analyse(path))
