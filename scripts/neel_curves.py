# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Observables of runs as curves with error bars, and what all panels of scripts/plot.py have in common."""
import textwrap
import tomllib

import matplotlib
import xarray

import neel_results

FEW = 6  # more curves than this have a colour bar, or their legend beside the picture
DOTS = {"marker": "o", "markersize": 3, "linewidth": 1, "capsize": 2}
SCHEDULE = ("t", "H", "T", "T_number")  # axes along which a run goes

# What observables are called on axes, where their long names are too long.
SYMBOLS = {
    "energy": "energy E", "specific_heat": "specific heat", "acceptance": "acceptance",
    "magnetisation": "magnetisation m", "magnetisation_magnitude": "magnetisation |m|",
    "staggered_magnetisation": "staggered magnetisation |n|", "staggered_magnitude": "staggered magnetisation |n|",
    "binder_ratio": "Binder ratio <m$^4$>/<m$^2$>$^2$", "magnetisation_binder": "Binder ratio <m$^4$>/<m$^2$>$^2$",
    "staggered_binder": "Binder ratio <n$^4$>/<n$^2$>$^2$", "spin_glass_susceptibility": r"spin-glass susceptibility $\chi_{SG}$",
    "integral_length": r"correlation length $\xi_{12}$  [lattice]", "correlation_length_over_L": r"$\xi / L$",
    "wall_density": "wall density", "blinking": "blinking fraction", "period": "period of a board (0: none yet)",
    "phi_squared": r"<$\phi^2$>", "order_magnitude": r"magnetisation of sublattices |m$_s$|",
    "inverse_cutoff": r"inverse cutoff 1/$\Lambda$", "mass_squared": r"mass squared $\mu^2$",
}
LOGARITHMIC = {"spin_glass_susceptibility", "integral_length", "blinking"}  # of a quench


def colour_bar(axes, quantity):
    """Colours for the values of a scanned quantity, explained by a bar beside the axes."""
    scale = matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(quantity.min(), quantity.max()), "viridis")
    if not axes.get_gid():  # the second run of a picture has the first one's
        axes.get_figure().colorbar(scale, ax=axes, label=f"{quantity.long_name}  {quantity.name}")
        axes.set_gid("has a colour bar")
    return scale


def legend(axes):
    """The legend, if there is anything to tell apart; beside the data if it is long."""
    names = axes.get_legend_handles_labels()[1]
    if len(names) > FEW:
        axes.legend(fontsize="x-small", frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    elif names:
        axes.legend(fontsize="small", frameon=False)


def run_label(data, *more):
    """What tells this run's curves from the others', if there are others."""
    return ", ".join(text for text in (data.attrs["label"] if data.attrs["several"] else "", *more) if text) or None


def beside(data, group):
    """Another group of this run's file; KeyError if there is none."""
    found = neel_results.group(data.attrs["path"], group)
    return found.isel({d: k for d, k in data.attrs["at"].items() if d in found.dims})


def inputs(data):
    return tomllib.loads(data.attrs["input"])


def run_axes(data):
    """Along which a run has points: its schedule, and what it scans; systems of unlike couplings share the counts of measurements."""
    return {*data["measurements"].dims, *(data["energy"].dims if "energy" in data else ())}


def main_axis(data, name):
    """What an observable is drawn against: where the run went; of a run with one point, what it scans, or its size if there are
    others of other sizes."""
    if data.attrs.get("length") and data[name].size == 1:
        return "L"
    along = [d for d in SCHEDULE if d in data[name].dims]
    scanned = [d for d in data[name].dims if d not in SCHEDULE and name + "_err" in data and d in run_axes(data)]
    if along and (data.sizes[along[0]] > 1 or not scanned):
        return along[0]
    return scanned[0] if scanned else data[name].dims[0]


def curves(data, name, x_name):
    """Yields (scanned quantity or None, x, value, error) of an observable: one curve, or one per scanned value."""
    values, errors = data[name], data.get(name + "_err")
    if x_name == "L":
        length = xarray.DataArray([data.attrs["length"]], dims="L", name="L", attrs={"long_name": "length of the lattice"})
        yield None, length, values.squeeze(), errors.squeeze()
        return
    if x_name not in SCHEDULE:
        fixed = {d: -1 for d in values.dims if d in SCHEDULE}
        values, errors = values.isel(fixed), None if errors is None else errors.isel(fixed)
    x = data["T"] if x_name == "T_number" else data[x_name]
    scanned = [d for d in values.dims if d not in (x_name, *x.dims)]
    if not scanned:
        yield None, x, values, errors
        return
    for value in data[scanned[0]]:
        at = {scanned[0]: value}
        yield value, x.sel(at) if scanned[0] in x.dims else x, values.sel(at), None if errors is None else errors.sel(at)


def mark_doubtful(axes, data, scanned, x, value):
    """A ring around points that are not converged."""
    if "converged" not in data or x.name not in SCHEDULE:
        return
    doubtful = data["converged"] if scanned is None else data["converged"].sel({scanned.name: scanned})
    doubtful = doubtful.values == 0
    if doubtful.shape == value.shape and doubtful.any():
        known = "not converged" in axes.get_legend_handles_labels()[1]
        axes.plot(x.values[doubtful], value.values[doubtful], "o", markersize=7, markerfacecolor="none", color="C3",
                  label=None if known else "not converged")


def title(quantity, name):
    """What an axis says of a quantity: its name and unit."""
    text = SYMBOLS.get(name) or textwrap.fill(quantity.long_name, 42)
    units = quantity.attrs.get("units", "1")
    return text if units == "1" or "[" in text else f"{text}  [{units}]"


def axis_title(x):
    units = x.attrs.get("units", "1")
    return (SYMBOLS.get(x.name) or f"{x.attrs.get('long_name', x.name)} {x.name}") + ("" if units == "1" else f"  [{units}]")


def observables(axes, data, names, labels=("",), ylabel=None):
    """Observables that share a pair of axes, against where the run went."""
    x_name = main_axis(data, names[0])
    for name, label in zip(names, labels):
        found = list(curves(data, name, x_name))
        run = run_label(data, label)
        scale = colour_bar(axes, data[found[0][0].name]) if len(found) > FEW else None
        style = {"marker": "osv^D"[len(axes.get_legend_handles_labels()[1]) % 5] if scale else "o"}
        for k, (scanned, x, value, error) in enumerate(found):
            text = run
            if scale:
                style["color"] = scale.to_rgba(float(scanned))
                text = run if k == 0 else None
            elif scanned is not None:
                text = run_label(data, label, f"{scanned.name.replace('_', ' ')} = {float(scanned):g}")
            axes.errorbar(x, value, error, **{**DOTS, **style}, label=text)
            mark_doubtful(axes, data, scanned, x, value)
    if x_name == "t":
        axes.set_xscale("log", base=2)
    if x_name == "t" and names[0] in LOGARITHMIC and data[names[0]].max() > 1.5 * data[names[0]].min() > 0:
        axes.set_yscale("log")
    elif axes.get_ylim()[0] < 0 < axes.get_ylim()[1]:
        axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel(axis_title(x))
    axes.set_ylabel(ylabel or title(data[names[0]], names[0]))
    legend(axes)


def scalar(data, name):
    """An observable with a value per point."""
    return name in data and name + "_err" in data and set(data[name].dims) <= run_axes(data)


def names_of(data):
    """All observables."""
    return [n for n in data if n + "_err" in data and not n.endswith(("_err", "_tau"))]


def vector(axes, data, name):
    """An observable with an axis of its own, such as C_4(r), at some points of the run, as far as it is above noise."""
    along = next((d for d in data[name].dims if d in SCHEDULE), None)
    own = [d for d in data[name].dims if d != along and d not in run_axes(data)][0]
    data = data.isel({d: 0 for d in data[name].dims if d not in (along, own)})
    points = range(data.sizes[along]) if along else [None]
    for k in points if len(points) <= FEW else list(points)[:: -(-len(points) // FEW)]:
        at = {along: k} if along else {}
        value, error = data[name].isel(at), data[name + "_err"].isel(at)
        seen = (value.values > 2 * error.values).cumprod().astype(bool)
        if seen.any():
            text = f"{along} = {float(data[along][k]):g}" if along else None
            axes.errorbar(data[own][seen], value[seen], error[seen], **DOTS, label=run_label(data, text))
    axes.set_yscale("log")
    axes.set_xlabel(axis_title(data[own]))
    axes.set_ylabel(title(data[name], name) + "\nas far as above 2 sigma")
    legend(axes)


def ageing(axes, data):
    """C(t, t_w) against t - t_w, a curve for each waiting time."""
    value, error = data["two_time_correlation"], data["two_time_correlation_err"]
    for k, waited in enumerate(data["t_w"].values):
        later = (data["t"].values > waited) & (value.isel(t_w=k).values > 2 * error.isel(t_w=k).values)
        axes.errorbar(data["t"].values[later] - waited, value.isel(t_w=k)[later], error.isel(t_w=k)[later], **DOTS,
                      label=run_label(data, f"t$_w$ = {waited:g}"))
    axes.set_xscale("log", base=2)
    axes.set_xlabel("t - t$_w$  [sweep]")
    axes.set_ylabel("C(t, t$_w$), as far as above 2 sigma")
    legend(axes)


def main_observables(data):
    """Those in the log, which have convergence to themselves: the energy and the order parameter come first, if there are any."""
    names = [name for name in data if f"{name}_converged" in data and name != "acceptance"]
    first = ["energy", data.attrs.get("order_parameter", "").split(",")[0]]
    return sorted(names, key=lambda name: (first.index(name) if name in first else len(first), name))
