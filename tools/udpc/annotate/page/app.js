// Shows the view that the address names, and lets the page's head change it.

function unknownView(what) {
  return { title: "Not found", elements: [make("section", { class: "card" }, make("div", { class: "title" }, make("h2", {}, "Not in this page")), make("p", { class: "mono" }, what))] };
}
const views = {
  overview,
  functions: () => listView("functions", "Functions", foundFunctions(), functionColumns()),
  lines: () => listView("lines", "Lines", foundLines(), lineColumns()),
  files: () => listView("files", "Files", foundFiles(), fileColumns()),
  run: runView,
  function: () => {
    const f = findFunction(state.function, state.of);
    return f === undefined ? unknownView(state.function) : functionView(f);
  },
  file: () => {
    const file = findFile(state.file);
    return file < 0 ? unknownView(state.file) : fileView(file);
  },
};

function showHead() {
  const current = { function: "functions", file: "files" }[state.view] || state.view;
  $("#nav").replaceChildren(...[["overview", "Overview"], ["functions", "Functions"], ["lines", "Lines"], ["files", "Files"], ["run", "Run"]].map(([view, name]) =>
    make("a", { href: link({ view }), "aria-current": view === current ? "page" : undefined }, name)));
  $("#home").setAttribute("href", link({ view: "overview" }));
  $("#event").value = data.events[chosen];
  $("#event").title = meaningOf(chosen) || "";
  $("#region").value = region ?? "";
  if (document.activeElement !== $("#search")) $("#search").value = state.search || "";
  const root = document.documentElement;
  root.classList.toggle("dark", state.theme === "dark");
  root.classList.toggle("light", state.theme === "light");
}

// The files whose text a view shows.
function filesOfView() {
  if (state.view === "lines") return files.map((_, file) => file);
  if (state.view === "file") return [findFile(state.file)].filter(file => file >= 0);
  const f = state.view === "function" ? findFunction(state.function, state.of) : undefined;
  return f === undefined ? [] : [...linesOfFunction(f).keys()];
}

let lastView = "", lastAddress = "", shownView, hadFocus = false;
function showState() {
  hadFocus ||= document.activeElement !== document.body;
  state = parseState(location.hash);
  const event = data.events.indexOf(state.event);
  chosen = event < 0 ? data.sort : event;
  searchWords = parseSearch(state.search || "");
  chooseRegion(state.region);
  showHead();
  const missing = missingTexts(filesOfView());
  if (missing.length) {
    const hash = location.hash;
    Promise.all(missing.map(loadText)).then(() => { if (location.hash === hash) showState(); });
    return;
  }
  // Another line of the same view.
  const address = linkHere({ line: undefined, file: state.function ? undefined : state.file });
  if (state.line && address === lastAddress) {
    hadFocus = false;
    shownView.shown?.("nearest");
    return;
  }
  lastAddress = address;
  const view = shownView = (views[state.view] || views.overview)();
  $("main").replaceChildren(...view.elements.filter(e => e !== ""));
  document.title = `${view.title} - ${region ? region + " - " : ""}${data.commands.join(", ") || "costs"} - udpc annotate`;
  const here = [state.view, state.function, state.of, state.file].join("\n");
  if (here !== lastView) scrollTo(0, 0);
  lastView = here;
  // The followed link no longer exists: move the focus to the view rather than
  // to the head.
  if (hadFocus && document.activeElement === document.body) $("main").focus({ preventScroll: true });
  hadFocus = false;
  view.shown?.("center");
}

$("#command").textContent = data.commands.join(" \u2192 ");
$("#event").append(...data.events.map((name, e) => make("option", { title: meaningOf(e) }, name)));
$("#event").addEventListener("change", event => { location.hash = linkHere({ event: event.target.value }); });
$("#region").append(make("option", { value: "" }, "Whole program"), ...data.regionCosts.map(([name]) => make("option", { value: name }, name)));
$("#region").addEventListener("change", event => { location.hash = linkHere({ region: event.target.value || undefined, zoom: undefined }); });
$("label.region").hidden = !data.regionCosts.length;
// The first search in a function or file switches to all functions.
$("#search").addEventListener("input", event => {
  const search = event.target.value || undefined;
  if (state.view === "function" || state.view === "file" || state.view === "run") {
    state = { ...state, search };
    location.hash = link({ view: "functions", search });
  } else replaceHere({ search });
});
$("#theme").addEventListener("click", () => {
  const isDark = state.theme ? state.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  replaceHere({ theme: isDark ? "light" : "dark" });
});
addEventListener("keydown", event => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  $("#search").focus();
});
$(".skip").addEventListener("click", event => { event.preventDefault(); $("main").focus(); });
addEventListener("hashchange", showState);
addEventListener("beforeprint", () => document.querySelectorAll("[data-last]").forEach(part => part.onPrint?.()));
showState();
