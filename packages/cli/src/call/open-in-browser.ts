/**
 * Opens a page in the user's browser without waiting for it. The address appears on a command line, which other
 * users can read; it contains nothing with which they could answer or sign in.
 */
export async function openInBrowser(url: string): Promise<void> {
  const { default: open } = await import("open");
  const browser = await open(url);
  browser.on("error", () =>
    process.stderr.write(`Could not start a browser. Open ${url} yourself.\n`),
  );
  browser.unref();
}
