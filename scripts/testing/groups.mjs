// The groups of `npm run test:all`: all tests there are, at the sizes of the night. Each is meant to take at most fifteen
// minutes on two processors, and can run alone.
import { join } from "node:path";
import { root } from "../build.mjs";
import { projects } from "./projects.mjs";

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {number} minutes - that it takes on two idle processors, once its workspaces are installed
 * @property {string} about - what it tries
 * @property {readonly string[]} projects - of vitest
 * @property {readonly string[]} [script] - a script that is run instead; its last line has the counts
 * @property {boolean} [isSmall] - at the sizes of `npm test`
 */

const node = (...path) => join(root, ...path);

/** @type {readonly Group[]} */
export const groups = [
  {
    name: "check",
    minutes: 8,
    about: "what `npm test` runs",
    projects: [],
    script: [node("scripts/test.mjs")],
    isSmall: true,
  },
  {
    name: "faults",
    minutes: 6,
    about: "a violation of each sentence of the specification, which its tests have to notice",
    projects: [],
    script: [node("test/spec/faults.mjs")],
  },
  { name: "random", minutes: 14, about: "random input, and much of it", projects: ["random"] },
  {
    name: "sources",
    minutes: 3,
    about: "the tests on the sources, with larger numbers",
    projects: ["unit", "spec"],
  },
  {
    name: "programs",
    minutes: 3,
    about: "the tests that start programs, on every protocol version and transport",
    projects: ["system"],
  },
  {
    name: "fleet",
    minutes: 11,
    about: "fleets of a thousand calls, whose servers are killed",
    projects: ["engines", "fleet"],
  },
  {
    name: "stores",
    minutes: 2,
    about: "stores on every engine: killed, crowded, stopped",
    projects: ["stores"],
  },
  {
    name: "browser",
    minutes: 6,
    about: "every surface in Chromium, in every look and protocol version",
    projects: ["browser"],
  },
  {
    name: "console",
    minutes: 3,
    about: "every detail of the console in Chromium",
    projects: ["console"],
  },
  {
    name: "screens",
    minutes: 2,
    about: "every screen in every width and language, with a finger and a zoom",
    projects: ["screens"],
  },
  {
    name: "peers",
    minutes: 3,
    about: "other makers' consoles and bridges",
    projects: ["peers"],
  },
  {
    name: "clients",
    minutes: 9,
    about: "other makers' client libraries and server frameworks",
    projects: ["clients", "servers"],
  },
  { name: "runtimes", minutes: 6, about: "other runtimes and compilers", projects: ["runtimes"] },
  {
    name: "frameworks",
    minutes: 2,
    about: "Next, Vue, Svelte and React 18",
    projects: ["frameworks"],
  },
  {
    name: "conformance",
    minutes: 4,
    about: "the official conformance suite, and other makers' checks of the package",
    projects: ["conformance"],
  },
  {
    name: "hour",
    minutes: 7,
    about: "a user's first hour, from an empty folder",
    projects: ["hour"],
  },
];

for (const { name, runs } of projects) {
  if (runs === "night" && !groups.some((group) => group.projects.includes(name)))
    throw new Error(`No group of npm run test:all runs the project ${name}.`);
}
