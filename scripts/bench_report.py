#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Tables and curves of what neel bench --json FILE measured.

    scripts/bench_report.py FILE              writes FILE with the ending .md: a table for each suite; and
                                              FILE-SUITE.png for each that has several sizes: rates against size
    scripts/bench_report.py FILE --old OLD    prints each case's rate in OLD and in FILE, and their ratio, without
                                              writing anything; both should be of the same machine and hour
    scripts/bench_report.py --scaling FILE ...  of mpirun -np N neel bench parallel --json FILE, a file for each N: prints
                                              efficiencies, and writes the first FILE-scaling.png, where they are, and how a
                                              rank's time depends on L / N: one curve if nothing but that counts
    scripts/bench_report.py --published FILE ...  writes the first FILE-published.md, and pictures: what was measured beside what
                                              was published of the same systems; of hosts, a file for each number of
                                              threads
    scripts/bench_report.py --page FILE ...   prints the tables of docs/benchmarks/README.md, of the newest of these files
"""
import argparse
import pathlib

import neel_path  # noqa: F401
from neel.commands import guard
from neel.errors import FileError

with guard():
    import matplotlib

    matplotlib.use("Agg")

    from neel.bench import page, report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, nargs="+", help="what neel bench --json wrote")
    parser.add_argument("--scaling", action="store_true", help="of several numbers of ranks")
    parser.add_argument("--published", action="store_true", help="beside published figures")
    parser.add_argument("--page", action="store_true", help="the tables of docs/benchmarks/README.md")
    parser.add_argument("--old", type=pathlib.Path, help="another one, to compare with")
    arguments = parser.parse_args()
    if arguments.scaling:
        report.scaling(arguments.file)
    elif arguments.published:
        report.published(arguments.file)
    elif arguments.page:
        print("\n".join(page.page([(path.name, report.measured(path)) for path in sorted(arguments.file)], report.described, report.as_published)))
    elif len(arguments.file) > 1:
        raise FileError("one FILE, unless with --scaling, --published or --page")
    elif arguments.old:
        report.compare(arguments.file[0], arguments.old)
    else:
        report.write(arguments.file[0])


if __name__ == "__main__":
    with guard():
        main()
