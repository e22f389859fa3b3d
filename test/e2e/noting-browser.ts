import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

/** A machine with a screen, whose browser only notes the files that it is started with. */
export interface NotingBrowser extends Disposable {
  /** The environment of a server on this machine. */
  readonly env: Readonly<Record<string, string>>;
  /** How often the browser was started. */
  count(): number;
  /** The file that it was started with last, which leads to a page. */
  opened(): Promise<string>;
}

export function createNotingBrowser(): NotingBrowser {
  const root = mkdtempSync(join(tmpdir(), "midcall-machine-"));
  const [bin, runtime, log] = ["bin", "runtime", "log"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [bin, runtime, log]) mkdirSync(folder, { mode: 0o700 });
  const browser = join(bin, "a-browser");
  // Written under another name first, so that nobody reads half of it.
  const note = `printf '%s' "$*" > '${bin}/'$$; mv '${bin}/'$$ '${log}/'$(ls '${log}' | wc -l)`;
  writeFileSync(browser, `#!/bin/sh\n${note}\n`, { mode: 0o755 });
  // So that xdg-open finds no other browser than this.
  for (const name of ["xdg-mime", "run-mailcap", "mimeopen"])
    writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const count = (): number => readdirSync(log).length;
  return {
    env: {
      ...{ PATH: `${bin}:${process.env["PATH"]}`, HOME: root, TMPDIR: runtime },
      ...{ BROWSER: browser, DISPLAY: ":99", XDG_RUNTIME_DIR: runtime },
      // Where the tests run, these may say that there is no screen.
      ...{ CI: "", SSH_CONNECTION: "" },
    },
    count,
    async opened() {
      await expect.poll(count).toBeGreaterThan(0);
      return readFileSync(join(log, String(count() - 1)), "utf8");
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The address to which a file leads a browser. */
export function addressIn(file: string): string {
  return /content="0;url=([^"]*)"/.exec(readFileSync(file, "utf8"))![1]!;
}
