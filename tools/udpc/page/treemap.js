// Files as areas: what is shown when calls are not known.

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

// The colour is that of the most costly line: the area has the file's costs.
const hottest = file => isDiff ? fileCost(file, chosen)
  : [...linesOfFile(file).values()].reduce((most, c) => Math.max(most, c[chosen]), 0);

const MaxAreas = 150;
function treemap(width) {
  const cost = file => fileCost(file, chosen);
  const all = foundFiles().filter(file => cost(file)).sort((a, b) => weight(cost(b)) - weight(cost(a)));
  const height = Math.max(220, Math.min(420, width * 0.45));
  const items = all.slice(0, MaxAreas).map(file => ({ file, value: weight(cost(file)) }));
  const chart = make("div", { class: "chart treemap", role: "group", "aria-label": "Files by their costs" });
  chart.style.height = height + "px";
  for (const { file, x, y, w, h } of squarify(items, 0, 0, width, height)) {
    if (w < 2 || h < 2) continue;
    const isSmall = w < 60 || h < 34;
    const box = make("a", { href: fileLink(file), class: heat(hottest(file), chosen) + (isSmall ? " thin" : ""),
      title: `${files[file].name}\n${number(cost(file))} ${data.events[chosen]} ${percent(cost(file), chosen)}`,
      "aria-label": `${shortFile(file)}, ${percent(cost(file), chosen)}` },
      isSmall ? "" : [shortFile(file), make("small", {}, percent(cost(file), chosen))]);
    box.style.cssText = `left:${(100 * x / width).toFixed(3)}%;width:${(100 * w / width).toFixed(3)}%;top:${y.toFixed(1)}px;height:${h.toFixed(1)}px`;
    chart.append(box);
  }
  return chart;
}
