let text: Promise<string> | undefined;

/** The text of the view: one HTML file, as `npm run build` makes it. */
export function readView(): Promise<string> {
  return (text ??= readFromDisk());
}

/** Loaded when it is needed: a runtime without files can do everything else. */
async function readFromDisk(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL("../../app/question.html", import.meta.url), "utf8");
}
