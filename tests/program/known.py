# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Figures on pages that need no long run: counts of the source, limits, formulas; each beside what computes it again."""
import itertools
import math
import re

import pages
import validation_tables
from harness import SOURCE
from pages import VALUE, claim, with_error


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


@claim("docs/commands.md", r"\| `neel (\w+)` \|")
def every_command(case):
    return sorted(re.findall(r"^  ([a-z]+) ", case.neel("--help").stdout.split("Subcommands:")[1], re.M), key=pages.words("docs/commands.md").index)


def cell(label, column, table=""):
    """Of the tables in docs/benchmarks/README.md."""
    text = pages.raw("docs/benchmarks/README.md").split(f"### {table}")[1]
    head = next(line for line in text.splitlines() if line.startswith("| |") or line.startswith("| | L"))
    row = next(line for line in text.splitlines() if line.startswith(f"| {label} |"))
    return row.split("|")[head.split("|").index(f" {column} ")].split("(")[0].strip()


@claim("docs/performance.md", r"\| Heisenberg, 64³, Metropolis \| (\S+) \| (\S+) \| (\S+) \| \| Ising, 128³, Metropolis \| (\S+) \| (\S+) \| (\S+) \| "
       r"\| Ising, 32768², Metropolis, .a bit a spin.\(\S+\) \| \| \| (.+?) \| "
       r"\| spin glass, 64³, one bit a spin, 16 replicas \| \| \| (.+?) \| \| phi\^4, 256³, tiles \| \| \| (\S+) \| "
       r"\| majority automaton, 8192² cells, 8 steps a pass \| \| \| (.+?) \|")
def rates(_):
    host = [cell(f"{what} | {size}", f"{n} thread{'s' if n > 1 else ''}", "Threads of a host")
            for what, size in (("Heisenberg, Metropolis, one ion", 64), ("Ising, 3D, Metropolis", 128)) for n in (1, 16)]
    return [(*host[:2], cell("Metropolis, one ion", "64"), *host[2:], cell("3D, Metropolis", "128", "Ising"),
             cell("2D, Metropolis, a bit a spin", "32768", "Ising"),
             cell("standard order, R = 16", "64", "Spin glass"), cell("3D, tiles, 50 local sweeps", "256", "phi^4"),
             cell("rows, 8 steps a pass", "8192", "Majority"))]


@claim("docs/performance.md", r"one Heisenberg system of 16³ has (\S+) updates/ns on an H200, 512 of them have (\d+)\.")
def rates_of_small_lattices(_):
    return [(cell("Metropolis, one ion", "16"), cell("512 systems", "16"))]


@claim("docs/reliability.md", r"\*\*Exit codes\*\*: (\d) done, (\d) internal error, (\d) usage or input, (\d) file, (\d) device or memory, (\d) self-check failed, (\d+)")
def exit_codes(case):
    body = re.search(r"enum class ExitCode[^{]*\{(.*?)\}", pages.raw("src/errors/errors.hpp"), re.S)[1]
    return [tuple(re.findall(r"= (\d+)", body))]



@claim("docs/validation.md", r"Of (\d+) rows, each passes within (\S+) sigma, so that a right program passes all of them with probability (\S+)\. ")
def sigmas_of_a_row(case):
    right, = re.findall(r"share = 1e-(\d+) / static_cast<double>\(rows\); // of both tails", pages.raw("src/validate/validate.cpp"))
    rows = len(validation_tables.rows(pages.raw("tests/data/validation.txt"), "| model | case | sampler |"))
    share = 10**-int(right)
    sigmas = min(range(1000), key=lambda k: abs(math.erfc(k / 100 / math.sqrt(2)) * rows / share - 1)) / 100
    return [(str(rows), f"{sigmas:.2f}", f"{1 - share:g}")]


@claim("docs/validation.md", r"--full --markdown full\.md # (\d+) rows: every generator in every coding", "long")
def rows_in_full(case):
    return re.findall(r" --full, (\d+) rows;", case.start("validate", "--full").stdout.readline())


@claim("docs/validation.md", r"a ratio lies more than (four) of its own errors outside (\S+) to (\S+)\. ")
def ratios_that_pass(case):
    least, most, sigmas = re.findall(r"least = (\S+), most = (\S+), sigmas = (\S+);", pages.raw("src/program/calibrate.cpp"))[0]
    return [({"4": "four"}[sigmas], least, most)]


@claim("docs/validation.md", r"its chains are (\d+) autocorrelation times long together")
def long_enough(case):
    return re.findall(r"enough = (\d+), enough_of_many", pages.raw("src/output/estimator.cpp"))


# Limits and memory.

@claim("docs/input.md", r"\| sites per system on half-lattices \(heisenberg, ising and xy without `lattice.kind`\) \| (2\^\d+); (2\^\d+) in one process \|", "long")
def most_sites(case):
    square = "inputs/ising/square.toml"
    return [(re.search(r"2\^\d+", refusal(case, square, "lattice.size=[4096,2048,2050]", "algorithm.systems=1"))[0],
             re.search(r"2\^\d+", refusal(case, square, "lattice.size=[4096,2048,1026]", "algorithm.systems=1"))[0])]


@claim("docs/input.md", r"\| sites per system otherwise \| (2\^\d+) \| \| systems \| (10\^\d+); [^|]* \| \| sweeps per temperature \| (10\^\d+) \|", "long")
def most_systems_and_sweeps(case):
    square, kink = "inputs/ising/square.toml", "inputs/phi4/kink-2d.toml"
    return [(re.search(r"2\^\d+", refusal(case, kink, "lattice.size=[65536,32768]", "algorithm.systems=1"))[0],
             power_of_ten(re.search(r"from 1 to (\d+)", refusal(case, square, f"algorithm.systems={10**15}"))[1]),
             power_of_ten(re.search(r"from 1 to (\d+)", refusal(case, square, f"schedule.sweeps={10**15}"))[1]))]


@claim("docs/input.md", r"\| phi4: couplings; T and g T; ratio of temperatures \| (10\^\d+); (10\^\d+); (10\^\d+) \|", "long")
def most_of_phi4(case):
    kink = "inputs/phi4/kink-2d.toml"
    both = {power_of_ten(re.search(r"(\S+) at most", text)[1])
            for text in (refusal(case, kink, "schedule.T=2e4", "couplings.g=0.1"), refusal(case, kink, "couplings.g=2e4"))}
    return [(power_of_ten(re.search(r"is (\S+) at most", refusal(case, kink, "couplings.mass_squared=2e6"))[1]), "".join(both),
             power_of_ten(re.search(r"temperature is (\S+) times", refusal(case, kink, "schedule.T=[1000,1e-4]"))[1]))]


@claim("docs/input.md", r"\| Heisenberg \| (\d+) \| \| Ising \| (\d+) \| \| XY \| (\d+) \| \| phi4, per component \| (\d+) \|", "long")
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


@claim("docs/errors.md", r"Student's factor for few of them \((\S+) for two, (\S+) for four\)")
def students_factor(case):
    a, b, c = map(float, re.search(r"return 1 \+ x \* \((\S+) \+ x \* \((\S+) \+ x \* (\S+)\)\)", pages.raw("src/output/estimator.cpp")).groups())
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


def value_and_error(text):
    value, error = re.fullmatch(r"(-?[\d.]+)\((\d+)\)", text).groups()
    return float(value), float(error) * 10.0**-len(value.partition(".")[2])


@claim("docs/crystals.md", rf"\| {VALUE}, K_c = {VALUE} \|")
def inverse_temperatures(case):
    found = [t for t, _ in re.findall(rf"\| {VALUE}, K_c = {VALUE} \|", pages.words("docs/crystals.md"))]
    return [(t, with_error(1 / value, error / value**2)) for t, (value, error) in zip(found, map(value_and_error, found))]


@claim("docs/perovskite.md", r"at x = 0\.3 and 0\.4 here, (\S+) K and (\S+) K\.")
def compensation_in_kelvin(case):
    rows = re.findall(rf"\| 0\.[34] \| {VALUE} \| {VALUE} \|", pages.words("docs/perovskite.md"))
    kelvin = float(re.search(r'unit = "(\S+) K"', pages.raw("inputs/perovskite/phase-diagram.toml"))[1])
    pairs = [value_and_error(t) for _, t in rows]
    return [tuple(f"{kelvin * value:.0f}({kelvin * error:.0f})" for value, error in pairs)]


def weak_moment_of_ground_state(exchange, dm, anisotropy, field, moment):
    """Both sublattices canted by t: E(t) = -3 [J cos 2t + D sin 2t] - K cos^2 t - H m sin t, by Newton's method."""
    t = 0.5 * math.atan(dm / exchange)
    for _ in range(50):
        slope = 6 * (exchange * math.sin(2 * t) - dm * math.cos(2 * t)) + anisotropy * math.sin(2 * t) - field * moment * math.cos(t)
        curve = 12 * (exchange * math.cos(2 * t) + dm * math.sin(2 * t)) + 2 * anisotropy * math.cos(2 * t) + field * moment * math.sin(t)
        t -= slope / curve
    return moment * math.sin(t)


@claim("docs/perovskite.md", r"the pure compounds have (\S+) and (\S+) exactly")
def canting(case):
    return [(f"{weak_moment_of_ground_state(1, 0.0214, 0.007, 0.002, 1):.7f}",
             f"{weak_moment_of_ground_state(115 / 628, 0.0074, 0.007, 0.002, 0.6):.7f}")]


@claim("docs/reliability.md", r"every (\d+ min)utes \(`output.checkpoint`\)")
def time_between_checkpoints(case):
    return [pages.keys("ising")["output.checkpoint"].strip('"')]


@claim("docs/structure.md", r"Memory: some (\d+) bytes per number while a system is transformed")
def bytes_of_a_transform(case):
    halves, = re.findall(r"return \(own \+ (\d+) \* half \+ matrices\)", pages.raw("include/neel/structure/transform.hpp"))
    return [f"{8 * (1 + int(halves) / 2):.0f}"]


@claim("docs/analysis.md", r"`# T_c (\S+) (\S+) J`")
def line_of_a_table(case):
    value, error = value_and_error(re.search(rf"T_c = {VALUE}, where", pages.words("docs/ising.md"))[1])
    return [(f"{value:.4f}", f"{error:.4f}")]
