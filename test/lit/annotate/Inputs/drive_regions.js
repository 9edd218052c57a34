const chosenRegion = name => {
  const select = document.getElementById("region");
  select.value = name;
  select.dispatchEvent(new Event("change"));
  return moment();
};
report(async () => {
  await moment();
  said("width", innerWidth);
  said("choices", all("#region option").map(plain).join(", "));
  said("regions", rows("#regions").join(" | "));
  said("functions of all", names("#functions"));
  said("picture of all", plain(document.querySelector("#chart h2")));
  await chosenRegion("outer");
  said("address", location.hash);
  said("note", plain(document.getElementById("in-region")));
  said("picture", plain(document.querySelector("#chart h2")));
  said("total", plain(document.querySelector(".tile span")));
  said("functions", names("#functions"));
  await open("region=outer&file=html-regions.c");
  said("line of leaf", lineText(LINE_OF_LEAF));
  // By a link of the table, which may be reached by keyboard.
  await open("region=outer");
  const inner = all("#regions a").find(a => plain(a) === "inner");
  inner.focus();
  said("focus", document.activeElement === inner);
  inner.click();
  await moment();
  said("after the link", `${document.getElementById("region").value}, ${names("#functions")}`);
  said("current", all("#regions a[aria-current]").map(plain).join(", "));
  await open("region=inner&view=functions");
  said("in another view", names("main"));
  for (const view of ["region=inner", "region=inner&view=lines", "region=inner&function=leaf"]) {
    await open(view);
    const beyond = all("header *, main *").filter(e => !e.closest(".box, .code, nav, .tiles, .skip") && e.getBoundingClientRect().right > innerWidth + 1);
    said(view, `${document.documentElement.scrollWidth <= innerWidth ? "fits" : "is wider"}, beyond ${beyond.length}`);
  }
  await open("region=nothing");
  said("unknown", `${document.getElementById("region").value || "whole program"}, ${names("#functions")}`);
  await chosenRegion("");
  said("whole again", `${plain(document.querySelector("#chart h2"))}, ${names("#functions")}`);
});
