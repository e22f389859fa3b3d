import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { createLab } from "../../packages/cli/test/console/lab.js";
import { addressIn, openConsoleByItself, redeem } from "./opened-console.js";
import { scaled } from "../night.js";
import { tally } from "./tally.js";

/*
 * The console opens a browser by itself. What the browser is started with can be read by every user of the computer;
 * whoever finds a password of the console there first runs programs as its owner.
 */

const RACES = scaled(2, 10);
const NOBODY = 65_534;
const owner = process.getuid!();

interface OtherUser {
  /** The command lines it has read, and whose passwords it has tried. */
  readonly through: readonly string[];
  /** Ends it; what it has won and read. */
  stop(): Promise<{ readonly won: readonly string[]; readonly read: readonly string[] }>;
}

async function startOtherUser(): Promise<OtherUser> {
  // The folder of the project may be one that only its owner can read.
  const folder = mkdtempSync(join(tmpdir(), "midcall-other-user-"));
  const path = join(folder, "other-user.mjs");
  copyFileSync(fileURLToPath(new URL("other-user.mjs", import.meta.url)), path);
  chmodSync(folder, 0o755);
  const other = fork(path, [], {
    cwd: folder,
    execArgv: [],
    env: { PATH: process.env["PATH"], OWNER: String(owner) },
    // Only root can be somebody else.
    ...(owner === 0 && { uid: NOBODY, gid: NOBODY }),
  });
  const ended = once(other, "exit").then(([code]) => {
    throw new Error(`The other user's program ended with ${String(code)} at once.`);
  });
  const [{ uid }] = (await Promise.race([once(other, "message"), ended])) as [{ uid: number }];
  ended.catch(() => rmSync(folder, { recursive: true, force: true }));
  expect(uid).toBe(owner === 0 ? NOBODY : owner);
  const through: string[] = [];
  const said = new Promise<Awaited<ReturnType<OtherUser["stop"]>>>((resolve) =>
    other.on("message", (message: { through?: string[]; won: string[]; read: string[] }) => {
      if (message.through === undefined) resolve(message);
      else through.push(...message.through);
    }),
  );
  return {
    through,
    async stop() {
      other.send("stop");
      const all = await Promise.race([said, ended]);
      other.disconnect();
      return all;
    },
  };
}

async function isSo(look: () => boolean): Promise<boolean> {
  await vi.waitFor(() => expect(look()).toBe(true));
  return true;
}

it("no other user gets into a console by what its browser was started with", async () => {
  const other = await startOtherUser();
  const secrets: string[] = [];
  const entries: unknown[] = [];
  let all: Awaited<ReturnType<OtherUser["stop"]>>;
  try {
    for (let race = 0; race < RACES; race++) {
      await using console = await openConsoleByItself();
      const given = await console.opened();
      await vi.waitFor(() => expect(other.through.some((line) => line.includes(given))).toBe(true));
      const isFile = existsSync(given);
      const [, ticket = ""] = /#ticket=([\w-]{43})/.exec(isFile ? addressIn(given) : given) ?? [];
      secrets.push(console.token, ticket);
      const seen = isFile ? [given, dirname(given)].map((path) => statSync(path)) : [];
      const token = await redeem(console.address, ticket);
      entries.push({
        modes: seen.map(({ uid, mode }) => [uid, (mode & 0o7777).toString(8)]),
        isOurs: token === console.token,
        again: await redeem(console.address, ticket),
        isGone: isFile && (await isSo(() => !existsSync(dirname(given)))),
      });
    }
  } finally {
    all = await other.stop();
  }
  const { won, read } = all;
  expect(won).toEqual([]);
  const entry = {
    modes: [
      [owner, "600"],
      [owner, "700"],
    ],
    isOurs: true,
    again: 403,
    isGone: true,
  };
  expect(entries).toEqual(Array.from({ length: RACES }, () => entry));
  const opened = read.filter((line) => line.includes("page.html"));
  expect(opened.length).toBeGreaterThanOrEqual(RACES);
  expect(read.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  tally("races of another user for the console's ticket", RACES);
});

it("gives the token to one of all who bring the same ticket at the same moment", async () => {
  const lab = await createLab();
  const { address, token } = lab.console;
  try {
    for (let race = 0; race < scaled(3, 10); race++) {
      const [, ticket = ""] = /#ticket=(.*)$/.exec(lab.console.ticketUrl()) ?? [];
      const all = await Promise.all(Array.from({ length: 20 }, () => redeem(address, ticket)));
      expect(all.filter((one) => one === token)).toHaveLength(1);
      expect(all.filter((one) => one === 403)).toHaveLength(19);
    }
  } finally {
    await lab.close();
  }
  tally("redemptions of one ticket at the same moment", scaled(3, 10) * 20);
});
