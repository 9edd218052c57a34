// Selects the rows that match a search: all its words must be in the name, the
// file or the module. "file:", "module:" and "function:" restrict a word, "-"
// negates it.

function parseSearch(text) {
  return text.toLowerCase().split(/\s+/).filter(w => w && w !== "-").map(word => {
    const isNot = word.startsWith("-");
    const [, field, rest] = /^-?(?:(file|module|function):)?(.*)$/.exec(word);
    return { isNot, field, text: rest };
  });
}
let searchWords = [];
// Each of \p fields is a text: function, file, module.
function matches(fields) {
  return searchWords.every(({ isNot, field, text }) => {
    const within = field ? [fields[field] ?? ""] : Object.values(fields);
    return within.some(t => t.toLowerCase().includes(text)) !== isNot;
  });
}
const inModule = f => !state.module || moduleOf(f) === state.module;
const functionMatches = f => inModule(f) && (!searchWords.length || matches({ function: nameOf(f), file: files[fileOf(f)]?.name ?? "", module: moduleOf(f) }));

// Rows without a change are left out of differences, and rows without costs out
// of regions.
const isChanged = counts => !isDiff && !region || counts.some(n => n !== 0);
const eventIndices = data.events.map((_, e) => e);
const functionChanged = f => isChanged(eventIndices.flatMap(e => [selfOf(f, e), inclusiveOf(f, e)]));

const foundFunctions = () => functions.map((_, f) => f).filter(f => functionChanged(f) && functionMatches(f));
const modulesOfFile = file => [...fileCosts()[file].functions].filter(inModule);
function foundFiles() {
  return files.map((_, file) => file).filter(file => {
    const within = modulesOfFile(file);
    return within.length && isChanged([...fileCosts()[file].counts]) && matches({ file: files[file].name, module: [...new Set(within.map(moduleOf))].join(" ") });
  });
}
// Lines also match by their text.
function foundLines() {
  const lines = isDiff || region ? allLines().filter(row => isChanged([...row.counts])) : allLines();
  if (!searchWords.length && !state.module) return lines;
  const within = files.map((_, file) => !state.module || modulesOfFile(file).length > 0);
  return lines.filter(({ file, line }) => within[file] &&
    matches({ file: files[file].name, function: textOf(file).get(line) ?? "" }));
}

const eventsShown = () => state.columns === "all"
  ? [chosen, ...data.events.map((_, e) => e).filter(e => e !== chosen)] : [chosen];
