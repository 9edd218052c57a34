// The address holds the state of the page, so that every view has a link:
// page.html#function=main&event=D1mr. docs/annotate.md lists the keys.

const keys = ["view", "function", "of", "file", "line", "zoom", "chart", "sort", "search", "module", "region", "event", "columns", "theme"];
// Keys that stay when another view is opened.
const kept = ["search", "module", "region", "event", "columns", "theme"];
let state = {};

function parseState(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const parsed = {};
  for (const key of keys) if (words.get(key)) parsed[key] = words.get(key);
  parsed.view = parsed.function ? "function" : parsed.file ? "file" : parsed.view || "overview";
  return parsed;
}

// Returns the address of a view, with the keys kept from the present one.
function link(to, from = state) {
  const all = {};
  for (const key of kept) if (from[key]) all[key] = from[key];
  Object.assign(all, to);
  if (all.function || all.file || all.view === "overview") delete all.view;
  const words = new URLSearchParams();
  for (const key of keys) if (all[key]) words.set(key, all[key]);
  return "#" + words.toString();
}
// Returns the present view's address with changes.
const linkHere = changes => link({ ...state, ...changes });
const go = to => { location.hash = link(to); };
// Changes the address without a history entry, for text being typed.
function replaceHere(changes) {
  history.replaceState(null, "", linkHere(changes));
  showState();
}
