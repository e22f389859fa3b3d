import { execFileSync, spawn } from "node:child_process";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { ownTimers } from "../../../../../test/own-timers.js";
import { withLock } from "../../../src/connect/oauth/vault/lock-file.js";
import { ownFolder } from "../../run-midcall.js";

it("lets one do its work after the other, and leaves nothing behind", async () => {
  using folder = ownFolder();
  const path = join(folder.path, "lock");
  let inside = 0;
  let most = 0;
  const work = () =>
    withLock(path, async () => {
      most = Math.max(most, (inside += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  await Promise.all(Array.from({ length: 10 }, work));
  expect(most).toBe(1);
  await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(path)).toBe(false);
});

it("is taken over from a process that has died, and when it is very old", async () => {
  using folder = ownFolder();
  const path = join(folder.path, "lock");
  const dead = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).trim();
  writeFileSync(path, `${hostname()} ${dead} 00`);
  await expect(withLock(path, async () => "done")).resolves.toBe("done");
  writeFileSync(path, `${hostname()} ${process.pid} 00`);
  const old = new Date(Date.now() - 10 * 60_000);
  utimesSync(path, old, old);
  await expect(withLock(path, async () => "done")).resolves.toBe("done");
});

it("is respected while its process lives", async () => {
  using folder = ownFolder();
  const path = join(folder.path, "lock");
  const other = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  try {
    writeFileSync(path, `${hostname()} ${other.pid} 00`);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const timers = ownTimers();
    let isDone = false;
    const waiting = withLock(path, async () => (isDone = true));
    const looksAgain = async (): Promise<void> => {
      while (timers() === 0 && !isDone) await new Promise(setImmediate);
      vi.runOnlyPendingTimers();
    };
    for (let times = 0; times < 5; times++) await looksAgain();
    expect(isDone).toBe(false);
    const ended = new Promise((resolve) => other.once("close", resolve));
    other.kill("SIGKILL");
    await ended;
    while (!isDone) await looksAgain();
    await expect(waiting).resolves.toBe(true);
  } finally {
    vi.useRealTimers();
    other.kill("SIGKILL");
  }
});
