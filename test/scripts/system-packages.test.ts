import { describe, expect, it } from "vitest";
import {
  aptLine,
  isCi,
  isYes,
  missingNeeds,
  needs,
  planFor,
  projectsIn,
  type System,
} from "../../scripts/testing/system-packages.mjs";
import { projects } from "../../scripts/testing/projects.mjs";
import { binaryUrl } from "../engines/binary.mjs";

const debian: System = {
  platform: "linux",
  distribution: "debian",
  isRoot: true,
  hasApt: true,
  sudo: "none",
  isTerminal: false,
  ci: false,
};
const named = (...commands: string[]) =>
  needs.filter((need) => need.commands.some((command) => commands.includes(command)));

describe("what is missing", () => {
  it("is everything that the system does not have", () => {
    expect(missingNeeds(undefined, () => false)).toEqual(needs);
    expect(missingNeeds(undefined, () => true)).toEqual([]);
    expect(missingNeeds(undefined, ({ commands }) => commands[0] !== "chromium")).toEqual(
      named("chromium"),
    );
  });

  it("is only what the chosen projects use", () => {
    expect(missingNeeds(["unit"], () => false)).toEqual([]);
    expect(missingNeeds(["unit", "engines"], () => false)).toEqual(
      named("redis-server", "postgres"),
    );
  });

  it("is Chromium, Redis and PostgreSQL where all of npm test runs on Debian", () => {
    const always = projects.filter(({ runs }) => runs === "always").map(({ name }) => name);
    const installed = missingNeeds(always, ({ commands }) => commands[0] === "script");
    expect(installed).toEqual(named("chromium", "redis-server", "postgres"));
  });

  it("names only projects that exist", () => {
    const known = projects.map(({ name }) => name);
    expect(needs.flatMap((need) => need.projects.filter((name) => !known.includes(name)))).toEqual(
      [],
    );
  });
});

describe("the projects in the arguments for vitest", () => {
  it("are found in both spellings", () => {
    expect(projectsIn(["--project", "unit", "--project=spec", "a.test.ts"])).toEqual([
      "unit",
      "spec",
    ]);
  });

  it("are those of the test files where none is named", () => {
    expect(projectsIn(["test/a.stores.test.ts", "-t", "title", "test/a.test.ts"])).toEqual([
      "stores",
      "unit",
    ]);
  });

  it("may be all of them where neither is there, or a pattern is", () => {
    for (const args of [
      [],
      ["-t", "title"],
      ["--project", "u*"],
      ["--project=!unit"],
      ["--project"],
    ])
      expect(projectsIn(args)).toBeUndefined();
  });
});

describe("the plan for what is missing", () => {
  const missing = named("chromium", "redis-server");

  it("installs as root, without a question where nobody can answer", () => {
    const plan = planFor(missing, debian);
    const line = aptLine(["chromium", "chromium-headless-shell", "redis-server"]);
    expect(plan).toMatchObject({ action: "install", ask: false, command: ["sh", "-c", line] });
    expect(plan.message).toContain("Chromium, redis-server");
  });

  it("keeps the packages of servers from starting them", () => {
    expect(aptLine(["redis-server", "postgresql"])).toMatch(
      / RUNLEVEL=1 apt-get install .*redis-server postgresql$/,
    );
  });

  it("asks in a terminal, but not where CI is set", () => {
    expect(planFor(missing, { ...debian, isTerminal: true })).toMatchObject({ ask: true });
    expect(planFor(missing, { ...debian, isTerminal: true, ci: true })).toMatchObject({
      action: "install",
      ask: false,
    });
  });

  it("goes through sudo where that asks for no password, or somebody can type it", () => {
    const user: System = { ...debian, isRoot: false, sudo: "free" };
    expect(planFor(missing, user)).toMatchObject({
      ask: false,
      command: ["sudo", "sh", "-c", /./],
    });
    const withPassword: System = { ...user, sudo: "password", isTerminal: true };
    expect(planFor(missing, withPassword)).toMatchObject({ action: "install", ask: true });
  });

  it.each([
    ["sudo wants a password and nobody can type it", { sudo: "password" }],
    ["CI is set and sudo wants a password", { sudo: "password", isTerminal: true, ci: true }],
    ["there is no sudo", { sudo: "none", isTerminal: true }],
  ] as const)("stops with the exact command where %s", (_, system) => {
    const plan = planFor(missing, { ...debian, isRoot: false, ...system });
    expect(plan.action).toBe("stop");
    expect(plan.message).toContain(
      `\n  sudo sh -c '${aptLine(["chromium", "chromium-headless-shell", "redis-server"])}'\n`,
    );
  });

  it("takes the names of Ubuntu there", () => {
    const plan = planFor(missing, { ...debian, distribution: "ubuntu debian" });
    expect(plan).toMatchObject({ asTyped: aptLine(["chromium-browser", "redis-server"]) });
  });

  it("says on other systems what is missing, how to get it, and what runs without it", () => {
    const stopped = (system: Partial<System>): string => {
      const plan = planFor(needs, { ...debian, hasApt: false, ...system });
      expect(plan.action).toBe("stop");
      for (const { name } of needs) expect(plan.message).toContain(name);
      expect(plan.message).toContain("npm run test:unit");
      return plan.message;
    };
    expect(stopped({ distribution: "fedora" })).toContain("package manager");
    expect(stopped({ platform: "darwin" })).toContain("brew install redis\n");
    expect(stopped({ platform: "darwin" })).toContain("Only on Linux: script");
    expect(stopped({ platform: "win32" })).toContain("WSL");
  });
});

it("takes Enter and y for a yes, and nothing else", () => {
  for (const yes of ["", " ", "y", "Y", "yes", " Yes "]) expect(isYes(yes), yes).toBe(true);
  for (const no of ["n", "no", "yn", "nope", "?"]) expect(isYes(no), no).toBe(false);
});

it("takes CI for set unless it is empty, 0 or false", () => {
  for (const value of ["1", "true", "woodpecker"]) expect(isCi(value), value).toBe(true);
  for (const value of [undefined, "", "0", "false", "False"]) expect(isCi(value)).toBe(false);
});

it("knows where a binary of better-sqlite3 would be", () => {
  const node = { platform: "linux", arch: "x64", modules: "115", isMusl: false };
  const base =
    "https://github.com/WiseLibs/better-sqlite3/releases/download/v12.6.2/better-sqlite3";
  expect(binaryUrl("12.6.2", node)).toBe(`${base}-v12.6.2-node-v115-linux-x64.tar.gz`);
  expect(binaryUrl("12.6.2", { ...node, isMusl: true })).toContain("-linuxmusl-x64");
});
