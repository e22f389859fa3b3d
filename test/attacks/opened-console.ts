import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";
import { redeemTicket } from "../../packages/cli/web/src/data/exchange.js";

const main = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

/** `midcall console` as a person starts it, in front of a screen, with a browser that only notes what it was given. */
export interface OpenedConsole extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Of its page, without the token. */
  readonly address: string;
  readonly token: string;
  /** Folder for temporary files of the console, for the person's session, and their home. */
  readonly temp: string;
  readonly runtime: string;
  readonly home: string;
  /** Everything it has printed. */
  said(): string;
  /** What the browser was started with. */
  opened(): Promise<string>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

export interface OpenedOptions {
  /** Changes the folders before the start. */
  readonly prepare?: (folders: { temp: string; runtime: string; home: string }) => void;
  readonly diskIsFull?: boolean;
}

export async function openConsoleByItself(options: OpenedOptions = {}): Promise<OpenedConsole> {
  if (!existsSync(main)) throw new Error(`${main} is missing: run "npm run build" first.`);
  const root = mkdtempSync(join(tmpdir(), "midcall-opened-"));
  const folder = (name: string, mode = 0o700): string => {
    const path = join(root, name);
    mkdirSync(path);
    chmodSync(path, mode);
    return path;
  };
  // Another user gets as far as the folders of the console, as in a real /tmp.
  chmodSync(root, 0o755);
  const [bin, temp, runtime, home] = [
    folder("bin"),
    folder("temp", 0o1777),
    folder("runtime"),
    folder("home", 0o755),
  ];
  const log = join(root, "opened");
  const browser = join(bin, "a-browser");
  // Its command line is there to be read until the console ends. A real one's is there for hours.
  const script = [
    "#!/bin/sh",
    `printf '%s' "$*" > '${log}.new'`,
    `mv '${log}.new' '${log}'`,
    `while [ -d '${root}' ]; do sleep 1; done`,
    "",
  ].join("\n");
  writeFileSync(browser, script, { mode: 0o755 });
  // So that xdg-open finds no other browser than this.
  for (const name of ["xdg-mime", "run-mailcap", "mimeopen"]) {
    writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  }
  options.prepare?.({ temp, runtime, home });
  const { CI: _ci, SSH_CONNECTION: _ssh, SSH_CLIENT: _c, SSH_TTY: _t, ...inherited } = process.env;
  const words = [process.execPath, main, "console", "--state", join(root, "state")];
  // The shell becomes the console. Node passes over the signal, so that writing fails as on a full disk.
  const start = `${options.diskIsFull ? "ulimit -f 0; " : ""}exec "$@"`;
  const child = spawn("/bin/sh", ["-c", start, "sh", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited,
      PATH: `${bin}:${process.env["PATH"]}`,
      BROWSER: browser,
      DISPLAY: ":99",
      TMPDIR: temp,
      XDG_RUNTIME_DIR: runtime,
      HOME: home,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: string): void => {
      said += text;
      const [address] = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{8}\/#token=[\w-]{22}/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    void ended.then((code) => reject(new Error(`The console ended with ${code}: ${said}`)));
  });
  return {
    child,
    origin: new URL(url).origin,
    address: url.slice(0, url.indexOf("#")),
    token: url.split("token=")[1]!,
    ...{ temp, runtime, home, ended },
    said: () => said,
    async opened() {
      await vi.waitFor(() => expect(existsSync(log), `No browser was opened: ${said}`).toBe(true));
      return readFileSync(log, "utf8");
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The address a file leads a browser to. */
export function addressIn(path: string): string {
  const [, url = ""] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(
    readFileSync(path, "utf8"),
  )!;
  return url.replaceAll("&amp;", "&");
}

/** The console's token for a ticket; 403 where there is none. */
export async function redeem(address: string, ticket: string): Promise<string | number> {
  return (await redeemTicket(ticket, address)) ?? 403;
}
