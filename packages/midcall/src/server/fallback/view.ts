import { readFile } from "node:fs/promises";

/** The view as one HTML file, as `npm run build` makes it. */
const FILE = new URL("../../app/question.html", import.meta.url);

let text: Promise<string> | undefined;

/** The text of the view. */
export function readView(): Promise<string> {
  return (text ??= readFile(FILE, "utf8"));
}
