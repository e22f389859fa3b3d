import { safeLine, safeText } from "../../safe-text.js";

/** Who asks, and what: harmless to show. */
export function questionLines(server: string, tool: string | undefined, message: string): string[] {
  return [
    `${safeLine(server, 100)}${tool === undefined ? "" : ` (${safeLine(tool, 100)})`} asks:`,
    ...safeText(message)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}
