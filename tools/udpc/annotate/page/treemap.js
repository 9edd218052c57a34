// Files or functions as areas, shown if calls are unknown.

// Squarified (Bruls, Huizing, van Wijk: Squarified Treemaps, 2000): rows along the
// shorter side while their rectangles get squarer. \p items have a value and get
// x, y, w and h.
function squarify(items, x, y, w, h) {
  const total = items.reduce((sum, i) => sum + i.value, 0);
  let rest = items.map(i => ({ ...i, area: total ? i.value / total * w * h : 0 }));
  const placed = [];
  const worst = (row, side) => {
    const sum = row.reduce((s, i) => s + i.area, 0);
    return Math.max(...row.map(i => Math.max(side * side * i.area / (sum * sum), sum * sum / (side * side * i.area))));
  };
  while (rest.length) {
    const side = Math.min(w, h);
    let row = [rest[0]];
    while (row.length < rest.length && worst([...row, rest[row.length]], side) <= worst(row, side)) row.push(rest[row.length]);
    const depth = row.reduce((s, i) => s + i.area, 0) / side;
    let at = 0;
    for (const item of row) {
      const length = item.area / depth;
      placed.push(w >= h ? { ...item, x, y: y + at, w: depth, h: length } : { ...item, x: x + at, y, w: length, h: depth });
      at += length;
    }
    if (w >= h) { x += depth; w -= depth; } else { y += depth; h -= depth; }
    rest = rest.slice(row.length);
  }
  return placed;
}

// Programs with few files and no calls get areas of functions.
const LeastFiles = 4, LeastShare = 0.005, MaxAreas = 150;
const hasFewFiles = () => !hasCalls && files.filter((_, file) => Math.abs(share(fileCost(file, chosen), chosen)) >= LeastShare).length < LeastFiles;
function areas() {
  if (hasFewFiles())
    return foundFunctions().map(f => ({ cost: selfOf(f, chosen), href: functionLink(f), name: shownName(f), whole: nameOf(f) }));
  return foundFiles().map(file => ({ cost: fileCost(file, chosen), href: fileLink(file), name: shortFile(file), whole: files[file].name }));
}
function treemap(width) {
  const items = areas().filter(i => i.cost).map(i => ({ ...i, value: weight(i.cost) })).sort((a, b) => b.value - a.value).slice(0, MaxAreas);
  const height = items.length < 3 ? 160 : Math.max(220, Math.min(420, width * 0.45));
  const chart = make("div", { class: "chart treemap", role: "group", "aria-label": "Areas by costs" });
  chart.style.height = height + "px";
  for (const { cost, href, name, whole, x, y, w, h } of squarify(items, 0, 0, width, height)) {
    if (w < 2 || h < 2) continue;
    const isSmall = w < 60 || h < 34;
    const box = make("a", { href, class: heat(cost, chosen) + (isSmall ? " thin" : ""),
      title: `${whole}\n${number(cost)} ${data.events[chosen]} ${percent(cost, chosen)}`, "aria-label": `${name}, ${percent(cost, chosen)}` },
      isSmall ? "" : [name, make("small", {}, percent(cost, chosen))]);
    box.style.cssText = `left:${(100 * x / width).toFixed(3)}%;width:${(100 * w / width).toFixed(3)}%;top:${y.toFixed(1)}px;height:${h.toFixed(1)}px`;
    chart.append(box);
  }
  return chart;
}
