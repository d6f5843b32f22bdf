# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What neel bench measured beside what was published of the same systems.

Published figures, with the machine of each, are from:
  Heisenberg        F. Molina Heredia, Optimizacion de Modelo de Heisenberg para GPU, Universidad Nacional de Cordoba (2020)
  Edwards-Anderson  M. Lulli, M. Bernaschi and G. Parisi, Comput. Phys. Commun. 196, 290 (2015)
  phi4              P. Bialas, J. Kowal and A. Strzelecki, GPU-accelerated and CPU SIMD optimized Monte Carlo simulation of phi^4 model
  majority          C. Koutsou, a student's report (unpublished), one step, copies to and from the host included
"""
import dataclasses

import matplotlib.pyplot as plt
import numpy

# Heisenberg: (machine, sites, updates/ns) at its best, sites where they are told, and ns per update by threads, (machine, sites, threads, ns).
HEISENBERG = [("RTX 2080 Ti", 4194304, 1 / 0.18), ("GTX 1660 Ti", None, 1 / 0.44), ("Xeon E5-2680v4, 26 threads", 524288, 1 / 4.39),
              ("Ryzen 5, 12 threads", 524288, 1 / 8.99)]
HEISENBERG_THREADS = [("Ryzen 5", 32768, 1, 75.8), ("Ryzen 5", 32768, 12, 9.54), ("Xeon E5-2680v4", 32768, 1, 93.11),
                      ("Xeon E5-2680v4", 32768, 28, 6.72), ("Ryzen 5", 262144, 1, 101), ("Ryzen 5", 262144, 12, 15.52),
                      ("Xeon E5-2680v4", 262144, 1, 102), ("Xeon E5-2680v4", 262144, 28, 5.15)]
# Spin glass: ps per flip on a GTX Titan with MINSTD and MT19937, any order and size up to where its caches end; with XORWOW by order.
GLASS_PS = {"minstd": 3, "mt19937": 5}
GLASS_XORWOW_PS = {"sliced": 6, "standard": 9, "bitwise": 9}
# Generators: seconds to fill 2^29 floats (table 1; that card writes as many in 7.5 ms, so this may be many times), 1e9 numbers per second that threads keep to themselves (table 2); GTX Titan.
FILL_S = {"minstd": 1.13, "parisi-rapuano": 4.18, "mt19937": 4.66, "xorwow": 2.31}
ODD_PER_NS = {"minstd": 89, "parisi-rapuano": 16.8, "mt19937": 14.1, "xorwow": 107}
# phi4 in 3D: ns per update, N_loc = 50, N_hit = 8 (table 4); and c, d, e in ns (table 3): a sweep of a tile takes
# c + N_loc (d + N_hit e) per site.
PHI4_NS = {"GTX 470": {128: 0.16, 256: 0.15, 512: 0.14}, "i5-2400S, 4 cores": {128: 3.1, 256: 3.1, 512: 3.1}}
PHI4_FIT = {64: (1.64, 0.28, 0.18), 128: (1.06, 0.21, 0.14), 256: (0.90, 0.19, 0.12), 512: (0.66, 0.20, 0.11)}
# Majority: us of one step by version, n = 100 and 1000 (table 3.1), and what Neel has of the kind.
BITS, BYTES = {"as": "bits"}, {"as": "bytes"}
MAJORITY = [("V0: sequential", {}, 521, 41369), ("V1: a thread a site", {**BYTES, "by": "sites"}, 27, 362),
            ("V1, all steps in one launch", {**BYTES, "by": "together"}, 34, None),
            ("V2: 10 x 10 sites a thread", {**BYTES, "by": "squares", "b": "10"}, 876, 85176),
            ("V2, neighbours by streams", {**BYTES, "by": "streams"}, 1377, 122316),
            ("V3: shared memory", {**BYTES, "by": "tiles"}, 1027, None), ("32 sites a thread, bits (Neel's own)", {**BITS, "by": "sites"}, None, None),
            ("tiles of bits, 16 steps (Neel's own)", {**BITS, "by": "tiles", "steps": "16"}, None, None)]


@dataclasses.dataclass
class Bench:
    """A file of neel bench: its rows, and how it is called in legends."""
    rows: list
    name: str
    threads: int  #: of the host, if that is what was measured; else 0

    def of(self, suite, **labels):
        return [row for row in self.rows if row["suite"] == suite and all(row["labels"].get(k) == v for k, v in labels.items())]

    def exactly(self, suite, **labels):
        """Of these labels and no others but a size."""
        return [row for row in self.of(suite, **labels) if set(row["labels"]) - {"L", "n"} == set(labels) - {"L", "n"}]


def rate(row):
    return row[next(key for key in row if key.endswith("_per_ns"))]


def by_size(rows, key="L"):
    return numpy.array(sorted((int(row["labels"][key]), rate(row)) for row in rows), float).T


def heisenberg(benches):
    """Figures 5.2, 5.4, 5.5 and 5.7: updates/ns against sites, and ns per update against threads."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), constrained_layout=True)
    lines = ["| | sites | updates/ns |", "| --- | --- | --- |"]
    on_hosts = {}
    for k, bench in enumerate(benches):
        for extra, line in ({"ions": "2"}, "o-"), ({"ions": "1", "arrays": "halves"}, ".--"), ({"ions": "1", "arrays": "mixed"}, ".:"):
            rows = bench.exactly("heisenberg", update="metropolis", **extra)
            if not rows:
                continue
            sizes, rates = by_size(rows)
            name = bench.name + (f", one ion, a thread a site, {extra['arrays']}" if "arrays" in extra else "")
            left.plot(sizes**3, rates, line, color=f"C{k}", label=name)
            lines.append(f"| {name} | {sizes[rates.argmax()] ** 3:.0f} | {rates.max():.4g} |")
            for size, each in zip(sizes, rates):
                if bench.threads and "arrays" not in extra:
                    on_hosts.setdefault(size, []).append((bench.threads, 1 / each))
    for k, (machine, sites, each) in enumerate(HEISENBERG):
        if sites:
            left.plot(sites, each, marker="sDv^"[k], color="black", linestyle="none", label=machine)
        else:
            left.axhline(each, color="black", linestyle=":", label=machine)
        lines.append(f"| {machine} | {sites or ''} | {each:.3g} |")
    left.set(xscale="log", yscale="log", xlabel="sites", ylabel="updates/ns, two ions unless it says one", title="at their best")
    left.legend(frameon=False, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2)
    for size, points in sorted(on_hosts.items()):
        threads, each = numpy.array(sorted(points), float).T
        right.plot(threads, each, marker="o", label=f"Neel, {size:.0f}³")
    for machine, marker in (("Ryzen 5", "^"), ("Xeon E5-2680v4", "v")):
        for sites, line in ((32768, "-"), (262144, "--")):
            points = [(n, each) for m, s, n, each in HEISENBERG_THREADS if (m, s) == (machine, sites)]
            right.plot(*zip(*points), marker=marker, color="black", linestyle=line, label=f"{machine}, {sites} sites")
    right.set(xscale="log", yscale="log", xlabel="threads of a host", ylabel="ns per update", title="threads")
    right.legend(frameon=False, fontsize="small")
    return figure, lines


def edwards_anderson(benches):
    """Figures 4, 5, 8 and 9, tables 1 and 2: orders, coded systems side by side, generators."""
    bench = benches[0]
    figure, ((sizes, coded), (order, filling)) = plt.subplots(2, 2, figsize=(11, 8), constrained_layout=True)
    orders, generators = ("standard", "bitwise", "sliced"), ("minstd", "parisi-rapuano", "mt19937", "xorwow", "philox")
    shape = {"W": "4", "R": "4", "k": "1"}
    lines = ["| ps per flip, L = 64 | " + " | ".join(orders) + " | published |", "|" + " --- |" * 5]
    for k, name in enumerate(orders):
        for kind, line in (({"generator": "minstd"}, "-"), ({"generator": "philox", "threads": "grid"}, "--")):
            rows = bench.exactly("edwards-anderson", order=name, **kind, **shape)
            if rows:
                x, rates = by_size(rows)
                sizes.plot(x, 1000 / rates, line, marker="os^"[k], color=f"C{k}",
                           label=f"{name}-Grid, Philox" if "threads" in kind else f"{name}, MINSTD")
    sizes.axhline(GLASS_PS["minstd"], color="black", linewidth=0.8, label="GTX Titan, its best")
    sizes.set(xscale="log", yscale="log", xlabel="L", ylabel="ps per flip", title="orders, k = 1")
    for k, size in enumerate(("8", "32")):
        rows = [row for row in bench.of("edwards-anderson", L=size, W="4", R="4", order="standard", generator="philox")
                if "threads" not in row["labels"]]
        if rows:
            many, each = numpy.array(sorted((int(row["labels"]["k"]), 1000 / rate(row)) for row in rows), float).T
            coded.plot(many, each, marker="os"[k], label=f"L = {size}")
    coded.plot([1, 64], [4, 3], color="black", linewidth=0.8, label="L = 32, GTX Titan")
    coded.set(xscale="log", yscale="log", xlabel="coded systems k", ylabel="ps per flip, Philox", title="several systems")
    width = 0.25
    for k, name in enumerate(orders):
        ps = []
        for generator in generators:
            found = bench.exactly("edwards-anderson", L="64", order=name, generator=generator, **shape)
            ps.append(1000 / rate(found[0]) if found else numpy.nan)
        order.bar(numpy.arange(len(generators)) + width * (k - 1), ps, width, label=name)
    published = {**GLASS_PS, "xorwow": GLASS_XORWOW_PS["sliced"]}
    for k, generator in enumerate(generators):
        if generator in published:
            order.plot([k - 0.4, k + 0.4], [published[generator]] * 2, color="black", label="GTX Titan" if k == 0 else None)
        found = [bench.exactly("edwards-anderson", L="64", order=name, generator=generator, **shape) for name in orders]
        lines.append(f"| {generator} | " + " | ".join(f"{1000 / rate(f[0]):.3g}" if f else "" for f in found)
                     + f" | {published.get(generator, '')} |")
    order.set(yscale="log", ylabel="ps per flip, L = 64", title="generators")
    order.set_xticks(range(len(generators)), generators, rotation=20)
    lines += ["", "| generator | 2^29 floats: ms | published: s (perhaps of many times) | kept by threads: numbers/ns | published |", "|" + " --- |" * 5]
    for what, shift, hatch in (("fill", -0.2, None), ("odd", 0.2, "//")):
        rates = {row["labels"]["generator"]: rate(row) for row in bench.of("random", what=what)}
        at = numpy.arange(len(generators)) + shift
        filling.bar(at, [rates.get(g, numpy.nan) for g in generators], 0.35, hatch=hatch,
                    label="filling an array" if what == "fill" else "kept by threads")
    filling.plot(at, [ODD_PER_NS.get(g, numpy.nan) for g in generators], "k_", markersize=14, label="GTX Titan, kept")
    for generator in generators:
        fill, odd = (bench.of("random", what=what, generator=generator) for what in ("fill", "odd"))
        lines.append(f"| {generator} | {2**29 / rate(fill[0]) * 1e-6:.3g} | {FILL_S.get(generator, '')} | {rate(odd[0]):.4g} | "
                     f"{ODD_PER_NS.get(generator, '')} |" if fill and odd else f"| {generator} | | | | |")
    filling.set(yscale="log", ylim=(5, 3e4), ylabel="numbers/ns", title="generators by themselves")
    filling.set_xticks(range(len(generators)), generators, rotation=20)
    for axes in (sizes, coded, order, filling):
        axes.legend(frameon=False, fontsize="small")
    return figure, lines


def phi4(benches):
    """Tables 3 and 4: ns per update, and what of it is loading, sweeping and hitting."""
    bench = benches[0]
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), constrained_layout=True)
    lines = ["| L | ns per update | GTX 470 | i5-2400S | c, d, e in ns | GTX 470 |", "|" + " --- |" * 6]
    seen, fits = {}, {}
    for row in bench.of("phi4", d="3", **{"1/Lambda": "2"}):
        labels = row["labels"]
        if "N_loc" in labels and "N" not in labels:
            seen.setdefault(int(labels["L"]), []).append((int(labels["N_loc"]), int(labels["N_hit"]), 1 / rate(row)))
    for size, points in sorted(seen.items()):
        loc, hit, each = numpy.array(points, float).T
        terms = numpy.array([numpy.ones_like(loc), loc, loc * hit]).T
        time = loc * hit * each  # of a tile's sweeps, per site
        fits[size], *_ = numpy.linalg.lstsq(terms / time[:, None], numpy.ones_like(time), rcond=None)
        best = dict(((a, b), c) for a, b, c in points).get((50, 8))
        theirs = [str(PHI4_NS[machine].get(size, "")) for machine in PHI4_NS]
        lines.append(f"| {size} | {best:.4g} | {theirs[0]} | {theirs[1]} | " + ", ".join(f"{t:.2g}" for t in fits[size])
                     + f" | {', '.join(map(str, PHI4_FIT.get(size, ())))} |" if best else f"| {size} | | | | | |")
        if best:
            left.plot(size, best, "o", color="C0", label=bench.name if size == min(seen) else None)
    for (machine, points), marker in zip(PHI4_NS.items(), "sD"):
        left.plot(*zip(*points.items()), marker=marker, color="black", label=machine)
    left.set(xscale="log", yscale="log", xlabel="L", ylabel="ns per update", title="N_loc = 50, N_hit = 8")
    left.set_xticks(sorted(set(seen) | {128, 256, 512}), [str(s) for s in sorted(set(seen) | {128, 256, 512})])
    left.minorticks_off()
    for k, name in enumerate(("c: a tile's loading", "d: a site", "e: a hit")):
        if fits:
            right.plot(list(fits), [fit[k] for fit in fits.values()], "o-", color=f"C{k}", label=name)
        right.plot(list(PHI4_FIT), [fit[k] for fit in PHI4_FIT.values()], "s--", color=f"C{k}", label="GTX 470")
    right.set(xscale="log", yscale="log", xlabel="L", ylabel="ns", title="time = c + N_loc (d + N_hit e)")
    right.set_xticks(list(PHI4_FIT), [str(s) for s in PHI4_FIT])
    right.minorticks_off()
    left.legend(frameon=False, fontsize="small")
    right.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    return figure, lines


def majority(benches):
    """Table 3.1 and figure 3.3: one step by version, and what graphs save when the host waits after so many steps."""
    bench = benches[0]
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), constrained_layout=True)
    lines = ["| version | n = 100: us | published | n = 1000: us | published |", "|" + " --- |" * 5]
    at = numpy.arange(len(MAJORITY))
    for k, size in enumerate(("100", "1000")):
        ours = [next((row["us_per_step"] for row in bench.exactly("majority", n=size, **kind)), numpy.nan) if kind
                else numpy.nan for _, kind, *_ in MAJORITY]
        theirs = [entry[2 + k] or numpy.nan for entry in MAJORITY]
        left.barh(at + 0.2 - 0.4 * k, ours, 0.35, color=f"C{k}", label=f"n = {size}")
        left.plot(theirs, at + 0.2 - 0.4 * k, "k|", markersize=12, label="published" if k == 0 else None)
        for way in ("sites", "tiles", "rows"):
            for graph, line in ((None, "-"), ("10", "--")):
                labels = {"n": size, "as": "bits", "by": way, **({"graph": graph} if graph else {})}
                rows = [row for row in bench.of("majority", **labels) if "wait" in row["labels"] and ("graph" in row["labels"]) == bool(graph)]
                if rows and size == "1000":
                    steps, us = numpy.array(sorted((int(row["labels"]["wait"]), row["us_per_step"]) for row in rows), float).T
                    right.plot(steps, us, line, marker="o", color=f"C{('sites', 'tiles', 'rows').index(way)}",
                               label=way + (", graphs of ten" if graph else ""))
    for name, kind, *theirs in MAJORITY:
        cells = []
        for size, published in zip(("100", "1000"), theirs):
            found = bench.exactly("majority", n=size, **kind) if kind else []
            cells += [f"{found[0]['us_per_step']:.3g}" if found else "", "" if published is None else str(published)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    left.set(xscale="log", xlabel="us for one step", title="versions")
    left.set_yticks(at, [entry[0] for entry in MAJORITY])
    left.invert_yaxis()
    right.set(xscale="log", yscale="log", xlabel="steps before the host waits", ylabel="us for one step", title="n = 1000")
    left.legend(frameon=False, fontsize="small")
    right.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    return figure, lines


# Of benches that have the suite, the first of them if one is enough: a figure, and the lines of a table.
FIGURES = {"heisenberg": heisenberg, "edwards-anderson": edwards_anderson, "phi4": phi4, "majority": majority}
