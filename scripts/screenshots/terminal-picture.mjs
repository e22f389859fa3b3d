// Renders the final screen of a terminal, given everything that was written to it, as an HTML page.

const PALETTE = [
  "#6b7686", // black, which has to be seen on black
  "#ff8a86",
  "#7ddba6",
  "#ffd479",
  "#8ab8ff",
  "#d7a6ff",
  "#7fdbe6",
  "#e9edf2",
];

/** The height of a line in a terminal that fills the window, in pixels. */
const LINE = 20;

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * The screen, line by line: each character with its style.
 *
 * @param {string} written
 * @returns {{ char: string, style: string }[][]}
 */
export function screenOf(written) {
  const lines = [[]];
  let row = 0;
  let column = 0;
  let look = {};
  const lineAt = (at) => {
    while (lines.length <= at) lines.push([]);
    return lines[at];
  };
  const put = (char) => {
    const line = lineAt(row);
    while (line.length < column) line.push({ char: " ", style: "" });
    line[column] = { char, style: styleOf(look) };
    column += 1;
  };
  for (const [token, parameters, command] of written.matchAll(
    /\u001b\[([0-9;?]*)([A-Za-z])|\u001b\][^\u0007]*\u0007|\u001b.|[\s\S]/gu,
  )) {
    if (command === undefined) {
      if (token === "\n") lineAt((row += 1));
      else if (token === "\r") column = 0;
      else if (token === "\b") column = Math.max(0, column - 1);
      else if (token >= " " && !token.startsWith("\u001b")) put(token);
      continue;
    }
    const numbers = parameters.split(";").map(Number);
    const [first = 0] = numbers;
    const count = Math.max(1, first);
    if (command === "A") row = Math.max(0, row - count);
    else if (command === "B") row += count;
    else if (command === "C") column += count;
    else if (command === "D") column = Math.max(0, column - count);
    else if (command === "G") column = count - 1;
    else if (command === "J" && first === 0) {
      lineAt(row).length = Math.min(lineAt(row).length, column);
      lines.length = row + 1;
    } else if (command === "K") {
      const line = lineAt(row);
      if (first === 2) line.length = 0;
      else if (first === 0) line.length = Math.min(line.length, column);
    } else if (command === "m") look = after(look, numbers);
  }
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

function after(look, numbers) {
  let next = look;
  for (const number of numbers) {
    if (number === 0) next = {};
    else if (number === 1) next = { ...next, bold: true };
    else if (number === 2) next = { ...next, dim: true };
    else if (number === 4) next = { ...next, underline: true };
    else if (number === 7) next = { ...next, inverse: true };
    else if (number === 8) next = { ...next, hidden: true };
    else if (number === 9) next = { ...next, strike: true };
    else if (number === 22) next = { ...next, bold: false, dim: false };
    else if (number === 24) next = { ...next, underline: false };
    else if (number === 27) next = { ...next, inverse: false };
    else if (number === 28) next = { ...next, hidden: false };
    else if (number === 29) next = { ...next, strike: false };
    else if (number === 39) next = { ...next, color: undefined };
    else if (number >= 30 && number <= 37) next = { ...next, color: PALETTE[number - 30] };
    else if (number >= 90 && number <= 97) next = { ...next, color: PALETTE[number - 90] };
  }
  return next;
}

function styleOf({ color, bold, dim, underline, strike, inverse, hidden }) {
  return [
    color && `color:${color}`,
    bold && "font-weight:700",
    dim && "opacity:.62",
    (underline || strike) && `text-decoration:${underline ? "underline" : "line-through"}`,
    inverse && "background:#e9edf2;color:#10151b",
    hidden && `color:${inverse ? "#e9edf2" : "#10151b"}`,
  ]
    .filter(Boolean)
    .join(";");
}

/**
 * The screen as an HTML page.
 *
 * @param {string} written
 * @param {string} title
 * @param {{ rows: number }} [window] - makes it fill the window, with the last rows in it; otherwise it is as large as what
 * is on it
 */
export function pageOf(written, title, window) {
  const escape = (text) => text.replace(/[&<>]/g, (found) => ESCAPES[found]);
  const lines = screenOf(written);
  const body = (window ? lines.slice(-window.rows) : lines)
    .map((line) =>
      line
        .map(({ char, style }) =>
          style === "" ? escape(char) : `<span style="${style}">${escape(char)}</span>`,
        )
        .join(""),
    )
    .join("\n");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><style>
body{margin:0;background:#fff}
main{width:max-content;min-width:600px;background:#10151b;color:#e9edf2;border-radius:10px;overflow:hidden}
header{background:#1f2731;color:#a4afbd;font:600 13px system-ui,sans-serif;padding:9px 16px}
pre{margin:0;padding:16px 20px 20px;font:14px/1.45 "DejaVu Sans Mono",Menlo,Consolas,monospace}
${window ? sizeOf(window) : ""}</style><main><header>${escape(title)}</header><pre>${body}</pre></main></html>`;
}

/** A terminal that fills the window has no corners that show what is behind it. */
const sizeOf = ({ rows }) =>
  `body{background:#10151b}main{width:auto;border-radius:0}pre{height:${rows * LINE}px;line-height:${LINE}px}\n`;
