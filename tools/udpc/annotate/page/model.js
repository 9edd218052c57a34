// The data that tools/udpc/annotate/AnnotatePageData.cpp writes: rows of
// numbers. A row has the counts of the profile; in a difference, those of the
// new profile and then those of the old one.

const numEvents = data.events.length;
const sides = isDiff ? 2 : 1;
const files = data.files;
let functions = data.functions, arcs = data.arcs;
let hasCalls = arcs.length > 0;
let chosen = data.sort; // The selected event.

// What an event counts: "D1mr: reads that missed the first-level data cache".
const meaningOf = e => data.meanings[e] ? `${data.events[e]}: ${data.meanings[e]}` : undefined;
// Miss rates: name, meaning, events of misses, events of accesses. The counts of
// an event are what of(event) returns.
const sumOf = (events, of) => events.reduce((sum, e) => sum + of(e), 0);
function rateText([, , misses, accesses], of) {
  const all = sumOf(accesses, of);
  return all ? (100 * sumOf(misses, of) / all).toFixed(1) + "%" : "";
}
// Whether the misses are a thousandth of all or more; rates of fewer are noise.
const isMuch = ([, , misses], of) => sumOf(misses, of) >= 0.001 * sumOf(misses, e => data.total[e]);
const rateTitle = ([, , misses, accesses], of) => [...misses, ...accesses].map(e => `${data.events[e]} ${number(of(e))}`).join(", ");

const SelfAt = 6, InclusiveAt = SelfAt + sides * numEvents, Width = numEvents + 1;
const change = (row, at, width, e) => isDiff ? row[at + e] - row[at + width + e] : row[at + e];
const selfOf = (f, e) => change(functions[f], SelfAt, numEvents, e);
const newSelf = (f, e) => functions[f][SelfAt + e];
const oldSelf = (f, e) => functions[f][SelfAt + numEvents + e];
const inclusiveOf = (f, e) => hasCalls ? change(functions[f], InclusiveAt, Width, e) : selfOf(f, e);
const newInclusive = (f, e) => hasCalls ? functions[f][InclusiveAt + e] : newSelf(f, e);
const oldInclusive = (f, e) => hasCalls ? functions[f][InclusiveAt + Width + e] : oldSelf(f, e);
const callsOf = f => hasCalls ? change(functions[f], InclusiveAt, Width, numEvents) : 0;
const nameOf = f => functions[f][0] || "???";
// Shortens long C++ names by template arguments and parameters:
// "a<...>::b(...)".
function shortName(name, most = 60) {
  if (name.length <= most) return name;
  let out = "", depth = 0;
  for (let i = 0; i < name.length; ++i) {
    const c = name[i], rest = name.slice(i);
    const operator = depth ? null : /^operator(?:\(\)|<=>|<<=?|>>=?|->\*?|[<>]=?)/.exec(rest);
    const whole = depth ? null : operator || /^\(anonymous namespace\)/.exec(rest);
    if (whole) {
      out += whole[0];
      i += whole[0].length - 1;
    } else if (c === "<" || c === "(") {
      if (!depth++) out += c + "\u2026";
    } else if (c === ")" || c === ">" && name[i - 1] !== "-") {
      if (depth && !--depth) out += c;
    } else if (!depth) out += c;
  }
  return depth ? name : out;
}
// "a<...>::b".
function withoutParameters(name) {
  const end = name.search(/\((?!anonymous|\))/);
  return end > 0 ? name.slice(0, end) : name;
}
// Shortens a name to most letters if it can; ends of names tell more than their
// beginnings: "...::b".
function fittedName(name, most) {
  name = shortName(name, most);
  if (name.length > most) name = withoutParameters(name);
  for (let at; name.length > most && (at = name.indexOf("::", name[0] === "\u2026" ? 2 : 0)) >= 0;) name = "\u2026" + name.slice(at);
  return name.length > most ? name.replace(/^\u2026::/, "") : name;
}
const shownName = f => shortName(nameOf(f));
const fileOf = f => functions[f][1];
const lineOf = f => functions[f][2];
const moduleOf = f => data.modules[functions[f][3]] || "";
const cycleOf = f => functions[f][4];
const isBound = f => functions[f][5] === 1;

// Arcs: caller, callee, file, line, inclusive counts, calls.
const ArcAt = 4;
const arcCost = (a, e) => change(arcs[a], ArcAt, Width, e);
const arcCalls = a => change(arcs[a], ArcAt, Width, numEvents);
const newArcCost = (a, e) => arcs[a][ArcAt + e];
const oldArcCost = (a, e) => isDiff ? arcs[a][ArcAt + Width + e] : 0;
// Results that are computed once, until another region is selected.
const forgotten = [];
function once(compute) {
  let value, done = false;
  forgotten.push(() => { done = false; });
  return () => done ? value : (done = true, value = compute());
}

// The whole program; a region replaces it by its costs, without calls.
const whole = { functions, arcs, lines: data.lines, total: data.total, base: data.base };
let region;
function chooseRegion(name) {
  const found = data.regionCosts.find(r => r[0] === name);
  if (region === found?.[0]) return;
  region = found?.[0];
  ({ functions, arcs } = whole);
  Object.assign(data, { lines: whole.lines, total: whole.total, base: whole.base });
  if (found) {
    const rows = new Map(found[1].map(row => [row[0], row]));
    const none = Array(numEvents).fill(0);
    const counts = f => rows.has(f) ? rows.get(f).slice(1, 1 + numEvents) : none;
    functions = functions.map((row, f) => [...row.slice(0, SelfAt), ...counts(f)]);
    arcs = [];
    data.lines = functions.map((_, f) => rows.has(f) ? rows.get(f).slice(1 + numEvents) : []);
    data.total = data.base = none.map((_, e) => functions.reduce((sum, row) => sum + row[SelfAt + e], 0));
  }
  hasCalls = arcs.length > 0;
  forgotten.forEach(forget => forget());
}
function arcsBy(column) {
  const all = functions.map(() => []);
  arcs.forEach((arc, a) => all[arc[column]].push(a));
  return all;
}
const arcsFrom = once(() => arcsBy(0)), arcsTo = once(() => arcsBy(1));

// Calls visit(file, line, row, at) for each line of a function; row[at] is the
// first count.
function visitLines(f, visit) {
  const row = data.lines[f], step = 1 + sides * numEvents;
  for (let i = 0; i < row.length;) {
    const file = row[i], end = i + 2 + row[i + 1] * step;
    let line = 0;
    for (i += 2; i < end; i += step) visit(file, line += row[i], row, i + 1);
  }
}
const lineCost = (row, at, e) => change(row, at, numEvents, e);
const zeros = () => new Float64Array(numEvents);
function addLine(sum, row, at) {
  for (let e = 0; e < numEvents; ++e) sum[e] += lineCost(row, at, e);
}

// Costs of each file, and the functions with code in it.
const fileCosts = once(() => {
  const all = files.map(() => ({ counts: zeros(), functions: new Set() }));
  functions.forEach((_, f) => visitLines(f, (file, line, row, at) => {
    addLine(all[file].counts, row, at);
    all[file].functions.add(f);
  }));
  return all;
});
const fileCost = (file, e) => fileCosts()[file].counts[e];

// Counts by line, for a file or for a function in each of its files.
function linesOfFile(file) {
  const lines = new Map();
  for (const f of fileCosts()[file].functions)
    visitLines(f, (in_, line, row, at) => {
      if (in_ !== file) return;
      if (!lines.has(line)) lines.set(line, zeros());
      addLine(lines.get(line), row, at);
    });
  return lines;
}
function linesOfFunction(f) {
  const byFile = new Map();
  visitLines(f, (file, line, row, at) => {
    if (!byFile.has(file)) byFile.set(file, new Map());
    const lines = byFile.get(file);
    if (!lines.has(line)) lines.set(line, zeros());
    addLine(lines.get(line), row, at);
  });
  return byFile;
}
const allLines = once(() => files.flatMap((_, file) => fileCost(file, 0) || fileCosts()[file].functions.size
  ? [...linesOfFile(file)].map(([line, counts]) => ({ file, line, counts })) : []));

const hasText = file => files[file].state === "annotated";
// Texts are compressed, and decompressed when a view needs them.
const texts = new Map();
const textOf = file => texts.get(file) || new Map();
async function unpacked(text) {
  if (text.startsWith("[")) return text;
  const chars = atob(text), bytes = new Uint8Array(chars.length);
  for (let i = 0; i < chars.length; ++i) bytes[i] = chars.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}
async function loadText(file) {
  const lines = new Map();
  for (const [first, chunk] of JSON.parse(await unpacked(files[file].text)))
    chunk.split("\n").forEach((t, i) => lines.set(first + i, t));
  texts.set(file, lines);
}
const missingTexts = wanted => wanted.filter(file => hasText(file) && !texts.has(file));

// The folder that contains most of the costs; paths below it are shown relative
// to it.
const mainFolder = once(() => {
  const cost = file => Math.abs(fileCost(file, data.sort));
  const paths = files.map((f, i) => [cleanPath(f.name).split("/").slice(0, -1), cost(i)]);
  const all = paths.reduce((sum, [, n]) => sum + n, 0);
  let folder = [], here = paths.filter(([parts]) => parts.length > 1);
  for (;;) {
    const below = new Map();
    for (const [parts, n] of here)
      if (parts.length > folder.length) below.set(parts[folder.length], (below.get(parts[folder.length]) || 0) + n);
    const best = [...below].sort((a, b) => b[1] - a[1])[0];
    if (!best || best[1] < 0.6 * all || !all) break;
    folder.push(best[0]);
    here = here.filter(([parts]) => parts.length >= folder.length && parts[folder.length - 1] === best[0]);
  }
  return folder.length > 1 ? folder.join("/") + "/" : "";
});
const shortFile = (() => {
  const known = new Map();
  return file => {
    if (file < 0) return "";
    if (!known.has(file)) {
      const path = cleanPath(files[file].name), folder = mainFolder();
      const parts = path.split("/");
      known.set(file, folder && path.startsWith(folder) ? path.slice(folder.length)
        : parts.length > 3 ? "\u2026/" + parts.slice(-2).join("/") : path);
    }
    return known.get(file);
  };
})();
const shortModule = m => m.split("/").pop();

// Functions by name. If several share it, the key "of" is the file of one.
const namesakes = once(() => {
  const all = new Map();
  functions.forEach((_, f) => {
    const name = nameOf(f);
    if (!all.has(name)) all.set(name, []);
    all.get(name).push(f);
  });
  return all;
});
function functionLink(f) {
  const same = namesakes().get(nameOf(f));
  return link({ function: nameOf(f), of: same.length > 1 ? files[fileOf(f)].name : undefined });
}
function findFunction(name, of) {
  const same = namesakes().get(name) || [];
  return same.find(f => files[fileOf(f)].name === of) ?? same[0];
}
const fileLink = (file, line) => link({ file: files[file].name, line: line || undefined });
const findFile = name => {
  const exact = files.findIndex(f => f.name === name);
  return exact >= 0 ? exact : files.findIndex(f => f.name.endsWith("/" + name));
};
