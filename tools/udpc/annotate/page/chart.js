// The icicle chart: each box is a function below its caller, as wide as its
// inclusive cost. Arrow keys move, Enter enlarges, Escape goes back.

// Boxes narrower than LeastWidth pixels are left out; below LeastText there is
// no room for text.
const MaxBoxes = 1500, LeastWidth = 2, LeastText = 36, LetterWidth = 6.5;
const bySize = (a, b) => b.value - a.value || (nodeName(a) < nodeName(b) ? -1 : 1);
const pathOf = node => node ? [...pathOf(node.parent), node.f] : [];

class Icicle {
  // \p roots are nodes; \p zoom is the path of functions to the enlarged one.
  constructor(roots, zoom, onZoom) {
    Object.assign(this, { onZoom });
    this.roots = roots.sort(bySize);
    this.total = this.roots.reduce((sum, n) => sum + n.value, 0);
    this.chart = make("div", { class: "chart", role: "group", "aria-label": "Calls: the callees of a function are below it", onkeydown: e => this.key(e), onclick: e => this.click(e),
      onmouseover: e => this.describe(e.target.node), onfocusin: e => this.describe(e.target.node) });
    this.detail = make("div", { class: "detail", "aria-live": "polite" });
    this.element = make("div", {}, this.chart, this.detail);
    this.focus = this.find(zoom);
    this.draw();
  }
  find(path) {
    let node = null;
    for (const f of path) {
      const next = (node ? node.children() : this.roots).find(n => n.f === f);
      if (!next) break;
      node = next;
    }
    return node;
  }
  draw() {
    const boxes = [];
    let depth = 0;
    this.pixels = Math.max(300, $("main").clientWidth - 70);
    const ancestors = [];
    for (let n = this.focus && this.focus.parent; n; n = n.parent) ancestors.unshift(n);
    for (const node of ancestors) boxes.push({ node, left: 0, width: 1, depth: depth++, isAbove: true });
    let row = this.focus ? [{ nodes: [this.focus], left: 0, scale: 1 / (this.focus.value || 1) }]
      : [{ nodes: this.roots, left: 0, scale: 1 / (this.total || 1) }];
    while (row.length && boxes.length < MaxBoxes) {
      const next = [];
      for (const { nodes, left, scale } of row) {
        let at = left;
        for (const node of [...nodes].sort(bySize)) {
          const width = node.value * scale;
          if (width * this.pixels < LeastWidth || boxes.length >= MaxBoxes) break;
          boxes.push({ node, left: at, width, depth });
          next.push({ nodes: node.children(), left: at, scale });
          at += width;
        }
      }
      row = next;
      ++depth;
    }
    this.height = matchMedia("(max-width: 700px)").matches ? 26 : 22;
    const deepest = boxes.reduce((d, b) => Math.max(d, b.depth), 0);
    this.chart.style.height = (deepest + 1) * this.height + "px";
    this.boxes = boxes;
    this.chart.replaceChildren(...boxes.map((b, i) => this.box(b, i)));
    this.search();
    this.describe(searchWords.length ? null : this.focus);
  }
  box({ node, left, width, depth, isAbove }, index) {
    const self = isDiff ? nodeChange(node) : nodeSelf(node);
    const isThin = width * this.pixels < LeastText;
    const box = make("button", { type: "button", class: `${heat(self, chosen)}${isAbove ? " above" : ""}${isThin ? " thin" : ""}`,
      tabindex: index ? -1 : 0, "aria-label": `${nodeName(node)}, ${percent(nodeChange(node), chosen)} of ${data.events[chosen]}` },
      isThin ? "" : fittedName(nodeName(node), (width * this.pixels - 10) / LetterWidth));
    box.style.cssText = `left:${(100 * left).toFixed(3)}%;width:${(100 * width).toFixed(3)}%;top:${depth * this.height}px`;
    box.node = node;
    box.index = index;
    return box;
  }
  // Marks functions that match the search, and shows their share of the costs.
  search() {
    const isFound = node => searchWords.length && node.f >= 0 && functionMatches(node.f);
    let found = 0;
    for (const box of this.chart.children) {
      box.classList.toggle("found", !!isFound(box.node));
      let above = box.node.parent;
      while (above && !isFound(above)) above = above.parent;
      if (isFound(box.node) && !above && !box.classList.contains("above")) found += box.node.value;
    }
    this.chart.classList.toggle("searched", searchWords.length > 0);
    this.found = found;
  }
  describe(node) {
    if (node === undefined) return;
    if (!node) {
      this.detail.replaceChildren(make("span", { class: "soft" }, searchWords.length
        ? `Boxes that match are violet: ${percent(this.found, chosen)} of ${data.events[chosen]}, with their callees.`
        : "Point to a box, or move with the arrow keys; click or Enter enlarges it."));
      return;
    }
    const self = nodeSelf(node), event = data.events[chosen];
    // What the function has in all boxes, if it is in several.
    const all = node.f < 0 || isDiff ? "" : percent(inclusiveOf(node.f, chosen), chosen);
    const everywhere = all && all !== percent(node.value, chosen) ? `; all of its calls: ${isBound(node.f) ? "at most " : ""}${all}` : "";
    const parts = isDiff
      ? `${number(nodeChange(node))} ${event} (${percent(nodeChange(node), chosen)}): ${grouped(Math.round(node.old))} before, ${grouped(Math.round(node.value))} now`
      : `${grouped(Math.round(node.value))} ${event} (${percent(node.value, chosen)}), of which ${percent(self, chosen)} in itself${everywhere}`;
    this.detail.replaceChildren(make("b", {}, node.f < 0 ? nodeName(node) : make("a", { href: functionLink(node.f) }, nodeName(node))),
      node.f < 0 ? "" : make("span", { class: "soft" }, "  " + shortFile(fileOf(node.f))), make("br"), parts);
  }
  click(event) {
    const box = event.target.closest("button");
    if (box) this.zoom(box.node === this.focus ? box.node.parent : box.node);
  }
  // Enlarges a box, which gets the focus, or the box that was enlarged before.
  zoom(node) {
    const hadKeys = this.chart.contains(document.activeElement), before = this.focus;
    this.focus = node;
    this.draw();
    const to = this.boxes.findIndex(b => b.node === (before && before.parent === node ? before : node));
    if (hadKeys) this.moveTo(Math.max(to, 0));
    this.onZoom(pathOf(node));
  }
  moveTo(index) {
    for (const b of this.chart.children) b.tabIndex = -1;
    const box = this.chart.children[index];
    box.tabIndex = 0;
    box.focus();
  }
  key(event) {
    const box = event.target.closest("button");
    if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = this.boxes[box.index], all = this.boxes;
    const middle = here.left + here.width / 2;
    let to;
    if (event.key === "ArrowDown") to = all.findIndex(b => b.node.parent === here.node);
    else if (event.key === "ArrowUp") to = all.findIndex(b => b.node === here.node.parent);
    else if (event.key === "ArrowRight") to = all.findIndex(b => b.depth === here.depth && b.left > middle);
    else if (event.key === "ArrowLeft") to = all.findLastIndex(b => b.depth === here.depth && b.left + b.width < middle);
    else if (event.key === "Escape" && this.focus) { this.zoom(this.focus.parent); to = -1; }
    else return;
    event.preventDefault();
    if (to >= 0) this.moveTo(to);
  }
}

// Explains the colours.
function legend(what = "own cost") {
  const steps = kind => make("span", {}, [1, 2, 3, 4, 5, 6, 7, 8].map(i => make("i", { class: kind + i })));
  if (!isDiff) return make("span", { class: "legend", title: `From ${HeatSteps.map(s => 100 * s).join(", ")} %` }, "0.1%", steps("h"), `100% ${what}`);
  const less = steps("c");
  less.append(...[...less.children].reverse());
  return make("span", { class: "legend" }, "less", less, steps("h"), "more");
}
