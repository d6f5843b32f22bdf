# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The panels of scripts/plot.py. Each draws one run into one pair of axes; several runs go into the same."""
import textwrap
import tomllib

import matplotlib
import numpy

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
    "phi_squared": r"<$\phi^2$>",
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


def main_axis(data, name):
    """What an observable is drawn against: where the run went; of a run with one point, what it scans."""
    along = [d for d in SCHEDULE if d in data[name].dims]
    scanned = [d for d in data[name].dims if d not in SCHEDULE and name + "_err" in data and d in data["measurements"].dims]
    if along and (data.sizes[along[0]] > 1 or not scanned):
        return along[0]
    return scanned[0] if scanned else data[name].dims[0]


def curves(data, name, x_name):
    """Yields (scanned quantity or None, x, value, error) of an observable: one curve, or one per scanned value."""
    values, errors = data[name], data.get(name + "_err")
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
    return f"{x.attrs.get('long_name', x.name)} {x.name}" + ("" if units == "1" else f"  [{units}]")


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
    if x_name == "t" and names[0] in LOGARITHMIC:
        axes.set_yscale("log")
    elif axes.get_ylim()[0] < 0 < axes.get_ylim()[1]:
        axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel(axis_title(x))
    axes.set_ylabel(ylabel or title(data[names[0]], names[0]))
    legend(axes)


def vector(axes, data, name):
    """An observable with an axis of its own, such as C_4(r), at some points of the run, as far as it is above noise."""
    along = next((d for d in data[name].dims if d in SCHEDULE), None)
    own = [d for d in data[name].dims if d != along and d not in data["measurements"].dims][0]
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


# phi^4 -----------------------------------------------------------------------------------------------------------------------


def lattice_momentum(n, length):
    """sum (2 - 2 cos p) for p = 2 pi n / L along one axis."""
    return 2 - 2 * numpy.cos(2 * numpy.pi * n / length)


def field_points(data):
    """(label, couplings, data) of some points of a phi^4 run at its last temperature."""
    couplings = inputs(data)["couplings"]
    couplings.update({k: float(data[k]) for k in couplings if k in data.coords and data[k].ndim == 0})
    data = data.isel({d: -1 for d in ("T", "T_number") if d in data.dims})
    scan = next((d for d in ("mass_squared", "g", "inverse_cutoff") if d in data.dims), None)
    if not scan:
        return [("measured", couplings, data)]
    return [(f"{scan} = {float(data[scan][k]):g}", {**couplings, scan: float(data[scan][k])}, data.isel({scan: k}))
            for k in range(0, data.sizes[scan], max(1, data.sizes[scan] // 4))]


def exact_propagator(p2, couplings):
    return 1 / (p2 + couplings["mass_squared"] + couplings["inverse_cutoff"] * p2**2)


def propagator(axes, data):
    """Along x, against the free field's where g = 0."""
    points = field_points(data)
    for text, couplings, point in points:
        p2 = lattice_momentum(point["n"].values, data.attrs["size"][0])
        free = couplings["g"] == 0
        line = axes.errorbar(p2, point["propagator_x"], point["propagator_x_err"], **{**DOTS, "linewidth": 0 if free else 1},
                             elinewidth=1, label=run_label(data, text))[0]
        if free:
            p = numpy.linspace(0, p2[-1], 200)
            axes.plot(p, exact_propagator(p, couplings), color=line.get_color(), linewidth=1)
    axes.set_yscale("log")
    axes.set_xlabel(r"$p^2 = 2 - 2 \cos p_x$")
    axes.set_ylabel(r"<|$\phi_p$|$^2$>" + (", lines: exact" if any(c["g"] == 0 for _, c, _ in points) else ""))
    legend(axes)


def of_axes(data):
    """(axis, length, propagator, error) of one point."""
    point = field_points(data)[-1][2]
    found = [(name, length, point["propagator_" + name], point["propagator_" + name + "_err"])
             for name, length in zip("xyz", data.attrs["size"]) if "propagator_" + name in point]
    if not found:
        raise LookupError("it measures no propagator")
    return found


def inverse_propagator(axes, data):
    for name, _, value, error in of_axes(data):
        axes.errorbar(data["n"], 1 / value, error / value**2, **DOTS, label=run_label(data, name))
    axes.set_xlabel("mode number n")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel(r"1 / <|$\phi_p$|$^2$> along each axis")
    legend(axes)


def free_deviation(axes, data):
    couplings = field_points(data)[-1][1]
    if couplings["g"] != 0:
        raise LookupError("the field is not free (g is not 0)")
    for name, length, value, error in of_axes(data):
        exact = exact_propagator(lattice_momentum(data["n"].values, length), couplings)
        axes.plot(data["n"], (value - exact) / error, marker="o", markersize=4, linewidth=0, label=run_label(data, name))
    axes.axhspan(-1, 1, color="0.9", zorder=0)
    axes.set_xlabel("mode number n")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel("(measured - exact) / sigma, for g = 0")
    legend(axes)


def energy_terms(axes, data):
    point = field_points(data)[-1][2]
    parts = ["gradient", "mass", "quartic", "cutoff"]
    axes.bar(parts, [float(point["energy_" + p]) for p in parts], yerr=[float(point["energy_" + p + "_err"]) for p in parts],
             capsize=3)
    axes.set_ylabel(f"terms of H per site; virial = {float(point['virial']):.4f}({float(point['virial_err']):.4f})")


# Heisenberg ------------------------------------------------------------------------------------------------------------------


def material_axis(data, name, otherwise):
    """x, y or z if an axis of the material is one of these, else a letter for it."""
    of = inputs(data).get("material", {}).get("axes", {}).get(name, otherwise)
    letters = {"field": "h", "anisotropy": "k"}
    return of if of in ("x", "y", "z") else {(1, 0, 0): "x", (0, 1, 0): "y", (0, 0, 1): "z"}.get(tuple(of), letters[name])


def weak_moment(axes, data):
    h, k = material_axis(data, "field", "z"), material_axis(data, "anisotropy", "x")
    observables(axes, data, ["weak_moment"], [""], f"weak moment\nw = M$_{h}$ sign(n$_{k}$)  [{data['weak_moment'].units}]")


def weak_moment_by_ion(axes, data):
    ions = [n.removeprefix("weak_moment_") for n in names_of(data) if n.startswith("weak_moment_")]
    if len(ions) < 2:
        raise LookupError("it has one kind of ion")
    observables(axes, data, [f"weak_moment_{i}" for i in ions], ions, f"weak moment by ion  [{data['weak_moment'].units}]")


def along_field(axes, data):
    h = material_axis(data, "field", "z")
    z = h if h in "xyz" else "z"
    observables(axes, data, [f"magnetisation_{z}"], [""], f"magnetisation  M$_{z}$  [{data['magnetisation_z'].units}]")


def order_parameter(axes, data):
    """Of each composition its own."""
    names = sorted(set(data.attrs["order_parameter"].split(",")))
    symbols = [SYMBOLS.get(name, name) for name in names]
    observables(axes, data, names, symbols if len(names) > 1 else [""], "order parameter\n" + ", ".join(symbols))
    axes.set_ylim(0, axes.get_ylim()[1])


def sublattices(axes, data):
    names = [n for n in names_of(data) if n.startswith("sublattice_")]
    if not names:
        raise LookupError("its model has no sublattices")
    observables(axes, data, names, [n.removeprefix("sublattice_").replace("_", " ") for n in names], "sublattice magnetisation")


def energies(axes, data):
    names = [n for n in names_of(data) if n == "energy" or n.startswith("energy_")]
    labels = [n.removeprefix("energy_") if n != "energy" else "all" for n in names]
    observables(axes, data, names, labels, title(data["energy"], "energy") + " and its parts")


TOPICS = {
    "order": order_parameter, "energies": energies, "sublattices": sublattices, "weak_moments": weak_moment_by_ion,
    "autocorrelation": autocorrelation, "equilibration": equilibration, "history": history, "histogram": histogram,
    "exchanges": rates_of_exchange, "round_trips": round_trips, "overlaps": overlap_distribution, "ageing": ageing,
    "board": configuration,
    "propagator": propagator, "inverse_propagator": inverse_propagator, "free_deviation": free_deviation,
    "energy_terms": energy_terms, "weak_moment_sign": weak_moment, "along_field": along_field,
}


def scalar(data, name):
    """An observable with a value per point."""
    return name in data and name + "_err" in data and set(data[name].dims) <= set(data["measurements"].dims)


def names_of(data):
    """All observables."""
    return [n for n in data if n + "_err" in data and not n.endswith(("_err", "_tau"))]


def draw(axes, data, what):
    """Draws a topic or an observable. Raises LookupError, with a reason, if this run has none of it."""
    if what in TOPICS:
        try:
            TOPICS[what](axes, data)
        except (KeyError, StopIteration, IndexError) as missing:
            raise LookupError("this run has nothing of the kind") from missing
    elif what in names_of(data):
        observables(axes, data, [what]) if scalar(data, what) else vector(axes, data, what)
    else:
        raise LookupError("there is no observable or topic of that name")


def usual(data):
    """What is drawn of a run unless something is asked for."""
    model, material = data.attrs["model"], inputs(data).get("material", {})
    quench = "t" in data.dims
    if model == "heisenberg" and (len(material.get("ions", [])) > 1 or any(material.get("dm", {}).values())):
        return ["weak_moment_sign", "along_field", "weak_moments", "order"]
    if model == "edwards-anderson":
        if "spin_glass_susceptibility" not in data:  # one replica
            return ["energy", "specific_heat"]
        more = ["integral_length", "overlap_correlation"] if quench else ["correlation_length_over_L", "binder_ratio"]
        return ["energy", "spin_glass_susceptibility", *more]
    if model == "phi4":
        scanned = any(d in data.dims for d in ("mass_squared", "g", "inverse_cutoff"))
        if scanned or data.sizes.get("T", 1) > 1:
            return ["magnetisation", "binder_ratio", "phi_squared", "propagator"]
        free = field_points(data)[-1][1]["g"] == 0
        return ["inverse_propagator", "free_deviation" if free else "histogram", "energy_terms", "propagator"]
    if model == "majority":
        return ["wall_density", "blinking", "magnetisation_magnitude", "period"]
    if "H" in data.dims and scalar(data, "magnetisation"):  # which way it points is the point
        return ["magnetisation", "energy", "susceptibility", "acceptance"]
    order = data.attrs.get("order_parameter", "").split(",")[0]
    stem = {"staggered_magnetisation": "staggered_", "staggered_magnitude": "staggered_"}.get(order, "")
    binder = [n for n in (f"{stem}binder", "magnetisation_binder", "binder_ratio") if scalar(data, n)][:1]
    found = [n for n in ("energy", *(["order"] if order else []), "specific_heat", *binder, "acceptance") if n == "order" or scalar(data, n)]
    return found[:4] or names_of(data)[:4]
