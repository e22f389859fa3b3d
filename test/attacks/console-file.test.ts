import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { foldersFor, writeRedirect } from "../../packages/midcall/src/open-page/redirect-file.js";
import { processesWith } from "../e2e/built.js";
import { addressIn, openConsoleByItself, redeem } from "./opened-console.js";
import { tally } from "./tally.js";

const URL_OF_CONSOLE = "http://127.0.0.1:1/#ticket=abc&server=x";
const TITLE = "midcall console";
const NOBODY = 65_534;

describe("the file that leads a browser to a page", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "midcall-file-"));
  });
  afterEach(() => {
    process.umask(0o022);
    rmSync(root, { recursive: true, force: true });
  });
  const folder = (path: string, mode = 0o700): string => {
    const at = join(root, path);
    mkdirSync(at, { recursive: true });
    chmodSync(at, mode);
    return at;
  };

  it("is not put where another user could put another in its place", () => {
    const safe = folder("safe");
    const open = folder("open", 0o777);
    const group = folder("group", 0o770);
    const below = folder("open/mine");
    symlinkSync(below, join(safe, "leads-there"));
    symlinkSync(join(root, "nowhere"), join(safe, "nowhere"));
    writeFileSync(join(root, "a-file"), "");
    const bad = [
      open,
      group,
      below,
      join(safe, "leads-there"),
      join(safe, "nowhere"),
      join(root, "missing"),
      join(root, "a-file"),
    ];
    if (process.getuid!() === 0) {
      const theirs = folder("theirs");
      const inTheirs = folder("theirs/mine");
      chownSync(theirs, NOBODY, NOBODY);
      bad.push(theirs, inTheirs);
    }
    for (const one of bad) expect(writeRedirect(URL_OF_CONSOLE, TITLE, [one]), one).toBeUndefined();
    expect(readdirSync(open)).toEqual(["mine"]);
    const file = writeRedirect(URL_OF_CONSOLE, TITLE, [...bad, safe])!;
    expect(dirname(dirname(file.path))).toBe(safe);
    expect(addressIn(file.path)).toBe(URL_OF_CONSOLE);
    tally("folders another user could change, for the console's file", bad.length);
  });

  it("is for its owner alone, whatever the umask says, and goes without a trace", () => {
    for (const umask of [0, 0o022, 0o277, 0o777]) {
      process.umask(umask);
      const at = root;
      const file = writeRedirect(URL_OF_CONSOLE, TITLE, [at])!;
      expect(statSync(file.path).mode & 0o7777).toBe(0o600);
      expect(statSync(dirname(file.path)).mode & 0o7777).toBe(0o700);
      file.remove();
      file.remove();
      expect(readdirSync(at)).toEqual([]);
    }
  });

  it("takes away what a killed run has left, and nothing else", () => {
    const stale = folder("midcall-open-stale1");
    const kept = folder("midcall-open-other1");
    const young = folder("midcall-open-young1");
    for (const at of [stale, kept, young]) writeFileSync(join(at, "page.html"), "");
    writeFileSync(join(kept, "something-else"), "");
    symlinkSync(root, join(root, "midcall-open-link01"));
    const old = new Date(Date.now() - 10 * 60_000);
    for (const at of [stale, kept]) utimesSync(at, old, old);
    const file = writeRedirect(URL_OF_CONSOLE, TITLE, [root])!;
    const left = readdirSync(root).filter((name) => name !== basename(dirname(file.path)));
    expect(left.toSorted()).toEqual([
      "midcall-open-link01",
      "midcall-open-other1",
      "midcall-open-young1",
    ]);
    expect(existsSync(join(kept, "something-else"))).toBe(true);
  });

  it("does a bounded part of the work that others have made with folders of its name", () => {
    const shared = folder("shared", 0o1777);
    // Those of others are looked at and left. Of the user's own, what was looked at shows: it is gone.
    const long = new Date(Date.now() - 25 * 3_600_000);
    for (let nr = 0; nr < 1_200; nr++) utimesSync(folder(`shared/midcall-open-${nr}`), long, long);
    const left = (): number => {
      writeRedirect(URL_OF_CONSOLE, TITLE, [shared])!;
      return readdirSync(shared).length;
    };
    // Each leaves a page of its own.
    expect(left()).toBe(1_200 - 500 + 1);
    // Those of pages that still run may be among the first.
    for (let nr = 0; nr < 3; nr++) left();
    expect(left()).toBeLessThan(10);
    tally("folders that others have made for a browser's files", 1_200);
  });

  it("leaves its folder where another user could make one of that name, which a slow browser would read", () => {
    const shared = folder("shared", 0o1777);
    const file = writeRedirect(URL_OF_CONSOLE, TITLE, [shared])!;
    const at = dirname(file.path);
    file.remove();
    file.remove();
    expect(readdirSync(at)).toEqual([]);
    expect(statSync(at).mode & 0o7777).toBe(0o700);
    const killed = folder("shared/midcall-open-killed");
    const full = folder("shared/midcall-open-full01");
    for (const [path, name] of [
      [killed, "page.html"],
      [full, "something-else"],
    ] as const)
      writeFileSync(join(path, name), "");
    const theirs = folder("shared/midcall-open-theirs");
    if (process.getuid!() === 0) chownSync(theirs, NOBODY, NOBODY);
    const writeAfter = (hours: number): string[] => {
      const then = new Date(Date.now() - hours * 3_600_000);
      for (const one of [at, killed, full, theirs])
        if (existsSync(one)) utimesSync(one, then, then);
      writeRedirect(URL_OF_CONSOLE, TITLE, [shared])!.remove();
      return [at, killed, full, theirs].filter((one) => existsSync(one));
    };
    expect(writeAfter(1)).toEqual([at, killed, full, theirs]);
    expect(readdirSync(killed)).toEqual([]);
    expect(writeAfter(25)).toEqual(process.getuid!() === 0 ? [full, theirs] : [full]);
    expect(existsSync(join(full, "something-else"))).toBe(true);
    tally("names of files for browsers that others could take", 1);
  });

  it("is where a browser can read it", () => {
    const home = folder("home", 0o755);
    const env = { XDG_RUNTIME_DIR: "/run/user/1000" };
    const place = { env, platform: "linux", home, temp: "/tmp" } as const;
    expect(foldersFor(place)).toEqual(["/run/user/1000", "/tmp"]);
    expect(foldersFor({ ...place, env: { XDG_RUNTIME_DIR: "tmp" } })).toEqual(["/tmp"]);
    expect(foldersFor({ ...place, env: { WSL_DISTRO_NAME: "Debian" } })).toEqual([home, "/tmp"]);
    mkdirSync(join(home, "snap"));
    expect(foldersFor(place)).toEqual([home, "/run/user/1000", "/tmp"]);
    for (const platform of ["darwin", "win32"] as const) {
      expect(foldersFor({ ...place, platform })).toEqual(["/tmp"]);
    }
  });
});

it("puts the file into the person's session, or their home where browsers see nothing else", async () => {
  const withSnap = ({ home }: { home: string }): void => mkdirSync(join(home, "snap"));
  for (const [prepare, at] of [
    [undefined, "runtime"],
    [withSnap, "home"],
  ] as const) {
    await using console = await openConsoleByItself(prepare && { prepare });
    const given = await console.opened();
    expect(dirname(dirname(given))).toBe(console[at]);
    expect(basename(dirname(given))).not.toMatch(/^\./);
  }
});

it("prints the address and opens nothing where there is no place for the file", async () => {
  const unsafe = ({ temp, runtime }: { temp: string; runtime: string }): void => {
    chmodSync(temp, 0o777);
    chmodSync(runtime, 0o777);
  };
  for (const options of [{ prepare: unsafe }, { diskIsFull: true }]) {
    await using console = await openConsoleByItself(options);
    await vi.waitFor(() => expect(console.said()).toContain("No browser was opened"));
    expect(processesWith(join(dirname(console.home), "bin", "a-browser"))).toEqual([]);
    expect([...readdirSync(console.temp), ...readdirSync(console.runtime)]).toEqual([]);
    expect(console.said()).toContain(`${console.address}#token=`);
  }
});

it("takes the file away when the console ends before the browser came", async () => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    await using console = await openConsoleByItself();
    const given = await console.opened();
    expect(existsSync(given)).toBe(true);
    console.child.kill(signal);
    await console.ended;
    expect(readdirSync(console.runtime), signal).toEqual([]);
  }
  // Nobody can tidy up after that; what is left leads nowhere.
  await using killed = await openConsoleByItself();
  const left = await killed.opened();
  killed.child.kill("SIGKILL");
  await killed.ended;
  const [, ticket = ""] = /#ticket=(.*)/.exec(addressIn(left))!;
  await expect(redeem(killed.address, ticket)).rejects.toThrow("fetch failed");
  tally("consoles ended while their file was there", 4);
});
