# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Panels of what phi^4 and the perovskite alone have."""
import numpy

from .curves import DOTS, beside, inputs, legend, names_of, observables, ring, run_label, unconverged
from .symbols import axis_title, equation, symbol, title

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
        return [("", couplings, data)]
    return [(equation(scan, float(data[scan][k])), {**couplings, scan: float(data[scan][k])}, data.isel({scan: k}))
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
                             elinewidth=1, label=run_label(data, text or "measured"))[0]
        ring(axes, p2, point["propagator_x"], unconverged(point))
        if free:
            p = numpy.linspace(0, p2[-1], 200)
            axes.plot(p, exact_propagator(p, couplings), color=line.get_color(), linewidth=1)
    axes.set_yscale("log")
    axes.set_xlabel(r"$p^2 = 2 - 2 \cos p_x$")
    axes.set_ylabel(title(points[0][2]["propagator_x"], "propagator_x") + (", lines: exact" if any(c["g"] == 0 for _, c, _ in points) else ""))
    legend(axes)


def of_axes(data):
    """(label, length, propagator, error, doubtful) along each axis, of the last point."""
    text, _, point = field_points(data)[-1]
    found = [(run_label(data, text, f"along ${name}$"), length, point["propagator_" + name], point["propagator_" + name + "_err"], unconverged(point))
             for name, length in zip("xyz", data.attrs["size"]) if "propagator_" + name in point]
    if not found:
        raise LookupError("it measures no propagator")
    return found


def of_modes(axes, data, ylabel):
    axes.set_xlabel(axis_title(data["n"]))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel(ylabel)
    legend(axes)


def inverse_propagator(axes, data):
    for label, _, value, error, doubtful in of_axes(data):
        axes.errorbar(data["n"], 1 / value, error / value**2, **DOTS, label=label)
        ring(axes, data["n"], 1 / value, doubtful)
    of_modes(axes, data, r"inverse propagator $1/\langle|\phi_p|^2\rangle$")


def free_deviation(axes, data):
    couplings = field_points(data)[-1][1]
    if couplings["g"] != 0:
        raise LookupError("the field is not free (g is not 0)")
    for label, length, value, error, doubtful in of_axes(data):
        exact = exact_propagator(lattice_momentum(data["n"].values, length), couplings)
        axes.plot(data["n"], (value - exact) / error, marker="o", markersize=4, linewidth=0, label=label)
        ring(axes, data["n"], (value - exact) / error, doubtful)
    axes.axhspan(-1, 1, color="0.9", zorder=0)
    of_modes(axes, data, r"propagator: (measured $-$ exact)$/\sigma$")


def energy_terms(axes, data):
    text, _, point = field_points(data)[-1]
    parts = {p: r"$" + sign + "$" for p, sign in (("gradient", r"(\nabla\phi)^2/2"), ("mass", r"\mu^2\phi^2/2"),
                                                 ("quartic", r"g\phi^4/24"), ("cutoff", r"(\Delta\phi)^2/2\Lambda"))
             if float(point["energy_" + p]) != 0}
    heights = [float(point["energy_" + p]) for p in parts]
    axes.bar(list(parts.values()), heights, yerr=[float(point["energy_" + p + "_err"]) for p in parts], capsize=3)
    ring(axes, range(len(parts)), heights, unconverged(point))
    axes.set_xlabel(", ".join(filter(None, (text, f"virial {float(point['virial']):.4f} $\\pm$ {float(point['virial_err']):.4f} (exact: 1)"))))
    axes.set_ylabel("energy per site")
    legend(axes)


# Heisenberg ------------------------------------------------------------------------------------------------------------------


def material_axis(data, name, otherwise):
    """x, y or z if an axis of the material is one of these, else a letter for it."""
    of = inputs(data).get("material", {}).get("axes", {}).get(name, otherwise)
    letters = {"field": "h", "anisotropy": "k"}
    if of in ("x", "y", "z"):
        return of
    along = [axis for axis, part in zip("xyz", of) if part]
    return along[0] if len(along) == 1 and max(of) > 0 else letters[name]


def weak_moment(axes, data):
    h, k = material_axis(data, "field", "z"), material_axis(data, "anisotropy", "x")
    observables(axes, data, ["weak_moment"], [""], title(data["weak_moment"], "weak_moment").replace("$w$", rf"$w = M_{h}\,\mathrm{{sign}}\,n_{k}$"))


def weak_moment_by_ion(axes, data):
    ions = [n.removeprefix("weak_moment_") for n in names_of(data) if n.startswith("weak_moment_")]
    if len(ions) < 2:
        raise LookupError("it has one kind of ion")
    observables(axes, data, [f"weak_moment_{i}" for i in ions], ions,
                title(data["weak_moment"], "weak_moment").replace("$w$", "$w$ by ion"))


def field_moments(data):
    """What the field acts on, by name, with weights: their sum is the magnetisation along the field. Without a field, none."""
    try:
        found = beside(data, "hamiltonian/H").attrs
    except KeyError:
        return {}
    return dict(zip(found["moments"].split(","), -numpy.atleast_1d(found["weights"])))


def along_field(axes, data):
    parts = field_moments(data)
    if list(parts.values()) not in ([], [1]):
        value = sum(weight * data[name] for name, weight in parts.items())
        error = sum(abs(weight) * data[f"{name}_err"] for name, weight in parts.items())  # at most: components go together
        attributes = {**data[next(iter(parts))].attrs, "long_name": "magnetisation along the field"}
        data = data.assign(along_field=value.assign_attrs(attributes), along_field_err=error)
        parts = {"along_field": 1}
    observables(axes, data, list(parts))


def order_parameter(axes, data):
    """Of each composition its own."""
    names = sorted(set(data.attrs["order_parameter"].split(",")))
    if len(names) > 1:
        observables(axes, data, names, [symbol(n) for n in names], "order parameter " + ", ".join(map(symbol, names)))
    else:
        observables(axes, data, names)
    axes.set_ylim(0, 1.05 * axes.dataLim.y1)


def sublattices(axes, data):
    names = [n for n in names_of(data) if n.startswith("sublattice_")]
    if not names:
        raise LookupError("its model has no sublattices")
    observables(axes, data, names, [symbol(n) for n in names], "magnetisation of sublattices")


def energies(axes, data):
    names = [n for n in names_of(data) if n == "energy" or n.startswith("energy_")]
    observables(axes, data, names, [symbol(n) for n in names], title(data["energy"], "energy").replace("$E$", "$E$ and its parts"))
