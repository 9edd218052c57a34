// For tests: put after the page's script, it uses the page as a person would and
// writes down what it shows then.
const driven = [];
let failures = 0;
addEventListener("error", () => ++failures);
const said = (what, text) => driven.push(`${what}: ${text}`);
const plain = e => e ? e.textContent.trim().replace(/\s+/g, " ") : "nothing";
const all = selector => [...document.querySelectorAll(selector)];
// Views are shown when the address has changed; parts of sources a moment later.
const moment = () => new Promise(done => setTimeout(done, 60));
async function open(hash) {
  location.hash = hash;
  await moment();
}
// Texts are unpacked meanwhile.
async function there(selector) {
  for (let i = 0; i < 200 && !document.querySelector(selector); ++i) await moment();
}
const names = section => all(`${section} tbody td.name`).map(e => plain(e.firstChild)).join(", ");
const rows = section => all(`${section} tbody tr`).map(r => [...r.children].map(plain).join(" "));
const line = n => all(".l[id]").find(e => e.id.endsWith(`-L${n}`));
const lineText = n => line(n) ? `${plain(line(n).querySelector(".p"))} ${plain(line(n).querySelector(".c"))} | ${plain(line(n).querySelector("code"))}` : "not there";
const boxes = () => all(".chart > *").map(e => e.getAttribute("aria-label"));
async function type(text) {
  const search = document.getElementById("search");
  search.value = text;
  search.dispatchEvent(new Event("input"));
  await moment();
}
function press(key) {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
function report(run) {
  run().catch(error => { ++failures; driven.push(String(error)); }).then(() => {
    const result = document.createElement("pre");
    result.id = "driven";
    result.textContent = `\nerrors: ${failures}\n` + driven.join("\n") + "\n";
    document.body.append(result);
    if (parent !== window) parent.postMessage(result.textContent, "*");
  });
}
