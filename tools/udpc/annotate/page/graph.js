// The graph of a function: its callers on the left, its callees on the right, two
// calls away. Edges have the cost of all calls from one function to the other, and
// are as wide as that is of the largest one.

const MostNear = 6, MostFar = 8, FarOfNear = 3;
const NodeWidth = 198, NodeHeight = 38, ColumnGap = 76, RowHeight = 50;

function shape(tag, attributes, ...children) {
  const e = document.createElementNS($("#shapes").namespaceURI, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}
// The callers (side -1) or callees (side 1) of f with costs, the largest first.
function neighbours(f, side) {
  return (side < 0 ? callRows(arcsTo()[f], 0) : callRows(arcsFrom()[f], 1)).filter(row => row.f !== f && row.cost[chosen])
    .sort((a, b) => weight(b.cost[chosen]) - weight(a.cost[chosen]) || (nameOf(a.f) < nameOf(b.f) ? -1 : 1));
}
// The functions on the way from f to the root along the most costly calls.
function costlyPath(f) {
  const path = [f];
  for (let next; (next = neighbours(path[0], -1).find(row => !path.includes(row.f)));) path.unshift(next.f);
  return path;
}

// Columns of nodes, those near the function first, and edges between them.
function graphSide(f, side) {
  const rows = neighbours(f, side).slice(0, MostNear), near = rows.map(row => ({ f: row.f }));
  const centre = { f }, far = new Map(), edges = [];
  const add = (inner, outer, cost) => edges.push({ inner, outer, cost });
  rows.forEach((row, i) => add(centre, near[i], row.cost[chosen]));
  for (const node of near)
    for (const row of neighbours(node.f, side).filter(row => row.f !== f).slice(0, FarOfNear)) {
      if (!far.has(row.f) && far.size === MostFar) continue;
      if (!far.has(row.f)) far.set(row.f, { f: row.f });
      add(node, far.get(row.f), row.cost[chosen]);
    }
  return { centre, columns: [near, [...far.values()]].filter(c => c.length), edges };
}
// Nested calls of a cycle are counted several times.
const isNested = ({ inner, outer }) => cycleOf(inner.f) >= 0 && cycleOf(inner.f) === cycleOf(outer.f);
function nodeLabel(f) {
  const name = fittedName(withoutParameters(shownName(f)), 25);
  return name.length > 25 ? "\u2026" + name.slice(-24) : name;
}
function nodeShape({ f, x, y }, isCentre) {
  const costs = `${percent(inclusiveOf(f, chosen), chosen)}, self ${percent(selfOf(f, chosen), chosen)}`;
  return shape("a", { href: functionLink(f), class: `${heat(selfOf(f, chosen), chosen)}${isCentre ? " centre" : ""}`, "aria-label": `${nameOf(f)}, ${costs}` },
    shape("title", {}, `${nameOf(f)}\n${number(inclusiveOf(f, chosen))} ${data.events[chosen]}: ${costs}`),
    shape("rect", { x, y: y - NodeHeight / 2, width: NodeWidth, height: NodeHeight, rx: 5 }),
    shape("text", { x: x + 8, y: y - 3 }, nodeLabel(f)), shape("text", { x: x + 8, y: y + 12 }, costs));
}

// Returns the card of the graph, and what to do when it is shown.
function graphCard(f) {
  const sides = [-1, 1].map(side => ({ side, ...graphSide(f, side) })), centre = { f };
  if (!sides.some(s => s.columns.length)) return { element: "" };
  const all = sides.flatMap(s => s.columns), left = sides[0].columns.length;
  const height = Math.max(1, ...all.map(c => c.length)) * RowHeight + 10;
  const width = (all.length + 1) * (NodeWidth + ColumnGap) - ColumnGap + 2;
  const at = column => 1 + column * (NodeWidth + ColumnGap);
  Object.assign(centre, { x: at(left), y: height / 2 });
  const most = Math.max(...sides.flatMap(s => s.edges.map(e => weight(e.cost))));
  const lines = [], labels = [], nodes = [];
  for (const { side, centre: own, columns, edges } of sides) {
    Object.assign(own, centre);
    columns.forEach((column, i) => column.forEach((node, row) =>
      Object.assign(node, { x: at(left + side * (i + 1)), y: height / 2 + (row - (column.length - 1) / 2) * RowHeight })));
    // Edges end apart from each other, in the order of their other ends.
    const port = (edge, end, other) => {
      const same = edges.filter(e => e[end] === edge[end]).sort((a, b) => a[other].y - b[other].y);
      return edge[end].y + (same.indexOf(edge) - (same.length - 1) / 2) * Math.min(11, (NodeHeight - 8) / same.length);
    };
    for (const edge of edges) {
      const from = edge.inner.x + (side > 0 ? NodeWidth : 0), to = edge.outer.x + (side > 0 ? 0 : NodeWidth);
      const y = port(edge, "inner", "outer"), end = port(edge, "outer", "inner"), bend = side * ColumnGap / 2;
      lines.push(shape("path", { d: `M${from} ${y}C${from + bend} ${y} ${to - bend} ${end} ${to} ${end}`,
        "stroke-width": (1 + 9 * weight(edge.cost) / most).toFixed(1) }, shape("title", {}, `${number(edge.cost)} ${data.events[chosen]}`)));
      labels.push(shape("text", { class: "cost", x: to - side * 5, y: end + 4, "text-anchor": side > 0 ? "end" : "start" }, (isNested(edge) ? "\u2264 " : "") + percent(edge.cost, chosen)));
    }
    columns.flat().forEach(node => nodes.push(nodeShape(node)));
  }
  // Callers, the function, callees: the order of the Tab key.
  nodes.splice(sides[0].columns.flat().length, 0, nodeShape(centre, true));
  const box = make("div", { class: "box" }, shape("svg", { class: "graph", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Callers and callees" }, ...lines, ...nodes, ...labels));
  return { element: make("section", { class: "card", id: "graph" }, make("div", { class: "title" }, make("h2", {}, "Calls"), make("span", { class: "end" }, legend())), box,
    make("p", { class: "soft" }, `The most costly callers and callees with their inclusive and own costs. An edge has what all calls from one to the other cost.`)),
    shown: () => { box.scrollLeft = centre.x - (box.clientWidth - NodeWidth) / 2; } };
}
