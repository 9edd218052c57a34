"""Files in Cachegrind's format, for the scripts of tests."""


def costs(path):
    """Yields file, function, line and a dictionary of the events' counts for each
    line with costs."""
    events, file, function = [], "", ""
    for text in open(path):
        key, _, value = text.rstrip("\n").partition("=")
        if text.startswith("events:"):
            events = text.split()[1:]
        elif key in ("fl", "fi", "fe"):
            file = value
        elif key == "fn":
            function = value
        elif text[:1].isdigit():
            line, *counts = map(int, text.split())
            # Counts of 0 at the end may be left out.
            counts += [0] * (len(events) - len(counts))
            yield file, function, line, dict(zip(events, counts))
