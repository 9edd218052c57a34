// The contrast of a text as it is shown, as WCAG 2 computes it.
const channels = colour => { const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number); return { r, g, b, a }; };
const over = (front, back) => Object.fromEntries([..."rgb"].map(c => [c, front[c] * front.a + back[c] * (1 - front.a)]).concat([["a", 1]]));
const backOf = e => e ? over(channels(getComputedStyle(e).backgroundColor), backOf(e.parentElement)) : { r: 255, g: 255, b: 255, a: 1 };
function luminance(colour) {
  const [r, g, b] = [..."rgb"].map(c => colour[c] / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function isHardToRead(e) {
  // Text of a graph is on the box beside it.
  const box = e.parentElement.querySelector(":scope > rect"), style = getComputedStyle(e);
  const back = box ? channels(getComputedStyle(box).fill) : backOf(e);
  const [dark, light] = [luminance(back), luminance(over(channels(isShape(e) ? style.fill : style.color), back))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05) < 4.5;
}
const isShape = e => e instanceof SVGElement;
const showsText = e => (isShape(e) ? e.getClientRects().length : e.offsetParent) && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
report(async () => {
  said("width", innerWidth);
  said("scheme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const back = getComputedStyle(document.body).backgroundColor;
  said("back", back);
  for (const view of ["", "chart=files", "view=functions&columns=all", "view=lines", "view=files", "view=run", "function=main", "function=work", "file=/opt/app/src/calls.c", "file=calls.c&line=12", "view=functions&search=std"]) {
    await open(view);
    const beyond = all("header *, main *").filter(e => !e.closest(".box, .code, nav, .tiles, .skip") && e.getBoundingClientRect().right > innerWidth + 1);
    const small = all("button, select, input, nav a").filter(e => e.offsetParent && e.getBoundingClientRect().height < 22);
    const unnamed = all("button, select, input, a[href]").filter(e => !(e.textContent.trim() || e.getAttribute("aria-label")));
    said(view || "overview", `${document.documentElement.scrollWidth <= innerWidth ? "fits" : "is wider"}, beyond ${beyond.length}, small ${small.length}, unnamed ${unnamed.length}, hard to read ${all("body *").filter(e => showsText(e) && isHardToRead(e)).length}`);
  }
});
