# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Random inputs of every model: lattices, boundaries, couplings, moves and schedules that nobody thought of together.

    NEEL_PROGRAM=build/openmp/neel NEEL_SOURCE=. python3 tests/program/random_inputs.py FIRST LAST

runs inputs FIRST to LAST - 1 and prints a line for each: its number, its model, and the digest of all that its result file holds
(or `refused`). The lines are the same for every build on every machine, so that `diff` compares a host's with a GPU's. An input
is printed by `--show NUMBER`."""
import hashlib
import math
import random
import sys

LENGTHS = [*range(1, 13), 14, 16, 16, 18, 20, 24, 32, 32, 34, 40, 48, 64, 66, 72, 96, 128, 130, 192, 256, 320]
MOST_SITES = 20000


def quoted(values):
    return str(list(values)).replace("'", '"')


class Draw(random.Random):
    def often(self, probability):
        return self.random() < probability

    def value(self, low, high):
        return round(self.uniform(low, high), self.choice((0, 1, 3)))

    def energy(self, low, high):
        """A bare number, or one with a unit, a hundredth of some size."""
        if self.often(0.9):
            return self.value(low, high)
        return f'"{round(self.uniform(low, high) * 300, 2)} K"' if self.often(0.5) else f'"{round(self.uniform(low, high) * 25, 3)} meV"'

    def some(self, *keys):
        """Each of these lines (a function that makes it) with probability 1/3."""
        return "".join(key() + "\n" for key in keys if self.often(1 / 3))

    def lengths(self, axes, most, of=LENGTHS):
        while True:
            found = [self.choice(of) for _ in range(axes)]
            if math.prod(found) <= most:
                return found

    def boundary(self, lengths):
        """As often as not one that its lengths allow: periodic lengths are even."""
        if all(n % 2 == 0 for n in lengths) and self.often(0.4):
            return ""
        return f"boundary = {quoted(self.choice(('periodic', 'open')) if n % 2 == 0 else 'open' for n in lengths)}\n"

    def schedule(self, starts, fields=False):
        times = sorted({self.randint(1, 12), self.randint(3, 24)})  # so long that it can be stopped twice
        if self.often(0.2):
            times = f"{{from = 1, to = {self.randint(3, 30)}, per_octave = {self.randint(1, 3)}}}"
        kind = self.choice(("anneal", "anneal", "temper", "quench", "population"))
        field = f"field = {self.energy(-1, 1)}\n" if fields and self.often(0.3) else ""
        start = f'start = "{self.choice(starts)}"\n' if self.often(0.4) else ""
        start += "q = [0.5, 0, 0.25]\n" if "wave" in start else ""
        if kind == "quench":
            return f'[schedule]\nkind = "quench"\nT = {self.value(0.5, 3) or 0.3}\ntimes = {times}\n' + field + start
        rungs = [round(3 * 0.8**k, 3) for k in range(self.choice((2, 2, 3, 5, 9)) if kind == "temper" else self.choice((1, 2, 3)))]
        every = self.choice((1, 2, 3, 5))
        temperatures = quoted(rungs)
        if self.often(0.2):
            temperatures = quoted(f"{200 * rung:.3f} K" for rung in rungs)
        elif self.often(0.2) and len(rungs) > 1:
            temperatures = f"{{from = {rungs[0]}, to = {rungs[-1]}, points = {len(rungs)}}}"
        if fields and kind == "anneal" and self.often(0.2):  # one for each temperature, or several at one
            at_one, low = self.often(0.5), self.value(-1, 0.4)
            count = self.randint(2, 5) if at_one else len(rungs)
            temperatures = str(rungs[0]) if at_one else temperatures
            field = f"field = {{from = {low}, to = {low + 0.7:.3f}, points = {count}}}\n" if self.often(0.5) else \
                f"field = {[self.value(-1, 1) for _ in range(count)]}\n"
        field += start
        return (f'[schedule]\nkind = "{kind}"\nT = {temperatures}\nthermalize = {self.choice((3, 8, 13))}\n'
                f"sweeps = {self.choice((max(every, 3), 6, 12, 20))}\nmeasure_every = {every}\n{field}"
                + (f"[pt]\nevery = {self.choice((1, 2, 3))}\n" if kind == "temper" and self.often(0.3) else "")
                + (f"[pa]\npopulation = {self.choice((2, 5, 70))}\n" if kind == "population" else ""))

    def algorithm(self, moves=()):
        update = [self.choice(moves) + self.choice(("", "", f":{self.randint(2, 5)}")) for _ in range(self.randint(1, 3))] if moves else []
        update += [self.choice(("cluster", "wolff:2"))] if moves and self.often(0.2) else []  # where they are of use
        lines = f"update = {quoted(update)}\n" if self.often(0.8) else ""
        if all(move.startswith("overrelax") for move in update):
            lines = ""
        return (f"[algorithm]\nseed = {self.randrange(2**32)}\n" + lines
                + self.some(lambda: f"systems = {self.choice((2, 3, 5, 17))}", lambda: f"first_system = {self.randrange(1000)}" if self.often(0.5) else ""))

    def output(self, systems):
        return "[output]\n" + self.some(lambda: f'snapshots = {{every = {self.choice((2, 7, quoted(["point"])[1:-1]))}, '
                                        f'energy = {self.choice(("true", "false"))}, systems = {self.choice(systems)}}}')


STARTS = {"ising": ("up", "staggered"), "xy": ("up", "staggered"), "heisenberg": ("up", "domain+", "domain-"), "phi4": ("zero", "ordered")}
MOVES = {"ising": ("metropolis", "heatbath"), "xy": ("metropolis", "overrelax"),
         "heisenberg": ("metropolis", "heatbath", "overrelax", "cone")}


def ions(draw, crystal=False):
    names = ["A", "B", "C"][:draw.choice((1, 2, 2, 3))]
    takes_rest = draw.choice(names + [names[0]])
    part = lambda: round(0.9 * draw.random() / len(names), 2)
    given = {name: str(part()) for name in names if name != takes_rest}
    if given and not crystal and draw.often(0.2):
        given[draw.choice(list(given))] = str([part(), part()])
    shares = "fractions = {" + ", ".join(f"{name} = {value}" for name, value in given.items()) + "}\n"
    each = lambda low, high, of=draw.energy: "{" + ", ".join(f"{name} = {of(low, high)}" for name in names) + "}"
    pairs = [f"{a}-{b}" for k, a in enumerate(names) for b in names[k:]]
    of_pairs = lambda size: "{" + ", ".join(f"{pair} = {draw.energy(-size, size)}" for pair in pairs) + "}"
    text = f"[material]\nions = {quoted(names)}\n" + (shares if len(names) > 1 else "")
    text += "" if crystal else f"exchange = {of_pairs(1.5)}\n" + (f"dm = {of_pairs(0.3)}\n" if draw.often(0.5) else "")
    axis = lambda: draw.choice(('"x"', '"y"', '"z"', "[1, 1, 0]", "[0.3, -0.5, 0.8]"))
    named = ("anisotropy", "field") if crystal else ("anisotropy", "field", "dm")
    return text + draw.some(lambda: f"anisotropy = {each(-0.4, 0.6)}", lambda: f"moment = {each(0.2, 2, draw.value)}",
                            lambda: f'moment_unit = "{draw.choice((1, 4.6, 5))} mu_B"',
                            lambda: f"disorder_seed = {draw.randrange(99)}",
                            lambda: "axes = {" + ", ".join(f"{name} = {axis()}" for name in named if draw.often(0.6)) + "}",
                            *([lambda: f"cubic = {draw.energy(-0.3, 0.3)}",
                               lambda: f"anisotropy_4 = {each(-0.3, 0.3)}" if draw.often(0.3) else "",
                               lambda: f"tensor.A = [[{draw.value(-0.2, 0.2)}, 0.1, 0], [0.1, 0.2, 0], [0, 0, -0.1]]",
                               lambda: f"stevens = {{B43 = {draw.energy(-0.2, 0.2)}, B2-2 = 0.1}}"] if crystal else []))


OBSERVABLES = {"ising": 'observables.own = "mean(abs(sites(S * (1 - 2 * mod(x + y + z, 2)))))"',
               "xy": 'observables.own = "mean(Sx^2 * Sy^2 * basis) / T"',
               "heisenberg": 'observables.own = "N * mean(sites(Sz * (ion != 2))^2) - mean(energy)"'}


def grid(draw, model):
    lengths = draw.lengths(draw.choice((1, 2, 2, 3, 3, 3)), MOST_SITES)
    couplings = ions(draw) if model == "heisenberg" else f"[couplings]\nJ = {draw.energy(-1.5, 1.5)}\n" if draw.often(0.5) else ""
    return (f"[lattice]\nsize = {lengths}\n" + draw.boundary(lengths) + couplings + draw.schedule(STARTS[model], fields=True)
            + draw.algorithm(MOVES[model]) + "[measure]\n"
            + draw.some(lambda: "lowest = true", lambda: f"bins = {draw.choice((2, 3, 8))}", lambda: OBSERVABLES[model],
                        lambda: "[measure.target_error]\nenergy = 0.05" if draw.often(0.3) else ""))


def crystal(draw, model):
    kind = draw.choice(("cubic", "square", "bcc", "fcc", "diamond", "pyrochlore", "triangular", "honeycomb", "kagome", "own", "own"))
    axes = {"square": 2, "triangular": 2, "honeycomb": 2, "kagome": 2}.get(kind, 3)
    lengths = draw.lengths(draw.choice((axes, axes, 3)), 2500)
    boundary = [draw.choice(("periodic", "open")) for _ in lengths]
    shells = draw.choice((1, 1, 2, 3))
    text = f"[lattice]\nsize = {lengths}\nboundary = {quoted(boundary)}\n"
    material = ions(draw, True) if model == "heisenberg" else ""
    basis = ["P", "Q", "R"][:draw.choice((1, 2, 3))]
    if kind == "own":
        skew = draw.choice((0, 0.5))
        text += f"cell = [[1, 0, 0], [{skew}, 1.1, 0], [0, {skew}, 1.3]]\n"
        text += "".join(f'[[lattice.basis]]\nname = "{name}"\nposition = [{k / len(basis):.4f}, {draw.choice((0, 0.5))}, 0.0]\n'
                        + ('ions = {A = 0.1, "B" = 0.9}\n' if '"B"' in material and draw.often(0.3) else "")
                        for k, name in enumerate(basis))
    else:
        text += f'kind = "{kind}"\n'
    disorder = draw.choice(("none", "none", "pm", "gaussian")) if model != "heisenberg" or draw.often(0.3) else "none"
    bonds = ""
    for shell in range(1, shells + 1):
        bonds += f"[[couplings.bonds]]\nshell = {shell}\nJ = {draw.energy(-1.2, 1.2)}\n"
        bonds += f"width = {draw.energy(0.1, 1)}\n" if disorder == "gaussian" else ""
        bonds += f"biquadratic = {draw.value(-0.2, 0.2)}\n" if model == "heisenberg" and disorder == "none" and draw.often(0.2) else ""
    if kind == "own" and model == "heisenberg" and disorder == "none" and draw.often(0.6):
        offset = [draw.choice((0, 1)), draw.choice((0, 1, -1)), draw.choice((1, 2))]
        more = draw.choice((f"J = 0.4\ndm = [{draw.value(-0.3, 0.3)}, 0.1, -0.2]\n",
                            "matrix = [[0.3, 0.1, 0.0], [-0.1, 0.2, 0.05], [0.2, 0.0, -0.4]]\n"))
        bonds += f'[[couplings.bonds]]\nfrom = "{basis[0]}"\nto = "{basis[-1]}"\noffset = {offset}\n{more}'
    general = f'disorder = "{disorder}"\nseed = {draw.randrange(99)}\n' if disorder != "none" else ""
    general += draw.some(lambda: f"factor = {draw.choice((-1, -2, 0.5, 0.3))}") if draw.often(0.3) else ""
    text += f"[couplings]\n{general}" if general else ""
    text += bonds + material
    text += draw.schedule(("up", "order", "wave"), fields=True) + draw.algorithm(MOVES[model]) + "[measure]\n"
    return text + draw.some(lambda: "lowest = true", lambda: "q = [[0.5, 0, 0]]", lambda: "stiffness = true" if model != "ising" else "",
                            lambda: "correlation_length = true", lambda: OBSERVABLES[model],
                            lambda: "skyrmions = true" if model == "heisenberg" and draw.often(0.3) else "")


def phi4(draw, _):
    axes = draw.choice((2, 3))
    tiles = draw.often(0.5)
    lengths = draw.lengths(axes, MOST_SITES, [n for n in LENGTHS if n % 2 == 0 and n > 2] + [10, 14, 20, 28, 42])
    text = f"[lattice]\nsize = {lengths}\n[field]\ncomponents = {draw.choice((1, 1, 2, 3, 4))}\n"
    several = draw.choice((None, None, "mass_squared", "g", "inverse_cutoff"))
    value = lambda key, one: one if key != several else draw.choice(([0.1, 0.3], "{from = 0.2, to = 0.9, points = 3}"))
    text += f"[couplings]\nmass_squared = {value('mass_squared', draw.value(-2, 1))}\ng = {value('g', draw.choice((0.5, 1, 6)))}\n"
    text += draw.some(lambda: f"inverse_cutoff = {value('inverse_cutoff', draw.choice((0.1, 0.3)))}") + f'[sweep]\nkind = "{"tiles" if tiles else "colours"}"\n'
    text += draw.some(lambda: f"hits = {draw.choice((1, 2, 3, 4, 5, 9))}", lambda: "acceptance = 0", lambda: f"width = {draw.choice((0.2, 1, 2.5))}")
    if tiles:
        fitting = [[n for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 16, 32) if length // 2 % n == 0] or [1] for length in lengths]
        text += draw.some(lambda: f"tile = {[draw.choice(f) for f in fitting]}", lambda: f"local_sweeps = {draw.choice((1, 2, 3, 7))}")
    return text + draw.schedule(STARTS["phi4"]) + draw.algorithm() + "[measure]\n" + draw.some(
        lambda: "modes = 1", lambda: "lowest = true", lambda: 'observables.own = "mean(energy) * mean(sites(x * y)^2) / N"')


def glass(draw, _):
    kind = draw.choice(("asynchronous", "asynchronous", "synchronous"))
    even = [n for n in LENGTHS if n % 2 == 0]
    lengths = draw.lengths(3, 4000, even) if draw.often(0.6) else [draw.choice((4, 6, 8, 10, 12, 16, 16))] * 3
    if kind == "synchronous":
        lengths = [draw.choice((2, 4, 6, 8, 10)), draw.choice((2, 4, 6, 8)), draw.choice((64, 128, 192))]
    text = f'[lattice]\nsize = {lengths}\n[coding]\nkind = "{kind}"\n'
    text += draw.some(lambda: f"replicas = {draw.choice((1, 2, 3, 4, 5, 7, 8))}",
                      lambda: f'order = "{draw.choice(("standard", "bitwise", "sliced"))}"',
                      lambda: f"words = {draw.choice((1, 4, 16))}" if kind == "asynchronous" else "",
                      lambda: f'generator = "{draw.choice(("minstd", "xorwow", "parisi-rapuano", "mt19937"))}"\nstreams = {draw.choice((64, 1024))}'
                      if draw.often(0.4) else "")
    text += f"[couplings]\nseed = {draw.randrange(99)}\n" + draw.some(lambda: f"positive = {draw.value(0, 1)}")
    schedule = draw.schedule(("ordered",))
    waiting = '"quench"' in schedule and draw.often(0.5)
    return (text + schedule + draw.algorithm() + "[measure]\n" + draw.some(lambda: "correlations = true", lambda: "lowest = true", lambda: 'observables.own = "mean(energy^2) - mean(energy)^2"')
            + ("waiting_times = [1, 2]\n" if waiting else ""))


def majority(draw, _):
    lengths = draw.lengths(2, 100000, [n + draw.choice((0, 0, 1)) for n in LENGTHS] + [500, 1000, 1024])
    strategy = draw.choice(("rows", "rows", "tiles", "sites"))
    text = f"[lattice]\nsize = {lengths}\n[sweep]\nstrategy = \"{strategy}\"\n"
    steps = {"rows": (1, 2, 4, 8), "tiles": (1, 2, 5, 9, 32), "sites": (1,)}[strategy]
    text += draw.some(lambda: f"steps = {draw.choice(steps)}", lambda: f"graph = {draw.choice((2, 4))}",
                      lambda: "stop_at_cycle = true" if strategy == "sites" else "", lambda: f"block = {draw.choice((1, 2, 7))}" if strategy == "sites" else "",
                      lambda: f"tile = [{draw.choice((1, 2, 3, 16))}, {draw.choice((4, 9, 64))}]" if strategy == "tiles" else "")
    text += "[cells]\n" + draw.some(lambda: f"density = {draw.value(0.2, 0.8)}",
                                    lambda: 'kept_as = "bytes"' if strategy != "rows" else "")
    return (text + f'[schedule]\nkind = "quench"\ntimes = {sorted({draw.randint(1, 9), draw.randint(1, 40), draw.randint(1, 90)})}\n'
            + draw.algorithm() + "[measure]\n" + draw.some(lambda: "clusters = false"))


def random_input(number):
    """The model and the text of an input; many are valid, some are not."""
    draw = Draw(number)
    model, body = draw.choice([(model, make) for model in MOVES for make in (grid, crystal)]
                              + [("phi4", phi4), ("edwards-anderson", glass), ("majority", majority)] * 2)
    unit = draw.choice(('unit = "435.23 K"\n', 'unit = "100 K"\n', 'units = "K"\n', 'units = "meV"\n')) if model in MOVES else 'unit = "100 K"\n'
    systems = ("[0]",) if model == "edwards-anderson" else ("[0]", '"all"')  # thousands of samples
    return model, f'[model]\nname = "{model}"\n' + (unit if model != "majority" else "") + body(draw, model) + draw.output(systems)


def main(arguments):
    if arguments[:1] == ["--show"]:
        print(random_input(int(arguments[1]))[1])
        return
    import harness
    case = harness.Case()
    case.setUp()
    for number in range(*map(int, arguments)):
        model, text = random_input(number)
        (case.folder / "small.toml").write_text(text)
        done = case.neel("run", "small.toml", "--name", "one", "--progress", "none", "--force", "--restart")
        digest = hashlib.sha256(repr(sorted(case.contents("one").items())).encode()).hexdigest()[:16] if done.returncode == 0 else "refused"
        print(number, model, digest, "" if done.returncode in (0, 2) else f"exit code {done.returncode}: {done.stderr}".strip(), flush=True)
    case.doCleanups()


if __name__ == "__main__":
    main(sys.argv[1:])
