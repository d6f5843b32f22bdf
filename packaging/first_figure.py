# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The first figure with the wheel, for packaging/check: a run and its usual picture."""
import neel

data = neel.run("quickstart.toml", out="first", lattice={"size": [12, 12, 12]})
neel.plot.usual(data)[0, 0].figure.savefig("first/quickstart.png")
