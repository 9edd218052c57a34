report(async () => {
  await moment();
  said("totals", all("#totals .tile").map(plain).join(" | "));
  said("boxes", all(".chart > *").map(e => `${e.getAttribute("aria-label")} ${/[hc]\d/.exec(e.className) || "-"}`).join(" | "));
  said("functions", rows("#functions").join(" | "));
  await open("function=work");
  said("work", all(".tile").map(plain).join(" | "));
  said("callees", rows("#callees").join(" | "));
  await open("view=lines");
  said("lines", rows("#lines").join(" | "));
});
