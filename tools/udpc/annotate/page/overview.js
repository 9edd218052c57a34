// The first view: totals, a chart of the whole program, the most costly
// functions.

function totals() {
  return make("div", { class: "tiles", id: "totals" }, data.events.map((name, e) => make("a", { class: "tile", href: linkHere({ event: name }), title: meaningOf(e), "aria-current": e === chosen ? "true" : undefined },
    make("b", {}, name), make("span", {}, number(data.total[e])),
    isDiff ? make("small", {}, `${percent(data.total[e], e) || "0.0%"} of ${grouped(data.base[e])}`) : "",
    data.meanings[e] ? make("small", { class: "meaning" }, data.meanings[e]) : "")), rateTiles(e => data.total[e]));
}
const rateTiles = of => data.rates.map(rate => rateText(rate, of) ? make("div", { class: "tile rate", title: `${rate[1]}\n${rateTitle(rate, of)}` },
  make("b", {}, rate[0]), make("span", {}, rateText(rate, of)), make("small", { class: "meaning" }, rate[1].split(": ")[0])) : "");

function chartCard() {
  const kind = hasCalls && state.chart !== "files" ? "calls" : "files";
  const title = make("div", { class: "title" }, make("h2", {}, kind === "calls" ? "Calls" : hasFewFiles() ? "Functions" : "Files"),
    hasCalls ? make("span", { class: "switch" }, make("a", { href: linkHere({ chart: undefined, zoom: undefined }), "aria-current": kind === "calls" ? "true" : undefined }, "Calls"),
      make("a", { href: linkHere({ chart: "files", zoom: undefined }), "aria-current": kind === "files" ? "true" : undefined }, "Files")) : "",
    make("span", { class: "end" }, legend(kind === "calls" ? "own cost" : "")));
  const card = make("section", { class: "card", id: "chart" }, title);
  if (kind === "files") {
    card.append(treemap(Math.max(300, $("main").clientWidth - 70)),
      make("p", {}, make("br"), make("span", { class: "soft" }, `Areas are ${data.events[chosen]}${isDiff ? ", up or down" : ""}.` +
        (hasCalls ? "" : region ? ` Calls are not known by region.` : " The profile has no calls, so there is no picture of them."))));
    return card;
  }
  const zoom = (state.zoom || "").split(".").filter(w => w).map(Number);
  const icicle = new Icicle(rootNodes(), zoom, path => history.replaceState(null, "", linkHere({ zoom: path.join(".") || undefined })) || (state = parseState(location.hash)));
  card.append(icicle.element, make("p", { class: "soft" }, hasContexts
    ? "Each box is a function in one context of calls, as wide as its inclusive cost; callees are below their caller."
    : "Approximated: the profile has calls but not their contexts. Each box is as wide as the inclusive cost; what a function called is divided among its callers by what their calls of it cost. Callers and callees of functions are exact."));
  return card;
}

// The tree of regions in its order. Shares are of the whole program.
function regionsCard() {
  if (!data.regions.length) return "";
  const known = new Set(data.regionCosts.map(([name]) => name));
  const of = (row, e) => row[4 + e];
  const part = (row, e) => whole.base[e] ? (100 * of(row, e) / whole.base[e]).toFixed(1) + "%" : "";
  const times = ([, , begins, ends]) => grouped(begins) + (begins > ends ? `, ${grouped(begins - ends)} without end` : "");
  const nameOfRegion = ([depth, name]) => {
    const link = known.has(name) ? make("a", { href: linkHere({ region: name, zoom: undefined }), "aria-current": name === region ? "true" : undefined }, name) : make("span", {}, name);
    link.style.paddingLeft = `${1.2 * depth}em`;
    return make("td", { class: "name", title: name }, link);
  };
  const cost = row => of(row, chosen);
  const table = new Table({ rows: data.regions, sort: "name", columns: [
    { key: "share", title: "Share", hint: meaningOf(chosen), value: cost, cell: row => make("td", {}, part(row, chosen)) },
    { key: "count", title: data.events[chosen], hint: meaningOf(chosen), isWide: true, value: cost, cell: row => make("td", {}, grouped(cost(row))) },
    { key: "times", title: "Times", value: row => row[2], cell: row => make("td", {}, times(row)) },
    { key: "name", title: "Region", isName: true, value: row => data.regions.indexOf(row), cell: nameOfRegion },
  ] });
  return make("section", { class: "card", id: "regions" }, make("div", { class: "title" }, make("h2", {}, "Regions"), make("span", { class: "soft" }, "with those within them")),
    table.element);
}

// A line about what is not in the profile; the view of the run has all of it.
function unprofiled() {
  const facts = data.facts.filter(([name]) => ["Not profiled", "Without calls", "Time"].includes(name));
  const brief = facts.map(([name, text]) => `${name}: ${text.replace(/^new: /, "").split(/: |; /)[0]}`);
  return facts.length ? [make("p", { class: "quiet", id: "unprofiled" }, brief.join(" \u00B7 ") + ". ", make("a", { href: link({ view: "run" }) }, "Details"))] : [];
}

function overview() {
  const found = foundFunctions();
  const top = new Table({ rows: found, columns: functionColumns(), sort: state.sort || (hasCalls ? "self" : ""), limit: 12 });
  const notes = region ? [make("p", { class: "note", id: "in-region" }, `Only what the region ${region} and those within it have cost. `, make("a", { href: linkHere({ region: undefined }) }, "Whole program"))]
    : unprofiled();
  if (data.unknownEvents && !region) notes.push(make("p", { class: "note", id: "unknown-events" }, `Not shown: ${data.unknownEvents}.`));
  if (data.leftOut.length) notes.push(make("p", { class: "note", id: "left-out" }, `Left out to keep the page below 10 MB: ${data.leftOut.join("; ")}.`));
  return { title: "Overview", elements: [totals(), ...notes, chartCard(), regionsCard(),
    make("section", { class: "card", id: "functions" }, make("div", { class: "title" }, make("h2", {}, "Functions with the highest costs"),
      make("span", { class: "end" }, make("a", { href: link({ view: "functions" }) }, `All ${grouped(found.length)}`))), top.element)] };
}

// A view of one table, with a filter of modules.
function listView(id, name, rows, columns) {
  const table = new Table({ rows, columns, sort: state.sort, onSort: sort => { history.replaceState(null, "", linkHere({ sort })); state = parseState(location.hash); } });
  const tools = make("span", { class: "end" });
  if (data.modules.length > 1) {
    const select = make("select", { id: "module", "aria-label": "Module", onchange: () => replaceHere({ module: select.value || undefined }) },
      make("option", { value: "" }, "All modules"), data.modules.filter(m => m).map(m => make("option", { value: m, selected: m === state.module ? "" : undefined }, shortModule(m))));
    tools.append(select);
  }
  if (numEvents > 1)
    tools.append(make("a", { class: "wide", href: linkHere({ columns: state.columns === "all" ? undefined : "all" }) }, state.columns === "all" ? "One event" : "All events"));
  return { title: name, elements: [make("section", { class: "card", id }, make("div", { class: "title" }, make("h2", {}, name),
    make("span", { class: "soft" }, grouped(rows.length)), tools), table.element)] };
}

function runView() {
  const cards = [make("section", { class: "card" }, make("div", { class: "title" }, make("h2", {}, "What was run")),
    make("dl", { id: "facts" }, data.facts.map(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]).flat(),
      mainFolder() ? [make("dt", {}, "Paths"), make("dd", {}, `relative to ${mainFolder()}`)] : []))];
  if (data.leftOut.length)
    cards.push(make("section", { class: "card" }, make("div", { class: "title" }, make("h2", {}, "Left out")), make("ul", { class: "plain" }, data.leftOut.map(t => make("li", {}, t)))));
  if (data.coverage.length) {
    const rows = data.coverage.map(([text, ...counts]) => ({ text, counts }));
    const columns = [...costColumns("self", "Share", (row, e) => row.counts[e], chosen), { key: "name", title: "Costs", isName: true, value: row => row.text, cell: row => nameCell("", row.text) }];
    cards.push(make("section", { class: "card", id: "coverage" }, make("div", { class: "title" }, make("h2", {}, "What is annotated")), new Table({ rows, columns }).element));
    const missing = files.filter(f => f.state === "not found" || f.state === "different" || f.state === "left out");
    if (missing.length)
      cards.push(make("section", { class: "card", id: "missing" }, make("div", { class: "title" }, make("h2", {}, `${grouped(missing.length)} sources are not annotated`)),
        make("ul", { class: "plain" }, missing.map(f => make("li", {}, `${f.name}: ${f.state}`)))));
  }
  return { title: "Run", elements: cards };
}
