import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { patienceMs } from "../../../../test/night.js";
import { Browser } from "../pages/browser.js";

const fixture = fileURLToPath(new URL("show-question.fixture.mjs", import.meta.url));
const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

interface Started extends AsyncDisposable {
  readonly child: ChildProcess;
  /** The folder of the user's session, for files that only they can read. */
  readonly runtime: string;
  /** The next message of the server. */
  message(): Promise<unknown>;
  /** What the browser was started with. */
  opened(): Promise<string>;
  output(): string;
}

/** A server with a question, on a machine with a screen and this script as its browser. */
function startServer(browserScript: string, prepare = (_folder: string): void => {}): Started {
  const root = mkdtempSync(join(tmpdir(), "midcall-local-"));
  const [bin, runtime, temp] = ["bin", "runtime", "temp"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [bin, runtime, temp]) mkdirSync(path, { mode: 0o700 });
  prepare(root);
  const log = join(root, "opened");
  const browser = join(bin, "a-browser");
  writeFileSync(browser, `#!/bin/sh\n${browserScript.replaceAll("LOG", log)}\n`, { mode: 0o755 });
  // So that xdg-open finds no other browser than this.
  for (const name of ["xdg-mime", "run-mailcap", "mimeopen"]) {
    writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  }
  const { CI: _ci, SSH_CONNECTION: _ssh, ...inherited } = process.env;
  const child = fork(fixture, [], {
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...inherited,
      PATH: `${bin}:${process.env["PATH"]}`,
      ...{ BROWSER: browser, DISPLAY: ":99", XDG_RUNTIME_DIR: runtime, TMPDIR: temp, HOME: root },
    },
  });
  let output = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => (output += text));
  const messages: unknown[] = [];
  child.on("message", (message) => void messages.push(message));
  return {
    ...{ child, runtime },
    output: () => output,
    async message() {
      await expect.poll(() => messages.length).toBeGreaterThan(0);
      return messages.shift();
    },
    async opened() {
      await expect.poll(() => existsSync(log)).toBe(true);
      return readFileSync(log, "utf8");
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const NOTES = `printf '%s' "$*" > 'LOG.new'; mv 'LOG.new' 'LOG'`;

/** The address a file leads a browser to. */
const addressIn = (path: string): string =>
  /content="0;url=([^"]*)"/.exec(readFileSync(path, "utf8"))![1]!;

describe("the browser that a server starts", () => {
  it("gets a file for its user alone on its command line, which is gone once it was used", async () => {
    await using server = startServer(NOTES);
    const given = await server.opened();
    expect(given).not.toContain("127.0.0.1");
    expect(dirname(dirname(given))).toBe(server.runtime);
    expect(statSync(given).mode & 0o7777).toBe(0o600);
    expect(statSync(dirname(given)).mode & 0o7777).toBe(0o700);
    expect(await server.message()).toEqual({ canOpen: true, isShown: true });
    const browser = new Browser({});
    const page = await browser.open(addressIn(given));
    expect(page.title).toBe("A question for you");
    await expect.poll(() => readdirSync(server.runtime)).toEqual([]);
    // A page that has opened by itself takes no answer at first.
    const send = async (): Promise<string | undefined> =>
      (await browser.press(page, "answer", { f0: "Ada" })).title;
    await expect.poll(send, { timeout: patienceMs }).toBe("Sent");
    expect(await server.message()).toEqual({
      response: { action: "accept", content: { name: "Ada" } },
    });
    // Standard output belongs to the protocol.
    expect(server.output()).toBe("");
  });

  it("is missing if it fails, or there is no place for the file", async () => {
    await using failing = startServer("exit 1");
    expect(await failing.message()).toEqual({ canOpen: true, isShown: false });
    await using unsafe = startServer(NOTES, (root) => {
      for (const name of ["runtime", "temp"]) chmodSync(join(root, name), 0o777);
    });
    expect(await unsafe.message()).toEqual({ canOpen: true, isShown: false });
    expect([failing.output(), unsafe.output()]).toEqual(["", ""]);
  });
});

it("an open question and a browser at it do not keep the server's process alive", async () => {
  await using server = startServer(NOTES);
  const given = await server.opened();
  await server.message();
  // This client keeps its connection open.
  await fetch(addressIn(given), { redirect: "manual" }).then((response) => response.text());
  const ended = once(server.child, "exit");
  server.child.send("end");
  expect(await ended).toEqual([0, null]);
  expect(readdirSync(server.runtime)).toEqual([]);
});

it("loads no package before a browser is started, so nothing has to be installed for it", async () => {
  const copy = mkdtempSync(join(tmpdir(), "midcall-alone-"));
  try {
    cpSync(dist, join(copy, "dist"), { recursive: true });
    writeFileSync(join(copy, "package.json"), `{ "type": "module" }`);
    const load = (entry: string): Promise<unknown> =>
      promisify(execFile)(process.execPath, ["-e", `import("./dist/${entry}/index.js")`], {
        cwd: copy,
      });
    await load("local-page");
    await expect(load("pages")).rejects.toThrow("Cannot find package");
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
