"use strict";
// Numbers, colours and elements. Text of a profile is inserted only as text:
// nothing on this page makes elements from strings.

const $ = (selector, root = document) => root.querySelector(selector);

// Makes an element with attributes, listeners ("on...") and children.
function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes))
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (v !== undefined && v !== false && v !== null) e.setAttribute(k, v);
  e.append(...children.flat().filter(c => c !== undefined && c !== null && c !== ""));
  return e;
}

const data = JSON.parse($("#data").textContent);
const isDiff = data.difference;
const grouping = new Intl.NumberFormat("en-US");
const grouped = n => grouping.format(n).replace("-", "\u2212");
// Counts of a difference have a sign.
const number = n => (isDiff && n > 0 ? "+" : "") + grouped(Math.round(n));
const share = (n, e) => data.base[e] ? n / data.base[e] : 0;
function percent(n, e) {
  if (!data.base[e]) return "";
  const p = 100 * share(n, e);
  const text = p !== 0 && Math.abs(p) < 0.05 ? "0.0" : Math.abs(p).toFixed(1);
  return (p < 0 && text !== "0.0" ? "\u2212" : isDiff && p > 0 && text !== "0.0" ? "+" : "") + text + "%";
}
const weight = n => isDiff ? Math.abs(n) : n;

// The least shares of the eight colours: 5 % and 40 % are three steps apart.
const HeatSteps = [0.0005, 0.003, 0.01, 0.03, 0.06, 0.12, 0.25, 0.5];
// Returns the class of a colour. In a difference, decreases are blue.
function heat(n, e) {
  const s = Math.abs(share(n, e)), step = HeatSteps.filter(least => s >= least).length;
  return step ? (n < 0 ? "c" : "h") + step : "";
}

// Removes ".." from paths: "/a/b/../c" becomes "/a/c".
function cleanPath(path) {
  const parts = [];
  for (const part of path.split("/"))
    if (part === ".." && parts.length && parts.at(-1) !== "" && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return parts.join("/");
}
