# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Figures on pages, each beside what computes it again. A claim is found by the page's own words (pages.claim)."""
import itertools
import math
import os
import re

import pages
from harness import SOURCE
from pages import claim


def power_of_ten(text):
    return f"10^{round(math.log10(float(text)))}"


def refusal(case, model_input, *settings):
    """What a run says that is too large."""
    done = case.neel("run", SOURCE / model_input, "--dry-run", "--time-limit", "00:00:00",
                     *(part for s in settings for part in ("--set", s)))
    case.assertIn(done.returncode, (2, 4), done.stdout)
    return done.stderr


# The code.

@claim("docs/add-a-model.md", r"\]\(\.\./(\S+xy\S*|inputs/xy/\S+)\) \| [^|]* \| (\d+) \|")
def lines_of_xy(case):
    return [(path, str(len(pages.raw(path).splitlines())))
            for path in ("include/neel/models/xy.hpp", "src/models/xy/xy.cpp", "tests/models/test_xy.cpp",
                         "src/validate/cases_xy.cpp", "inputs/xy/square.toml")]


@claim("docs/architecture.md", r"`run::Simulation` has (\d+) virtual functions")
def virtual_functions(case):
    return [str(pages.raw("include/neel/run/simulation.hpp").count("virtual "))]


@claim("docs/architecture.md", r"`Tempered` reads `moves_configurations\(\)` in (\d+) places")
def who_moves(case):
    return [str(pages.raw("include/neel/simulation/tempered.hpp").count("inner_->moves_configurations()"))]


@claim("docs/reliability.md", r"\*\*Exit codes\*\*: (\d) done, (\d) internal error, (\d) usage or input, (\d) file, (\d) device or memory, (\d) self-check failed, (\d+)")
def exit_codes(case):
    body = re.search(r"enum class ExitCode[^{]*\{(.*?)\}", pages.raw("src/errors/errors.hpp"), re.S)[1]
    return [tuple(re.findall(r"= (\d+)", body))]



# Limits and memory.

@claim("docs/input.md", r"Limits: (2\^\d+) sites per system on half-lattices \(heisenberg, ising and xy without `lattice.kind`; (2\^\d+) in one process\)", "long")
def most_sites(case):
    square = "inputs/ising/square.toml"
    return [(re.search(r"2\^\d+", refusal(case, square, "lattice.size=[4096,2048,2050]", "algorithm.systems=1"))[0],
             re.search(r"2\^\d+", refusal(case, square, "lattice.size=[4096,2048,1026]", "algorithm.systems=1"))[0])]


@claim("docs/input.md", r"in one process\), (2\^\d+) otherwise, (10\^\d+) systems .*?, (10\^\d+) sweeps per temperature", "long")
def most_systems_and_sweeps(case):
    square, kink = "inputs/ising/square.toml", "inputs/phi4/kink-2d.toml"
    return [(re.search(r"2\^\d+", refusal(case, kink, "lattice.size=[65536,32768]", "algorithm.systems=1"))[0],
             power_of_ten(re.search(r"from 1 to (\d+)", refusal(case, square, f"algorithm.systems={10**15}"))[1]),
             power_of_ten(re.search(r"from 1 to (\d+)", refusal(case, square, f"schedule.sweeps={10**15}"))[1]))]


@claim("docs/input.md", r"phi4: couplings up to (10\^\d+), T and g T up to (10\^\d+), temperatures that differ by a factor of (10\^\d+) at most", "long")
def most_of_phi4(case):
    kink = "inputs/phi4/kink-2d.toml"
    both = {power_of_ten(re.search(r"(\S+) at most", text)[1])
            for text in (refusal(case, kink, "schedule.T=2e4", "couplings.g=0.1"), refusal(case, kink, "couplings.g=2e4"))}
    return [(power_of_ten(re.search(r"is (\S+) at most", refusal(case, kink, "couplings.mass_squared=2e6"))[1]), "".join(both),
             power_of_ten(re.search(r"temperature is (\S+) times", refusal(case, kink, "schedule.T=[1000,1e-4]"))[1]))]


@claim("docs/input.md", r"The lattice of a Heisenberg system takes (\d+) bytes per site, of an Ising system (\d+), of an XY system (\d+), of phi4 (\d+)", "long")
def bytes_of_a_site(case):
    found = []
    for path in ("perovskite/quickstart", "ising/square", "xy/square", "phi4/gaussian"):
        sizes = []
        for length in (64, 128):
            done = case.neel("run", SOURCE / f"inputs/{path}.toml", "--dry-run", "--time-limit", "00:00:00", "--set",
                             f"lattice.size=[{length},{length},{length}]", "--set", "algorithm.systems=1", "--set", "schedule.T=1")
            sizes.append(float(re.search(r"; memory (\S+) MB", done.stdout)[1]) * 1e6)
        found.append(str(round((sizes[1] - sizes[0]) / (128**3 - 64**3))))
    return [tuple(found)]


# Values that are known.

def field_squared(size, mass_squared, inverse_cutoff):
    """<phi^2> of the free field."""
    modes = ([2 - 2 * math.cos(2 * math.pi * k / n) for k in range(n)] for n in size)
    return sum(1 / (p + mass_squared + inverse_cutoff * p * p) for p in map(sum, itertools.product(*modes))) / math.prod(size)


@claim("docs/phi4-laboratory.md", r"⟨phi²⟩ falls from (\d\.\d+) to (\d\.\d+)")
def what_the_cutoff_does(case):
    return [tuple(f"{field_squared((16, 16), 0.25, c):.3f}" for c in (0, 4))]


@claim("inputs/phi4/cutoff.toml", r"<phi\^2> from (\S+) \(1/Lambda = 0\) to (\S+) \(1/Lambda = 2\)")
def what_half_of_it_does(case):
    return [tuple(f"{field_squared((16, 16), 0.25, c):.3f}" for c in (0, 2))]


@claim("inputs/phi4/gaussian.toml", r"<phi\^2> = (\S+) on 16 x 16 .* gives (\S+)\.$")
def free_fields(case):
    return [(f"{field_squared((16, 16), 0.25, 2):.10f}", f"{field_squared((8, 8, 8), 1, 0.5):.10f}")]


@claim("docs/ising.md", r"\(1 - sinh\(2/T\)\^-4\)\^\(1/8\) is (\S+), (\S+) and (\S+) \(Yang")
def yang(case):
    return [tuple(f"{(1 - math.sinh(2 / t)**-4)**0.125:.5f}" for t in (1, 1.5, 2))]


@claim("docs/output.md", r"Student's factor for few of them \((\S+) for two, (\S+) for four\)")
def students_factor(case):
    a, b, c = map(float, re.search(r"return 1 \+ x \* \((\S+) \+ x \* \((\S+) \+ x \* (\S+)\)\)", pages.raw("src/output/tally.cpp")).groups())
    return [tuple(f"{1 + x * (a + x * (b + x * c)):.2f}" for x in (1, 1 / 3))]


def mean_field(case, path):
    done = case.neel("run", SOURCE / path, "--dry-run", "--time-limit", "00:00:00")
    return re.search(r"^mean field: T_c = (\S+) .*?, q = \((\S+), (\S+), \S+\)", done.stdout, re.M).groups()


@claim("inputs/heisenberg/bcc-iron.toml", r"their mean-field temperature, (\d+) K \(the log\)", "long")
def iron(case):
    return [f"{float(mean_field(case, 'inputs/heisenberg/bcc-iron.toml')[0]):.0f}"]


@claim("inputs/heisenberg/chiral.toml", r"which the lattice rounds to (\S+) \(the log\)", "long")
def helices(case):
    _, along, across = mean_field(case, "inputs/heisenberg/chiral.toml")
    case.assertEqual(along, across)
    return [along]


# Runs, by the commands of the page.

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


VALUE = r"(-?[\d.]+\(\d+\))"


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


@claim("docs/ising.md", r"On the way down, at H = 0, m is (\S+), (\S+) and (\S+) at T = 1, 1\.5 and 2", "long")
def hysteresis(case):
    shown(case, "docs/ising.md", "inputs/ising/hysteresis.toml")
    at_zero = [row for row in table(case.folder / "results/hysteresis.tsv") if row["H"] == 0]
    return [tuple(f"{next(row for row in at_zero if row['T'] == t)['magnetisation']:.4f}" for t in (1, 1.5, 2))]


@claim("README.md", r"the weak moment change sign on cooling, near T = (\S+) J \((\d+) K\)", "long")
def quickstart(case):
    case.assertEqual(case.neel("run", SOURCE / "inputs/perovskite/quickstart.toml", "--progress", "none").returncode, 0)
    rows = table(case.folder / "quickstart.tsv")
    above, below = next(pair for pair in zip(rows, rows[1:]) if pair[0]["weak_moment"] > 0 > pair[1]["weak_moment"])
    part = above["weak_moment"] / (above["weak_moment"] - below["weak_moment"])
    return [tuple(f"{above[axis] + part * (below[axis] - above[axis]):.{digits}f}" for axis, digits in (("T", 2), ("T_kelvin", 0)))]


UPDATES = ("metropolis", "cone", "heatbath", "heatbath, overrelax", "heatbath, overrelax:5", "cone, overrelax")


def taus(case, temperature, moves):
    """tau of the energy and of the staggered magnetisation."""
    listed = ", ".join(f'"{move}"' for move in moves.split(", "))
    done = case.neel("run", SOURCE / "inputs/perovskite/updates.toml", "--progress", "none", "--name", "u", "--restart", "--force",
                     "--set", f"schedule.T={temperature}", "--set", f"algorithm.update=[{listed}]", timeout=3600)
    case.assertEqual(done.returncode, 0, done.stderr)
    row, = table(case.folder / "u.tsv")
    return tuple(f"{row[name]:.3g}" for name in ("energy_tau", "staggered_magnetisation_tau"))


@claim("docs/heisenberg.md", r"\| heatbath, overrelax \| \S+ \| \S+ \| (\S+) \| (\S+) \|", "long")
def taus_of_the_default(case):
    return [taus(case, "1.0", "heatbath, overrelax")]


@claim("docs/heisenberg.md", r"\| ([a-z][a-z:5, ]+) \| (\d\S*) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|", "nightly")
def taus_of_all(case):
    return [(moves, *itertools.chain(*(taus(case, t, moves) for t in ("0.2", "1.0", "1.443")))) for moves in UPDATES]


def with_error(value, error):
    """1.234(56)"""
    digits = max(0, 1 - math.floor(math.log10(error)))
    return f"{value:.{digits}f}({error * 10**digits:.0f})"


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


@claim("docs/crystals.md", rf"\| {VALUE}, K_c = {VALUE} \|")
def inverse_temperatures(case):
    def inverse(text):
        value, error = re.fullmatch(r"([\d.]+)\((\d+)\)", text).groups()
        value, error = float(value), float(error) * 10.0**-len(value.split(".")[1])
        return with_error(1 / value, error / value**2)
    return [(t, inverse(t)) for t, _ in re.findall(rf"\| {VALUE}, K_c = {VALUE} \|", pages.words("docs/crystals.md"))]


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
