# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The panels: what there is, and what is drawn unasked. Each draws one run into one pair of axes; several runs
go into the same."""
import numpy

from .curves import ageing, inputs, names_of, observables, scalar, vector
from .model_topics import (along_field, energies, energy_terms, field_moments, field_points, free_deviation,
                           inverse_propagator, order_parameter, propagator, sublattices, weak_moment, weak_moment_by_ion)
from .structure import correlations, structure_factor, structure_factor_hhl, structure_path
from .topics import (autocorrelation, configuration, equilibration, has_distribution, histogram, history, overlap_distribution,
                     rates_of_exchange, round_trips)

TOPICS = {
    "order": order_parameter, "energies": energies, "sublattices": sublattices, "weak_moments": weak_moment_by_ion,
    "autocorrelation": autocorrelation, "equilibration": equilibration, "history": history, "histogram": histogram,
    "exchanges": rates_of_exchange, "round_trips": round_trips, "overlaps": overlap_distribution, "ageing": ageing,
    "board": configuration,
    "propagator": propagator, "inverse_propagator": inverse_propagator, "free_deviation": free_deviation,
    "energy_terms": energy_terms, "weak_moment_sign": weak_moment, "along_field": along_field,
    "structure_factor": structure_factor, "structure_factor_hhl": structure_factor_hhl, "structure_path": structure_path,
    "correlations": correlations,
}


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
    along, order = list(field_moments(data)), data.attrs.get("order_parameter", "").split(",")[0]
    with_dm = any(material.get("dm", {}).values()) or "dm" in inputs(data).get("scan", {}).get("material", {})
    quench = "t" in data.dims
    if model == "heisenberg" and "weak_moment" in data and (len(material.get("ions", [])) > 1 or with_dm):
        alike = len(along) == 1 and "H" not in data.dims and numpy.allclose(data[along[0]], data["weak_moment"], atol=0.1 * float(data["weak_moment_err"].max()))
        return ["weak_moment_sign", "weak_moments", "order", "energy" if alike else "along_field"]  # of one domain they are one curve
    if "spin_glass_susceptibility" in data:  # replicas
        more = ["integral_length", "overlap_correlation"] if quench else ["correlation_length_over_L", "binder_ratio"]
        return ["energy", "spin_glass_susceptibility", *(n for n in more if n in data)]
    if model == "edwards-anderson":
        return ["energy", "specific_heat"]
    if model == "phi4":
        scanned = any(d in data.dims for d in ("mass_squared", "g", "inverse_cutoff"))
        if scanned or data.sizes.get("T", 1) > 1:
            return ["magnetisation", "binder_ratio", "phi_squared", "propagator"]
        second = "free_deviation" if field_points(data)[-1][1]["g"] == 0 else "histogram" if has_distribution(data) else "history"
        return ["inverse_propagator", second, "energy_terms", "propagator"]
    if model == "majority":
        return ["wall_density", "blinking", "magnetisation_magnitude", "period"]
    if "torque_theta" in data:  # [constraint]; -dF/dphi is torque_z
        return ["torque_z" if "phi" in data.attrs["scanned"] else "torque_theta", "order", "energy", "specific_heat"]
    other = order not in ("", "magnetisation", "magnetisation_magnitude")
    if "H" in data.dims and along:  # which way it points is the point
        of_axis = ["susceptibility" + along[0].removeprefix("magnetisation")] * (len(along) == 1)
        response = [n for n in (*of_axis, "susceptibility", "magnetisation_susceptibility") if scalar(data, n)][:1]
        return ["along_field", "energy", *response, "order" if other else "specific_heat"]
    binder = [n for n in (f"{order.split('_')[0]}_binder", "magnetisation_binder", "binder_ratio") if scalar(data, n)][:1]
    found = [n for n in ("energy", *(["order"] if order else []), "specific_heat", *binder, "acceptance") if n == "order" or scalar(data, n)]
    if other and "magnetisation_binder" in data and data["magnetisation_binder"].min() < 1.2:  # of ferrimagnets; 5/3 of noise
        found[0] = "magnetisation_magnitude"
    return found[:4] or names_of(data)[:4]
