# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Observables of runs as curves with error bars, and what all panels have in common."""
import tomllib

import matplotlib
import numpy

from .. import results
from .symbols import axis_title, equation, symbol, title

FEW = 6  # more curves than this have a colour bar
INSIDE = 4  # more lines than this of a legend are beside the axes,
ROWS = 20  # so many one under the other
DOTS = {"marker": "o", "markersize": 3, "linewidth": 1, "capsize": 2}
SCHEDULE = ("t", "H", "T", "T_number")  # axes along which a run goes
REAL = {"T": "T_kelvin", "T_number": "T_kelvin", "H": "H_tesla"}  # in K and tesla, where the input says what its unit is

LOGARITHMIC = {"spin_glass_susceptibility", "integral_length", "blinking"}  # of a quench


def colour_bar(axes, quantity):
    """Colours for the values of a scanned quantity, explained by a bar beside the axes."""
    scale = matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(quantity.min(), quantity.max()), "viridis")
    if not axes.get_gid():  # the second run of a picture has the first one's
        axes.get_figure().colorbar(scale, ax=axes, label=axis_title(quantity)).formatter.set_useOffset(False)
        axes.set_gid("has a colour bar")
    return scale


def real_units(axes, data, name, vertical=False):
    """A second axis, above or on the right: temperatures in K, fields in tesla, where all runs of these axes have the same unit."""
    if name not in REAL or name not in data:
        return
    there = next(iter(axes.child_axes), None)
    real = data.get(REAL[name])
    factor = float(numpy.abs(real).max() / numpy.abs(data[name]).max()) if real is not None and real.any() else 1.0
    if there is not None:
        there.set_visible(there.get_visible() and there.get_gid() == f"{factor:.6g}")
        return
    functions = (lambda x: x * factor, lambda x: x / factor)
    second = axes.secondary_yaxis("right", functions=functions) if vertical else axes.secondary_xaxis("top", functions=functions)
    second.set_gid(f"{factor:.6g}")
    second.set_visible(factor != 1)
    if factor != 1:
        (second.set_ylabel if vertical else second.set_xlabel)(axis_title(real))


def legend(axes):
    """The legend, if there is anything to tell apart; beside the data if it is long."""
    names = axes.get_legend_handles_labels()[1]
    if len(names) > INSIDE:
        axes.legend(fontsize="x-small", frameon=False, loc="upper left", bbox_to_anchor=(1, 1), ncols=-(-len(names) // ROWS))
    elif names:
        axes.legend(fontsize="small", frameon=False)


def run_label(data, *more):
    """What tells this run's curves from the others', if there are others."""
    return ", ".join(text for text in (data.attrs["label"] if data.attrs["several"] else "", *more) if text) or None


def beside(data, group):
    """Another group of this run's file; KeyError if there is none."""
    found = results.group_of(data.attrs["path"], group)
    return found.isel({d: k for d, k in data.attrs["at"].items() if d in found.dims})


def inputs(data):
    return tomllib.loads(data.attrs["input"])


def run_axes(data):
    """Along which a run has points: its schedule, and what it scans; systems of unlike couplings share the counts of measurements."""
    return {*data["measurements"].dims, *(data["energy"].dims if "energy" in data else ())}


def main_axis(data, name):
    """What an observable is drawn against: where the run went; of a run with one point, what it scans, or what tells it from others
    (figures.points)."""
    if data.attrs["point"] is not None and data[name].size == 1:
        return data.attrs["point"].name
    along = [d for d in SCHEDULE if d in data[name].dims]
    scanned = [d for d in data[name].dims if d not in SCHEDULE and name + "_err" in data and d in run_axes(data)]
    if along and (data.sizes[along[0]] > 1 or not scanned):
        return along[0]
    return scanned[0] if scanned else data[name].dims[0]


def few(count):
    """Of so many points those that are drawn, evenly spaced."""
    return range(0, count, max(1, -(-count // FEW)))


def curves(data, name, x_name):
    """Yields (scanned quantity or None, x, value, error, doubtful) of an observable: one curve, or one per scanned value."""
    all_of = data[[n for n in (name, name + "_err", "converged") if n in data]]
    values = data[name]

    def curve(scanned, x, of):
        doubtful = of["converged"].values == 0 if "converged" in of else False
        return scanned, x, of[name], of.get(name + "_err"), doubtful

    if x_name not in values.dims:
        yield curve(None, data.attrs["point"], all_of.squeeze())
        return
    if x_name not in SCHEDULE:
        fixed = {d: -1 for d in values.dims if d in SCHEDULE}
        all_of, values = all_of.isel(fixed), values.isel(fixed)
    x = data["T"] if x_name == "T_number" else data[x_name]
    scanned = [d for d in values.dims if d not in (x_name, *x.dims)]
    if not scanned:
        yield curve(None, x, all_of)
        return
    for value in data[scanned[0]]:
        at = {scanned[0]: value}
        yield curve(value, x.sel(at) if scanned[0] in x.dims else x, all_of.sel(at))


def unconverged(data, at=None):
    """Whether this point of a run, `at` of its axes, is not converged; a quench has no such thing."""
    at = {d: k for d, k in (at or {}).items() if "converged" in data and d in data["converged"].dims}
    return "converged" in data and not data["converged"].isel(at).values.all()


def ring(axes, x, y, doubtful):
    """Rings around what is not converged, each of these points or, where `doubtful` is one truth value, all."""
    x, y = numpy.atleast_1d(x), numpy.atleast_1d(y)
    doubtful = numpy.broadcast_to(doubtful, y.shape) & numpy.isfinite(y)
    if doubtful.any():
        known = "not converged" in axes.get_legend_handles_labels()[1]
        axes.plot(numpy.broadcast_to(x, y.shape)[doubtful], y[doubtful], "o", markersize=7, markerfacecolor="none", color="C3",
                  label=None if known else "not converged")


def observables(axes, data, names, labels=("",), ylabel=None):
    """Observables that share a pair of axes, against where the run went."""
    x_name = main_axis(data, names[0])
    alone = x_name not in data[names[0]].dims  # runs are points of one curve
    shown = {name: [c for c in curves(data, name, x_name) if numpy.nan_to_num(c[2]).any()] for name in names}  # not zeros alone
    if not any(shown.values()):
        shown = {names[0]: list(curves(data, names[0], x_name))}
    for name, found in shown.items():
        label = labels[names.index(name)]
        run = run_label(data, label) if not alone else label if label not in axes.get_legend_handles_labels()[1] else None
        scale = colour_bar(axes, data[found[0][0].name]) if len(found) > FEW else None
        style = {"marker": "osv^D"[len(axes.get_legend_handles_labels()[1]) % 5] if scale else "o",
                 "color": f"C{names.index(name)}" if alone else None}
        for k, (scanned, x, value, error, doubtful) in enumerate(found):
            text = run
            if scale:
                style["color"] = scale.to_rgba(float(scanned))
                text = run if k == 0 else None
            elif scanned is not None:
                text = run_label(data, label, equation(scanned.name, float(scanned)))
            axes.errorbar(x, value, error, **{**DOTS, **style}, label=text)
            ring(axes, x, value, doubtful)
    if x_name == "t":
        axes.set_xscale("log", base=2)
    if x_name == "t" and names[0] in LOGARITHMIC and data[names[0]].max() > 1.5 * data[names[0]].min() > 0:
        axes.set_yscale("log")
    elif axes.get_ylim()[0] < 0 < axes.get_ylim()[1]:
        axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel(axis_title(next(c[1] for found in shown.values() for c in found)))
    real_units(axes, data, x_name)
    axes.set_ylabel(ylabel or title(data[names[0]], names[0]))
    legend(axes)


def scalar(data, name):
    """An observable with a value per point."""
    return name in data and name + "_err" in data and set(data[name].dims) <= run_axes(data)


def names_of(data):
    """All observables."""
    return [n for n in data if n + "_err" in data and not n.endswith(("_err", "_tau"))]


def vector(axes, data, name):
    """An observable with an axis of its own at some points of the run: histograms whole, others, such as C_4(r), as far as they are
    above noise."""
    along = next((d for d in data[name].dims if d in SCHEDULE), None)
    own = [d for d in data[name].dims if d != along and d not in run_axes(data)][0]
    data = data.isel({d: 0 for d in data[name].dims if d not in (along, own)})
    whole = name.endswith("_histogram")
    for at in [{along: k} for k in few(data.sizes[along])] if along else [{}]:
        value, error = data[name].isel(at), data[name + "_err"].isel(at)
        seen = numpy.isfinite(value.values) if whole else (value.values > 2 * error.values).cumprod().astype(bool)
        if seen.any():
            text = equation(along, float(data[along][at[along]])) if along else None
            axes.errorbar(data[own][seen], value[seen], error[seen], **DOTS, label=run_label(data, text))
            ring(axes, data[own][seen], value[seen], unconverged(data, at))
    axes.set_yscale("linear" if whole else "log")
    axes.set_xlabel(axis_title(data[own]))
    axes.set_ylabel(title(data[name], name) + ("" if whole else r", if above $2\sigma$"))
    legend(axes)


def ageing(axes, data):
    """C(t, t_w) against t - t_w, a curve for each waiting time."""
    value, error = data["two_time_correlation"], data["two_time_correlation_err"]
    for k, waited in enumerate(data["t_w"].values):
        later = (data["t"].values > waited) & (value.isel(t_w=k).values > 2 * error.isel(t_w=k).values)
        axes.errorbar(data["t"].values[later] - waited, value.isel(t_w=k)[later], error.isel(t_w=k)[later], **DOTS,
                      label=run_label(data, equation("t_w", float(waited))))
    axes.set_xscale("log", base=2)
    axes.set_xlabel(r"$t - t_\mathrm{w}$  [sweep]")
    axes.set_ylabel(r"correlation $C(t, t_\mathrm{w})$, if above $2\sigma$")
    legend(axes)


def main_observables(data):
    """Those in the log, which have convergence to themselves: the energy and the order parameter come first, if there are any."""
    names = [name for name in data if f"{name}_converged" in data and name != "acceptance"]
    first = ["energy", data.attrs.get("order_parameter", "").split(",")[0]]
    return sorted(names, key=lambda name: (first.index(name) if name in first else len(first), name))
