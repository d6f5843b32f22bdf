# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Panels of structure factors S(q), in a plane or along a path, and correlations C(r)."""
import itertools

import numpy

from .curves import DOTS, FEW, SCHEDULE, beside, few, legend, ring, run_label, unconverged
from .symbols import equation

PIXELS = 501


def at_points(data, group, name):
    """At some points of the run, the last one last; of what is varied beside the schedule, the first: yields (label, data of a
    group of the file, whether it is not converged)."""
    found = beside(data, group)
    own = {"q1", "q2", "q3", "q_number", "basis", "axis", "from", "to", "r1", "r2", "r3", *SCHEDULE}
    varied = {d: 0 for d in found[name].dims if d not in own}
    told = [equation(d, float(found[d][0])) for d in varied if d in found.coords]
    along = next((d for d in found.dims if d in SCHEDULE), None)
    fixed = {**varied, **{d: -1 for d in found.dims if d == "T_number" and d != along}}
    found = found.isel(fixed)
    count = found.sizes[along] if along else 1
    for k in range(count) if count <= FEW else sorted({*few(count), count - 1}):
        at = {along: k} if along else {}
        point = [equation(along, float(found[along][k]))] if along else []
        yield ", ".join(point + told), found.isel(at), unconverged(data, {**fixed, **at})


def plane_of(axes, data, u, v):
    """S(q) of the last point in the plane of two reciprocal vectors, each pixel that of the nearest wave vector of the lattice;
    the grid goes on periodically. Where all spots lie close to the middle, a quarter of the plane's width."""
    label, found, doubtful = list(at_points(data, "structure", "structure_factor"))[-1]
    values, errors = (found[n].transpose("q1", "q2", "q3").values for n in ("structure_factor", "structure_factor_err"))
    counts = numpy.array(values.shape)
    per_unit = numpy.array([1 / float(found[f"q{a}"][1]) if found.sizes[f"q{a}"] > 1 else 1 for a in (1, 2, 3)]).round()
    b = numpy.array(found.attrs["reciprocal_vectors"]).reshape(3, 3)
    first, second = u @ b, v @ b  # in space
    e1 = first / numpy.linalg.norm(first)
    across = second - (second @ e1) * e1
    e2 = across / numpy.linalg.norm(across)
    most = numpy.linalg.norm(first) * max(1, (counts / per_unit)[numpy.array(u) != 0].max())

    def within(most):
        x, y = numpy.meshgrid(*[numpy.linspace(-most, most, PIXELS)] * 2)
        beta = y / (second @ e2)
        alpha = (x - beta * (second @ e1)) / numpy.linalg.norm(first)
        k = numpy.rint((alpha[..., None] * u + beta[..., None] * v) * per_unit).astype(int) % counts
        return values[k[..., 0], k[..., 1], k[..., 2]], numpy.maximum(abs(x), abs(y))

    zone, distance = within(most / 2)
    if distance[zone > 0.05 * zone.max()].max(initial=0) < most / 6:  # spots close to the middle: they are shown larger
        most /= 4
    picture, _ = within(most)
    shown = axes.imshow(picture, origin="lower", extent=(-most, most, -most, most), cmap="viridis",
                        vmin=0, vmax=numpy.quantile(picture, 0.998))
    bar = axes.get_figure().colorbar(shown, ax=axes)
    bar.set_label("$S(q)$" + (f" at {label}" if label else "") + (", not converged" if doubtful else ""))
    name = {(1, 0, 0): "$q_1$", (1, 1, 0): "$(h, h, 0)$"}[tuple(u)]
    error = numpy.nanmedian(errors / values)
    axes.set_xlabel(f"$q$ along {name}  [1/length]" + ("" if numpy.isnan(error) else f"; median error of $S$: {100 * error:.2g} %"))
    axes.set_ylabel("$q$ across, in the plane  [1/length]")


def structure_factor(axes, data):
    """In the plane of the first two reciprocal vectors."""
    plane_of(axes, data, numpy.array([1, 0, 0]), numpy.array([0, 1, 0]))


def structure_factor_hhl(axes, data):
    """In the plane (h, h, l)."""
    if beside(data, "structure").sizes["q3"] == 1:
        raise LookupError("its lattice is flat")
    plane_of(axes, data, numpy.array([1, 1, 0]), numpy.array([0, 0, 1]))


def structure_path(axes, data):
    """Along the path, corner by corner."""
    points = list(at_points(data, "structure_path", "structure_factor"))
    found = points[0][1]
    q = found["q_cartesian"].values
    place = numpy.concatenate([[0], numpy.linalg.norm(numpy.diff(q, axis=0), axis=1).cumsum()])
    for label, at, doubtful in points:
        axes.errorbar(place, at["structure_factor"], at["structure_factor_err"], **DOTS, label=run_label(data, label))
        ring(axes, place, at["structure_factor"], doubtful)
    turn = numpy.diff(q, 2, axis=0)
    corners = [0, *(1 + k for k in range(len(turn)) if numpy.abs(turn[k]).max() > 1e-9), len(q) - 1]
    fractions = found["q"].values
    axes.set_xticks([place[k] for k in corners], ["(" + ", ".join(f"{x:.3g}" for x in fractions[k]) + ")" for k in corners],
                    fontsize="x-small")
    for k in corners[1:-1]:
        axes.axvline(place[k], color="0.8", linewidth=0.8, zorder=0)
    axes.set_xlabel("$q$ in units of reciprocal vectors")
    axes.set_ylabel("structure factor $S(q)$")
    axes.set_ylim(bottom=0)
    legend(axes)


def correlations(axes, data):
    """Connected correlations of all pairs of sites against their distance."""
    points = list(at_points(data, "correlations", "connected"))
    found = points[0][1]
    cell = numpy.array(found.attrs["cell"]).reshape(3, 3)
    size = numpy.array([found.sizes[f"r{a}"] for a in (1, 2, 3)])
    basis = numpy.array(found.attrs["basis"]).reshape(-1, 3)
    r3, r2, r1 = numpy.meshgrid(*(numpy.arange(size[a]) for a in (2, 1, 0)), indexing="ij")
    cells = numpy.stack([r1, r2, r3], -1)
    distance = numpy.empty((len(basis), len(basis), *r1.shape))
    for a, b in itertools.product(range(len(basis)), repeat=2):
        images = [numpy.linalg.norm((cells + basis[b] - basis[a] - size * numpy.array(turn)) @ cell, axis=-1)
                  for turn in itertools.product((-1, 0, 1, 2), repeat=3)]
        distance[a, b] = numpy.min(images, 0)
    far = min(numpy.linalg.norm(size[a] * cell[a]) for a in range(3) if size[a] > 1) / 2 if (size > 1).any() else 1
    shown = (distance > 1e-9) & (distance <= far + 1e-9)
    for label, at, doubtful in points:
        value, error = (at[n].transpose("from", "to", "r3", "r2", "r1").values[shown] for n in ("connected", "connected_err"))
        axes.errorbar(distance[shown], value, error, **{**DOTS, "linewidth": 0, "elinewidth": 1}, label=run_label(data, label))
        ring(axes, distance[shown], value, doubtful)
    axes.axhline(0, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel("distance $r$  [length]")
    axes.set_ylabel("connected correlation $C(r)$")
    legend(axes)
