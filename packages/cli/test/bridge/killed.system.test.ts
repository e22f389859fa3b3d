import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fixture } from "./lab.js";

const cli = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const MARK = "MIDCALL_TEST_MARK";

/** The processes that have inherited a mark, and the command line of each. */
function marked(mark: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      if (!readFileSync(`/proc/${name}/environ`, "utf8").includes(`${MARK}=${mark}`)) continue;
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      if (words !== "") found.set(Number(name), words);
    } catch {
      // It has ended, or belongs to another user.
    }
  }
  return found;
}

/** A host, a bridge and a server, each in a process of its own, while a question is open. */
async function threeProcesses(canAsk: boolean) {
  const mark = randomUUID();
  const stateDir = mkdtempSync(join(tmpdir(), "midcall-killed-"));
  const ui = canAsk ? "none" : "browser";
  const bridge = [process.execPath, cli, "bridge", "--ui", ui, "--state", stateDir, "--"];
  const server = [process.execPath, fixture("asking-server.mjs"), "2025-11-25"];
  const words = [fixture("calling-host.mjs"), canAsk ? "can-ask" : "cannot", ...bridge, ...server];
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
  const host = spawn(process.execPath, words, {
    env: { ...env, [MARK]: mark },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  host.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(host, "exit");
  await expect.poll(() => said).toContain(canAsk ? "asked" : "connected");
  const pidOf = (pattern: RegExp): number =>
    [...marked(mark)].find(([, line]) => pattern.test(line))![0];
  return {
    mark,
    ended,
    said: () => said,
    kill: (party: string) =>
      process.kill(
        party === "host"
          ? host.pid!
          : pidOf(party === "bridge" ? /^\S+ \S+main\.js bridge/ : /^\S+ \S+asking-server\.mjs/),
        "SIGKILL",
      ),
    [Symbol.dispose]() {
      for (const pid of marked(mark).keys()) process.kill(pid, "SIGKILL");
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

const parties = ["host", "bridge", "server"];

describe.runIf(process.platform === "linux").each([true, false])(
  "while a question is open (the host can ask: %s)",
  (canAsk) => {
    it.each(parties)(
      "the %s is killed: no process is left, and nobody has answered",
      async (party) => {
        using three = await threeProcesses(canAsk);
        three.kill(party);
        await three.ended;
        await expect.poll(() => [...marked(three.mark).values()]).toEqual([]);
        expect(three.said()).not.toContain("result");
        if (party !== "host") expect(three.said()).toContain("error");
      },
    );
  },
);
