# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Panels of scripts/plot.py that any model can have: series, histograms, equilibration, tempering, overlaps, boards."""
import numpy

import neel_results
from neel_curves import (DOTS, FEW, SCHEDULE, axis_title, beside, curves, legend, main_axis, main_observables,
                         run_label, title)


def autocorrelation(axes, data):
    """Integrated autocorrelation times of the main observables."""
    names = [name for name in main_observables(data) if f"{name}_tau" in data]
    if not names:
        raise LookupError("it has no autocorrelation times")
    for name in names:
        x_name = main_axis(data, name)
        for scanned, x, value, error in curves(data, name + "_tau", x_name):
            text = None if scanned is None else f"{scanned.name} = {float(scanned):g}"
            axes.errorbar(x, value, error, **DOTS, label=run_label(data, name.replace("_", " "), text))
    axes.set_yscale("log")
    axes.set_xlabel(axis_title(x))
    axes.set_ylabel("integrated autocorrelation time  [sweeps]")
    legend(axes)


def equilibration(axes, data):
    """Means over the last half of the measurements, the quarter before it, ...: in equilibrium they agree."""
    found = beside(data, "equilibration")
    name = next(n for n in main_observables(data) if f"{n}_octave" in found)
    value, error = found[f"{name}_octave"], found[f"{name}_octave_err"]
    along = next(d for d in value.dims if d in SCHEDULE)
    value = value.isel({d: 0 for d in value.dims if d not in (along, "octave")})
    error = error.isel({d: 0 for d in error.dims if d not in (along, "octave")})
    points = range(value.sizes[along])
    for k in points if len(points) <= FEW else list(points)[:: -(-len(points) // FEW)]:
        v, e = value.isel({along: k}), error.isel({along: k})
        axes.errorbar(v["octave"], (v - v[0]) / e, 1, **DOTS, label=run_label(data, f"{along} = {float(data[along][k]):g}"))
    axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel("0: the last half of the measurements, 1: the quarter before, ...")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel(f"{name.replace('_', ' ')}: from its last half  [sigma]")
    axes.invert_xaxis()
    legend(axes)


def series(data):
    """The raw moments of the main observables, at some points of the run: yields name, label, array (chain, draw)."""
    samples = beside(data, "samples")
    names = [n for n in main_observables(data) if n in samples]
    names = names or [n for n in ("energy",) if n in samples]
    along = samples[names[0]].dims[0]
    points = samples.sizes[along]
    for name in names[:2]:
        values = samples[name]
        if values.dims[1:2] != ("chain",):
            continue
        values = values.isel({d: 0 for d in values.dims if d not in (along, "chain", "draw")})
        for k in sorted({0, points // 2, points - 1}):
            at = f"{along} = {float(samples[along][k]):g}" if along in samples.coords else ""
            yield name, at, values.isel({along: k}).values


def need_series(data):
    found = list(series(data))
    if not found or max(v.shape[1] for _, _, v in found) < 2:
        raise LookupError("it has one measurement per point")
    return found


def history(axes, data):
    """The mean over systems of the first main observable, measurement by measurement (means of a bin)."""
    found = need_series(data)
    for name, at, values in found:
        if name == found[0][0]:
            axes.plot(numpy.nanmean(values, 0), linewidth=0.8, label=run_label(data, at))
    axes.set_xlabel("measurement (mean of a bin)")
    axes.set_ylabel(title(data[found[0][0]], found[0][0]))
    legend(axes)


def histogram(axes, data):
    """Distributions of the order parameter, or else of the energy: two peaks tell of two phases."""
    found = need_series(data)
    for name, at, values in found:
        if name == found[-1][0]:
            values = values[numpy.isfinite(values)]
            axes.hist(values, bins=min(80, max(8, int(values.size**0.4))), density=True, histtype="step", label=run_label(data, at))
    axes.xaxis.get_major_locator().set_params(nbins=6)
    axes.set_xlabel(title(data[name], name))
    axes.set_ylabel("density (of means of a bin)")
    legend(axes)


def overlap_distribution(axes, data):
    """P(q): over samples, pairs of replicas and measurements."""
    samples = beside(data, "samples")["overlap"]
    along = samples.dims[0]
    points = samples.sizes[along]
    for k in sorted({0, points // 2, points - 1}):
        values = samples.isel({along: k}).values
        values = values[numpy.isfinite(values)]
        text = f"{along} = {float(samples[along][k]):g}" if along in samples.coords else ""
        axes.hist(numpy.concatenate([values, -values]), bins=numpy.linspace(-1, 1, 61), density=True, histtype="step",
                  label=run_label(data, text))
    axes.set_xlabel("overlap q (mean of a bin)")
    axes.set_ylabel("P(q), made symmetric")
    legend(axes)


def rates_of_exchange(axes, data):
    """Acceptance of exchanges between neighbours on the ladder, and the part of configurations that come from the hot end."""
    found = beside(data, "tempering")
    t = found["T"].values
    axes.plot((t[1:] + t[:-1]) / 2, found["acceptance"], marker="o", markersize=3, linewidth=1, label=run_label(data, "accepted"))
    axes.plot(t, found["hot_part"], marker="s", markersize=3, linewidth=1, label=run_label(data, "from the hot end"))
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel(axis_title(found["T"]))
    axes.set_ylabel("exchanges: part")
    legend(axes)


def round_trips(axes, data):
    """Which configuration sits where: a good ladder mixes the colours."""
    found = beside(data, "tempering")
    places, trips = found["configuration"], found["round_trips"]
    rung = next(d for d in places.dims if d in SCHEDULE)
    first = places.isel({d: 0 for d in places.dims if d not in ("round", rung)}).transpose(rung, "round")
    axes.imshow(first, aspect="auto", interpolation="nearest", cmap="turbo", origin="upper")
    axes.set_xlabel(f"exchange ({float(trips.mean()):.3g} round trips a configuration in all)")
    axes.set_ylabel("rung of the first ladder")


def configuration(axes, data):
    """The final board, a pixel per cell."""
    board = neel_results.board(data.attrs["path"])
    if board is None:
        raise LookupError("there is no NAME.pbm beside it")
    axes.imshow(board, cmap="gray_r", interpolation="nearest", vmin=0, vmax=1)
    axes.set_xlabel("x")
    axes.set_ylabel("y")
