# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""A browser without a screen, driven by its DevTools protocol through two pipes."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# WebGL in software, so that pictures are the same on every machine.
FLAGS = ["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage",
         "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-sync", "--hide-scrollbars",
         "--force-device-scale-factor=1", "--remote-debugging-pipe"]


class Browser:
    def __init__(self, size=(1280, 800)):
        self.folder = tempfile.TemporaryDirectory()
        to_browser, self.write = os.pipe()
        self.read, from_browser = os.pipe()

        def pipes():  # the browser reads from 3 and writes to 4
            read, write = os.dup(to_browser), os.dup(from_browser)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen([CHROMIUM, *FLAGS, f"--window-size={size[0]},{size[1]}", f"--user-data-dir={self.folder.name}", "about:blank"],
                                        preexec_fn=pipes, pass_fds=(3, 4, to_browser, from_browser), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.rest, self.number, self.events = b"", 0, []

    def close(self):
        os.killpg(self.process.pid, 9)
        self.process.wait()
        os.close(self.read)
        os.close(self.write)
        shutil.rmtree(self.folder.name, ignore_errors=True)
        self.folder.cleanup()

    def message(self, seconds):
        """The next message of the browser, or None where there is none for so long."""
        end = time.monotonic() + seconds
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.read], [], [], max(0, end - time.monotonic()))
            part = os.read(self.read, 1 << 20) if ready else b""
            if not part:
                return None
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def command(self, method, session=None, seconds=60, **parameters):
        self.number += 1
        number = self.number
        asked = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.write, json.dumps(asked).encode() + b"\0")
        while True:
            got = self.message(seconds)
            if got is None:
                raise TimeoutError(f"the browser does not answer {method}")
            if got.get("id") == number:
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']}")
                return got["result"]
            self.events.append(got)

    def page(self, address):
        return Page(self, address)


class Page:
    def __init__(self, browser, address):
        self.browser = browser
        target = browser.command("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Page", "Log"):
            self.command(f"{domain}.enable")
        self.command("Page.navigate", url=address)

    def command(self, method, **parameters):
        return self.browser.command(method, self.session, **parameters)

    def run(self, expression):
        """The value of an expression, awaited."""
        got = self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in got:
            raise RuntimeError(json.dumps(got["exceptionDetails"])[:600])
        return got["result"].get("value")

    def wait(self, expression, seconds=20):
        """Waits until the expression is true, and returns it."""
        end = time.monotonic() + seconds
        now = f"(() => {{ try {{ const v = {expression}; return v instanceof Node || v; }} catch {{ return null; }} }})()"
        while not (value := self.run(now)):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {expression}; the page's console: {self.errors()}")
            time.sleep(0.05)
        return value

    def errors(self):
        """What the console complains of."""
        self.run("1")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            what, parameters = event["method"], event["params"]
            if what == "Runtime.exceptionThrown":
                found.append(json.dumps(parameters["exceptionDetails"])[:600])
            elif what == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(json.dumps(parameters["args"])[:300])
            elif what == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(json.dumps(parameters["entry"])[:300])
        return found

    def picture(self, path=None, part=None):
        """A PNG of the page, or of a part: x, y, width, height."""
        clip = {"clip": {**dict(zip(("x", "y", "width", "height"), part)), "scale": 1}} if part else {}
        data = base64.b64decode(self.command("Page.captureScreenshot", format="png", **clip)["data"])
        if path:
            path.write_bytes(data)
        return data

    def close(self):
        self.browser.command("Target.closeTarget", targetId=self.target)
