// Tables sorted by a column. A column has a key, a title, value(row) to sort
// by, cell(row) to show, a hint about the title, and flags: isWide (left out on
// phones) and isName.

const PageOfRows = 100;
class Table {
  constructor({ rows, columns, sort, limit = PageOfRows, onSort, none = "Nothing matches." }) {
    Object.assign(this, { rows, columns, onSort, none, limit });
    this.more = make("div", { class: "more" });
    this.box = make("div", { class: "box" });
    this.element = make("div", {}, this.box, this.more);
    const [key, way] = (sort || "").split(",");
    this.column = columns.find(c => c.key === key) || columns.find(c => c.isFirst) || columns[0];
    this.isUp = way === "up" || !way && !!this.column.isName;
    this.show();
  }
  sortBy(column) {
    this.isUp = this.column === column ? !this.isUp : !!column.isName;
    this.column = column;
    this.show();
    $(`th[data-key="${column.key}"] button`, this.box)?.focus();
    if (this.onSort) this.onSort(`${column.key},${this.isUp ? "up" : "down"}`);
  }
  // Equal rows are sorted by name.
  sorted() {
    const sign = this.isUp ? 1 : -1, name = this.columns.find(c => c.isName);
    const before = (a, b) => a < b ? -1 : a > b ? 1 : 0;
    const keyed = this.rows.map(row => [this.column.value(row), row]);
    keyed.sort((a, b) => sign * before(a[0], b[0]) || before(name.value(a[1]), name.value(b[1])));
    return keyed.map(k => k[1]);
  }
  show() {
    if (!this.rows.length) {
      this.box.replaceChildren(make("p", { class: "none" }, this.none));
      this.more.hidden = true;
      return;
    }
    const shown = this.sorted().slice(0, this.limit);
    const head = this.columns.map(c => make("th", { scope: "col", "data-key": c.key, class: `${c.isName ? "name" : ""}${c.isWide ? " wide" : ""}`,
      "aria-sort": this.column === c ? (this.isUp ? "ascending" : "descending") : undefined },
      make("button", { type: "button", title: c.hint, onclick: () => this.sortBy(c) }, c.title)));
    const body = shown.map(row => make("tr", {}, this.columns.map(c => {
      const cell = c.cell(row);
      if (c.isWide) cell.classList.add("wide");
      return cell;
    })));
    this.box.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, body)));
    const left = this.rows.length - shown.length;
    this.more.hidden = left <= 0;
    this.more.replaceChildren(make("span", { class: "soft" }, `${grouped(shown.length)} of ${grouped(this.rows.length)}`),
      make("button", { type: "button", onclick: () => { this.limit += 5 * PageOfRows; this.show(); } }, `Show ${grouped(Math.min(left, 5 * PageOfRows))} more`));
  }
}

const countCell = n => make("td", { class: n ? undefined : "zero" }, number(n));
const shareCell = (n, e) => make("td", { class: "heat" + (n ? "" : " zero"), title: `${number(n)} ${data.events[e]}` },
  make("span", { class: heat(n, e) || undefined }, percent(n, e)));
// The columns for the share and the count of an event.
function costColumns(key, title, value, e, isWide) {
  return [
    { key, title, isWide, hint: meaningOf(e), value: row => weight(value(row, e)), cell: row => shareCell(value(row, e), e) },
    { key: key + "-count", title: data.events[e], isWide: true, hint: meaningOf(e), value: row => weight(value(row, e)), cell: row => countCell(value(row, e)) },
  ];
}
const otherEvents = value => eventsShown().slice(1).map(e => (
  { key: data.events[e], title: data.events[e], isWide: true, hint: meaningOf(e), value: row => weight(value(row, e)), cell: row => countCell(value(row, e)) }));
// Columns of miss rates; value(row, event) is a count.
const rateColumns = value => data.rates.map(rate => {
  const of = row => e => value(row, e);
  return { key: rate[0], title: rate[0], isWide: true, hint: rate[1], value: row => sumOf(rate[2], of(row)) / sumOf(rate[3], of(row)) || 0,
    cell: row => make("td", { class: "rate" + (isMuch(rate, of(row)) ? " much" : ""), title: rateTitle(rate, of(row)) }, rateText(rate, of(row))) };
});
const nameCell = (href, name, more, whole = name) => make("td", { class: "name", title: whole },
  href ? make("a", { href }, name) : make("span", {}, name), more?.length ? [" ", make("small", {}, more)] : "");
const placeOf = (file, line) => file < 0 ? "" : shortFile(file) + (line ? ":" + line : "");

function functionColumns() {
  const first = hasCalls ? costColumns("inclusive", "Inclusive", inclusiveOf, chosen) : [];
  if (hasCalls) first[0].isFirst = true;
  const own = costColumns("self", "Self", selfOf, chosen);
  return [...first, ...own, ...otherEvents(selfOf), ...rateColumns(selfOf),
    ...(hasCalls ? [{ key: "calls", title: "Calls", isWide: true, value: callsOf, cell: f => countCell(callsOf(f)) }] : []),
    { key: "name", title: "Function", isName: true, value: nameOf, cell: f => nameCell(functionLink(f), shownName(f), placeOf(fileOf(f), lineOf(f)), nameOf(f)) },
    ...(data.modules.length > 1 ? [{ key: "module", title: "Module", isWide: true, value: moduleOf,
      cell: f => make("td", { class: "soft", title: moduleOf(f) }, shortModule(moduleOf(f))) }] : [])];
}
function lineColumns() {
  const cost = (row, e) => row.counts[e];
  return [...costColumns("self", "Self", cost, chosen), ...otherEvents(cost), ...rateColumns(cost),
    { key: "name", title: "Line", isName: true, value: row => files[row.file].name + String(row.line).padStart(9),
      cell: row => nameCell(hasText(row.file) ? fileLink(row.file, row.line) : "", placeOf(row.file, row.line || "unknown"), coloured(row.file, row.line, textOf(row.file).get(row.line) ?? "")) }];
}
function fileColumns() {
  return [...costColumns("self", "Self", fileCost, chosen), ...otherEvents(fileCost), ...rateColumns(fileCost),
    { key: "functions", title: "Functions", isWide: true, value: file => fileCosts()[file].functions.size, cell: file => make("td", {}, grouped(fileCosts()[file].functions.size)) },
    { key: "name", title: "File", isName: true, value: file => files[file].name,
      cell: file => nameCell(fileLink(file), shortFile(file), hasText(file) ? "" : files[file].state) }];
}
