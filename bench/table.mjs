/** @typedef {{ id: string, against: string, ratio: number, median: number, unit: string, range?: number[], otherMedian?: number, cpuRatio?: number, outsideCores?: number, note?: string }} Row */

const HEADINGS = ["id", "against", "ratio", "min..max", "CPU", "busy", "midcall", "other", "unit"];

/** @param {number | undefined} value */
function figure(value) {
  if (value === undefined) return "";
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** @param {Row} result */
function cells({ id, against, ratio, range, cpuRatio, outsideCores, median, otherMedian, unit }) {
  const span = range === undefined ? "" : `${range[0].toFixed(2)}..${range[1].toFixed(2)}`;
  return [
    id,
    against,
    `${ratio.toFixed(2)}×`,
    span,
    cpuRatio === undefined ? "" : `${cpuRatio.toFixed(2)}×`,
    figure(outsideCores),
    figure(median),
    figure(otherMedian),
    unit,
  ];
}

/** The line for one result. @param {Row} result */
export function row(result) {
  const [id, against, ratio, span, , , ours, other, unit] = cells(result);
  return `${id} against ${against}: ${ratio}${span === "" ? "" : ` (${span})`}, ${ours} and ${other} ${unit}${result.note === undefined ? "" : ` [${result.note}]`}`;
}

/**
 * The table of all results. "CPU" is the ratio of the servers' processor time per call, which other work on the machine
 * affects less; "busy" is the number of cores that this other work used.
 *
 * @param {Row[]} results
 */
export function table(results) {
  const rows = [HEADINGS, ...results.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((line) => line[column].length)));
  return rows
    .map((line) =>
      line
        .map((cell, column) =>
          column >= 2 && column <= 7 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
