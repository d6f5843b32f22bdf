# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What neel analyze found of spin glasses: xi/L and the Binder ratio of all sizes, or the growth of xi_12 after a quench."""
from .curves import legend, real_units
from .symbols import axis_title, equation, symbol

SIZES = ("correlation_length_over_L", "binder_ratio")


def kind(found):
    """What an Analysis is of: panels by name; None where it is not of overlaps."""
    first = next(iter(found.runs.values()))
    return SIZES if SIZES[0] in first else ("integral_length",) if "integral_length" in first else None


def _label(data, name, quench):
    length = max(int(n) for n in data.attrs["size"])
    return f"{name}, {equation('L', length)}" if quench else equation("L", length)


def _curve(at, data, quantity, label):
    value, error = data[quantity], data[quantity + "_err"]
    line, = at.plot(data["T"], value, linewidth=1, label=label)
    at.fill_between(data["T"], value - error, value + error, alpha=0.3, color=line.get_color(), linewidth=0)
    at.errorbar(data["T_run"], data[quantity + "_measured"], data[quantity + "_measured_err"], marker="o", markersize=3, linewidth=0,
                elinewidth=1, capsize=2, color=line.get_color())


def _crossings(at, crossings, quantity):
    prefix = "" if quantity == "binder_ratio" else quantity + "_"
    place, height = crossings[prefix + "T"], crossings[quantity]
    if place.notnull().any():
        at.errorbar(place, height, crossings[quantity + "_err"], crossings[prefix + "T_err"], marker="x", color="k", linewidth=0,
                    elinewidth=1, capsize=2, zorder=3, label="crossings")
    critical, error = float(crossings[prefix + "T_c"]), float(crossings[prefix + "T_c_err"])
    if critical == critical:
        at.axvspan(critical - error, critical + error, color="0.8", zorder=0, label=r"$T_\mathrm{c}$")


def _growth(at, data, label):
    line = at.errorbar(data["t"], data["integral_length"], data["integral_length_err"], marker="o", markersize=3, linewidth=0,
                       elinewidth=1, capsize=2, label=label)
    if "z" in data:
        text = rf"$z = {float(data['z']):.3g} \pm {float(data['z_err']):.2g}$"
        at.plot(data["t"], data["integral_length_fit"], color=line[0].get_color(), linewidth=1, label=text)


def draw(found, axes):
    """An Analysis of overlaps into a pair of axes for each of kind(found)."""
    for at, quantity in zip(axes.flat, kind(found)):
        for name in found:
            data = found[name]
            if quantity == "integral_length":
                _growth(at, data, _label(data, name, True))
                at.set_xscale("log", base=2)
                at.set_yscale("log", base=2)
            else:
                _curve(at, data, quantity, _label(data, name, False))
                real_units(at, data, "T")
            at.set_xlabel(axis_title(data["t" if quantity == "integral_length" else "T"]))
        if quantity != "integral_length" and found.crossings is not None:
            _crossings(at, found.crossings, quantity)
        at.set_ylabel({"binder_ratio": r"Binder ratio $[\langle q^4\rangle]/[\langle q^2\rangle]^2$"}.get(quantity, symbol(quantity)))
        legend(at)
