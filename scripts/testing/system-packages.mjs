// What the tests need from the system besides Node, and how to install it. This file only makes the decisions;
// prepare-system.mjs carries them out.
import { projectOf } from "./projects.mjs";

/**
 * Something the tests need from the system: `commands` must be on the PATH, and `projects` are the vitest projects that use
 * them. `debian` and `brew` are the names of the packages; without `brew`, Homebrew has no suitable one.
 *
 * @typedef {object} Need
 * @property {string} name
 * @property {readonly string[]} commands
 * @property {readonly string[]} debian
 * @property {readonly string[]} [ubuntu]
 * @property {string} [brew]
 * @property {readonly string[]} projects
 * @property {boolean} [isForCompiling]
 */

/**
 * `platform` of Node; `distribution`: ID and ID_LIKE of /etc/os-release; `sudo`: "free" needs no password; `isTerminal`: a
 * user can answer; `ci`: the variable CI is set.
 *
 * @typedef {object} System
 * @property {string} platform
 * @property {string} distribution
 * @property {boolean} isRoot
 * @property {boolean} hasApt
 * @property {"none" | "free" | "password"} sudo
 * @property {boolean} isTerminal
 * @property {boolean} ci
 */

/**
 * What to do about missing needs; `asTyped` is the command as a user types it.
 *
 * @typedef {{ action: "stop", message: string }
 *   | { action: "install", message: string, command: readonly string[], asTyped: string, ask: boolean }} Plan
 */

/** @type {readonly Need[]} */
export const needs = [
  {
    name: "Chromium",
    commands: ["chromium"],
    debian: ["chromium", "chromium-headless-shell"],
    ubuntu: ["chromium-browser"],
    brew: "--cask chromium",
    projects: ["browser", "console", "fleet", "screens", "frameworks", "peers", "hour"],
  },
  {
    name: "redis-server",
    commands: ["redis-server"],
    debian: ["redis-server"],
    brew: "redis",
    projects: ["engines", "fleet", "stores"],
  },
  {
    name: "PostgreSQL",
    commands: ["postgres"],
    debian: ["postgresql"],
    brew: "postgresql",
    projects: ["engines", "fleet", "stores"],
  },
  {
    name: "script (of util-linux)",
    commands: ["script"],
    debian: ["bsdutils"],
    projects: ["browser", "system"],
  },
  {
    name: "fish and zsh",
    commands: ["fish", "zsh"],
    debian: ["fish", "zsh"],
    brew: "fish zsh",
    projects: ["hour"],
  },
  {
    name: "PgBouncer",
    commands: ["pgbouncer"],
    debian: ["pgbouncer"],
    brew: "pgbouncer",
    projects: ["stores"],
  },
  {
    name: "HAProxy",
    commands: ["haproxy"],
    debian: ["haproxy"],
    brew: "haproxy",
    projects: ["fleet"],
  },
  {
    name: "a C++ compiler, make and python3 (to compile better-sqlite3)",
    commands: ["g++", "make", "python3"],
    debian: ["build-essential", "python3"],
    brew: "gcc make python3",
    projects: ["fleet", "stores"],
    isForCompiling: true,
  },
];

/**
 * The projects that the arguments for vitest select by name or by a test file; undefined if they may select all.
 *
 * @param {readonly string[]} args
 */
export function projectsIn(args) {
  const named = args.flatMap((arg, index) => {
    if (arg.startsWith("--project=")) return [arg.slice("--project=".length)];
    return arg === "--project" ? [args[index + 1] ?? ""] : [];
  });
  if (named.length > 0) return named.every((name) => /^\w+$/.test(name)) ? named : undefined;
  const files = args.filter((arg) => /\.test\.tsx?$/.test(arg));
  return files.length > 0 ? [...new Set(files.map((file) => projectOf(file).name))] : undefined;
}

/**
 * The needs of these projects that are missing.
 *
 * @param {readonly string[] | undefined} projects - undefined: all
 * @param {(need: Need) => boolean} has - whether the system has it
 */
export function missingNeeds(projects, has) {
  return needs.filter(
    (need) =>
      (projects === undefined || projects.some((name) => need.projects.includes(name))) &&
      !has(need),
  );
}

/** The shell line that installs these Debian packages; run by root. @param {readonly string[]} packages */
export function aptLine(packages) {
  // RUNLEVEL=1 prevents the packages of servers from starting them; the tests start their own.
  const env = "DEBIAN_FRONTEND=noninteractive RUNLEVEL=1";
  const install = `apt-get install -y -qq --no-install-recommends ${packages.join(" ")}`;
  return `apt-get update -qq && ${env} ${install}`;
}

const list = (missing) => missing.map(({ name }) => name).join(", ");

const INSTEAD = "`npm run test:unit` needs none of this.";

/**
 * Decides what to do about missing needs.
 *
 * @param {readonly Need[]} missing
 * @param {System} system
 * @returns {Plan} `install` with the command, whether to ask first, and a message; or `stop` with a message
 */
export function planFor(missing, { platform, distribution, isRoot, hasApt, sudo, isTerminal, ci }) {
  const what = `The tests need what this system does not have: ${list(missing)}.`;
  if (platform !== "linux" || !hasApt) {
    return { action: "stop", message: `${what}\n${elsewhere(missing, platform)}\n${INSTEAD}` };
  }
  const isUbuntu = distribution.includes("ubuntu");
  const packages = missing.flatMap((need) => (isUbuntu && need.ubuntu) || need.debian);
  const line = aptLine(packages);
  const command = [...(isRoot ? [] : ["sudo"]), "sh", "-c", line];
  const asTyped = isRoot ? line : `sudo sh -c '${line}'`;
  const ask = isTerminal && !ci;
  // Without a user at the terminal, no password can be entered.
  if (isRoot || sudo === "free" || (ask && sudo === "password")) {
    return { action: "install", command, ask, message: what, asTyped };
  }
  return { action: "stop", message: `${what}\nInstall it as root:\n\n  ${asTyped}\n\n${INSTEAD}` };
}

function elsewhere(missing, platform) {
  if (platform === "darwin") {
    const formulas = missing.flatMap(({ brew }) => brew ?? []);
    const lines = formulas.map((formula) => `  brew install ${formula}`);
    const linuxOnly = missing.filter(({ brew }) => brew === undefined);
    if (linuxOnly.length > 0) {
      lines.push(`Only on Linux: ${list(linuxOnly)}. There the suites that use it run.`);
    }
    return lines.join("\n");
  }
  if (platform === "win32") return "They run on Linux, for example in WSL 2 with Debian.";
  const debian = missing.flatMap((need) => need.debian);
  return `Install it with your package manager. On Debian these are: ${debian.join(" ")}.`;
}

/** Whether an answer to "[Y/n]" is a yes. @param {string} answer */
export function isYes(answer) {
  return /^\s*(y|yes)?\s*$/i.test(answer);
}

/** Whether the variable CI says that this is an unattended run. @param {string | undefined} value */
export function isCi(value) {
  return value !== undefined && !["", "0", "false"].includes(value.toLowerCase());
}
