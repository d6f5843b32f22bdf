# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Small inputs of every model and kind of lattice, for runs that several processes share."""

ANNEAL = "[schedule]\nT = [2.5, 2.0]\nthermalize = 12\nsweeps = 24\nmeasure_every = 3\n"
IONS = ('[material]\nions = ["A", "B"]\nfractions = {B = 0.4}\nexchange = {A-A = 1, A-B = 0.7, B-B = -0.5}\n'
        'dm = {A-A = 0.1, A-B = 0.05, B-B = 0.02}\nanisotropy = {A = 0.1, B = 0.05}\nmoment = {A = 1, B = 0.6}\n')
LADDER = ('[schedule]\nkind = "temper"\nT = [1.5, 1.2, 1.0]\nthermalize = 24\nsweeps = 24\nmeasure_every = 3\n')
POPULATION = ('[schedule]\nkind = "population"\nT = [3.0, 2.0, 1.5]\nthermalize = 8\nsweeps = 8\n[pa]\npopulation = 12\n')
QUENCH = '[schedule]\nkind = "quench"\nT = 0.8\ntimes = [2, 9, 20]\n[measure]\nwaiting_times = [1, 9]\n'
GLASS = '[model]\nname = "edwards-anderson"\n[lattice]\n'
BOARD = '[model]\nname = "majority"\n[schedule]\nkind = "quench"\ntimes = [1, 7, 60]\n[lattice]\n'
PHI4 = '[model]\nname = "phi4"\n[couplings]\nmass_squared = -1\ng = 3\n'
# Lattices that are cut: one system each, or systems that stay together.
CUT = {
    "ising": '[model]\nname = "ising"\n[lattice]\nsize = [8, 6, 8]\n' + ANNEAL,
    "bits": '[model]\nname = "ising"\n[lattice]\nsize = [64, 8, 12]\n[coding]\nkind = "bits"\n[algorithm]\n'
            'update = ["metropolis", "heatbath"]\n' + ANNEAL,
    "flat bits": '[model]\nname = "ising"\n[lattice]\nsize = [256, 12]\n[coding]\nkind = "bits"\n' + LADDER,
    "xy": '[model]\nname = "xy"\n[lattice]\nsize = [9, 6, 11]\nboundary = "open"\n[algorithm]\nupdate = ["metropolis", "overrelax:2"]\n'
          + ANNEAL,
    "clock": '[model]\nname = "clock"\n[lattice]\nsize = [8, 6, 8]\n[couplings]\nq = 5\n[algorithm]\nupdate = ["metropolis", "heatbath"]\n'
             + ANNEAL,
    "potts": '[model]\nname = "potts"\n[lattice]\nsize = [7, 9]\nboundary = "open"\n[couplings]\nq = 10\n[algorithm]\n'
             'update = ["metropolis", "heatbath", "cluster"]\n' + ANNEAL,
    "blume-capel": '[model]\nname = "blume-capel"\n[lattice]\nsize = [8, 12]\n[couplings]\nD = 0.5\n[algorithm]\n'
                   'update = ["heatbath", "wolff"]\n' + LADDER,
    "ions": '[model]\nname = "heisenberg"\n[lattice]\nsize = [6, 5, 9]\nboundary = ["periodic", "open", "open"]\n'
            '[algorithm]\nupdate = ["cone", "heatbath", "overrelax"]\n' + IONS + ANNEAL,
    "periodic": '[model]\nname = "heisenberg"\n[lattice]\nsize = [8, 8, 8]\n' + IONS + ANNEAL,
    "square": '[model]\nname = "ising"\n[lattice]\nsize = [8, 12]\n[algorithm]\nupdate = ["heatbath"]\n' + ANNEAL,
    "rows": '[model]\nname = "heisenberg"\n[lattice]\nsize = [7, 9]\nboundary = "open"\n' + IONS + ANNEAL,
    "rotors": '[model]\nname = "xy"\n[lattice]\nsize = [6, 8]\nboundary = ["open", "periodic"]\n' + LADDER,
    "ladder": '[model]\nname = "heisenberg"\n[lattice]\nsize = [6, 6, 8]\n[schedule]\nkind = "temper"\nT = [1.5, 1.2, 1.0]\n'
              'thermalize = 24\nsweeps = 24\nmeasure_every = 3\n[algorithm]\nupdate = ["cone"]\n' + IONS,
    "rungs": '[model]\nname = "heisenberg"\n[lattice]\nsize = [6, 6, 8]\n'  # more than travel one by one
             + LADDER.replace("1.5, 1.2, 1.0", "2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2") + IONS,
    "phi4": PHI4 + "[lattice]\nsize = [8, 6, 8]\n" + ANNEAL,
    "stencil": PHI4 + 'inverse_cutoff = 0.3\n[field]\ncomponents = 2\n[lattice]\nsize = [8, 8, 8]\n' + ANNEAL,
    "plane": PHI4 + "inverse_cutoff = 0.3\n[field]\ncomponents = 3\n[lattice]\nsize = [10, 20]\n" + ANNEAL,
    "blocks": PHI4 + "inverse_cutoff = 0.3\n[lattice]\nsize = [8, 8, 24]\n[sweep]\nkind = \"tiles\"\ntile = [4, 2, 2]\nlocal_sweeps = 3\n" + ANNEAL,
    "patches": PHI4 + "[field]\ncomponents = 2\n[lattice]\nsize = [16, 18]\n[sweep]\nkind = \"tiles\"\ntile = [4, 3]\nlocal_sweeps = 2\n" + LADDER,
    "glass": GLASS + "size = [6, 4, 8]\n[coding]\nreplicas = 3\n[measure]\ncorrelations = true\n" + ANNEAL,
    "bitwise": GLASS + 'size = [8, 4, 8]\n[coding]\nwords = 1\nreplicas = 5\norder = "bitwise"\n' + ANNEAL,
    "sliced": GLASS + 'size = [8, 8, 8]\n[coding]\nwords = 1\nreplicas = 2\norder = "sliced"\n[measure]\ncorrelations = true\n' + ANNEAL,
    "synchronous": GLASS + 'size = [4, 4, 192]\n[coding]\nkind = "synchronous"\n[measure]\ncorrelations = true\n' + ANNEAL,
    "quench": GLASS + 'size = [8, 8, 8]\n[coding]\nwords = 1\nreplicas = 2\norder = "sliced"\n' + QUENCH,
    "glasses": GLASS + "size = [6, 4, 8]\n[coding]\nwords = 1\nreplicas = 2\n" + LADDER,
    "glass of rows": GLASS + "size = [6, 8]\n[coding]\nwords = 4\nreplicas = 3\n[measure]\ncorrelations = true\n[algorithm]\n"
                     'update = ["metropolis:2", "houdayer:2"]\n' + ANNEAL,
    "pairs": GLASS + 'size = [8, 8, 8]\n[coding]\nwords = 1\nreplicas = 4\norder = "sliced"\n[algorithm]\n'
             'update = ["metropolis", "houdayer"]\n' + LADDER,
    "synchronous rows": GLASS + 'size = [6, 256]\n[coding]\nkind = "synchronous"\n[measure]\ncorrelations = true\n[algorithm]\n'
                        'update = ["metropolis", "houdayer"]\n' + ANNEAL,
    "crystal": '[model]\nname = "ising"\n[lattice]\nkind = "bcc"\nsize = [4, 4, 8]\n[[couplings.bonds]]\nshell = 1\nJ = 1\n'
               '[[couplings.bonds]]\nshell = 4\nJ = -0.3\n' + ANNEAL,
    "alloy": '[model]\nname = "heisenberg"\n[lattice]\nkind = "fcc"\nsize = [5, 4, 9]\nboundary = ["open", "periodic", "open"]\n'
             '[algorithm]\nupdate = ["cone", "overrelax"]\n[material]\nions = ["A", "B"]\nfractions = {B = 0.4}\n'
             'moment = {A = 1, B = 0.6}\n[measure]\nq = [[0, 0, 0.5]]\n[[couplings.bonds]]\nshell = 1\nJ = 1\n' + ANNEAL,
    "population": '[model]\nname = "heisenberg"\n[lattice]\nsize = [6, 6, 8]\n[algorithm]\nupdate = ["cone"]\nsystems = 2\n' + IONS + POPULATION,
    "population of a crystal": '[model]\nname = "ising"\n[lattice]\nkind = "bcc"\nsize = [4, 4, 8]\n[[couplings.bonds]]\nshell = 1\nJ = 1\n'
                               + POPULATION,
    "population of fields": PHI4 + "[lattice]\nsize = [8, 6, 8]\n" + POPULATION,
    "triangles": '[model]\nname = "xy"\n[lattice]\nkind = "kagome"\nsize = [6, 6, 6]\n[[couplings.bonds]]\nshell = 1\nJ = -1\n'
                 + LADDER,
    "orders": '[model]\nname = "heisenberg"\n[lattice]\nkind = "bcc"\nsize = [4, 6, 7]\n[material]\nions = ["A"]\n'
              '[measure]\nstiffness = true\nskyrmions = true\n[[couplings.bonds]]\nshell = 1\nJ = -1\n'
              '[[couplings.bonds]]\nshell = 2\nJ = 0.3\n' + ANNEAL,
    "surface": '[model]\nname = "xy"\n[lattice]\nkind = "cubic"\nsize = [16, 4, 5]\nboundary = ["periodic", "periodic", "open"]\n'
               '[measure]\nstiffness = true\n[[couplings.bonds]]\nshell = 1\nJ = 1\n[[couplings.bonds]]\nshell = 3\nJ = 0.1\n' + ANNEAL,
    "vortices": '[model]\nname = "xy"\n[lattice]\nkind = "kagome"\nsize = [4, 4, 6]\n[measure]\nstiffness = true\n[[couplings.bonds]]\n'
                'shell = 1\nJ = -1\n' + ANNEAL,
    "clusters": '[model]\nname = "xy"\n[lattice]\nsize = [8, 12]\n[algorithm]\nupdate = ["metropolis", "cluster", "wolff:2"]\n' + ANNEAL,
    "clusters of ions": '[model]\nname = "heisenberg"\n[lattice]\nsize = [6, 5, 9]\nboundary = ["periodic", "open", "open"]\n'
                        '[algorithm]\nupdate = ["heatbath", "cluster"]\n[material]\nions = ["A", "B"]\nfractions = {B = 0.4}\n'
                        'exchange = {A-A = 1, A-B = 0.5, B-B = 0.2}\nanisotropy = 0.2\n' + ANNEAL.replace("[schedule]", "[schedule]\nfield = 0.3"),
    "clusters of a crystal": '[model]\nname = "ising"\n[lattice]\nkind = "fcc"\nsize = [4, 4, 8]\n[material]\nions = ["A", "V"]\n'
                             'fractions = {V = 0.4}\nmoment = {A = 1, V = 0}\n[algorithm]\nupdate = ["cluster", "wolff"]\n'
                             '[[couplings.bonds]]\nshell = 1\nJ = 1\n' + ANNEAL,
    "clusters of fields": PHI4 + '[field]\ncomponents = 2\n[lattice]\nsize = [8, 12]\n[algorithm]\nupdate = ["metropolis", "wolff"]\n' + ANNEAL,
    "board": BOARD + "size = [70, 26]\n",
    "tiles": BOARD + 'size = [64, 64]\n[sweep]\nstrategy = "tiles"\nsteps = 5\n[algorithm]\nsystems = 2\n',
    "bytes": BOARD + 'size = [33, 40]\n[cells]\nkept_as = "bytes"\n',
    "cycle": BOARD + "size = [64, 32]\n[sweep]\nstop_at_cycle = true\n[algorithm]\nsystems = 3\n",
}
# Systems that are spread.
SPREAD = {
    "ising": '[model]\nname = "ising"\n[lattice]\nsize = [8, 6]\n' + ANNEAL,
    "ions": '[model]\nname = "heisenberg"\n[lattice]\nsize = [6, 6, 6]\n[algorithm]\nupdate = ["cone"]\n' + IONS + ANNEAL,
    "crystal": '[model]\nname = "ising"\n[lattice]\nkind = "bcc"\nsize = [4, 4, 4]\n[[couplings.bonds]]\nshell = 1\nJ = 1\n' + ANNEAL,
    "phi4": '[model]\nname = "phi4"\n[lattice]\nsize = [8, 8]\n[couplings]\nmass_squared = -1\ng = 3\n' + ANNEAL,
    "glass": '[model]\nname = "edwards-anderson"\n[lattice]\nsize = [4, 4, 4]\n[coding]\nreplicas = 2\nwords = 4\n' + ANNEAL,
    "replicas": '[model]\nname = "ising"\n[lattice]\nkind = "square"\nsize = [5, 6]\n[algorithm]\nreplicas = 3\n'
                'update = ["heatbath", "houdayer"]\n[couplings]\ndisorder = "gaussian"\n'
                '[[couplings.bonds]]\nshell = 1\nwidth = 1.0\n' + ANNEAL,
    "waiting": '[model]\nname = "edwards-anderson"\n[lattice]\nsize = [4, 4, 4]\n[coding]\nreplicas = 2\nwords = 1\n'
               '[schedule]\nkind = "quench"\nT = 0.8\ntimes = [2, 9, 20]\n[measure]\nwaiting_times = [1, 9]\n',
    "majority": '[model]\nname = "majority"\n[lattice]\nsize = [64, 64]\n[schedule]\nkind = "quench"\ntimes = [1, 7, 20]\n'
                "[measure]\nclusters = false\n",
}
