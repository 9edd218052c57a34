// Source lines with their costs. Their elements are made when they scroll into
// view, since files have up to 200,000 lines.

const LinesPerPart = 100, LineHeight = 20, PartsAtOnce = 4, LeastFold = 2;

class Source {
  // \p lines: counts by line. \p around: number of lines shown on each side of
  // them. \p caller: show only its calls; undefined for those of all functions.
  constructor(file, lines, around, caller) {
    Object.assign(this, { file, lines, caller, text: textOf(file), numLines: files[file].numLines });
    const all = [...lines.values()];
    this.countWidth = all.reduce((w, c) => Math.max(w, number(c[chosen]).length), data.events[chosen].length);
    this.others = eventsShown().slice(1);
    this.otherWidths = this.others.map(e => all.reduce((w, c) => Math.max(w, number(c[e]).length), data.events[e].length));
    this.numberWidth = String(this.numLines).length;
    // The rate of the chosen event's level: of the last one for DLmr.
    this.rate = data.rates.find(rate => rate[2].includes(chosen)) || data.rates[0];
    this.calls = this.callsByLine();
    this.filled = 0;
    this.body = make("div", {});
    this.element = make("div", { class: "code", tabindex: 0, role: "region", "aria-label": "Source" }, this.body);
    this.observer = new IntersectionObserver(seen => seen.forEach(s => s.isIntersecting && this.fill(s.target)), { rootMargin: "600px" });
    this.render(around);
  }
  // Costs of calls by line and callee.
  callsByLine() {
    const calls = new Map();
    arcs.forEach((arc, a) => {
      if (arc[2] !== this.file || this.caller !== undefined && arc[0] !== this.caller) return;
      if (!calls.has(arc[3])) calls.set(arc[3], new Map());
      const at = calls.get(arc[3]);
      at.set(arc[1], (at.get(arc[1]) || 0) + arcCost(a, chosen));
    });
    return calls;
  }
  render(around) {
    this.body.append(this.head());
    const beyond = [...this.lines.keys()].filter(n => n === 0 || n > this.numLines).sort((a, b) => a - b);
    for (const n of beyond.filter(n => n === 0)) this.body.append(this.line(0, "<unknown (line 0)>", this.lines.get(n)));
    let shown = 0;
    for (const [first, last] of this.regions(around)) {
      this.gap(shown + 1, first - 1);
      this.parts(first, last);
      shown = last;
    }
    this.gap(shown + 1, this.numLines);
    for (const n of beyond.filter(n => n)) this.body.append(this.line(0, `<bogus line ${n}>`, this.lines.get(n)));
  }
  regions(around) {
    const regions = [];
    for (const n of [...this.lines.keys()].filter(n => n && n <= this.numLines).sort((a, b) => a - b)) {
      const first = this.isFold(1, n - around - 1) ? n - around : 1;
      const last = this.isFold(n + around + 1, this.numLines) ? n + around : this.numLines;
      if (regions.length && !this.isFold(regions.at(-1)[1] + 1, first - 1)) regions.at(-1)[1] = last;
      else regions.push([first, last]);
    }
    return regions;
  }
  // Whether lines are worth a button that shows them.
  isFold(first, last) { return last - first + 1 >= LeastFold; }
  head() {
    return make("div", { class: "l head" }, make("span", { class: "p" }, ""), this.countCells(null, e => data.events[e]),
      this.rate ? make("span", { class: "r", title: this.rate[1] }, this.rate[0]) : "");
  }
  rateCell(counts) {
    if (!this.rate) return "";
    const of = e => counts[e];
    return make("span", { class: "r" }, counts && isMuch(this.rate, of) ? rateText(this.rate, of) : "");
  }
  countCells(counts, text = e => counts ? number(counts[e]) : "") {
    return make("span", { class: "c" }, text(chosen).padStart(this.countWidth) +
      this.others.map((e, i) => "  " + text(e).padStart(this.otherWidths[i])).join(""));
  }
  line(n, text, counts) {
    const id = n ? this.lineId(n) : undefined;
    return make("div", { class: "l " + (counts ? heat(counts[chosen], chosen) : ""), id,
      title: counts ? [...data.events.map((name, e) => `${name} ${number(counts[e])} ${percent(counts[e], e)}`),
        ...data.rates.map(rate => `${rate[0]} ${rateText(rate, e => counts[e])}`)].join("\n") : undefined },
      make("span", { class: "p" }, counts && counts[chosen] ? percent(counts[chosen], chosen) : ""), this.countCells(counts), this.rateCell(counts),
      n ? make("a", { class: "n", href: this.lineLink(n), title: "Link to this line" }, String(n).padStart(this.numberWidth)) : make("span", { class: "n" }, "".padStart(this.numberWidth)),
      make("code", {}, n ? coloured(this.file, n, text) : text), this.callees(n));
  }
  // Shows the functions that the line calls.
  callees(n) {
    const calls = this.calls.get(n);
    if (!n || !calls) return "";
    const most = [...calls].sort((a, b) => weight(b[1]) - weight(a[1])).slice(0, 3);
    return make("span", { class: "to" }, most.map(([f, cost], i) => [i ? ", " : "\u2192 ",
      make("a", { href: functionLink(f) }, shownName(f)), ` ${percent(cost, chosen)}`]).flat(),
      calls.size > most.length ? `, ${calls.size - most.length} more` : "");
  }
  // Opens the same view at the line.
  lineLink(n) {
    return this.caller === undefined ? fileLink(this.file, n)
      : link({ function: nameOf(this.caller), of: state.of, file: files[this.file].name, line: n });
  }
  lineId(n) { return `f${this.file}-L${n}`; }
  parts(first, last, before = null) {
    for (let n = first; n <= last; n += LinesPerPart) {
      const part = make("div", { "data-first": n, "data-last": Math.min(last, n + LinesPerPart - 1) });
      part.style.height = (part.dataset.last - n + 1) * LineHeight + "px";
      this.body.insertBefore(part, before);
      part.onPrint = () => this.fill(part);
      if (this.filled < PartsAtOnce) this.fill(part);
      else this.observer.observe(part);
    }
  }
  fill(part) {
    this.observer.unobserve(part);
    if (part.firstChild) return;
    ++this.filled;
    part.style.height = "";
    for (let n = +part.dataset.first; n <= +part.dataset.last; ++n)
      part.append(this.line(n, this.text.get(n) ?? "", this.lines.get(n)));
  }
  // Makes a button that shows lines between the parts, as far as the page has
  // them.
  gap(first, last, before = null) {
    if (first > last) return;
    let here = 0;
    for (let n = first; n <= last; ++n) here += this.text.has(n);
    const what = first === last ? `line ${grouped(first)}` : `lines ${grouped(first)} to ${grouped(last)}`;
    const gap = make("button", { type: "button", class: "gap", "data-first": first, "data-last": last, disabled: here ? undefined : "" },
      here ? `\u22EF ${what}: show` : `\u22EF ${what}: not in this page`);
    if (here) gap.addEventListener("click", () => this.unfold(gap));
    this.body.insertBefore(gap, before);
  }
  unfold(gap) {
    const last = +gap.dataset.last;
    for (let n = +gap.dataset.first; n <= last;) {
      const begin = n, here = this.text.has(n);
      while (n <= last && this.text.has(n) === here) ++n;
      if (here) this.parts(begin, n - 1, gap); else this.gap(begin, n - 1, gap);
    }
    gap.remove();
  }
  reveal(n, block) {
    $(".l.here")?.classList.remove("here");
    const has = e => +e.dataset.first <= n && n <= +e.dataset.last;
    const gap = [...this.body.querySelectorAll(".gap:not([disabled])")].find(has);
    if (gap) this.unfold(gap);
    const part = [...this.body.querySelectorAll("div[data-first]")].find(has);
    if (!part) return;
    this.fill(part);
    const line = document.getElementById(this.lineId(n));
    line.classList.add("here");
    line.scrollIntoView({ block });
    if (document.activeElement === $("main")) line.querySelector("a").focus({ preventScroll: true });
  }
}

function fileView(file) {
  const f = files[file], counts = fileCosts()[file];
  const within = [...counts.functions].sort((a, b) => weight(selfOf(b, chosen)) - weight(selfOf(a, chosen)));
  const title = make("div", { class: "title" }, make("h2", { class: "mono", title: f.name }, shortFile(file)),
    make("span", { class: "soft" }, `${number(fileCost(file, chosen))} ${data.events[chosen]}, ${percent(fileCost(file, chosen), chosen)}`));
  const card = make("section", { class: "card", id: "source" }, title, make("p", { class: "soft mono" }, f.name));
  for (const note of f.notes || []) card.append(make("div", { class: "note" }, note));
  let source;
  if (hasText(file)) {
    source = new Source(file, linesOfFile(file), data.context);
    card.append(source.element);
  } else {
    card.append(make("p", {}, sourceMissing(f.state)));
    const rows = [...linesOfFile(file)].map(([line, c]) => ({ file, line, counts: c }));
    card.append(new Table({ rows, columns: lineColumns(), limit: 30 }).element);
  }
  const list = new Table({ rows: within, columns: functionColumns().filter(c => c.key !== "module"), sort: "self", limit: 10 });
  return { title: shortFile(file), elements: [make("section", { class: "card" }, make("div", { class: "title" }, make("h2", {}, "Functions with code here"),
    make("span", { class: "soft" }, "costs of the whole function")), list.element), card],
    shown: block => source && state.line && source.reveal(+state.line, block) };
}
const sourceMissing = state => ({
  "not found": "The source was not found where the page was made: -I names other folders to search.",
  "different": "Several sources have this name, and their texts differ.",
  "left out": "The source was left out to keep the page below 10 MB.",
  "below the threshold": "The source is not here: its costs are below the threshold (--threshold).",
  "unknown": "The file is unknown: this code has no debug information.",
}[state] || "The source is not part of this page.");
