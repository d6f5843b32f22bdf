# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Free energies from the torques of runs whose magnetisation keeps its direction."""
import numpy
import xarray

from .errors import InputError
from .results import results


def _weights(x):
    """A matrix w: w @ f is the integral of f from x[0] to each x. Between two points f is the cubic through the four nearest."""
    weights = numpy.zeros((len(x), len(x)))
    order = min(4, len(x))
    for k in range(len(x) - 1):
        first = min(max(k - 1, 0), len(x) - order)
        near = x[first:first + order] - x[k]
        powers = numpy.arange(order)
        moments = (x[k + 1] - x[k])**(powers + 1) / (powers + 1)
        weights[k + 1:, first:first + order] += numpy.linalg.solve(near[None, :]**powers[:, None], moments)
    return weights


def free_energy(of):
    """The free energy per spin against the direction of the magnetisation, F(theta) - F(first theta).

    of: a scan over constraint.theta, the path of its file or what open() returned
        of it.

    Returns an xarray.Dataset with free_energy and free_energy_err (one sigma)
    along theta in degrees, in increasing order, and the other axes of the scan:
    minus the integral of torque_theta, in the unit of that. The error is that
    of the torques; the integration is exact for cubics.

    Raises InputError where there is no torque, or no scan of theta.
    """
    data = of if isinstance(of, xarray.Dataset) else results(of)
    if "torque_theta" not in data or "theta" not in data["torque_theta"].dims:
        raise InputError(f"{data.attrs.get('path', 'the run')}: no torques along theta; scan constraint.theta")
    data = data.sortby("theta")
    torque, error = (data[name].transpose("theta", ...) for name in ("torque_theta", "torque_theta_err"))
    weights = _weights(numpy.radians(data["theta"].values))
    units = torque.attrs.get("units", "")
    value = torque.copy(data=0 - numpy.tensordot(weights, torque.values, 1))
    sigma = torque.copy(data=numpy.sqrt(numpy.tensordot(weights**2, error.values**2, 1)))
    value.attrs = {"units": units, "long_name": "free energy, from the first theta on"}
    sigma.attrs = {"units": units, "long_name": "error of free_energy"}
    return xarray.Dataset({"free_energy": value, "free_energy_err": sigma})
