// The groups of `npm run test:all`: all tests there are, at the sizes of the night. Each is meant to take at most fifteen
// minutes on two processors, and can run alone.
import { join } from "node:path";
import { root } from "../build.mjs";
import { projects } from "./projects.mjs";

/**
 * @typedef {object} Group
 * @property {string} name
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
    about: "what `npm test` runs",
    projects: [],
    script: [node("scripts/test.mjs")],
    isSmall: true,
  },
  {
    name: "faults",
    about: "a violation of each sentence of the specification, which its tests have to notice",
    projects: [],
    script: [node("test/spec/faults.mjs")],
  },
  { name: "random", about: "random input, and much of it", projects: ["random"] },
  {
    name: "sources",
    about: "the tests on the sources, with larger numbers",
    projects: ["unit", "spec"],
  },
  {
    name: "programs",
    about: "the tests that start programs, on every protocol version and transport",
    projects: ["system"],
  },
  {
    name: "fleet",
    about: "fleets of a thousand calls, whose servers are killed",
    projects: ["engines", "fleet"],
  },
  {
    name: "stores",
    about: "stores on every engine: killed, crowded, stopped",
    projects: ["stores"],
  },
  {
    name: "browser",
    about: "every surface in Chromium, in every look and protocol version",
    projects: ["browser"],
  },
  {
    name: "console",
    about: "every detail of the console in Chromium",
    projects: ["console"],
  },
  {
    name: "screens",
    about: "every screen in every width and language, with a finger and a zoom",
    projects: ["screens"],
  },
  {
    name: "peers",
    about: "other makers' consoles, bridges and fleets",
    projects: ["peers"],
  },
  {
    name: "clients",
    about: "other makers' client libraries and server frameworks",
    projects: ["clients", "servers"],
  },
  { name: "runtimes", about: "other runtimes and compilers", projects: ["runtimes"] },
  { name: "frameworks", about: "Next, Vue, Svelte and React 18", projects: ["frameworks"] },
  {
    name: "conformance",
    about: "the official conformance suite, and other makers' checks of the package",
    projects: ["conformance"],
  },
  { name: "hour", about: "a user's first hour, from an empty folder", projects: ["hour"] },
];

for (const { name, runs } of projects) {
  if (runs === "night" && !groups.some((group) => group.projects.includes(name)))
    throw new Error(`No group of npm run test:all runs the project ${name}.`);
}
