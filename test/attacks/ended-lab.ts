import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";

const NOBODY = 65_534;
const owner = process.getuid!();

/** What came to the port of a program that has ended. */
export interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Another user, who listens at the port as soon as nobody else does. */
export interface PortTaker extends AsyncDisposable {
  readonly heard: readonly Heard[];
  /** Whether the text is in anything that has come. */
  has(text: string): boolean;
  /** Resolves when something has come. */
  untilHeard(what?: (heard: Heard) => boolean): Promise<void>;
}

/** @param origin - of the program @param lie - what it says wherever it can */
export async function takePort(origin: string, lie: string): Promise<PortTaker> {
  const { hostname, port } = new URL(origin);
  // The folder of the project may be one that only its owner can read.
  const folder = mkdtempSync(join(tmpdir(), "midcall-port-taker-"));
  const path = join(folder, "port-taker.mjs");
  copyFileSync(fileURLToPath(new URL("port-taker.mjs", import.meta.url)), path);
  chmodSync(folder, 0o755);
  const child: ChildProcess = fork(path, [hostname, port, lie], {
    cwd: folder,
    execArgv: [],
    env: { PATH: process.env["PATH"] },
    // Only root can be somebody else.
    ...(owner === 0 && { uid: NOBODY, gid: NOBODY }),
  });
  const heard: Heard[] = [];
  child.on("message", (message: { heard?: Heard }) => {
    if (message.heard) heard.push(message.heard);
  });
  const [{ listening }] = (await once(child, "message")) as [{ listening: number }];
  expect(listening).toBe(owner === 0 ? NOBODY : owner);
  return {
    heard,
    has: (text) => JSON.stringify(heard).includes(text),
    untilHeard: (what = () => true) =>
      vi.waitFor(() => expect(heard.some(what), "nothing has come").toBe(true)),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
