"""What `udpc annotate --json --region=outer` says, as drive_regions.js says it."""
import json

data = json.load(open("outer.json"))
ir = data["events"].index("Ir")
total = data["total"][ir]
source = open("html-regions.c").read().split("\n")
costs = sum(
    line[1 + ir]
    for file in data["files"]
    if file["file"].endswith("html-regions.c")
    for function in file["functions"]
    for line in function["lines"]
    if source[line[0] - 1].strip() == "X = X + N;"
)
print(f"total: {total:,}")
print(f"line of leaf: {100 * costs / total:.1f}% {costs:,}")
