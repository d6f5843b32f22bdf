# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Figures on pages that runs leave, by the commands that the pages show."""
import itertools
import math
import os
import re

import pages
import walked
from harness import SOURCE
from pages import VALUE, claim, with_error


def finished(case, *arguments):
    """What a run prints."""
    done = case.neel("run", *arguments, "--progress", "none", timeout=3600)
    case.assertEqual(done.returncode, 0, done.stderr)
    return done.stdout


def shown(case, page, *parts):
    """Runs the page's commands that have these words, in the order of the page; returns what they print."""
    if not (case.folder / "inputs").exists():
        os.symlink(SOURCE / "inputs", case.folder / "inputs")
    text = []
    for part in parts:
        found = [c for c in pages.commands(page) if part in " ".join(c.arguments)]
        case.assertTrue(found, f"{page} shows no command with {part}")
        more = ("--progress", "none") if found[0].arguments[0] == "run" else ()
        arguments = [a for argument in found[0].arguments for a in
                     (sorted(map(str, case.folder.glob(argument))) if "*" in argument and not argument.startswith("{") else [argument])]
        done = case.neel(*arguments, *more, timeout=3600)
        case.assertEqual(done.returncode, 0, done.stderr)
        text.append(done.stdout)
    return "\n".join(text)


def crossings(text):
    """Where they cross, the Binder ratio there, and what follows, as neel analyze prints them."""
    return (re.findall(rf"^  L = \d+ +\d+ +\w+ = {VALUE} +{VALUE}$", text, re.M), re.search(rf"_c = {VALUE}", text)[1])


@claim("docs/analysis.md", rf"\| crossing of L = 4 and 6 \| {VALUE} \| {VALUE} \| \| crossing of L = 6 and 8 \| {VALUE} \| {VALUE} \| "
       rf"\| crossing of L = 8 and 12 \| {VALUE} \| {VALUE} \| \| `mass_squared_c` \| {VALUE} \|", "nightly")
def critical_field(case):
    pairs, last = crossings(shown(case, "docs/analysis.md", "inputs/phi4/ising-3d.toml", "results/critical.h5"))
    return [(*itertools.chain(*pairs), last)]


@claim("docs/analysis.md", rf"\| crossing of L = 6 and 8 \| {VALUE} \| {VALUE} \| \| crossing of L = 8 and 12 \| {VALUE} \| {VALUE} \| "
       rf"\| crossing of L = 12 and 16 \| {VALUE} \| {VALUE} \| \| T_c \| {VALUE} \|", "nightly")
def ferromagnet(case):
    pairs, last = crossings(shown(case, "docs/analysis.md", "inputs/heisenberg/ferromagnet.toml", "results/ferromagnet.h5"))
    return [(*itertools.chain(*pairs), last)]


@claim("docs/ising.md", rf"\(\[analysis.md\]\(analysis.md\)\): {VALUE}, {VALUE}, {VALUE} for L = 6 and 8, .* T_c = {VALUE},", "nightly")
def ising_in_three_dimensions(case):
    pairs, last = crossings(shown(case, "docs/ising.md", "inputs/ising/finite-size.toml", "results/finite-size.h5"))
    return [(*(t for t, _ in pairs), last)]


def table(path):
    """NAME.tsv as a list of dictionaries."""
    lines = [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")]
    return [dict(zip(lines[0], map(float, line))) for line in lines[1:]]


@claim("docs/tutorial.md", rf"T_c = (\S+) \(Ferrenberg.* ours is (\S+) sigma away.* give T_c = {VALUE} J")
def tutorial(_):
    """Of what neel analyze prints, which the walk compares."""
    known, (value, error) = 4.51152, re.search(r"_c = ([\d.]+)\((\d+)\) from", pages.raw("docs/tutorial.md")).groups()
    return [(f"{known}", f"{(known - float(value)) / (float(error) * 10**-len(value.split('.')[1])):.1f}", f"{value}({error})")]


@claim("docs/tutorial.md", r"At T = (\S+) the autocorrelation time of the energy is (\S+) sweeps", "long")
def tau_of_tutorial(case):
    (case.folder / "cubic.toml").write_text(walked.steps("docs/tutorial.md")[0].inputs["cubic.toml"])
    finished(case, "cubic.toml")
    row = table(case.folder / "cubic.tsv")[2]
    return [(f"{row['T']:g}", f"{row['energy_tau']:.1f}")]


@claim("docs/ising.md", r"On the way down, at H = 0, m is (\S+), (\S+) and (\S+) at T = 1, 1\.5 and 2", "long")
def hysteresis(case):
    shown(case, "docs/ising.md", "inputs/ising/hysteresis.toml")
    at_zero = [row for row in table(case.folder / "results/hysteresis.tsv") if row["H"] == 0]
    return [tuple(f"{next(row for row in at_zero if row['T'] == t)['magnetisation']:.4f}" for t in (1, 1.5, 2))]


@claim("README.md", r"the weak moment change sign on cooling, near T = (\S+) J \((\d+) K\)", "long")
def quickstart(case):
    finished(case, SOURCE / "inputs/perovskite/quickstart.toml")
    rows = table(case.folder / "quickstart.tsv")
    case.assertTrue(all(row["converged"] for row in rows))
    above, below = next(pair for pair in zip(rows, rows[1:]) if pair[0]["weak_moment"] > 0 > pair[1]["weak_moment"])
    part = above["weak_moment"] / (above["weak_moment"] - below["weak_moment"])
    at = {axis: above[axis] + part * (below[axis] - above[axis]) for axis in ("T", "T_kelvin")}
    for row in rows:
        if abs(row["T"] - at["T"]) > 0.07:  # of 0.05 to 0.8, in steps of 0.05
            case.assertGreater(math.copysign(1, row["T"] - at["T"]) * row["weak_moment"] / row["weak_moment_err"], 5)
    return [(f"{at['T']:.2f}", f"{at['T_kelvin']:.0f}")]


UPDATES = ("metropolis", "cone", "heatbath", "heatbath, overrelax", "heatbath, overrelax:5", "cone, overrelax")


def taus(case, temperature, moves):
    """tau of the energy and of the staggered magnetisation."""
    listed = ", ".join(f'"{move}"' for move in moves.split(", "))
    finished(case, SOURCE / "inputs/perovskite/updates.toml", "--name", "u", "--restart", "--force", "--set", f"schedule.T={temperature}",
             "--set", f"algorithm.update=[{listed}]")
    row, = table(case.folder / "u.tsv")
    return tuple(f"{row[name]:.3g}" for name in ("energy_tau", "staggered_magnetisation_tau"))


@claim("docs/heisenberg.md", r"\| heatbath, overrelax \| \S+ \| \S+ \| (\S+) \| (\S+) \|", "long")
def taus_of_the_default(case):
    return [taus(case, "1.0", "heatbath, overrelax")]


@claim("docs/heisenberg.md", r"\| ([a-z][a-z:5, ]+) \| (\d\S*) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|", "nightly")
def taus_of_all(case):
    return [(moves, *itertools.chain(*(taus(case, t, moves) for t in ("0.2", "1.0", "1.443")))) for moves in UPDATES]


@claim("docs/crystals.md", rf"over 2 T/pi, L = 8, 16, 32 \| {VALUE}, {VALUE}, {VALUE} \|", "long")
def helicity_modulus(case):
    shown(case, "docs/crystals.md", "inputs/xy/helicity.toml")
    unit = 2 * 0.8929 / math.pi
    return [tuple(with_error(row["stiffness_x"] / unit, row["stiffness_x_err"] / unit) for row in table(case.folder / "results/helicity.tsv"))]


@claim("docs/crystals.md", rf"xi/L at T_c, L = 8, 16, 32 \| {VALUE}, {VALUE}, {VALUE} \|", "nightly")
def correlation_length(case):
    shown(case, "docs/crystals.md", "inputs/ising/correlation-length.toml")
    return [tuple(with_error(row["correlation_length_over_L"], row["correlation_length_over_L_err"])
                  for row in table(case.folder / "results/correlation-length.tsv"))]


@claim("docs/crystals.md", rf"Binder ratios of L = 4, 6, 8 cross at T/J = {VALUE}, {VALUE}; T_c by a line in 1/\(L L'\) \| {VALUE}, K_c", "nightly")
def body_centred(case):
    pairs, last = crossings(shown(case, "docs/crystals.md", "inputs/heisenberg/bcc-critical.toml", "--name bcc-critical"))
    return [(*(t for t, _ in pairs), last)]


@claim("docs/crystals.md", rf"simple cubic, as a crystal, L = 4, 6, 8: {VALUE}, {VALUE} \| {VALUE}, K_c", "nightly")
def simple_cubic(case):
    pairs, last = crossings(shown(case, "docs/crystals.md", "lattice.kind=cubic", "--name sc --out"))
    return [(*(t for t, _ in pairs), last)]


@claim("docs/edwards-anderson.md", rf"\| (1\.1|4) \| (\d+) \| (-?\d\.\d+) \| {VALUE} \| {VALUE} \| {VALUE} \|", "long")
def shared_numbers(case):
    import h5py  # not every machine has it
    found = []
    for temperature in ("1.1", "4"):
        shown(case, "docs/edwards-anderson.md", f"--set schedule.T={temperature}")
        with h5py.File(case.folder / f"results/shared-{temperature}.h5") as file:
            moments = {name: file["samples"][name][()].reshape(4, 256, 128) for name in ("energy", "overlap", "overlap_squared")}
            times = file["samples/t"][()]
        for k, t in enumerate(times):
            ratios = {name: 128 * x[k].mean(1).var(ddof=1) / x[k].var(ddof=1) for name, x in moments.items()}
            found.append((temperature, f"{t:.0f}", f"{(ratios['energy'] - 1) / 127:.3f}",
                          *(with_error(ratio, ratio * (2 / 255)**0.5) for ratio in ratios.values())))
    return found


@claim("docs/edwards-anderson.md", rf"\| round trips of a ladder \| (\S+) \| (\S+) \| \| `spin_glass_susceptibility` at T = 0\.3 \| {VALUE} \| {VALUE}: "
       r"not in equilibrium \| \| lowest energies, average \| (\S+) \| (\S+) \|", "long")
def moves_of_two_replicas(case):
    logs = [shown(case, "docs/edwards-anderson.md", part) for part in ("plane.toml --out", "--name local")]
    coldest = [re.search(r"^T 0\.3 J .*spin_glass_susceptibility (\S+) \+- (\S+)", log, re.M).groups() for log in logs]
    return [(*(re.search(r"(\S+) round trips", log)[1] for log in logs), *(with_error(*map(float, c)) for c in coldest),
             *(re.search(r"on average (\S+) ", log)[1] for log in logs))]


@claim("docs/edwards-anderson.md", rf"\| L = 4 \| {VALUE} \| \S+ \| {VALUE} \| \S+ \| (\S+) \| (\d+), (\d+) \|", "nightly")
def glass_by_tempering(case):
    import h5py  # not every machine has it
    shown(case, "docs/edwards-anderson.md", "--name L4")
    with h5py.File(case.folder / "L4.h5") as file:
        results, tempering = file["results"], file["tempering"]
        k = abs(results["T"][()] - 1.1).argmin()
        return [(*(with_error(results[name][k], results[f"{name}_err"][k]) for name in ("correlation_length_over_L", "binder_ratio")),
                 f"{tempering['acceptance'][()].mean():.2f}", f"{tempering['round_trips'][()].min():.0f}",
                 f"{tempering['round_trips'][()].mean():.0f}")]


@claim("inputs/ising/gaussian-2d.toml", rf"the average of the lowest energies: {VALUE} for these samples", "nightly")
def ground_states(case):
    log = finished(case, SOURCE / "inputs/ising/gaussian-2d.toml")
    value, error = map(float, re.search(r"lowest energies: on average (\S+) \+- (\S+) ", log).groups())
    return [with_error(value, error)]


@claim("inputs/ising/residual-entropy.toml", rf"the run ends with {VALUE} in", "nightly")
def residual_entropy(case):
    import h5py  # not every machine has it
    finished(case, SOURCE / "inputs/ising/residual-entropy.toml")
    with h5py.File(case.folder / "residual-entropy.h5") as file:
        return [with_error(*(file[f"results/{name}"][-1] for name in ("entropy", "entropy_err")))]


@claim("inputs/xy/square.toml", r"the specific heat peaks above the transition, here near T = (\S+) J, with a height of about (\S+) k_B", "nightly")
def peak_of_xy(case):
    finished(case, SOURCE / "inputs/xy/square.toml")
    peak = re.search(r"peak of the specific heat +T = ([\d.]+)\(\d+\) +([\d.]+)\(", case.neel("analyze", "square.h5").stdout)
    return [tuple(f"{float(number):.2f}" for number in peak.groups())]


@claim("docs/constrained.md", rf"\| (0\.\d+|1) \| {VALUE} \| {VALUE} \| {VALUE} \|", "long")
def anisotropies(case):
    found = []
    for name, power, factor in (("anisotropy", 3, -20), ("cubic-anisotropy", 10, -40)):
        shown(case, "docs/constrained.md", f"inputs/heisenberg/{name}.toml --out results")
        for row in table(case.folder / "results" / f"{name}.tsv"):  # K = -torque_theta, C = -2 torque_theta, both over 0.05
            m, error = row["magnetisation_magnitude"], row["magnetisation_magnitude_err"]
            found.append((f"{row['T']:g}", with_error(m, error), with_error(factor * row["torque_theta"], -factor * row["torque_theta_err"]),
                          with_error(m**power, power * m**(power - 1) * error)))
    return found


@claim("docs/constrained.md", rf"F\(90\) - F\(0\) is K\(T\): {VALUE} J here", "long")
def free_energy_of_angles(case):
    import sys
    sys.path.append(str(SOURCE / "scripts"))
    import neel_path  # noqa: F401
    import neel
    shown(case, "docs/constrained.md", "--name angles")
    last = neel.free_energy(case.folder / "results" / "angles.h5").isel(theta=-1, T=0)
    return [with_error(last["free_energy"].item(), last["free_energy_err"].item())]
