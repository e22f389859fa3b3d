import { homedir } from "node:os";
import { confirm, isCancel } from "@clack/prompts";
import { UsageError } from "../errors.js";
import {
  type KnownFile,
  knownFiles,
  otherFormatFiles,
  type Surroundings,
} from "../hosts/known-files.js";
import { safeLine, safeText } from "../safe-text.js";
import { type ConfigFile, readConfigFile, replaceConfigFile } from "./config-file.js";
import { describePlan } from "./diff.js";
import type { WrapOptions } from "./options.js";
import { instructionsFor } from "./other-formats.js";
import { type Names, type Plan, plannedText } from "./plan.js";
import { openRecords, type WrapRecord } from "./wrap-records.js";

type Task = "wrap" | "unwrap";
type MakePlan = (
  host: string,
  file: ConfigFile,
  names: Names,
  records: readonly WrapRecord[],
) => Plan;

const warn = (line: string): void => console.error(safeLine(line, 2_000));
const reason = (error: unknown): string => (error as Error).message;

/** Plans, shows, asks, and writes the files of the hosts. @returns the exit code */
export async function changeFiles(
  task: Task,
  options: WrapOptions,
  program: readonly string[],
  makePlan: MakePlan,
): Promise<number> {
  const around: Surroundings = {
    platform: process.platform,
    home: homedir(),
    folder: process.cwd(),
    env: process.env,
  };
  const isMeant = ({ host }: KnownFile): boolean =>
    options.hosts.length === 0 ||
    options.hosts.some((word) => host.toLowerCase().includes(word.toLowerCase()));
  const isNamed = options.files.length > 0;
  const files = isNamed
    ? options.files.map((path) => ({ host: "File", path }))
    : (await knownFiles(around)).filter(isMeant);
  const { plans, hasFailed } = await planAll(files, isNamed, options, makePlan);
  const say = options.print ? console.error : console.log;
  if (!isNamed) {
    for (const file of otherFormatFiles(around).filter(isMeant)) {
      const text = await instructionsFor(file, program, task === "unwrap");
      if (text !== undefined) say(safeText(text));
    }
  }
  const missing = options.servers.filter((name) => !plans.some((plan) => mentions(plan, name)));
  for (const name of missing) warn(`No server is named "${name}" in these files. Check --server.`);
  const failed = hasFailed || missing.length > 0;
  const hasColour = process.stdout.isTTY && !process.env["NO_COLOR"];
  for (const plan of plans) {
    if (options.print) {
      if (plan.changes.length === 0 && !isNamed) continue;
      warn(`${plan.host}: ${plan.file.path}`);
      const text = plannedText(plan);
      // As it is for a file; a terminal would run what somebody else has put into a shared one.
      process.stdout.write(process.stdout.isTTY ? safeText(text) : text);
    } else if (plan.changes.length + plan.skipped.length > 0) {
      console.log(describePlan(plan, hasColour));
    }
  }
  if (plans.length === 0 && !hasFailed && !isNamed)
    warn("No MCP configuration of a host was found. Name a file with --file.");
  if (options.print) return failed ? 1 : 0;
  const changed = plans.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) {
    console.log(`There is nothing to ${task}.`);
    return failed ? 1 : 0;
  }
  const agreed = options.yes ? "yes" : await ask(task, changed);
  if (agreed !== "yes") {
    console.log("Nothing was written.");
    return agreed === "no" ? 3 : 130;
  }
  const results: boolean[] = [];
  for (const plan of changed) results.push(await write(task, plan, options.state));
  return failed || results.includes(false) ? 1 : 0;
}

const mentions = ({ changes, skipped }: Plan, name: string): boolean =>
  changes.some(({ entry }) => entry.name === name) || skipped.some((one) => one.name === name);

async function planAll(
  files: readonly KnownFile[],
  isNamed: boolean,
  { servers, state }: WrapOptions,
  makePlan: MakePlan,
): Promise<{ readonly plans: readonly Plan[]; readonly hasFailed: boolean }> {
  const plans: Plan[] = [];
  const seen = new Set<string>();
  let hasFailed = false;
  for (const { host, path } of files) {
    try {
      const file = await readConfigFile(path);
      if (!file && isNamed) throw new Error("there is no such file");
      // Two paths may lead to one file.
      if (!file || seen.has(file.target)) continue;
      seen.add(file.target);
      const records = await openRecords(state, file.target).read();
      plans.push(makePlan(host, file, new Set(servers), records));
    } catch (error) {
      hasFailed = true;
      warn(`${host}: ${path} was left as it is: ${reason(error)}.`);
    }
  }
  return { plans, hasFailed };
}

async function ask(task: Task, plans: readonly Plan[]): Promise<"yes" | "no" | "interrupted"> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError(
      "Nothing was written, because there is no terminal to ask in. Pass --yes, or --print to see the result.",
    );
  }
  const count = plans.reduce((sum, { changes }) => sum + changes.length, 0);
  const what = `${task === "wrap" ? "Wrap" : "Unwrap"} ${count} ${count === 1 ? "server" : "servers"}?`;
  const answer = await confirm({ message: what, initialValue: false });
  if (isCancel(answer)) return "interrupted";
  return answer ? "yes" : "no";
}

/** Writes one file, after what is needed to undo it was stored. @returns whether it was written */
async function write(task: Task, plan: Plan, state: string): Promise<boolean> {
  const { file, host, changes } = plan;
  try {
    const records = openRecords(state, file.target);
    const copy = await records.exclusively(async () => {
      const path = await records.backUp(file.text);
      if (task === "wrap") {
        await records.add(
          changes.map(({ entry, text }) => ({
            name: entry.name,
            original: entry.text,
            wrapped: text,
          })),
        );
      }
      await replaceConfigFile(file, plannedText(plan));
      return path;
    });
    console.log(safeLine(`${host}: ${file.path} was written. Restart the host.`, 2_000));
    console.log(safeLine(`  As it was before: ${copy}`, 2_000));
    return true;
  } catch (error) {
    warn(`${host}: ${file.path} was not written: ${reason(error)}.`);
    return false;
  }
}
