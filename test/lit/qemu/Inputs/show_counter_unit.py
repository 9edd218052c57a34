"""Prints the counts of a counter unit's file in one line: "target 1=count 2=count".

show_counter_unit.py [--full] FILE...

Waits for each file, which a killed guest's watcher writes a little later, and
checks that its numbers fit together. --full adds value and overflows, and the
threads' counts in brackets.
"""

import glob
import json
import sys
import time


def wait_for(pattern):
    for _ in range(600):
        found = glob.glob(pattern)
        if found:
            return found[0]
        time.sleep(0.05)
    sys.exit(f"no file {pattern}")


def check(record, width):
    whole = record["value"] + record["overflows"] * 2**width
    assert record["count"] + record.get("written", 0) == whole, record


def show(name, full):
    with open(wait_for(name), encoding="ascii") as file:
        data = json.load(file)
    assert data["version"] == 1, data
    numbers = [record["counter"] for record in data["counters"]]
    assert numbers == sorted(set(numbers)), numbers
    words = [data["target"]]
    for record in data["counters"]:
        check(record, data["width"])
        word = f"{record['counter']}={record['count']}"
        if full:
            word += f" value={record['value']} overflows={record['overflows']}"
        if "threads" in record:
            threads = record["threads"]
            for thread in threads:
                check(thread, data["width"])
            total = sum(thread["count"] for thread in threads)
            assert total == record["count"], record
            if full:
                counts = [f"{t['thread']}:{t['count']}" for t in threads]
                word += f" [{' '.join(counts)}]"
        words.append(word)
    print(" ".join(words))


arguments = sys.argv[1:]
full = arguments[0] == "--full"
for name in arguments[full:]:
    show(name, full)
