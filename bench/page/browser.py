# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A headless Chromium that is driven through its protocol for tools (the Chrome
DevTools Protocol), over two pipes."""

import base64
import fcntl
import json
import os
import subprocess
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"]


class Browser:
    def __init__(self, folder):
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()

        def place():
            # It reads commands from 3 and writes answers to 4, which may be others here.
            ours = [fcntl.fcntl(pipe, fcntl.F_DUPFD, 10) for pipe in (commands, answers)]
            os.dup2(ours[0], 3)
            os.dup2(ours[1], 4)

        self.process = subprocess.Popen(
            ["chromium", *FLAGS, f"--user-data-dir={folder}", "about:blank"], preexec_fn=place, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.rest, self.number, self.session = b"", 0, {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        self.call("Page.enable")
        # Metrics are processor time.
        self.call("Performance.enable", timeDomain="threadTicks")

    def call(self, method, **params):
        self.number += 1
        command = {"id": self.number, "method": method, "params": params, **self.session}
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                read = os.read(self.answers, 1 << 20)
                if not read:
                    raise SystemExit("chromium has ended")
                self.rest += read
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                return answer.get("result", {})

    def evaluate(self, expression):
        return self.call("Runtime.evaluate", expression=expression).get("result", {}).get("value")

    def open(self, address):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        while self.evaluate("location.protocol + document.readyState") != "file:complete":
            time.sleep(0.02)

    def press(self, key):
        """A key by its name, as a keyboard sends it."""
        text = key if len(key) == 1 else {"Enter": "\r"}.get(key, "")
        code = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}.get(key, 0)
        for kind in "keyDown" if text else "rawKeyDown", "keyUp":
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, text=text if kind == "keyDown" else "")

    def processor_seconds(self):
        """What the page's main thread has taken so far."""
        metrics = self.call("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "ThreadTime")

    def picture(self, path, width, height, scheme):
        """Of the page that is open, as a PNG; \\p scheme: light or dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.session = {}
        self.call("Browser.close")
        self.process.wait(timeout=60)
