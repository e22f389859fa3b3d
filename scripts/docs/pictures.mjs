// Draws the pictures of docs/how-it-works: who sends what to whom, from top to bottom. `node scripts/docs/pictures.mjs` writes them.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { pictures } from "./picture-contents.mjs";

const folder = new URL("../../docs/how-it-works/", import.meta.url);
const LANE = 230;
const LEFT = 110;
const TOP = 70;
const ROW = 58;

const escape = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const STYLE = `
    .back { fill: #ffffff; stroke: #d0d7de; }
    .lane { stroke: #8c959f; stroke-dasharray: 4 5; }
    .head { fill: #f0f3ff; stroke: #3a50c2; }
    .note { fill: #fff6e5; stroke: #9a6700; }
    .line { stroke: #1a1d27; stroke-width: 1.6; }
    .tip { fill: #1a1d27; }
    text { fill: #1a1d27; font: 14px system-ui, "Segoe UI", Roboto, sans-serif; text-anchor: middle; }
    .name { font-weight: 650; }
    .small { font-size: 12.5px; }
    @media (prefers-color-scheme: dark) {
      .back { fill: #161a22; stroke: #3d444d; }
      .lane { stroke: #8b949e; }
      .head { fill: #22294a; stroke: #adbaff; }
      .note { fill: #382b12; stroke: #ffd08c; }
      .line { stroke: #eceef5; }
      .tip { fill: #eceef5; }
      text { fill: #eceef5; }
    }`;

/** One row: an arrow between two lanes, or a note at one. */
function row({ from, to, at, text, small }, index, lanes) {
  const y = TOP + 50 + index * ROW;
  const x = (name) => LEFT + lanes.indexOf(name) * LANE;
  if (at !== undefined) {
    const width = Math.min(218, Math.max(120, Math.max(text.length, (small ?? "").length) * 7.4));
    return [
      `<rect class="note" x="${x(at) - width / 2}" y="${y - 22}" width="${width}" height="${small ? 42 : 28}" rx="6"/>`,
      `<text x="${x(at)}" y="${y - 4}">${escape(text)}</text>`,
      ...(small ? [`<text class="small" x="${x(at)}" y="${y + 13}">${escape(small)}</text>`] : []),
    ];
  }
  const [start, end] = [x(from), x(to)];
  const step = end > start ? 1 : -1;
  const middle = (start + end) / 2;
  return [
    `<line class="line" x1="${start}" y1="${y}" x2="${end - 8 * step}" y2="${y}"/>`,
    `<path class="tip" d="M${end} ${y} l${-10 * step} -5 v10 z"/>`,
    `<text x="${middle}" y="${y - 8}">${escape(text)}</text>`,
    ...(small ? [`<text class="small" x="${middle}" y="${y + 16}">${escape(small)}</text>`] : []),
  ];
}

/**
 * A picture as SVG: readable in light and dark, with its title and description inside.
 *
 * @param {import("./picture-contents.mjs").Picture} picture
 */
export function draw({ title, description, lanes, rows }) {
  const width = LEFT * 2 + (lanes.length - 1) * LANE;
  const height = TOP + 40 + rows.length * ROW;
  const heads = lanes.flatMap((name, n) => {
    const x = LEFT + n * LANE;
    return [
      `<line class="lane" x1="${x}" y1="${TOP - 8}" x2="${x}" y2="${height - 18}"/>`,
      `<rect class="head" x="${x - 85}" y="20" width="170" height="40" rx="8"/>`,
      `<text class="name" x="${x}" y="45">${escape(name)}</text>`,
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">${escape(title)}</title>
  <desc id="description">${escape(description)}</desc>
  <style>${STYLE}
  </style>
  <rect class="back" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="10"/>
  ${[...heads, ...rows.flatMap((one, n) => row(one, n, lanes))].join("\n  ")}
</svg>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const picture of pictures) {
    await writeFile(new URL(`${picture.name}.svg`, folder), draw(picture));
  }
}
