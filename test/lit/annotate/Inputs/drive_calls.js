report(async () => {
  await moment();
  said("boxes", boxes().join(" | "));
  said("narrow", ["A::B::c(int)", "std::map<A::B, C>::find(int) const", "A::(anonymous namespace)::read()", "A::abcdefghij()"].map(n => fittedName(n, 9)).join(" | "));
  said("approximation is named", /^Approximated/.test(plain(document.querySelector("#chart > p"))));
  said("functions", rows("#functions").join(" | "));
  // Keys: down to the callee, to its neighbour, up, enlarge, and back.
  document.querySelector(".chart button").focus();
  const focused = () => document.activeElement.getAttribute("aria-label");
  for (const key of ["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
    press(key);
    said(key, focused());
  }
  const detail = name => {
    all(".chart button").find(e => e.getAttribute("aria-label").startsWith(name)).focus();
    return plain(document.querySelector(".detail"));
  };
  said("details", ["leaf", "even", "work"].map(detail).join(" | "));
  document.activeElement.click();
  said("enlarged", `${boxes().join(" | ")} ${location.hash}`);
  document.querySelector(".chart button").focus();
  press("Escape");
  said("back", boxes().length);
  await type("leaf");
  said("found", all(".chart .found").map(e => e.getAttribute("aria-label")).join(" | ") + ": " + plain(document.querySelector(".detail")));
  await open("zoom=0.1");
  said("zoomed by address", boxes().slice(0, 2).join(" | "));
  await open("chart=files");
  said("files", boxes().join(" | "));

  await open("function=work");
  said("work", all(".tile").map(plain).join(" | "));
  said("callers", rows("#callers").join(" | "));
  said("callees", rows("#callees").join(" | "));
  all("#callees td.name a")[0].click();
  await moment();
  said("after a click", plain(document.querySelector("#function h2")));
  said("callers of leaf", rows("#callers").join(" | "));
  await open("function=even");
  said("cycle", plain(document.querySelector("#function p:nth-of-type(2)")));
  said("even", all(".tile").map(plain).slice(0, 2).join(" | "));
  await open("view=functions&module=/opt/app/lib/lib.so");
  said("of lib.so", names("#functions"));
  const script = all("#functions td.name a").find(a => a.textContent.includes("alert"));
  script.click();
  await moment();
  said("hostile", `${plain(document.querySelector("#function h2"))} in ${plain(document.querySelector("#function p"))}`);
  await open("file=/opt/app/src/calls.c");
  said("line 4", lineText(4) + " " + plain(line(4).querySelector(".to")));
  await open("view=files&search=module:lib.so");
  said("files of lib.so", names("#files"));
  said("foreign elements", all("img").length + ", scripts " + all("script:not([type])").length);
});
