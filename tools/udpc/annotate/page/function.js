// The view of one function: its costs, callers, callees and lines.

function callColumns(column, what) {
  return [...costColumns("inclusive", isDiff ? "Change" : "Inclusive", (row, e) => row.cost[e], chosen),
    { key: "calls", title: "Calls", value: row => weight(row.calls), cell: row => countCell(row.calls) },
    { key: "name", title: what, isName: true, value: row => nameOf(row.f),
      cell: row => {
        const cell = nameCell(functionLink(row.f), shownName(row.f), "", nameOf(row.f));
        const shown = row.places.filter(([file]) => file >= 0).slice(0, 4);
        const places = shown.map(([file, line], i) => [i ? ", " : "",
          hasText(file) ? make("a", { href: fileLink(file, line) }, placeOf(file, line)) : placeOf(file, line)]).flat();
        const more = row.places.length - shown.length;
        if (shown.length) cell.append(make("small", { class: "under" }, places, more ? `, ${more} more` : ""));
        return cell;
      } }];
}
// Makes a row for each caller or callee, with all places of calls.
function callRows(list, column) {
  const rows = new Map();
  for (const a of list) {
    const f = arcs[a][column];
    if (!rows.has(f)) rows.set(f, { f, calls: 0, cost: zeros(), places: [] });
    const row = rows.get(f);
    row.calls += arcCalls(a);
    for (let e = 0; e < numEvents; ++e) row.cost[e] += arcCost(a, e);
    row.places.push([arcs[a][2], arcs[a][3]]);
  }
  return [...rows.values()];
}

const callersText = n => `from ${grouped(n)} function${n === 1 ? "" : "s"}`;
function functionTiles(f) {
  const event = data.events[chosen];
  const tile = (name, n, small, e) => make("div", { class: "tile", title: meaningOf(e) }, make("b", {}, name), make("span", {}, number(n)), make("small", {}, small));
  const was = (o, n) => isDiff ? `${grouped(o)} \u2192 ${grouped(n)}` : "";
  const tiles = [tile(`${event}, self`, selfOf(f, chosen), was(oldSelf(f, chosen), newSelf(f, chosen)) || percent(selfOf(f, chosen), chosen), chosen)];
  if (hasCalls) {
    tiles.unshift(tile(`${event}, inclusive`, inclusiveOf(f, chosen), (isBound(f) ? "at most; " : "") +
      (was(oldInclusive(f, chosen), newInclusive(f, chosen)) || percent(inclusiveOf(f, chosen), chosen)), chosen));
    tiles.push(tile("calls received", callsOf(f), callersText(callRows(arcsTo()[f], 0).length)));
  }
  data.events.forEach((name, e) => {
    if (e !== chosen && selfOf(f, e)) tiles.push(tile(`${name}, self`, selfOf(f, e), percent(selfOf(f, e), e), e));
  });
  return make("div", { class: "tiles" }, tiles, rateTiles(e => selfOf(f, e)));
}

function functionView(f) {
  const place = placeOf(fileOf(f), lineOf(f)), home = fileOf(f);
  const title = make("div", { class: "title" }, make("h2", { class: "mono" }, nameOf(f)));
  const where = make("p", { class: "soft" }, hasText(home) ? make("a", { href: fileLink(home, lineOf(f)), title: files[home].name }, place) : place,
    moduleOf(f) ? [" in ", make("span", { title: moduleOf(f) }, shortModule(moduleOf(f)))] : "");
  const head = make("section", { class: "card", id: "function" }, title, where);
  if (cycleOf(f) >= 0) {
    const others = functions.map((_, g) => g).filter(g => g !== f && cycleOf(g) === cycleOf(f));
    head.append(make("p", {}, `Part of cycle ${cycleOf(f) + 1}, with `, others.slice(0, 8).map((g, i) => [i ? ", " : "", make("a", { href: functionLink(g) }, shownName(g))]).flat(),
      others.length > 8 ? ` and ${others.length - 8} more` : "", ". The inclusive cost is an upper bound; nested calls are counted in each of their callers' rows."));
  }
  const elements = [head, functionTiles(f)], sources = [], graph = graphCard(f);
  const path = costlyPath(f);
  if (path.length > 2)
    head.append(make("p", { id: "path" }, "Most costly path: ", path.map((g, i) => [i ? " \u203A " : "", g === f ? shownName(g) : make("a", { href: functionLink(g) }, shownName(g))]).flat()));
  if (hasCalls) {
    const callers = callRows(arcsTo()[f], 0), callees = callRows(arcsFrom()[f], 1);
    const card = (id, name, what, rows, none) => make("section", { class: "card", id }, make("div", { class: "title" }, make("h2", {}, name), make("span", { class: "soft" }, grouped(rows.length))),
      new Table({ rows, columns: callColumns(id, what), limit: 12, none }).element);
    elements.push(graph.element, make("div", { class: "two" }, card("callers", "Callers", "Caller", callers, "No profiled code calls it."),
      card("callees", "Callees", "Callee", callees, "It calls no profiled code.")));
    if (callees.length && newInclusive(f, chosen)) {
      const icicle = new Icicle([functionNode(f)], [f], () => {});
      elements.push(make("section", { class: "card", id: "below" }, make("div", { class: "title" }, make("h2", {}, "Where its costs are"),
        make("span", { class: "end" }, legend())), icicle.element, make("p", { class: "soft" }, "Approximated below the first row: see the overview.")));
    }
  }
  const byFile = [...linesOfFunction(f)];
  byFile.sort((a, b) => (b[0] === home) - (a[0] === home));
  for (const [file, lines] of byFile) {
    const cost = [...lines.values()].reduce((sum, c) => sum + c[chosen], 0);
    const card = make("section", { class: "card source" }, make("div", { class: "title" }, make("h3", { class: "mono" }, make("a", { href: fileLink(file) }, shortFile(file))),
      make("span", { class: "soft" }, `${file === home ? "" : "inlined code: "}${number(cost)} ${data.events[chosen]}, ${percent(cost, chosen)}`)));
    if (hasText(file)) {
      sources.push(new Source(file, lines, 3, f));
      card.append(sources.at(-1).element);
    } else card.append(make("p", { class: "soft" }, sourceMissing(files[file].state)),
      new Table({ rows: [...lines].map(([line, counts]) => ({ file, line, counts })), columns: lineColumns(), limit: 12 }).element);
    elements.push(card);
  }
  // Without a file the line is in that of the function.
  const marked = state.file ? findFile(state.file) : home;
  return { title: nameOf(f), elements, shown: block => {
    graph.shown?.();
    if (state.line) sources.find(s => s.file === marked)?.reveal(+state.line, block);
  } };
}
