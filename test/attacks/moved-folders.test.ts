import type * as Fs from "node:fs";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLocalVault } from "midcall/vault/file";
import { openStateDir } from "../../packages/cli/src/console/state-dir.js";
import { tally } from "./tally.js";

/*
 * A folder is named by a path with a symlink of another user's in it. They lead it to a folder of the victim's until that was
 * checked, and then to one of their own.
 */

const fs = vi.hoisted(() => ({ resolved: (): void => {} }));
vi.mock("node:fs", async (load) => {
  const real = await load<typeof Fs>();
  const realpathSync = Object.assign((path: string): string => {
    const found = real.realpathSync(path);
    fs.resolved();
    return found;
  }, real.realpathSync);
  return { ...real, realpathSync };
});

let root: string;
let link: string;
let mine: string;
let theirs: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "midcall-moved-"));
  [link, mine, theirs] = ["link", "mine", "theirs"].map((name) => join(root, name)) as [
    ...[string, string, string],
  ];
  mkdirSync(mine, { mode: 0o700 });
  mkdirSync(theirs);
  chmodSync(theirs, 0o777);
  symlinkSync(mine, link);
});
afterEach(() => {
  fs.resolved = () => {};
  rmSync(root, { recursive: true, force: true });
});

function move(): void {
  rmSync(link);
  symlinkSync(theirs, link);
}

it("a file that leads a browser to its page is where it was checked that nobody can replace it", async () => {
  // Other tests of this process may have loaded it as it is.
  vi.resetModules();
  const { writeRedirect } = await import("../../packages/midcall/src/open-page/redirect-file.js");
  let isMoved = false;
  fs.resolved = () => {
    if (!isMoved) move();
    isMoved = true;
  };
  const file = writeRedirect("http://127.0.0.1:1/o/ticket", "A question", [link]);
  expect(isMoved).toBe(true);
  expect(file?.path.startsWith(join(mine, "midcall-open-"))).toBe(true);
  expect(readdirSync(theirs)).toEqual([]);
  tally("folders that lead elsewhere once they were checked", 1);
});

it("the files of the console are where it was checked that nobody has written them", async () => {
  const state = await openStateDir(link);
  move();
  await state.write("environment.json", { TOKEN: "secret" });
  expect(await state.read("environment.json")).toEqual({ TOKEN: "secret" });
  expect([readdirSync(mine), readdirSync(theirs)]).toEqual([["environment.json"], []]);
  tally("folders that lead elsewhere once they were checked", 1);
});

it("the secrets and the key of a vault are where it was checked that nobody can read them", async () => {
  const vault = createLocalVault({ directory: link });
  const id = { principal: "local", server: "invoices", name: "stripe" };
  await vault.put(id, "sk_1");
  move();
  await vault.put(id, "sk_2");
  expect((await vault.get(id))?.reveal()).toBe("sk_2");
  expect([readdirSync(mine).toSorted(), readdirSync(theirs)]).toEqual([["keys", "records"], []]);
  tally("folders that lead elsewhere once they were checked", 1);
});
