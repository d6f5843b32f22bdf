# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Panels that any model can have: series, histograms, equilibration, tempering, overlaps, boards."""
import itertools

import numpy

from .. import results
from .curves import (DOTS, SCHEDULE, beside, few, legend, main_observables, observables, real_units, ring, run_axes, run_label, unconverged)
from .symbols import axis_title, equation, symbol, title


def autocorrelation(axes, data):
    """Integrated autocorrelation times of the main observables."""
    names = [name for name in main_observables(data) if f"{name}_tau" in data]
    if not names:
        raise LookupError("it has no autocorrelation times")
    axes.set_yscale("log")
    observables(axes, data, [f"{name}_tau" for name in names], [symbol(name) for name in names], r"autocorrelation time $\tau$  [sweep]")


def equilibration(axes, data):
    """Means over the last half of the measurements, the quarter before it, ...: in equilibrium they agree."""
    found = beside(data, "equilibration")
    name = next(n for n in main_observables(data) if f"{n}_octave" in found)
    value, error = found[f"{name}_octave"], found[f"{name}_octave_err"]
    along = next(d for d in value.dims if d in SCHEDULE)
    first = {d: 0 for d in value.dims if d not in (along, "octave")}
    value, error = value.isel(first), error.isel(first)
    group = [equation(d, float(data[d][0])) for d in first if d in data.coords]
    for k in few(value.sizes[along]):
        v, e = value.isel({along: k}), error.isel({along: k})
        text = [equation(along, float(data[along][k])), *group]
        axes.errorbar(v["octave"], (v - v[0]) / e, 1, **DOTS, label=run_label(data, *text))
        ring(axes, v["octave"], (v - v[0]) / e, unconverged(data, {**first, along: k}))
    axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel("0: the last half of the measurements, 1: the quarter before, ...")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel(f"{title(data[name], name).split('  [')[0]}: from its last half  " + r"[$\sigma$]")
    axes.invert_xaxis()
    legend(axes)


def points_of(data, along):
    """Three points of the run along these axes, or of its groups of systems at the last of them: yields (label, where)."""
    groups = [d for d in run_axes(data) if d not in along and d not in SCHEDULE]  # of unlike couplings or compositions
    places = list(itertools.product(*(range(data.sizes[d]) for d in along))) if not groups else [
        (*(data.sizes[d] - 1 for d in along), *place) for place in itertools.product(*(range(data.sizes[d]) for d in groups))]
    for k in sorted({0, len(places) // 2, len(places) - 1}):
        at = dict(zip((*along, *groups), places[k]))
        told = [d for d in at if data.sizes[d] > 1 and d in data.coords] or [d for d in along if d in data.coords]
        text = ", ".join(equation(d, float(data[d].isel({e: i for e, i in at.items() if e in data[d].dims}))) for d in told)
        yield text + (", not converged" if unconverged(data, at) else ""), at


def series(data, name):
    """The samples of a raw moment at some points of the run: yields (label, array (chain, draw, ...), measurements (draw))."""
    samples = beside(data, "samples")
    values, counts = samples[name], samples["measurements"]
    for text, at in points_of(data, values.dims[:values.dims.index("chain")]):
        chains = numpy.arange(values.sizes["chain"])
        for group in (d for d in at if d not in values.dims):
            chains = numpy.array_split(chains, data.sizes[group])[at[group]]
        at = {d: k for d, k in at.items() if d in values.dims}
        yield text, values.isel(at).values[chains], counts.isel(at).values


def means(data, name):
    """How many measurements a sample is the mean of, at most, and how many there are at a point."""
    counts = [each for _, _, each in series(data, name)]
    return max(int(each.max()) for each in counts), max(int(each.sum()) for each in counts)


def distributions(data, name, edges_of, symmetric=False):
    """Of single measurements, at some points of the run: yields (label, density, edges), from the histogram that the run kept, or
    from samples, with edges_of(them). `symmetric`: of values and of their negatives alike."""
    if f"{name}_histogram" in data:
        kept = data[f"{name}_histogram"]
        middle = data[f"{name}_interval"].values
        half = (middle[1] - middle[0]) / 2 if len(middle) > 1 else 0.5 / float(kept.max())
        edges = numpy.append(middle - half, middle[-1] + half)
        for text, at in points_of(data, [d for d in kept.dims if d in SCHEDULE]):
            density = kept.isel({d: k for d, k in at.items() if d in kept.dims}).values
            if symmetric and numpy.allclose(middle, -middle[::-1], atol=1e-9 * half):
                density = (density + density[::-1]) / 2
            yield text, density, edges
        return
    most, total = means(data, name)
    if most > 1:
        raise LookupError(f"its samples are means of {most} measurements, whose distribution is narrower than that of single ones: "
                          f"run it with measure.bins = {total}, so that a bin is one measurement, or with measure.histogram.{name}")
    for text, values, _ in series(data, name):
        if values.size < 2:
            raise LookupError("it has one measurement per point")
        values = values[numpy.isfinite(values)]
        yield text, *numpy.histogram(numpy.concatenate([values, -values]) if symmetric else values, edges_of(values), density=True)


def sampled(data):
    """Of the main observables, those that have samples."""
    samples = beside(data, "samples")
    return [n for n in main_observables(data) if n in samples] or [n for n in ("energy",) if n in samples]


def history(axes, data):
    """The mean over systems of the energy, measurement by measurement (means of a bin)."""
    name = sampled(data)[0]
    each, total = means(data, name)
    if total < 2:
        raise LookupError("it has one measurement per point")
    for text, values, _ in series(data, name):
        axes.plot(numpy.nanmean(values, 0), linewidth=0.8, label=run_label(data, text))
    axes.set_xlabel("measurement" if each == 1 else f"bin, mean of {each} measurements")
    axes.set_ylabel(title(data[name], name))
    legend(axes)


def has_distribution(data):
    """Whether histogram() has single measurements."""
    name = sampled(data)[:2][-1]
    return f"{name}_histogram" in data or means(data, name)[0] == 1


def histogram(axes, data):
    """Distributions of the order parameter, or else of the energy: two peaks tell of two phases."""
    name = sampled(data)[:2][-1]
    for text, density, edges in distributions(data, name, lambda values: min(80, max(8, int(values.size**0.4)))):
        axes.stairs(density, edges, label=run_label(data, text))
    axes.xaxis.get_major_locator().set_params(nbins=6)
    axes.set_xlabel(title(data[name], name))
    axes.set_ylabel("density of measurements")
    legend(axes)


def overlap_distribution(axes, data):
    """P(q): over samples, pairs of replicas and measurements."""
    for text, density, edges in distributions(data, "overlap", lambda _: numpy.linspace(-1, 1, 61), symmetric=True):
        axes.stairs(density, edges, label=run_label(data, text))
    axes.set_xlabel("overlap $q$")
    axes.set_ylabel("$P(q)$, made symmetric")
    legend(axes)


def rates_of_exchange(axes, data):
    """Acceptance of exchanges between neighbours on the ladder, and the part of configurations that come from the hot end."""
    found = beside(data, "tempering")
    t = found["T"].values
    axes.plot((t[1:] + t[:-1]) / 2, found["acceptance"], marker="o", markersize=3, linewidth=1, label=run_label(data, "accepted"))
    axes.plot(t, found["hot_part"], marker="s", markersize=3, linewidth=1, label=run_label(data, "from the hot end"))
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel(axis_title(found["T"]))
    real_units(axes, data, "T")
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
    board = results.board(data.attrs["path"])
    if board is None:
        raise LookupError("there is no NAME.pbm beside it")
    axes.imshow(board, cmap="gray_r", interpolation="nearest", vmin=0, vmax=1)
    axes.set_xlabel("x")
    axes.set_ylabel("y")
