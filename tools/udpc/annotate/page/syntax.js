// Colours for C and C++. A line is divided into tokens, from the state in which it
// begins: "" for code, "*" in a comment, "/" in a comment of one line that a
// backslash continues, "#" in a directive, '"' in a string, or the end of a raw
// string: `)x"`.

const Keywords = new Set(("alignas alignof asm auto bool break case catch char char16_t char32_t char8_t class co_await co_return co_yield concept const " +
  "const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export extern false final float for " +
  "friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public register reinterpret_cast requires " +
  "restrict return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename " +
  "typeof union unsigned using virtual void volatile wchar_t while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local").split(" "));
const isCode = name => /(\.(c|h|cc|cp|cpp|cxx|c\+\+|hh|hpp|hxx|h\+\+|inc|inl|ipp|tpp|tcc|def|cu|cuh|m|mm|cppm|ixx)|(^|\/)[^./]+)$/i.test(name);

// Each alternative is a class of tokens; other characters have none.
const Token = /(?<comment>\/\/.*|\/\*)|(?<raw>(?:u8|[uUL])?R"(?<end>[^()\\\s]{0,16})\()|(?<string>(?:u8|[uUL])?"(?:[^"\\]|\\.)*(?:"|\\?$)|(?:u8|[uUL])?'(?:[^'\\]|\\.)+')|(?<number>\.?\d(?:[eEpP][-+]|'?[\w.])*)|(?<word>[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)|(?<directive>^\s*#\s*\w+)|[^\w"'/#.]+|./gy;

// Returns [class, text] pairs of a line, and the state in which the next begins.
function tokens(line, state) {
  const found = [], isContinued = line.endsWith("\\");
  let at = 0, isDirective = state === "#";
  const add = (kind, end) => { if (end > at) found.push([kind, line.slice(at, end)]); at = end; };
  // Ends what another line has begun, or what begins here.
  const endOf = (kind, end, from) => {
    const place = line.indexOf(end, from);
    add(kind, place < 0 ? line.length : place + end.length);
    return place >= 0;
  };
  if (state === "/") return { found: [["comment", line]], state: isContinued ? "/" : "" };
  if (state === "*" && !endOf("comment", "*/", 0)) return { found, state };
  if (state === '"') {
    add("string", /^(?:[^"\\]|\\.)*(?:"|\\?$)/.exec(line)[0].length);
    if (at === line.length && isContinued) return { found, state };
  } else if (state.startsWith(")") && !endOf("string", state, 0)) return { found, state };
  while (at < line.length) {
    Token.lastIndex = at;
    const { 0: text, groups } = Token.exec(line), end = at + text.length;
    if (text === "/*") {
      if (!endOf("comment", "*/", end)) return { found, state: "*" };
    } else if (groups.comment) {
      add("comment", end);
      return { found, state: isContinued ? "/" : "" };
    } else if (groups.raw) {
      const close = `)${groups.end}"`;
      if (!endOf("string", close, end)) return { found, state: close };
    } else if (groups.string) {
      add("string", end);
      if (text.startsWith('"') && text.endsWith("\\") && end === line.length) return { found, state: '"' };
    } else if (groups.directive) {
      add("directive", end);
      isDirective = true;
      const file = /^\s*<[^>]*>/.exec(line.slice(at));
      if (file && /include|import/.test(text)) add("string", at + file[0].length);
    } else add(groups.number ? "number" : groups.word && Keywords.has(text) ? "keyword" : "", end);
  }
  return { found, state: isDirective && isContinued ? "#" : "" };
}

// The states in which a file's lines begin, unless it is "". Where lines are
// missing, those behind them begin in a comment if they end one first.
const statesOf = (() => {
  const known = new Map();
  return file => {
    if (known.has(file)) return known.get(file);
    const states = new Map(), text = textOf(file);
    let before = 0, state = "";
    for (const [n, line] of text) {
      if (n !== before + 1) state = endsComment(text, n) ? "*" : "";
      before = n;
      if (state) states.set(n, state);
      // Most lines do not change the state.
      const open = line.lastIndexOf("/*");
      if (state === "*" ? line.includes("*/") : state || line.endsWith("\\") || open >= 0 && line.lastIndexOf("*/") < open + 2 || line.includes('R"'))
        state = tokens(line, state).state;
    }
    if (text.size) known.set(file, states);
    return states;
  };
})();
function endsComment(text, first) {
  for (let n = first; text.has(n); ++n) {
    const mark = /\/\*|\*\//.exec(text.get(n));
    if (mark) return mark[0] === "*/";
  }
  return false;
}

// Returns the text of a line as elements.
function coloured(file, n, text) {
  if (!isCode(files[file].name)) return [text];
  return tokens(text, statesOf(file).get(n) ?? "").found.map(([kind, part]) => kind ? make("span", { class: "t-" + kind }, part) : part);
}
