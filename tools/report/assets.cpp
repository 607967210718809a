// SPDX-License-Identifier: BSL-1.0
#include "assets.hpp"

namespace litho::reporter {

const char* const page_style = R"(
:root { color-scheme: light; }
body { margin: 0; font: 14px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
  color: #1c2430; background: #f4f5f7; }
header, main { max-width: 1240px; margin: 0 auto; padding: 0 16px; }
header { padding-top: 18px; }
h1 { font-size: 24px; margin: 0; }
h2 { font-size: 17px; margin: 0 0 8px; }
h3 { font-size: 14px; margin: 0 0 6px; font-weight: 600; }
header p { margin: 2px 0 10px; color: #55606f; }
nav a { margin-right: 16px; color: #1d5fa8; }
section { background: #fff; border: 1px solid #dfe3e8; border-radius: 6px; padding: 14px 16px; margin: 14px 0; }
section > p { margin: 4px 0 10px; color: #55606f; }
.sums { display: grid; grid-template-columns: repeat(auto-fill, minmax(130px, 1fr)); gap: 10px; margin: 12px 0 0; }
.sums div { background: #fff; border: 1px solid #dfe3e8; border-radius: 6px; padding: 8px 10px; }
.sums dt { color: #55606f; font-size: 12px; }
.sums dd { margin: 0; font-size: 18px; font-weight: 600; white-space: nowrap; }
.scrolls { overflow: auto; }
.graphs { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; }
.graphs > div { min-width: 0; }
.graphs .scrolls { height: 560px; border: 1px solid #e6e9ed; border-radius: 4px; background: #fbfcfd; }
.graphs svg { display: block; margin: 8px auto; }
table { border-collapse: collapse; font-size: 12px; width: 100%; }
th, td { text-align: left; padding: 3px 7px; border-bottom: 1px solid #e9ecf0; vertical-align: top; }
th { background: #f4f6f8; position: sticky; top: 0; white-space: nowrap; font-weight: 600; }
.sorts th { cursor: pointer; }
.sorts th[aria-sort=ascending]::after { content: " \25b2"; }
.sorts th[aria-sort=descending]::after { content: " \25bc"; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.ops { min-width: 110px; }
.unit { white-space: nowrap; }
.nodes { max-width: 190px; overflow-wrap: anywhere; color: #55606f; }
.kernels { max-height: 560px; }
tr:target td { background: #fff3c9; }
.bar { display: inline-block; width: 52px; height: 9px; background: #e8ecf1; margin-right: 6px; border-radius: 2px; }
.bar i { display: block; height: 9px; background: #4b8fd6; border-radius: 2px; }
svg text { font: 11px ui-monospace, "DejaVu Sans Mono", monospace; fill: #1c2430; }
.graph text { text-anchor: middle; fill: #55606f; }
.graph text.first { fill: #1c2430; font-weight: 600; }
.graph .edge { fill: none; stroke: #9aa5b1; stroke-width: 1.2; }
.graph rect { stroke-width: 1; fill: #f0f2f4; stroke: #b9c1ca; }
.graph .cube rect { fill: #dbeafb; stroke: #7fb0e4; }
.graph .vector rect { fill: #dff3e0; stroke: #86c48a; }
.graph .move rect { fill: #fdeccf; stroke: #e0b469; }
.graph .image rect { fill: #eadff6; stroke: #b093d6; }
.graph .port rect { fill: #fff; stroke: #55606f; }
.arena .grid { stroke: #e3e7eb; }
.arena .axis { fill: #55606f; }
.arena .y { text-anchor: end; }
.arena .x { text-anchor: middle; }
.arena rect { stroke: #fff; stroke-width: 0.5; }
.key span { display: inline-block; margin-right: 14px; }
.key i { display: inline-block; width: 11px; height: 11px; margin-right: 5px; border-radius: 2px;
  vertical-align: -1px; }
canvas { display: block; width: 100%; cursor: crosshair; }
canvas:focus-visible, .scrolls:focus-visible { outline: 2px solid #1d5fa8; }
.tools { display: flex; gap: 6px; align-items: center; margin-bottom: 6px; }
.tools button { font: inherit; padding: 1px 10px; border: 1px solid #b9c1ca; border-radius: 4px; background: #fff; }
.tools output { color: #55606f; margin-left: 8px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
pre { font: 11px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-x: auto; max-width: 900px; margin: 6px 0; }
ins { text-decoration: none; color: #1c6b2a; }
del { text-decoration: none; color: #a3262a; }
small { color: #55606f; }
.passes td:nth-child(4) { width: 100%; }
@media (max-width: 800px) { .graphs { grid-template-columns: 1fr; } }
)";

const char* const page_script = R"(
"use strict";
const data = JSON.parse(document.getElementById("timeline-data").textContent);
const canvas = document.getElementById("timeline");
const said = document.getElementById("timeline-says");
const kernels = new Map(data.kernels.map(k => [k[0], k]));
const colours = { cube: ["#4b8fd6", "#77abe2"], vector: ["#4fa657", "#7cc183"], move: ["#dd9a33", "#ecb968"],
                  image: ["#8f68c4", "#af92d8"], none: ["#8893a0", "#a9b2bc"] };
const label = 168, axis = 22;
const heights = data.rows.map(r => r.kernels ? 26 : r.load ? 34 : 18);
let from = 0, to = data.us > 0 ? data.us : 1;

function time(us) { return us >= 1000 ? (us / 1000).toFixed(3) + " ms" : us.toFixed(us < 10 ? 3 : 2) + " us"; }
function draw() {
  const width = canvas.clientWidth, height = axis + heights.reduce((a, b) => a + b + 5, 0) + 4;
  const ratio = window.devicePixelRatio || 1;
  canvas.style.height = height + "px";
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const c = canvas.getContext("2d");
  c.scale(ratio, ratio);
  c.font = "11px ui-monospace, 'DejaVu Sans Mono', monospace";
  const room = width - label - 6;
  const x = us => label + (us - from) / (to - from) * room;
  const step = [1, 2, 5].map(f => f * 10 ** Math.ceil(Math.log10((to - from) / 10 / f)))
                        .reduce((a, b) => Math.min(a, b));
  c.textAlign = "center";
  let taken = 0;
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) {
    c.fillStyle = "#e9ecf0";
    c.fillRect(x(t), axis, 1, height);
    const text = time(t), half = c.measureText(text).width / 2;
    if (x(t) - half < taken || x(t) + half > width) continue;
    c.fillStyle = "#55606f";
    c.fillText(text, x(t), 14);
    taken = x(t) + half + 12;
  }
  const spans = new Map();
  let y = axis;
  data.rows.forEach((row, r) => {
    const h = heights[r];
    c.textAlign = "left";
    c.fillStyle = "#1c2430";
    c.fillText(row.name, 0, y + h / 2 + 4);
    c.save();
    c.beginPath();
    c.rect(label, y, room, h);
    c.clip();
    c.fillStyle = "#f4f6f8";
    c.fillRect(label, y, room, h);
    if (row.load) {
      const width_of_bin = data.us / row.load.length;
      c.fillStyle = "#4b8fd6";
      row.load.forEach((share, bin) => {
        const left = x(bin * width_of_bin), right = x((bin + 1) * width_of_bin);
        if (right < label || left > width) return;
        const top = Math.min(share, 100) / 100 * h;
        c.fillRect(Math.floor(left), y + h - top, Math.ceil(right) - Math.floor(left), top);
      });
    } else {
      for (const [begin, end, k] of row.kernels || row.tasks) {
        if (row.kernels) spans.set(k, { begin, end, row: r, y, h });
        if (end < from || begin > to) continue;
        const left = x(begin), w = Math.max(x(end) - left, 0.6), kernel = kernels.get(k);
        c.fillStyle = (colours[kernel[2]] || colours.none)[kernel[0] % 2];
        c.fillRect(left, y, w, h);
        if (!row.kernels || w < 34) continue;
        c.save();
        c.beginPath();
        c.rect(left, y, w - 3, h);
        c.clip();
        c.fillStyle = "#fff";
        c.fillText(k + " " + kernel[1], Math.max(left, label) + 4, y + h / 2 + 4);
        c.restore();
      }
    }
    c.restore();
    y += h + 5;
  });
  c.save();
  c.beginPath();
  c.rect(label, axis, room, height);
  c.clip();
  c.strokeStyle = c.fillStyle = "#a3262a";
  for (const [after, before] of data.events) {
    const a = spans.get(after), b = spans.get(before);
    if (!a || !b) continue;
    const up = b.row < a.row, tip = b.y + (up ? b.h : 0);
    c.beginPath();
    c.moveTo(x(a.end), a.y + (up ? 0 : a.h));
    c.lineTo(x(b.begin), tip);
    c.stroke();
    c.beginPath();
    c.moveTo(x(b.begin), tip);
    c.lineTo(x(b.begin) - 3, tip + (up ? 5 : -5));
    c.lineTo(x(b.begin) + 3, tip + (up ? 5 : -5));
    c.fill();
  }
  c.restore();
}
function show(begin, end) {
  const least = data.us / 1e5, length = Math.min(Math.max(end - begin, least), data.us);
  from = Math.min(Math.max(begin, 0), data.us - length);
  to = from + length;
  draw();
}
function zoom(factor, at = (from + to) / 2) { show(at - (at - from) * factor, at + (to - at) * factor); }
function under(event) {
  const box = canvas.getBoundingClientRect();
  const us = from + (event.clientX - box.left - label) / (canvas.clientWidth - label - 6) * (to - from);
  let y = axis, row = null;
  data.rows.forEach((each, r) => {
    if (event.clientY - box.top >= y && event.clientY - box.top < y + heights[r] + 5) row = each;
    y += heights[r] + 5;
  });
  if (!row || us < from) return { us };
  if (row.load) {
    const bin = Math.min(Math.floor(us / data.us * row.load.length), row.load.length - 1);
    return { us, text: time(us) + ": " + row.name + " " + row.load[bin] + " % busy" };
  }
  const slack = (to - from) / 800;
  const hit = (row.kernels || row.tasks).find(i => us >= i[0] - slack && us <= i[1] + slack);
  if (!hit) return { us, text: time(us) };
  return { us, kernel: hit[2], text: "kernel " + hit[2] + " " + kernels.get(hit[2])[1] + ": " + time(hit[0]) + " + " +
                                     time(hit[1] - hit[0]) };
}
let drag = null;
canvas.addEventListener("mousemove", event => {
  const found = under(event);
  said.textContent = found.text || "";
  if (!drag) return;
  const per_pixel = (to - from) / (canvas.clientWidth - label - 6);
  drag.moved = drag.moved || Math.abs(event.clientX - drag.x) > 3;
  const length = drag.to - drag.from, begin = drag.from - (event.clientX - drag.x) * per_pixel;
  if (drag.moved) show(begin, begin + length);
});
canvas.addEventListener("mousedown", event => { drag = { x: event.clientX, from, to, moved: false }; });
window.addEventListener("mouseup", event => {
  if (drag && !drag.moved && event.target === canvas) {
    const found = under(event);
    if (found.kernel !== undefined) location.hash = "k" + found.kernel;
  }
  drag = null;
});
canvas.addEventListener("wheel", event => {
  if (!event.ctrlKey && !event.shiftKey) return;
  event.preventDefault();
  zoom((event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8, under(event).us);
}, { passive: false });
canvas.addEventListener("keydown", event => {
  const by = (to - from) / 5;
  if (event.key === "+" || event.key === "=") zoom(0.5);
  else if (event.key === "-") zoom(2);
  else if (event.key === "0") show(0, data.us);
  else if (event.key === "ArrowLeft") show(from - by, to - by);
  else if (event.key === "ArrowRight") show(from + by, to + by);
  else return;
  event.preventDefault();
});
document.getElementById("zoom-in").onclick = () => zoom(0.5);
document.getElementById("zoom-out").onclick = () => zoom(2);
document.getElementById("zoom-all").onclick = () => show(0, data.us);
window.addEventListener("resize", draw);
draw();

for (const each of document.querySelectorAll(".graphs .scrolls")) {
  const box = each.querySelector("rect");
  if (box) each.scrollLeft = box.x.baseVal.value + box.width.baseVal.value / 2 - each.clientWidth / 2;
}
for (const head of document.querySelectorAll(".sorts th")) {
  head.tabIndex = 0;
  const sort = () => {
    const table = head.closest("table"), body = table.tBodies[0], column = head.cellIndex;
    const up = head.getAttribute("aria-sort") === "descending";
    for (const each of table.querySelectorAll("th")) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = row => row.cells[column].dataset.key === undefined ? row.cells[column].textContent
                                                                   : Number(row.cells[column].dataset.key);
    const rows = [...body.rows].sort((a, b) => {
      const one = key(a), other = key(b);
      return (one < other ? -1 : one > other ? 1 : 0) * (up ? 1 : -1);
    });
    body.append(...rows);
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", event => { if (event.key === "Enter") sort(); });
}
)";

}  // namespace litho::reporter
