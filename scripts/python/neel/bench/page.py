# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The tables of docs/benchmarks/README.md, of files that neel bench --json wrote.

Of each case the newest file of a device counts; of one day, the one with more repetitions.
"""
from . import published as published_figures
from .published import rate

SIZES = ("L", "n", "cells")
# (suite, title, {line of the table: labels without the size})
GPU = [
    ("heisenberg", "Heisenberg, periodic, updates/ns", {
        "Metropolis, one ion": {"ions": "1", "update": "metropolis"},
        "two ions": {"ions": "2", "update": "metropolis"},
        "adaptive cone, one ion": {"ions": "1", "update": "cone"},
        "heat bath, one ion": {"ions": "1", "update": "heatbath"},
        "heat bath and over-relaxation, one ion": {"ions": "1", "update": "heatbath,overrelax"},
        "512 systems": {"ions": "1", "update": "metropolis", "systems": "512"},
        "64 systems": {"ions": "1", "update": "metropolis", "systems": "64"},
        "32 systems": {"ions": "1", "update": "metropolis", "systems": "32"}}),
    ("ising", "Ising, flips/ns", {
        f"{d}D, {name}{', a bit a spin' if coding else ''}": {"d": d, "update": update, **coding}
        for coding in ({}, {"coding": "bits"}) for d in ("3", "2") for name, update in (("Metropolis", "metropolis"), ("heat bath", "heatbath"))}),
    ("xy", "XY, updates/ns", {
        "3D, Metropolis": {"d": "3", "update": "metropolis"}, "2D, Metropolis": {"d": "2", "update": "metropolis"},
        "2D, Metropolis and over-relaxation": {"d": "2", "update": "metropolis,overrelax"}}),
    ("crystal", "Crystals, Metropolis, updates/ns, by cells", {
        f"{name}, {bonds} bonds a site": {"lattice": lattice, "update": "metropolis", "bonds": bonds}
        for name, lattice, bonds in (
            ("simple cubic on its own lattice", "half-lattices", "6"), ("simple cubic as a crystal", "cubic", "6"),
            ("bcc", "bcc", "26"), ("pyrochlore", "pyrochlore", "6"), ("fcc", "fcc", "12"), ("with DM vectors", "chiral", "6"),
            ("alloy on bcc", "alloy", "14"))}),
    ("edwards-anderson", "Spin glass, R replicas of 128 samples (W = 4), Philox, flips/ns", {
        **{f"{order} order, R = {replicas}": {"W": "4", "R": replicas, "k": "1", "order": order, "generator": "philox"}
           for order, replicas in (("standard", "4"), ("bitwise", "4"), ("sliced", "4"), ("standard", "16"))},
        **{f"one sample, synchronous, R = {replicas}": {"coding": "synchronous", "R": replicas} for replicas in ("1", "4")}}),
    ("phi4", "phi^4, eight hits a visit, 1/Lambda = 2, updates/ns", {
        f"{d}D, {name}": {"d": d, "N_hit": "8", **kind, "1/Lambda": "2"}
        for d in ("3", "2") for name, kind in (("tiles, 50 local sweeps", {"N_loc": "50"}), ("colours", {"sweep": "colours"}))}),
    ("majority", "Majority automaton, bits, cells/ns", {
        f"rows, {steps} step{'s' if steps != '1' else ''} a pass": {"as": "bits", "by": "rows", **({"steps": steps} if steps != "1" else {})}
        for steps in ("1", "2", "4", "8")}),
]
HOST = [("heisenberg", "Heisenberg, Metropolis, one ion", {"ions": "1", "update": "metropolis"}),
        ("ising", "Ising, 3D, Metropolis", {"d": "3", "update": "metropolis"})]


def digits(x):
    """Three of them."""
    if x < 1000:
        return f"{x:.3g}"
    return f"{round(x, 2 - len(str(int(x))) + 1):,.0f}".replace(",", " ")


def size_of(row):
    return next((row["labels"][k] for k in SIZES if k in row["labels"]), "")


def sites(size):
    """A size as a number to sort by."""
    return int(size.split("x")[0])


def newest(benches):
    """The newest row of each case."""
    found = {}
    for bench in sorted(benches, key=lambda b: (b["date"], b["repetitions"])):
        for row in bench["rows"]:
            found[row["suite"], tuple(sorted(row["labels"].items()))] = row
    return list(found.values())


def without_size(row):
    return {k: v for k, v in row["labels"].items() if k not in SIZES}


def table(rows, lines):
    """Lines by case, columns by size; of the largest size, the part of the roof and what measuring every ten sweeps costs."""
    picked = {title: {size_of(row): row for row in rows if without_size(row) == labels} for title, labels in lines.items()}
    columns = sorted({size for line in picked.values() for size in line}, key=sites)
    text = ["| | " + " | ".join(c.split("x")[0] + ("³" if "x" in c else "") for c in columns) + " | of roof | measuring |",
            "|---" * (len(columns) + 3) + "|"]
    for title, line in picked.items():
        largest = line[max(line, key=sites)]
        roof = next((value for key, value in largest.items() if key.startswith("roof_")), None)
        cost = largest.get("cost_of_measuring_every_10")
        cells = [digits(rate(line[c])) if c in line else "" for c in columns]
        text.append(f"| {title} | " + " | ".join(cells) + f" | {f'{100 * rate(largest) / roof:.0f} %' if roof else ''} | "
                    f"{'' if cost is None else f'{100 * cost:.0f} %'} |")
    return text


def on_hosts(benches):
    """Updates/ns by threads, and times one thread."""
    hosts = sorted(((b["threads"], b["rows"]) for b in benches if b["backend"].startswith("OpenMP")), key=lambda b: b[0])
    text = ["| | L | " + " | ".join(f"{n} thread{'s' if n > 1 else ''}" for n, _ in hosts) + " |", "|---" * (len(hosts) + 2) + "|"]
    for suite, title, labels in HOST:
        by_size = {}
        for n, rows in hosts:
            for row in rows:
                if row["suite"] == suite and without_size(row) == labels:
                    by_size.setdefault(row["labels"]["L"], {})[n] = rate(row)
        for size, rates in sorted(by_size.items(), key=lambda entry: sites(entry[0])):
            one = rates[hosts[0][0]]
            cells = [f"{digits(rates[n])}" + (f" ({rates[n] / one:.1f})" if n > 1 else "") for n, _ in hosts]
            text.append(f"| {title} | {size} | " + " | ".join(cells) + " |")
    return text


def on_ranks(bench):
    """Rates of one GPU and of several that share a lattice, what `neel plan` said of it, and one that is so many times as long."""
    found = {}
    for row in bench["rows"]:
        if row["suite"] == "parallel":
            labels = row["labels"]
            line = found.setdefault((labels["lattice"], int(labels["L"])), {})
            line["one" if "ranks" not in labels else "long" if "long" in labels else "all"] = row
    ranks = next(int(line["all"]["labels"]["ranks"]) for line in found.values())
    text = [f"{ranks} GPUs, {bench['date']}:", "",
            f"| lattice | L | one GPU | {ranks} GPUs | of {ranks} times one | neel plan says | {ranks} times as long |", "|---" * 7 + "|"]
    for (lattice, size), line in sorted(found.items()):
        one, all_, long = line["one"], line["all"], line.get("long")
        told = all_.get("predicted_us_per_step")
        cells = [digits(rate(one)), digits(rate(all_)), f"{100 * all_['efficiency']:.0f} %",
                 f"{100 * one['us_per_step'] / (ranks * told):.0f} %" if told else "", f"{100 * long['efficiency']:.0f} %" if long else ""]
        text.append(f"| {lattice} | {size} | " + " | ".join(cells) + " |")
    return [*text, ""]


def page(files, described, benches_of):
    """The lines of the page; files: (name, what the bench wrote)."""
    benches = [bench for _, bench in files]
    h200 = [bench for bench in benches if "H200" in bench["backend"]]
    whole = next(bench for bench in benches if {row["suite"] for row in bench["rows"]} >= set(published_figures.FIGURES))
    rows, text = newest(h200), []
    for suite, title, lines in GPU:
        text += [f"### {title}", "", *table([row for row in rows if row["suite"] == suite], lines), ""]
    shared = [bench for bench in h200 if any(row["suite"] == "parallel" for row in bench["rows"])]
    text += ["### Several GPUs that share one lattice", "",
             *(line for bench in sorted(shared, key=lambda b: b["date"], reverse=True) for line in on_ranks(bench)), "### Threads of a host, updates/ns", "",
             *on_hosts(benches), "", "## Beside published figures", "", f"{described(whole)}.", ""]
    for suite, draw in published_figures.FIGURES.items():
        text += [f"### {suite}", "", *draw(benches_of([whole]))[1], "", f"![{suite}](../figures/published-{suite}.png)", ""]
    return [*text, "## Files", "", "| file | |", "|---|---|",
            *(f"| [{name}]({name}) | {described(bench)} |" for name, bench in files)]
