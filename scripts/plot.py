#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Plots a run: its main observables against temperature, or against time for a quench.

    scripts/plot.py RUN.h5 [RUN2.h5 ...]      writes RUN.png and RUN.pdf beside it; more runs go into the same picture
    scripts/plot.py NAME.analysis.h5          likewise what neel analyze found: curves with error bands, crossings
"""
import argparse
import pathlib
import tomllib

from neel_script import Refusal, guard

with guard():
    import matplotlib
    import numpy

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    import neel_results

FEW = 6  # more curves than this have a colour bar, or their legend beside the picture


def curves(data, name):
    """Yields (scanned quantity or None, x, value, error) of an observable: one curve, or one per scanned value."""
    x = next(data[name] for name in ("t", "H", "T", "T_number") if name in data.dims)
    x = data["T"] if x.name == "T_number" else x
    scanned = [d for d in data[name].dims if d not in (x.name, *x.dims)]
    if not scanned:
        yield None, x, data[name], data[name + "_err"]
        return
    for value in data[scanned[0]]:
        at = {scanned[0]: value}
        yield value, x, data[name].sel(at), data[name + "_err"].sel(at)


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


def mark_doubtful(axes, data, scanned, x, value):
    """A ring around points that are not converged."""
    if "converged" not in data:
        return
    doubtful = data["converged"] if scanned is None else data["converged"].sel({scanned.name: scanned})
    doubtful = doubtful.values == 0
    if doubtful.any():
        known = "not converged" in axes.get_legend_handles_labels()[1]
        axes.plot(x.values[doubtful], value.values[doubtful], "o", markersize=7, markerfacecolor="none", color="C3",
                  label=None if known else "not converged")


def panel(axes, data, names, labels, ylabel, log=""):
    for name, label in zip(names, labels):
        found = list(curves(data, name))
        run = ", ".join(text for text in (data.attrs["label"] if data.attrs["several"] else "", label) if text)
        scale = colour_bar(axes, data[found[0][0].name]) if len(found) > FEW else None
        style = {"marker": "osv^D"[len(axes.get_legend_handles_labels()[1]) % 5] if scale else "o"}
        for k, (scanned, x, value, error) in enumerate(found):
            text = run
            if scale:
                style["color"] = scale.to_rgba(float(scanned))
                text = run if k == 0 else ""
            elif scanned is not None:
                text = ", ".join(t for t in (run, f"{scanned.name.replace('_', ' ')} = {float(scanned):g}") if t)
            axes.errorbar(x, value, error, markersize=3, linewidth=1, capsize=2, label=text or None, **style)
            mark_doubtful(axes, data, scanned, x, value)
    if "x" in log:
        axes.set_xscale("log", base=2)
    if "y" in log:
        axes.set_yscale("log")
    else:
        axes.axhline(0, color="0.6", linewidth=0.8, zorder=0) if axes.get_ylim()[0] < 0 < axes.get_ylim()[1] else None
    axes.set_xlabel(f"{x.long_name} {x.name}  [{x.units}]")
    axes.set_ylabel(ylabel)
    legend(axes)


ORDER = {"staggered_magnetisation": "|n|", "magnetisation_magnitude": "|M|"}  # of the Heisenberg model


def axis(data, name, otherwise):
    """x, y or z if an axis of the material is one of these, else a letter for it."""
    of = tomllib.loads(data.attrs["input"]).get("material", {}).get("axes", {}).get(name, otherwise)
    letters = {"field": "h", "anisotropy": "k"}
    return of if of in ("x", "y", "z") else {(1, 0, 0): "x", (0, 1, 0): "y", (0, 0, 1): "z"}.get(tuple(of), letters[name])


def plot_heisenberg(data, axes):
    moment = data["magnetisation_z"].units
    ions = [n[len("magnetisation_"):-2] for n in data if n.startswith("magnetisation_") and n.endswith("_z")]
    ions = [ion for ion in ions if ion]
    h, k = axis(data, "field", "z"), axis(data, "anisotropy", "x")
    z = h if h != "h" else "z"
    panel(axes[0, 0], data, ["weak_moment"], [""], f"weak moment  w = M$_{h}$ sign(n$_{k}$)  [{moment}]")
    panel(axes[0, 1], data, [f"magnetisation_{z}"], [""], f"magnetisation  M$_{z}$  [{moment}]")
    panel(axes[1, 0], data, [f"weak_moment_{i}" for i in ions], ions, f"weak moment by ion  [{moment}]")
    orders = sorted(set(data.attrs.get("order_parameter", "staggered_magnetisation").split(",")))
    symbols = [ORDER[name] for name in orders]
    panel(axes[1, 1], data, orders, symbols if len(orders) > 1 else [""], f"order parameter  {', '.join(symbols)}")
    most = max(float(data[name].max()) for name in orders)  # above 1 where moments are
    axes[1, 1].set_ylim(0, max(1, 1.05 * most, axes[1, 1].get_ylim()[1]))


def plot_spin_glass(data, axes):
    quench = "t" in data.coords
    log = "x" if quench else ""
    panel(axes[0, 0], data, ["energy"], [""], f"energy E  [{data['energy'].units}]", log)
    if "spin_glass_susceptibility" not in data:  # one replica
        return
    panel(axes[0, 1], data, ["spin_glass_susceptibility"], [""], r"spin-glass susceptibility $\chi_{SG}$", log + "y")
    if quench:
        panel(axes[1, 0], data, ["integral_length"], [""], r"correlation length $\xi_{12}$  [lattice]", log + "y")
        times = [t for t in data["t"].values if t in data["t"].values[:: max(1, len(data["t"]) // 6)]]
        for t in times:
            c4, error = data["overlap_correlation"].sel(t=t), data["overlap_correlation_err"].sel(t=t)
            seen = (c4 > 2 * error).values.cumprod().astype(bool)  # up to where noise begins
            axes[1, 1].errorbar(data["r"][seen], c4[seen], error[seen], marker="o", markersize=3, linewidth=1, capsize=2,
                                label=f"t = {t:g}")
        axes[1, 1].set_yscale("log")
        axes[1, 1].set_xlabel("distance r  [lattice]")
        axes[1, 1].set_ylabel("C$_4$(r, t), as far as above 2 sigma")
        axes[1, 1].legend(fontsize="small", frameon=False)
    else:
        panel(axes[1, 0], data, ["correlation_length_over_L"], [""], r"$\xi / L$")
        panel(axes[1, 1], data, ["binder_ratio"], [""], "Binder ratio [q$^4$] / [q$^2$]$^2$")


def plot_ising(data, axes):
    panel(axes[0, 0], data, ["energy"], [""], f"energy E  [{data['energy'].units}]")
    if "H" in data.dims:  # which way it points is the point
        panel(axes[0, 1], data, ["magnetisation"], [""], "magnetisation  m")
    else:
        panel(axes[0, 1], data, ["magnetisation_magnitude"], [""], "magnetisation  |m|")
    panel(axes[1, 0], data, ["specific_heat"], [""], f"specific heat  [{data['specific_heat'].units}]")
    panel(axes[1, 1], data, ["binder_ratio"], [""], "Binder ratio <m$^4$>/<m$^2$>$^2$")


def lattice_momentum(n, length):
    """sum (2 - 2 cos p) for p = 2 pi n / L along one axis."""
    return 2 - 2 * numpy.cos(2 * numpy.pi * n / length)


def plot_phi4(data, axes):
    """A scan: order and fluctuations against the coupling. One point: the propagator against the free one."""
    couplings = tomllib.loads(data.attrs["input"])["couplings"]
    couplings.update({k: float(data[k]) for k in couplings if k in data.coords and data[k].ndim == 0})
    sizes = data.attrs["size"]
    data = data.isel(T=-1)
    scan = next((d for d in ("mass_squared", "g", "inverse_cutoff") if d in data.dims), None)
    if scan:
        for at, name, label in (((0, 0), "magnetisation", "|M|"), ((0, 1), "binder_ratio", "Binder ratio <M$^4$>/<M$^2$>$^2$"),
                                ((1, 0), "phi_squared", r"<$\phi^2$>")):
            axes[at].errorbar(data[scan], data[name], data[name + "_err"], marker="o", markersize=3, linewidth=1, capsize=2,
                              label=data.attrs["label"])
            axes[at].set_xlabel(f"{data[scan].long_name}")
            axes[at].set_ylabel(label)
            legend(axes[at])
    if axes[1, 1].lines:  # the propagator of the first run only
        return
    points = [data.isel({scan: k}) for k in range(0, data.sizes[scan], max(1, data.sizes[scan] // 4))] if scan else [data]
    for k, point in enumerate(points):
        at = {**couplings, **({scan: float(point[scan])} if scan else {})}
        p2 = lattice_momentum(point["n"].values, sizes[0])
        text = f"{scan} = {at[scan]:g}" if scan else "measured"
        axes[1, 1].errorbar(p2, point["propagator_x"], point["propagator_x_err"], color=f"C{k}", marker="o", markersize=3,
                            linewidth=0 if at["g"] == 0 else 1, elinewidth=1, capsize=2, label=text)
        if at["g"] == 0:
            p = numpy.linspace(0, p2[-1], 200)
            axes[1, 1].plot(p, 1 / (p + at["mass_squared"] + at["inverse_cutoff"] * p**2), color=f"C{k}", linewidth=1)
    axes[1, 1].set_yscale("log")
    axes[1, 1].set_xlabel(r"$p^2 = 2 - 2 \cos p_x$")
    axes[1, 1].set_ylabel(r"<|$\phi_p$|$^2$>" + (", lines: exact" if couplings["g"] == 0 else ""))
    axes[1, 1].legend(fontsize="small", frameon=False)
    if not scan:
        plot_phi4_point(data, axes, couplings, sizes)


def plot_phi4_point(data, axes, couplings, sizes):
    n = data["n"].values
    for name, length in zip("xyz", sizes):
        if "propagator_" + name in data:
            value, error = data["propagator_" + name], data["propagator_" + name + "_err"]
            axes[0, 0].errorbar(n, 1 / value, error / value**2, marker="o", markersize=3, linewidth=1, capsize=2, label=name)
            if couplings["g"] == 0:
                p = lattice_momentum(n, length)
                exact = 1 / (p + couplings["mass_squared"] + couplings["inverse_cutoff"] * p**2)
                axes[0, 1].plot(n, (value - exact) / error, marker="o", markersize=4, linewidth=0, label=name)
    axes[0, 0].set_xlabel("mode number n")
    axes[0, 0].set_ylabel(r"1 / <|$\phi_p$|$^2$> along each axis")
    axes[0, 0].legend(fontsize="small", frameon=False)
    axes[0, 1].axhspan(-1, 1, color="0.9", zorder=0)
    axes[0, 1].set_xlabel("mode number n")
    axes[0, 1].set_ylabel("(measured - exact) / sigma, for g = 0")
    parts = ["gradient", "mass", "quartic", "cutoff"]
    axes[1, 0].bar(parts, [float(data["energy_" + p]) for p in parts], yerr=[float(data["energy_" + p + "_err"]) for p in parts],
                   capsize=3)
    axes[1, 0].set_ylabel(f"terms of H per site; virial = {float(data['virial']):.4f}({float(data['virial_err']):.4f})")


def plot_majority(data, axes):
    panel(axes[0, 0], data, ["wall_density"], [""], "wall density")
    panel(axes[0, 1], data, ["blinking"], [""], "blinking fraction", "y")
    panel(axes[1, 0], data, ["magnetisation_magnitude"], [""], "magnetisation  |m|")
    panel(axes[1, 1], data, ["period"], [""], "period of a board (0: none yet)")
    board = pathlib.Path(data.attrs["path"]).with_suffix(".pbm")
    if board.exists():  # a pixel per cell, as they are
        _, size, bits = board.read_bytes().split(b"\n", 2)
        width, height = map(int, size.split())
        cells = numpy.unpackbits(numpy.frombuffer(bits, numpy.uint8).reshape(height, -1), axis=1)[:, :width]
        plt.imsave(board.with_suffix(".board.png"), 1 - cells, cmap="gray", vmin=0, vmax=1)
        print(f"wrote {board.with_suffix('.board.png')}")


def plot_analysis(path, axes):
    """What neel analyze wrote: a band of one sigma along each curve, what was measured as points, peaks and crossings as lines."""
    panels = (("order_parameter", "order parameter <|m|>"), ("specific_heat", "specific heat"),
              ("susceptibility", "susceptibility"), ("binder_ratio", "Binder ratio <m$^4$>/<m$^2$>$^2$"))
    for name in neel_results.analysed_runs(path):
        data = neel_results.analysis(path, name)
        along = data.attrs.get("axis", "T")  # earlier versions knew temperature alone
        scanned = [d for d in data["energy"].dims if d != along]
        order = f"\n|m|: {data.attrs['order_parameter']}" if "order_parameter" in data.attrs else ""  # of earlier versions: no
        for place in numpy.ndindex(*(data.sizes[d] for d in scanned)):
            group = data.isel(dict(zip(scanned, place)))
            label = ", ".join([name] + [f"{d} = {float(group[d]):g}" for d in scanned])
            for at, (quantity, text) in zip(axes.flat, panels):
                value, error = group[quantity], group[quantity + "_err"]
                line, = at.plot(group[along], value, linewidth=1, label=label)
                at.fill_between(group[along], value - error, value + error, alpha=0.3, color=line.get_color(), linewidth=0)
                at.errorbar(group[f"{along}_run"], group[quantity + "_measured"], group[quantity + "_measured_err"], marker="o",
                            markersize=3, linewidth=0, elinewidth=1, capsize=2, color=line.get_color())
                if f"{quantity}_peak_{along}" in group:
                    at.axvline(group[f"{quantity}_peak_{along}"], color=line.get_color(), linewidth=0.8, linestyle=":")
                at.set_xlabel(f"{group[along].long_name} {along}  [{group[along].units}]")
                at.set_ylabel(text + (order if quantity != "specific_heat" else ""))
    crossings = neel_results.crossings(path)
    if crossings is not None:
        axes[1, 1].errorbar(crossings[along].values.ravel(), crossings["binder_ratio"].values.ravel(),
                            crossings["binder_ratio_err"].values.ravel(), crossings[f"{along}_err"].values.ravel(), marker="x",
                            color="k", linewidth=0, elinewidth=1, capsize=2, zorder=3, label="crossings")
    for at in axes.flat:
        legend(at)


def plot_runs(paths, axes, files):
    """Plots result files; returns what they are of, and a remark for the title."""
    model, state = "reweighted", ""
    for path in paths:
        runs = neel_results.runs(path)
        for data in runs:
            data.attrs["several"] = files + len(runs) > 2
            if model not in ("reweighted", f"{data.attrs['model']} model"):
                raise Refusal(f"{path} is of the {data.attrs['model']} model, the files before it of the {model}; "
                              "plot them one by one")
            model = f"{data.attrs['model']} model"
            state = state if data.attrs["complete"] else " (not complete)"
            plots = {"heisenberg": plot_heisenberg, "edwards-anderson": plot_spin_glass, "phi4": plot_phi4,
                     "majority": plot_majority, "ising": plot_ising}
            plots[data.attrs["model"]](data, axes)
    return model, state


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=pathlib.Path, nargs="+", metavar="run", help="result files, NAME.h5, of one model")
    paths = parser.parse_args().runs
    figure, axes = plt.subplots(2, 2, figsize=(11, 7.5), constrained_layout=True)
    analysed = [path for path in paths if path.name.endswith(".analysis.h5")]
    for path in analysed:
        plot_analysis(path, axes)
    model, state = plot_runs([path for path in paths if path not in analysed], axes, len(paths))
    figure.suptitle(f"{', '.join(p.stem for p in paths)}: {model}, one-sigma error bars{state}")
    for suffix in (".png", ".pdf"):
        figure.savefig(paths[0].with_suffix(suffix), dpi=150)
        print(f"wrote {paths[0].with_suffix(suffix)}")


if __name__ == "__main__":
    with guard():
        main()
