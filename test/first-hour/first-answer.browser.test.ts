import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import {
  callNow,
  consoleAddress,
  launch,
  openConsole,
  openTool,
  question,
  result,
  send,
} from "../e2e/console-lab.js";
import { type Packed, packPackages, run, usePacked } from "./packed.js";

let packed: Packed;
let browser: Browser;
beforeAll(async () => {
  [packed, browser] = await Promise.all([packPackages(), launch()]);
});
afterAll(async () => {
  await browser.close();
  packed[Symbol.dispose]();
});

const managers = {
  npm: {
    command: "npm",
    args: [],
    create: (tarball: string) => ["exec", "--yes", `--package=${tarball}`, "--"],
  },
  pnpm: {
    command: "npx",
    args: ["--yes", "pnpm@10"],
    create: (tarball: string) => [`--package=${tarball}`, "dlx"],
  },
};

it.each(Object.entries(managers))(
  "an empty folder becomes a server, and its first question is answered in the console, with %s",
  async (name, { command, args, create }) => {
    const began = performance.now();
    const words = [...create(packed.tarball["create-midcall"]), "create-midcall", `with-${name}`];
    await run(packed.folder, command, ...args, ...words, "--kind", "server", "--language", "ts");
    const project = join(packed.folder, `with-${name}`);
    usePacked(project, packed);
    await run(project, command, ...args, "install");
    await run(project, command, ...args, "run", "build");
    const server = ["--", "node", "dist/src/stdio.js"];
    const state = [
      "--state",
      join(project, "state"),
      "--port",
      "0",
      "--no-open",
      "--name",
      "tables",
    ];
    const child = spawn(
      join(project, "node_modules/.bin/midcall"),
      ["console", ...state, ...server],
      {
        cwd: project,
      },
    );
    try {
      const { url } = await consoleAddress(child);
      const { page, context } = await openConsole(browser, { url, origin: new URL(url).origin });
      await openTool(page, "tables", "Book a table");
      await callNow(page);
      const asked = question(page, "tables");
      await asked.getByLabel(/People/).fill("4");
      await send(asked);
      await result(page, "Booked for 4.");
      await context.close();
    } finally {
      child.kill("SIGTERM");
    }
    const seconds = (performance.now() - began) / 1000;
    console.log(`from an empty folder to the first answer with ${name}: ${seconds.toFixed(1)} s`);
  },
);
