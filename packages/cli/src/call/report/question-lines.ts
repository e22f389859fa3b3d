import { safeLine, safeText } from "../../safe-text.js";

/** Which server and tool asks, and the message, safe to print. */
export function questionLines(server: string, tool: string | undefined, message: string): string[] {
  return [
    `${safeLine(server, 100)}${tool === undefined ? "" : ` (${safeLine(tool, 100)})`} asks:`,
    ...safeText(message)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}
