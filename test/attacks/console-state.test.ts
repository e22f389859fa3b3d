import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLab } from "../../packages/cli/test/console/lab.js";
import { tally } from "./tally.js";

/*
 * The state folder says which programs the console starts, and gets the person's answers. A folder that others could
 * write to may hold what they have put there before the console took their access away.
 */

const NOBODY = 65_534;
const isRoot = process.getuid!() === 0;

let root: string;
let state: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "midcall-state-"));
  state = join(root, "state");
  mkdirSync(state, { mode: 0o777 });
  chmodSync(state, 0o777);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const server = JSON.stringify([
  {
    id: "a1",
    name: "Evil",
    protocolVersion: "auto",
    target: { kind: "command", command: "id", args: [] },
  },
]);
const NAMES = ["servers.json", "inbox.json", "audit.jsonl"];

const refused = async (why: RegExp): Promise<void> => {
  await expect(createLab({ stateDir: state }).then((lab) => lab.close())).rejects.toThrow(why);
};

it("starts on nothing that leads out of the state folder", async () => {
  const mine = join(root, "a-file-of-the-person");
  const text = "[]\n";
  for (const name of NAMES) {
    for (const lead of [symlinkSync, linkSync]) {
      writeFileSync(mine, text, { mode: 0o600 });
      lead(mine, join(state, name));
      await refused(/is a link to another file/);
      expect(readFileSync(mine, "utf8")).toBe(text);
      rmSync(join(state, name));
    }
    mkdirSync(join(state, name));
    await refused(/another file/);
    rmSync(join(state, name), { recursive: true });
  }
  tally("things planted in the console's state folder", 3 * NAMES.length);
});

it("starts on nothing that others may have written", async () => {
  for (const name of NAMES) {
    for (const mode of [0o666, 0o662, 0o620]) {
      writeFileSync(join(state, name), server);
      chmodSync(join(state, name), mode);
      await refused(/other users may have changed/);
    }
    rmSync(join(state, name));
  }
  tally("things planted in the console's state folder", 3 * NAMES.length);
});

it.skipIf(!isRoot)("starts on nothing that belongs to another user", async () => {
  for (const name of NAMES) {
    writeFileSync(join(state, name), server, { mode: 0o600 });
    chownSync(join(state, name), NOBODY, NOBODY);
    await refused(/belongs to another user \(id 65534\)/);
    rmSync(join(state, name));
  }
  chownSync(state, NOBODY, NOBODY);
  await refused(/belongs to another user \(id 65534\)/);
  tally("things planted in the console's state folder", NAMES.length + 1);
});

it("takes away answers that a killed run was just writing, and starts on what is its own", async () => {
  const stale = join(state, "inbox.json.0123456789ab");
  const young = join(state, "inbox.json.ba9876543210");
  const other = join(state, "inbox.json.of-mine");
  for (const path of [stale, young, other]) writeFileSync(path, "{}", { mode: 0o600 });
  const old = new Date(Date.now() - 2 * 60_000);
  for (const path of [stale, other]) utimesSync(path, old, old);
  writeFileSync(join(state, "servers.json"), server, { mode: 0o600 });
  const lab = await createLab({ stateDir: state });
  const page = await lab.page();
  expect(page.state.servers).toMatchObject([{ name: "Evil" }]);
  await lab.close();
  expect([stale, young, other].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(readdirSync(state)).toContain("servers.json");
});
