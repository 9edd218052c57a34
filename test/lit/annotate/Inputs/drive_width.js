report(async () => {
  said("width", innerWidth);
  said("scheme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const back = getComputedStyle(document.body).backgroundColor;
  said("back", back);
  for (const view of ["", "chart=files", "view=functions&columns=all", "view=lines", "view=files", "view=run", "function=main", "function=work", "file=/opt/app/src/calls.c", "view=functions&search=std"]) {
    await open(view);
    const beyond = all("header *, main *").filter(e => !e.closest(".box, .code, nav, .tiles, .skip") && e.getBoundingClientRect().right > innerWidth + 1);
    const small = all("button, select, input, nav a").filter(e => e.offsetParent && e.getBoundingClientRect().height < 22);
    const unnamed = all("button, select, input, a[href]").filter(e => !(e.textContent.trim() || e.getAttribute("aria-label")));
    said(view || "overview", `${document.documentElement.scrollWidth <= innerWidth ? "fits" : "is wider"}, beyond ${beyond.length}, small ${small.length}, unnamed ${unnamed.length}`);
  }
});
