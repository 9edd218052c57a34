"""The costs of `work` are the same in Callgrind's file and in ours; `idle` has
none."""


def read(path):
    costs = {}
    for line in open(path):
        if line.startswith("fn="):
            function = line.split()[-1].rpartition("=")[2].strip()
        elif line[0].isdigit() or line[0] in "+-*":
            sums = costs.setdefault(function, [0, 0, 0])
            for place, count in enumerate(list(map(int, line.split()[1:]))):
                sums[place % 3] += count
    return costs


def callgrind(path):
    names, costs, function, skips = {}, {}, "", False
    for line in open(path):
        line = line.strip()
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("fn="):
            number, _, name = line[3:].partition(" ")
            function = names.setdefault(number, name)
        elif line.startswith("cfn="):
            number, _, name = line[4:].partition(" ")
            names.setdefault(number, name)
        elif line.startswith("calls="):
            skips = True
        elif line and (line[0].isdigit() or line[0] in "+-*"):
            counts = dict(zip(events, map(int, line.split()[1:])))
            if not skips:
                sums = costs.setdefault(function, [0, 0, 0])
                for place, event in enumerate(("Ir", "Dr", "Dw")):
                    sums[place] += counts.get(event, 0)
            skips = False
    return costs


theirs = callgrind("theirs")
for name in ("ours", "own.out"):
    ours = read(name)
    assert ours["work"] == theirs["work"], (name, ours["work"], theirs["work"])
    assert "idle" not in ours and "run" not in ours, (name, ours)
