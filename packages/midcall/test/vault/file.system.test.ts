import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "midcall/store/contract";
import { createMemoryStore } from "midcall/store";
import { createLocalVault } from "midcall/vault/file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configFolder } from "../../src/vault/files/config-folder.js";
import { createFileStore, cleanUp } from "../../src/vault/files/file-store.js";

const id = { principal: "local", server: "invoices", name: "stripe" };
let folder: string;
let made = 0;
const newFolder = (): string => join(folder, String(++made), "vault");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "midcall-vault-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);
const everyFile = async (directory: string): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe("createLocalVault", () => {
  it("works with no set-up, and for the next process", async () => {
    const directory = newFolder();
    const vault = createLocalVault({ directory });
    expect(await vault.get(id)).toBeUndefined();
    await vault.put(id, "sk_canary");
    const next = createLocalVault({ directory });
    expect((await next.get(id))?.reveal()).toBe("sk_canary");
    expect((await next.list(id)).map(({ name }) => name)).toEqual(["stripe"]);
    expect(await next.delete(id)).toBe(true);
    expect(await vault.get(id)).toBeUndefined();
  });

  it("makes folders and files for this user alone, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      const directory = newFolder();
      await createLocalVault({ directory }).put(id, "v");
      expect(await mode(directory)).toBe("700");
      expect(await mode(join(directory, "records"))).toBe("700");
      const files = await everyFile(directory);
      expect(files.length).toBeGreaterThan(4);
      for (const file of files) expect(await mode(file), file).toBe("600");
    } finally {
      process.umask(before);
    }
  });

  it("shows nothing of a secret in any file or file name", async () => {
    const directory = newFolder();
    await createLocalVault({ directory }).put({ ...id, principal: "alice" }, "sk_canary");
    for (const file of await everyFile(directory)) {
      expect(file.slice(folder.length)).not.toMatch(/alice|invoices|stripe|canary/);
      expect(await readFile(file, "latin1")).not.toMatch(/alice|invoices|stripe|canary/);
    }
  });

  it.each(["640", "604", "620", "677"])(
    "refuses a key file of mode %s and says what to run",
    async (wrong) => {
      const directory = newFolder();
      await createLocalVault({ directory }).put(id, "v");
      const keys = join(directory, "keys");
      await chmod(keys, Number.parseInt(wrong, 8));
      const opened = createLocalVault({ directory });
      const error = await opened.get(id).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "ERR_MIDCALL_VAULT_FILE" });
      expect(String(error)).toContain(`chmod 600 '${keys}'`);
      await chmod(keys, 0o600);
      expect((await opened.get(id))?.reveal()).toBe("v");
    },
  );

  it("refuses a folder that others can open and says what to run", async () => {
    const directory = newFolder();
    await mkdir(directory, { recursive: true, mode: 0o755 });
    await chmod(directory, 0o755);
    await expect(createLocalVault({ directory }).put(id, "v")).rejects.toThrow(
      `chmod 700 '${directory}'`,
    );
    expect(await readdir(directory)).toEqual([]);
  });

  it.each(["", "\n", "short\n", `${"k".repeat(43)}\nnot a key!\n`])(
    "refuses a damaged key file %j and does not write another",
    async (content) => {
      const directory = newFolder();
      await createLocalVault({ directory }).put(id, "v");
      await writeFile(join(directory, "keys"), content);
      await expect(createLocalVault({ directory }).get(id)).rejects.toThrow(/one key per line/);
      expect(await readFile(join(directory, "keys"), "utf8")).toBe(content);
    },
  );

  it("makes no other key where the one of the records is gone", async () => {
    const directory = newFolder();
    await createLocalVault({ directory }).put(id, "v");
    const keys = join(directory, "keys");
    const key = await readFile(keys, "utf8");
    await rm(keys);
    await expect(createLocalVault({ directory }).get(id)).rejects.toThrow(
      /keys is missing.*backup/,
    );
    await writeFile(keys, key, { mode: 0o600 });
    expect((await createLocalVault({ directory }).get(id))?.reveal()).toBe("v");
  });

  it("takes a new key on top, and needs the old one no more after rewrap", async () => {
    const directory = newFolder();
    await createLocalVault({ directory }).put(id, "v");
    const keys = join(directory, "keys");
    const old = await readFile(keys, "utf8");
    const fresh = `${"n".repeat(43)}\n`;
    await writeFile(keys, fresh + old);
    expect(await createLocalVault({ directory }).rewrap()).toEqual({
      rewrapped: 1,
      current: 0,
      failed: 0,
    });
    await writeFile(keys, fresh);
    expect((await createLocalVault({ directory }).get(id))?.reveal()).toBe("v");
    await writeFile(keys, old);
    await expect(createLocalVault({ directory }).get(id)).rejects.toMatchObject({
      reason: "unknown-key",
    });
  });

  it("opens nothing before it is used", async () => {
    const directory = newFolder();
    createLocalVault({ directory });
    await expect(stat(directory)).rejects.toMatchObject({ code: "ENOENT" });
    expect(() => createLocalVault({ directory: "" })).toThrow(/directory must be/);
  });
});

describe("the store in files", () => {
  let time = 1000;
  const now = (): number => time;
  const create = async (): Promise<ReturnType<typeof createFileStore> & { directory: string }> => {
    const directory = newFolder();
    await mkdir(directory, { recursive: true });
    return { ...createFileStore(directory, now), directory };
  };
  const messages = createMemoryStore();
  const cases = storeContract({
    create: async () => {
      // A vault needs no messages: these come from elsewhere.
      return { ...messages, ...(await create()) };
    },
    elapse: (ms) => void (time += ms),
  });
  const left = /messages|listener|publishes|who left/;
  it.each(
    cases.filter(({ name }) => !left.test(name)).map(({ name, run }) => [name, run] as const),
  )("%s", async (_, run) => run());

  it("clears away what is over and what crashes left behind, and nothing else", async () => {
    const { directory, ...store } = await create();
    await store.put("short", "v", { ttlMs: 10 });
    await store.put("long", "v", { ttlMs: 10_000 });
    await store.put("for good", "v");
    const [file] = await readdir(directory);
    const aside = `${file!.slice(0, 60)}0000.record.0123.aside`;
    await writeFile(join(directory, aside), "-\nset aside when the machine stopped");
    for (const name of ["half.draft", "half.gone"])
      await writeFile(join(directory, name), "half a");
    time += 100;
    await cleanUp(directory, now);
    const broughtBack = aside.slice(0, aside.indexOf(".record") + 7);
    const names = await readdir(directory);
    expect(names).toHaveLength(5);
    expect(names).toEqual(expect.arrayContaining(["half.draft", "half.gone", broughtBack]));
    const kept = ["short", "long", "for good"].map((key) => store.get(key));
    expect(await Promise.all(kept)).toEqual([undefined, "v", "v"]);
    const anHourLater = Date.now() + 3700_000;
    await cleanUp(directory, () => anHourLater);
    expect((await readdir(directory)).filter((name) => name.startsWith("half"))).toEqual([]);
  });
});

describe("the configuration folder", () => {
  const home = "/home/alice";
  it.each([
    ["linux", {}, "/home/alice/.config"],
    ["linux", { XDG_CONFIG_HOME: "/conf" }, "/conf"],
    ["linux", { XDG_CONFIG_HOME: "relative" }, "/home/alice/.config"],
    ["linux", { XDG_CONFIG_HOME: "" }, "/home/alice/.config"],
    ["freebsd", {}, "/home/alice/.config"],
    ["darwin", { XDG_CONFIG_HOME: "/conf" }, "/home/alice/Library/Application Support"],
    ["win32", { APPDATA: "/roaming" }, "/roaming"],
    ["win32", {}, "/home/alice/AppData/Roaming"],
  ] as const)("is on %s with %j: %s", (platform, env, expected) => {
    expect(configFolder({ platform, env, home })).toBe(expected);
  });
});
