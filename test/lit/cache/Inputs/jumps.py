"""jumps.py <callgrind file> <source>: prints the jumps of the functions of a source, as "function: from -> to
taken/executed" or "function: from -> to executed". Places are the comments at the ends of lines, or their numbers."""

import re
import sys

lines = open(sys.argv[2]).read().split("\n")


def place(number):
    comment = re.search(r"// (\w+)$", lines[number - 1])
    return comment[1] if comment else str(number)


names, function, jump = {}, "", None
for text in open(sys.argv[1]):
    key, _, value = text.strip().partition("=")
    if key == "fn":
        number, _, name = value.partition(" ")
        function = names[number] = name or names[number]
    elif key in ("jump", "jcnd"):
        jump = value.split()
    elif jump and text[0].isdigit():
        print(f"{function}: {place(int(text))} -> {place(int(jump[1]))} {jump[0]}")
        jump = None
