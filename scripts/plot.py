#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Plots a run: its main observables against temperature, or against time for a quench.

    scripts/plot.py RUN.h5          writes RUN.png and RUN.pdf beside it
"""
import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import xarray


def curves(data, name):
    """Yields (label, x, value, error) of an observable: one curve, or one per scanned value."""
    x = data["t"] if "t" in data.coords else data["T"]
    scanned = [d for d in data[name].dims if d != x.name]
    if not scanned:
        yield "", x, data[name], data[name + "_err"]
        return
    for value in data[scanned[0]].values:
        at = {scanned[0]: value}
        label = f"{scanned[0].replace('_', ' ')} = {value:g}"
        yield label, x, data[name].sel(at), data[name + "_err"].sel(at)


def panel(axes, data, names, labels, ylabel, log=""):
    for name, label in zip(names, labels):
        for scanned, x, value, error in curves(data, name):
            text = ", ".join(t for t in (label, scanned) if t)
            axes.errorbar(x, value, error, marker="o", markersize=3, linewidth=1, capsize=2, label=text)
    if "x" in log:
        axes.set_xscale("log", base=2)
    if "y" in log:
        axes.set_yscale("log")
    else:
        axes.axhline(0, color="0.6", linewidth=0.8, zorder=0) if axes.get_ylim()[0] < 0 < axes.get_ylim()[1] else None
    axes.set_xlabel(f"{x.long_name} {x.name}  [{x.units}]")
    axes.set_ylabel(ylabel)
    if axes.get_legend_handles_labels()[1]:
        axes.legend(fontsize="small", frameon=False)


def plot_heisenberg(data, axes):
    moment = data["magnetisation_z"].units
    ions = [n[len("magnetisation_"):-2] for n in data if n.startswith("magnetisation_") and n.endswith("_z")]
    ions = [ion for ion in ions if ion]
    panel(axes[0, 0], data, ["weak_moment"], [""], f"weak moment  w = M$_z$ sign(n$_x$)  [{moment}]")
    panel(axes[0, 1], data, ["magnetisation_z"], [""], f"magnetisation  M$_z$  [{moment}]")
    panel(axes[1, 0], data, [f"weak_moment_{i}" for i in ions], ions, f"weak moment by ion  [{moment}]")
    panel(axes[1, 1], data, ["staggered_magnetisation"], [""], "order parameter  |n|")
    axes[1, 1].set_ylim(0, 1)


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path, help="result file, NAME.h5")
    path = parser.parse_args().run
    with xarray.open_dataset(path, group="results", engine="h5netcdf") as data:
        data.load()
    figure, axes = plt.subplots(2, 2, figsize=(10, 7.5), constrained_layout=True)
    {"heisenberg": plot_heisenberg, "edwards-anderson": plot_spin_glass}[data.attrs["model"]](data, axes)
    figure.suptitle(f"{path.stem}: {data.attrs['model']} model, one-sigma error bars")
    for suffix in (".png", ".pdf"):
        figure.savefig(path.with_suffix(suffix), dpi=150)
        print(f"wrote {path.with_suffix(suffix)}")


if __name__ == "__main__":
    main()
