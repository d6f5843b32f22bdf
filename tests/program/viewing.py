# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Talks to the pages of neel view and neel lab."""
import http.client
import json
import struct
import time
import urllib.parse

import harness

ORDERED = ["--set", "schedule.start=domain+", "--set", "schedule.thermalize=0", "--set", "schedule.sweeps=1", "--set",
           "schedule.measure_every=1", "--set", "schedule.T=[0.001]"]
SCHEDULE = "[schedule]\nT = 2.0\nthermalize = 3\nsweeps = 1\nmeasure_every = 1\n"
MODELS = {
    "heisenberg": harness.SMALL,
    "ising": '[model]\nname = "ising"\n[lattice]\nsize = [8, 6]\nboundary = "periodic"\n' + SCHEDULE,
    "xy": '[model]\nname = "xy"\n[lattice]\nsize = [8, 6]\nboundary = "periodic"\n' + SCHEDULE,
    "phi4": '[model]\nname = "phi4"\n[lattice]\nsize = [8, 6, 4]\n[couplings]\nmass_squared = -1.0\ng = 3\n' + SCHEDULE,
    "majority": '[model]\nname = "majority"\n[lattice]\nsize = [70, 6]\n[schedule]\nkind = "quench"\ntimes = [2]\n',
    "edwards-anderson": '[model]\nname = "edwards-anderson"\n[lattice]\nsize = [8, 6, 4]\n' + SCHEDULE + "[coding]\nwords = 1\nreplicas = 2\n",
    "crystal": '[model]\nname = "heisenberg"\n[lattice]\nkind = "kagome"\nsize = [6, 3]\n[material]\nions = ["A"]\n'
               '[[couplings.bonds]]\nshell = 1\nJ = 1\n' + SCHEDULE,
}
SITES = {"heisenberg": 512, "ising": 48, "xy": 48, "phi4": 192, "majority": 420, "edwards-anderson": 192, "crystal": 54}


def unpack(parcel):
    """The head of a parcel and its arrays: name to (sizes, bytes)."""
    length = struct.unpack("<I", parcel[:4])[0]
    head, body = json.loads(parcel[4:4 + length]), parcel[4 + length:]
    each = {"u8": 1, "f32": 4, "u32": 4, "u64": 8}
    arrays = {}
    for a in head["arrays"]:
        count = each[a["type"]]
        for n in a["sizes"]:
            count *= n
        arrays[a["name"]] = (a["sizes"], body[a["at"]:a["at"] + count])
        assert len(arrays[a["name"]][1]) == count
    return head, arrays


class Served(harness.Case):
    def serve(self, *arguments):
        """Starts neel with a page, and waits for its address."""
        process = self.start(*arguments)
        self.address = process.stdout.readline().strip()
        if not self.address.startswith("http://"):
            self.fail(process.stderr.read())
        self.assertIn("ssh -L", process.stdout.readline())
        self.url = urllib.parse.urlparse(self.address)
        return process

    def ask(self, path, method="GET", body=None, prefix=None, **headers):
        """Status and body of an answer; `path` is behind the token unless there is another prefix."""
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=20)
        try:
            connection.request(method, (self.url.path if prefix is None else prefix) + path, body, headers)
            answer = connection.getresponse()
            self.headers = dict(answer.getheaders())
            return answer.status, answer.read()
        finally:
            connection.close()

    def json(self, path):
        status, body = self.ask(path)
        self.assertEqual(status, 200, body)
        return json.loads(body)

    def parcel(self, path):
        status, body = self.ask(path)
        self.assertEqual(status, 200, body)
        return unpack(body)

    def series(self, since=0):
        """The laboratory's curves from a point on: the head, and columns by name."""
        head, arrays = self.parcel(f"series?since={since}")
        return head, {name: struct.unpack(f"<{sizes[0]}f", data) for name, (sizes, data) in arrays.items()}

    def until(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not condition(state := self.json("state")):
            self.assertLess(time.monotonic(), end, state)
            time.sleep(0.01)
        return state

    def idle(self):
        return self.until(lambda s: not s["lab"]["running"])

    def do(self, what, status=200, **more):
        got, body = self.ask("do", "POST", json.dumps({"do": what, **more}), **{"Content-Type": "application/json"})
        self.assertEqual(got, status, body)
        return json.loads(body) if got == 200 else body.decode()
