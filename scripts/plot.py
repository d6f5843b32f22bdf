#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Plots a cooling run: weak moment, magnetisation, moments per ion and order parameter against temperature.

    scripts/plot.py RUN.h5          writes RUN.png and RUN.pdf beside it
"""
import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import xarray


def curves(data, name):
    """Yields (label, T, value, error) of an observable: one curve, or one per scanned value."""
    scanned = [d for d in data[name].dims if d != "T"]
    if not scanned:
        yield "", data["T"], data[name], data[name + "_err"]
        return
    for value in data[scanned[0]].values:
        at = {scanned[0]: value}
        label = f"{scanned[0].replace('_', ' ')} = {value:g}"
        yield label, data["T"], data[name].sel(at), data[name + "_err"].sel(at)


def panel(axes, data, names, labels, ylabel):
    for name, label in zip(names, labels):
        for scanned, temperature, value, error in curves(data, name):
            text = ", ".join(t for t in (label, scanned) if t)
            axes.errorbar(temperature, value, error, marker="o", markersize=3, linewidth=1, capsize=2, label=text)
    axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel(f"temperature T  [{data['T'].units}]")
    axes.set_ylabel(ylabel)
    if axes.get_legend_handles_labels()[1]:
        axes.legend(fontsize="small", frameon=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path, help="result file, NAME.h5")
    path = parser.parse_args().run
    with xarray.open_dataset(path, group="results", engine="h5netcdf") as data:
        data.load()
    moment = data["magnetisation_z"].units
    ions = [n[len("magnetisation_"):-2] for n in data if n.startswith("magnetisation_") and n.endswith("_z")]
    ions = [ion for ion in ions if ion]
    figure, axes = plt.subplots(2, 2, figsize=(10, 7.5), constrained_layout=True)
    panel(axes[0, 0], data, ["weak_moment"], [""], f"weak moment  w = M$_z$ sign(n$_x$)  [{moment}]")
    panel(axes[0, 1], data, ["magnetisation_z"], [""], f"magnetisation  M$_z$  [{moment}]")
    panel(axes[1, 0], data, [f"weak_moment_{i}" for i in ions], ions, f"weak moment by ion  [{moment}]")
    panel(axes[1, 1], data, ["staggered_magnetisation"], [""], "order parameter  |n|")
    axes[1, 1].set_ylim(0, 1)
    figure.suptitle(f"{path.stem}: {data.attrs['model']} model, one-sigma error bars")
    for suffix in (".png", ".pdf"):
        figure.savefig(path.with_suffix(suffix), dpi=150)
        print(f"wrote {path.with_suffix(suffix)}")


if __name__ == "__main__":
    main()
