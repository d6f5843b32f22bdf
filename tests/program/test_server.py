# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The server behind the pages of neel view and neel lab: whom it refuses, and what it withstands."""
import os
import resource
import signal
import socket
import subprocess
import threading
import unittest

import harness
from viewing import MODELS, Served


class Server(Served):
    def written(self, model):
        (self.folder / "small.toml").write_text(MODELS[model])
        self.run_small("a")

    def test_refused(self):
        self.written("ising")
        self.serve("view", "a.h5")
        token = self.url.path.strip("/")
        self.assertRegex(token, "^[0-9a-f]{32}$")
        wrong = ("0" if token[0] != "0" else "1") + token[1:]
        for prefix in ("/", f"/{wrong}/", f"/{token[:-1]}/", f"/{token}", f"//{token}/", f"/x/../{wrong}/"):
            self.assertEqual(self.ask("state", prefix=prefix)[0], 403, prefix)
        for path in ("../state", "%2e%2e/state", "..%2f..%2fetc/passwd", "../../../../etc/passwd", "./a.h5", "a.h5", "page.hpp", "%00", "index.html%00",
                     "state/x", "//state"):
            status, body = self.ask(path)
            self.assertIn(status, (400, 403, 404), path)
            self.assertNotIn(b"root:", body)
        own = f"{self.url.hostname}:{self.url.port}"
        self.assertEqual(self.ask("state", Origin=f"http://{own}")[0], 200)
        for origin in ("http://example.org", "null", f"https://{own}", f"http://localhost:{self.url.port}", "http://127.0.0.1:1"):
            self.assertEqual(self.ask("state", Origin=origin)[0], 403, origin)
        for host in ("example.org", f"example.org:{self.url.port}", "127.0.0.1.example.org", ""):
            self.assertEqual(self.ask("state", Host=host)[0], 403, host)
        for host in ("localhost:99", "127.0.0.1", "[::1]:5"):  # as seen through ssh -L
            self.assertEqual(self.ask("state", Host=host)[0], 200, host)
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            self.assertIn(self.ask("state", method)[0], (400, 405), method)
        for query in ("step=x", "step=1.5", "step=99999999999999999999", "system=-", "system="):
            self.assertEqual(self.ask(f"frame?{query}")[0], 400, query)
        for query in ("step=-9", "step=77", "system=99", "system=-1"):  # the nearest that there is
            self.assertEqual(self.ask(f"frame?{query}")[0], 200, query)
        self.assertEqual(self.ask("do", "POST", '{"do": "start"}')[0], 415)
        for encoding in ("br", "gzip", "identity"):
            self.assertEqual(self.ask("do", "POST", b"x", **{"Content-Type": "application/json", "Content-Encoding": encoding})[0], 415)
        self.assertEqual(self.ask("do", "POST", iter([b"{}"]), **{"Content-Type": "application/json"})[0], 501)  # in chunks
        self.assertEqual(self.ask("do", "POST", '{"do": "start"}', **{"Content-Type": "application/json"})[0], 400)
        self.assertEqual(self.ask("state", "POST", "{}", **{"Content-Type": "application/json"})[0], 404)
        self.assertEqual(self.ask("do", "POST", "x" * 100_000, **{"Content-Type": "application/json"})[0], 413)
        self.assertEqual(self.ask("state?" + "x" * 10_000)[0], 414)

    def raw(self, request):
        with socket.create_connection((self.url.hostname, self.url.port), timeout=10) as connection:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            try:
                while part := connection.recv(65536):
                    answer += part
            except ConnectionError:
                pass
            return answer

    def test_malformed(self):
        """Whatever bytes come, it answers with an error or not at all, and goes on."""
        self.written("ising")
        self.serve("view", "a.h5")
        path = self.url.path.encode()
        for request in (b"", b"\r\n\r\n", b"GET\r\n\r\n", b"\x00\xff\x16\x03\x01", b"GET / HTTP/9.9\r\n\r\n", b"GET " + path + b"state\r\n\r\n",
                        b"GET " + path + b"state HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
                        b"GET " + path + b"state HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
                        b"POST " + path + b"do HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n{}",
                        b"POST " + path + b"do HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n{}",
                        b"GET " + path + b"state HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=5-1\r\n\r\n"):
            answer = self.raw(request)
            self.assertNotRegex(answer.split(b"\r\n")[0], b" 200 ", request[:60])
        self.assertEqual(self.json("state")["status"], "finished")

    def test_nothing_is_compressed(self):
        self.written("ising")
        self.serve("view", "a.h5")
        for path in ("", "app.js", "state", "curves", "frame"):
            self.assertEqual(self.ask(path, **{"Accept-Encoding": "br, gzip"})[0], 200)
            self.assertNotIn("Content-Encoding", self.headers)

    def test_slow_connections(self):
        """Hundreds that send a byte now and then, without the token, keep nobody from the page, and the program ends."""
        self.written("ising")
        process = self.serve("view", "a.h5")
        slow = [socket.create_connection((self.url.hostname, self.url.port)) for _ in range(300)]
        over = threading.Event()

        def drip():
            while not over.wait(0.2):
                for connection in slow:
                    try:
                        connection.sendall(b"G")
                    except OSError:  # it was closed
                        pass

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            for _ in range(20):
                self.assertEqual(self.ask("state")[0], 200)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(10), 0)
        finally:
            over.set()
            thread.join()
            for connection in slow:
                connection.close()

    def test_listening_by_name(self):
        """localhost is this machine, too, and the Host is looked at."""
        self.written("ising")
        for name in ("localhost", "127.0.0.2"):
            self.serve("view", "a.h5", "--listen", name)
            self.assertRegex(self.url.hostname, "^(127.0.0.[12]|::1)$")
            self.assertEqual(self.ask("state")[0], 200)
            self.assertEqual(self.ask("state", Host="example.org")[0], 403)

    @unittest.skipIf(os.environ.get("NEEL_SANITIZE"), "sanitizers take more address space than this")
    def test_without_threads(self):
        """Where the system gives none, a sentence says so."""
        self.written("ising")

        def limit():  # a thread's stack has the size of the first one's limit, and there is no room for that
            hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
            resource.setrlimit(resource.RLIMIT_STACK, (1 << 40 if hard == resource.RLIM_INFINITY else hard, hard))
            resource.setrlimit(resource.RLIMIT_AS, (1 << 34, 1 << 34))

        for command in (["view", "a.h5"], ["lab", "small.toml", "--threads", "1"]):
            done = subprocess.run([harness.PROGRAM, *command], cwd=self.folder, capture_output=True, text=True, preexec_fn=limit, timeout=60)
            self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
            self.assertIn("cannot start the thread that serves the page", done.stderr)

    def test_names_that_are_not_utf_8(self):
        self.written("ising")
        for file in list(self.folder.glob("a.*")):
            file.rename(self.folder / f"n\udcff{file.suffix}")
        self.serve("view", "n\udcff.h5")
        self.assertEqual(self.json("state")["name"], "n\ufffd")
        self.assertGreater(len(self.json("curves")["observables"]), 3)
        self.assertIn("spin", self.parcel("frame")[1])

    def test_a_port_that_is_taken(self):
        self.written("ising")
        self.serve("view", "a.h5")
        self.refused(2, "cannot listen on 127.0.0.1, port", arguments=["view", "a.h5", "--port", self.url.port])
        self.refused(2, "cannot listen on 192.0.2.1", arguments=["view", "a.h5", "--listen", "192.0.2.1"])


if __name__ == "__main__":
    unittest.main()
