#!/usr/bin/env node
import { relative } from "node:path";
import { Cancelled, completeChoices } from "./ask.js";
import { HELP, readOptions, UsageError } from "./options.js";
import { commandsOf } from "./readme.js";
import { writeProject } from "./write-project.js";

/** The package manager that runs this; npm if it is not known. */
function packageManager(): string {
  const agent = process.env["npm_config_user_agent"]?.split("/")[0] ?? "npm";
  return ["pnpm", "yarn", "bun"].includes(agent) ? agent : "npm";
}

async function main(): Promise<number> {
  const given = readOptions(process.argv.slice(2));
  if (given.help) {
    console.log(HELP);
    return 0;
  }
  const isInteractive = process.stdin.isTTY && process.stdout.isTTY;
  const choices = await completeChoices(given, isInteractive);
  const folder = await writeProject(choices);
  const manager = packageManager();
  const commands = commandsOf(choices).map(
    ([command, about]) => [command.replace(/^npm/, manager), about] as const,
  );
  const widest = Math.max(...commands.map(([command]) => command.length));
  const at = relative(process.cwd(), folder) || ".";
  console.log(
    [
      `Created ${choices.name} in ${at}.`,
      "",
      ...(at === "." ? [] : [`  cd ${at.includes(" ") ? JSON.stringify(at) : at}`]),
      `  ${manager} install`,
      ...commands.map(([command, about]) => `  ${command.padEnd(widest)}  # ${about}`),
    ].join("\n"),
  );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Cancelled)) {
    console.error(error instanceof UsageError ? error.message : error);
  }
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
