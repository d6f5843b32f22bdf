# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Numbers on pages that are constants of the source: each is read from its line there."""
import re

import pages
from pages import claim


def binary(unit):
    """Of 1 << n, so many units."""
    return lambda n: str((1 << int(n)) // unit)


def plain(number):
    return number.replace("'", "")


def one_more(text):
    return str(int(text) + 1)


# (page, what it says, file, the line there, and, if it is another, how that becomes the page's)
CONSTANTS = (
    ("docs/output.md", r"format `neel-results` version (\d)", "src/output/result_parts.cpp", r'format_version", std::int64_t\{(\d)\}'),
    ("docs/errors.md", r"have (\d+) autocorrelation times, and each of them (\d+) ", "src/output/estimator.cpp",
     r"enough = (\d+), enough_of_many = (\d+);"),
    ("docs/errors.md", r"A jackknife over (\d+) or a few more", "src/output/group.cpp", r"fewest_blocks = (\d+);"),
    ("docs/analysis.md", r"\[--points (\d+)\]", "src/program/commands.hpp", r"int points = (\d+);"),
    ("docs/analysis.md", r"in a cell of 1/(\d+) of a thermal", "src/analysis/measurements.cpp", r"cells_per_fluctuation = (\d+);"),
    ("docs/analysis.md", r"leave out one of (\d+) blocks", "src/analysis/run_data.hpp", r"jackknife_blocks = (\d+);"),
    ("docs/analysis.md", r"to (\S+) in each, by Newton", "src/analysis/free_energies.hpp", r"free_energy_tolerance = (\S+);"),
    ("docs/analysis.md", r"fewer than (\d+) measurements, or a tenth", "src/analysis/reweighting.hpp", r"least = (\d+);"),
    ("docs/analysis.md", r"measure_every`, (\d+) at most", "src/input/run_input.hpp", r"most_bins = ([\d']+);", lambda n: str(2 * int(plain(n)))),
    ("docs/crystals.md", r"more than (\d+) sites a system", "src/models/crystal/dipoles_input.cpp", r"most_dipoles = ([\d']+);", plain),
    ("docs/crystals.md", r"angstrom: (\S+) K for 1 mu_B", "src/models/crystal/dipoles_input.cpp", r"kelvin_per_dipole = (\S+);",
     lambda n: f"{float(n):.6g}"),
    ("docs/reliability.md", r"\(if (\d+) sweeps have gone by\)", "src/program/run_controller.cpp", r"between_checks = (\d+);"),
    ("docs/reliability.md", r"double precision, to (\S+) of the largest", "include/neel/simulation/measured.hpp",
     r"<= (\S+) \* scale"),
    ("docs/reliability.md", r"`SLURM_JOB_END_TIME`, less (\d+) s\)", "src/program/stop.cpp", r"margin = (\d+);"),
    ("docs/clusters.md", r"A part stops (\d+) seconds before", "src/program/stop.cpp", r"margin = (\d+);"),
    ("docs/reliability.md", r"checkpoint of format version (\d) \(kept", "src/output/checkpoint.hpp", r"checkpoint_version = (\d);"),
    ("docs/snapshots.md", r"a fifth of its middle (\d+) KiB", "src/files/filter_chunk.cpp", r"sample = std::size_t\{1\} << (\d+);", binary(1 << 10)),
    ("docs/snapshots.md", r"the first (\d+) bytes of the file", "src/files/hdf5_block.hpp", r"head_bytes = (\d+);"),
    ("docs/snapshots.md", r"up to (\d+) MiB wait for it", "src/output/snapshot_file.hpp", r"most_waiting = std::size_t\{1\} << (\d+);", binary(1 << 20)),
    ("docs/snapshots.md", r"Memory holds 2\^(\d+) sites of a system", "include/neel/run/site_range.hpp", r"\{1\} << (\d+);"),
    ("docs/clusters.md", r"written in chunks of 2\^(\d+) sites", "include/neel/run/site_range.hpp", r"\{1\} << (\d+);"),
    ("docs/clusters.md", r"read again, in chunks of (\d+) MiB", "include/neel/run/array.hpp", r"most_in_piece = std::uint64_t\{1\} << (\d+);", binary(1 << 20)),
    ("docs/architecture.md", r"checkpoints go in chunks of (\d+) MiB", "include/neel/run/array.hpp", r"\{1\} << (\d+); ///< bytes", binary(1 << 20)),
    ("docs/clusters.md", r"by themselves, from (\d+) KiB to 16 MiB to each side", "src/bench/network.cpp", r"fewest = 1 << (\d+)", binary(1 << 10)),
    ("docs/clusters.md", r"by themselves, from 1 KiB to (\d+) MiB to each side", "src/bench/network.cpp", r"most = 1 << (\d+);", binary(1 << 20)),
    ("docs/tempering.md", r"at up to (\d+) exchanges of the first", "include/neel/run/ladder.hpp", r"most_records = (\d+);"),
    ("docs/tempering.md", r"exchanges of the first (\d+) ladders", "include/neel/run/ladder.hpp", r"std::min\(ladders_, (\d+)\)"),
    ("docs/tempering.md", r"With `pt.tune` \(at least (\d+) sweeps", "src/input/schedule.cpp", r"s\.thermalize < (\d+)\)"),
    ("docs/phi4.md", r"The search ends at (\d+);", "include/neel/lattice/stencil.hpp", r"most_colours = (\d+);"),
    ("docs/phi4.md", r"so a site has at most (\d+) draws in a global sweep", "include/neel/update/multi_hit.hpp", r"most_draws = (\d+);"),
    ("docs/phi4.md", r"eps \((\S+) \+ a\)/\((\S+) \+ goal\)", "include/neel/simulation/proposal_widths.hpp",
     r"\((\S+) \+ acceptance\) / \((\S+) \+ goal\)"),
    ("docs/edwards-anderson.md", r"Each sample has R replicas, 1 to (\d+),", "src/models/edwards_anderson/engine.hpp", r"most_replicas = (\d+);"),
    ("docs/edwards-anderson.md", r"1 \+ (\S+) d, where C_4\(1 \+ d\)", "include/neel/statistics/correlation_length.hpp", r"beyond = (\S+);"),
    ("docs/structure.md", r"Any length will do, up to (\d+) cells", "include/neel/structure/exact.hpp", r"longest_axis = (\d+);"),
    ("docs/structure.md", r"There are at least (\d+) blocks over all systems", "include/neel/structure/averages.hpp", r"fewest_blocks = (\d+);"),
    ("docs/view.md", r"a random token of (\d+) bits", "src/view/server.cpp", r"/// (\d+) random bits"),
    ("docs/laboratory.md", r"\*block\* of sweeps: (\d+), or", "src/program/lab.cpp", r"quench\(\) \? 1 : (\d+);"),
    ("docs/input.md", r"are nested (\d+) deep at most", "src/input/value.hpp", r"most_levels = (\d+);"),
    ("docs/input.md", r"or between (\S+) and 1e15 in size", "src/input/reader.hpp", r"smallest = (\S+);"),
    ("docs/input.md", r"or between 1e-30 and (\S+) in size", "src/input/reader.cpp", r"largest = (\S+);"),
    ("docs/input.md", r"Of a scan, up to (\d+) runs are tried", "src/program/dry_run.cpp", r"most_tried = (\d+);"),
    ("docs/install.md", r"\(g\+\+ 12 or newer\), CMake (\S+), Ninja", "CMakeLists.txt", r"cmake_minimum_required\(VERSION (\S+)\)"),
    ("docs/install.md", r"\| HDF5 \(C and HL\) \| (\S+) \|", "cmake/Dependencies.cmake", r"find_package\(HDF5 (\S+) "),
    ("docs/install.md", r"\| CLI11 \| (\S+) \|", "cmake/Dependencies.cmake", r"find_package\(CLI11 (\S+) "),
    ("docs/install.md", r"\| fmt \| (\S+); for CUDA 10.1 \|", "cmake/Dependencies.cmake", r"set\(fmt_version (\S+)\)$"),
    ("docs/install.md", r"\| fmt \| 9.1; for CUDA (\S+) \|", "cmake/Dependencies.cmake", r"set\(fmt_version (\S+)\) # the first"),
    ("docs/install.md", r"\| Eigen \| (\S+) \|", "cmake/Dependencies.cmake", r"find_package\(Eigen3 (\S+) "),
    ("docs/install.md", r"\| nlohmann-json \| (\S+) \|", "cmake/Dependencies.cmake", r"find_package\(nlohmann_json (\S+) "),
    ("docs/majority.md", r"comes back two steps later: (\d+) to (\d+) for n = 1024", "tests/models/test_majority.cpp",
     r"std::array\{1024, 16, (\d+), (\d+)\}"),
    ("docs/majority.md", r"for n = 1024, (\d+) to (\d+) for n = 4096", "tests/models/test_majority.cpp", r"std::array\{4096, 2, (\d+), (\d+)\}"),
    ("inputs/majority/reports-1024.toml", r"half of their cells set, take (\d+) to (\d+)", "tests/models/test_majority.cpp",
     r"std::array\{1024, 16, (\d+), (\d+)\}"),
    ("docs/determinism.md", r"at most (\S+) \(exp\), (\S+) \(log\), both relative, and (\S+) \(sincos, absolute\)", "tests/core/test_math.cpp",
     r"exp_bound = (\S+), log_bound = (\S+), sincos_bound = (\S+);"),
    ("docs/determinism.md", r"which draw angles and accept proposals, have (\S+)\. ", "tests/core/test_math.cpp", r"CHECK\(sine < (\S+)\);"),
    ("docs/determinism.md", r"\(`test_random_inputs`; (\d+) of them at night\)", "tests/program/test_random_inputs.py", r"MANY = (\d+) "),
    ("docs/reliability.md", r"SIGKILL at (\d+) random moments", "tests/program/test_restart.py", r'NEEL_NIGHTLY"\) else (\d+)'),
    ("docs/reliability.md", r"random moments \((\d+) at night\)", "tests/program/test_restart.py", r'most = (\d+) if'),
    ("docs/install.md", r"`GOMP_SPINCOUNT=(\d+)`", "src/program/threads.cpp", r'"GOMP_SPINCOUNT", "(\d+)"'),
    ("docs/edwards-anderson.md", r"\| `minstd` \| (\d+) \|", "include/neel/random/generators.hpp", r"struct Minstd \{\n(?:.*\n)*?  static constexpr int words = (\d+);"),
    ("docs/edwards-anderson.md", r"\| `xorwow` \| (\d+) \|", "include/neel/random/generators.hpp", r"struct Xorwow \{\n(?:.*\n)*?  static constexpr int words = (\d+);"),
    ("docs/edwards-anderson.md", r"\| `parisi-rapuano` \| (\d+) \|", "include/neel/random/generators.hpp", r"ring = (\d+), words = ring \+ 1", one_more),
    ("docs/edwards-anderson.md", r"\| `mt19937` \| (\d+) \|", "include/neel/random/generators.hpp", r"length = (\d+), words = length \+ 1", one_more),
    ("CONTRIBUTING.md", r"(\d+) seconds of fuzzing for each reader", ".ci/run", r"scripts/fuzz (\d+)"),
    ("CONTRIBUTING.md", r"(\d+) random inputs in all ways", "tests/program/test_random_inputs.py", r"MANY = (\d+) "),
)


def of_source(path, line, convert=plain):
    def again(case):
        found = re.findall(line, pages.raw(path), re.M)
        case.assertEqual(len(found), 1, f"{path}: {line}")
        return [tuple(map(convert, found[0] if isinstance(found[0], tuple) else found))]
    return again


for page, says, path, line, *other in CONSTANTS:
    claim(page, says)(of_source(path, line, *other))
