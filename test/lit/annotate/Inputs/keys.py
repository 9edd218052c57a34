"""keys.py <folder of browser.py> <page>: opens the page, presses keys, and prints what has them then."""
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, sys.argv[1])
from browser import Browser

PAGE = "file://" + str(pathlib.Path(sys.argv[2]).resolve())
FOCUS = """(() => { const e = document.activeElement;
  return e.id || e.getAttribute("aria-label") || e.textContent.trim().replace(/\\s+/g, " "); })()"""
# Whether one sees which element has the keys.
SEEN = """(() => { const s = getComputedStyle(document.activeElement), r = document.activeElement.getBoundingClientRect();
  return s.outlineStyle === "solid" && parseFloat(s.outlineWidth) >= 2 && r.width > 0 && r.top >= 0 && r.bottom <= innerHeight; })()"""
TO = "document.querySelector({!r}).focus()"


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)

        press = browser.press

        def wait_for(expression):
            """Views are shown when their address has changed."""
            end = time.monotonic() + 20
            while not browser.evaluate(expression) and time.monotonic() < end:
                time.sleep(0.02)

        def say(what, expression=FOCUS):
            print(f"{what}: {browser.evaluate(expression)}")

        browser.open(PAGE)
        press("Tab")
        say("Tab")
        press("Enter")
        say("Enter")
        press("Tab")
        say("Tab")
        unseen = 0
        for _ in range(12):
            press("Tab")
            unseen += not browser.evaluate(SEEN)
        print(f"not seen: {unseen}")

        browser.open(PAGE)
        browser.evaluate(TO.format(".chart button"))
        say("box")
        for key in "ArrowDown", "Enter", "address", "Escape", "address":
            if key == "address":
                say(key, "location.hash")
                continue
            press(key)
            say(key)

        browser.open(PAGE + "#view=functions")
        browser.evaluate("[...document.querySelectorAll('td.name a')].find(a => a.textContent === 'work').focus()")
        press("Enter")
        wait_for("document.title.startsWith('work') && document.querySelector('main') === document.activeElement")
        say("a link")
        say("title", "document.title")
        press("Tab")
        say("Tab in it", "document.querySelector('main').contains(document.activeElement) ? 'in main' : 'elsewhere'")
        # The graph is entered with Tab; each of its functions is a stop.
        stops, unseen = [], 0
        for _ in range(30):
            press("Tab")
            stop = browser.evaluate("document.activeElement.closest('.graph') ? document.activeElement.ariaLabel : ''")
            if stop:
                stops.append(stop)
                unseen += not browser.evaluate(SEEN)
            elif stops:
                break
        print(f"graph: {' | '.join(stops)}, not seen: {unseen}")
        browser.evaluate("document.querySelectorAll('.graph a')[2].focus()")
        press("Enter")
        wait_for("document.title.startsWith('leaf')")
        say("Enter in the graph", "document.title")
        browser.evaluate(TO.format("#nav a:nth-child(4)"))
        press("Enter")
        wait_for("document.title.startsWith('Files')")
        say("a tab of the head")
        say("title", "document.title")
        browser.evaluate("location.hash = 'file=calls.c&line=12'")
        wait_for("document.activeElement.className === 'n'")
        say("a line")
        press("/")
        say("search")
        for key in "leaf":
            press(key)
        wait_for("location.hash.endsWith('leaf') && document.title.startsWith('Functions')")
        say("typed", "location.hash")
        press("/")
        say("search")
        browser.close()


main()
