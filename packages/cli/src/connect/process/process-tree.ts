import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A running process. Its start time distinguishes it from a later process with the same id. */
export interface Running {
  readonly pid: number;
  readonly started: string;
}

interface Listed extends Running {
  readonly parent: number;
  readonly group: number;
}

/**
 * The processes of a program: the first one and its descendants, and those of this process group whose environment has a
 * variable, which are what the program has started and left behind. On Linux only for the variable: elsewhere the
 * environment of a process cannot be read reliably.
 *
 * @param root - the id of the first one; `null` if it has ended
 * @param setting - the variable, as `NAME=value`
 */
export function processesOf(root: number | null, setting: string): Running[] {
  // On Windows, `taskkill /T` finds the descendants.
  if (process.platform === "win32") return root === null ? [] : [{ pid: root, started: "" }];
  const all = listProcesses();
  const children = groupByParent(all);
  const tree = all.filter(({ pid }) => pid === root);
  // The loop also visits the children it appends.
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
  const group = all.find(({ pid }) => pid === process.pid)?.group;
  const known = new Set(tree.map(({ pid }) => pid)).add(process.pid);
  const left = all.filter(
    (one) => one.group === group && !known.has(one.pid) && hasSetting(one.pid, setting),
  );
  return [...tree, ...left];
}

function hasSetting(pid: number, setting: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(`\0${setting}\0`);
  } catch {
    // The process has ended, or belongs to another user.
    return false;
  }
}

/** Whether any of the processes is still running. */
export function isAnyRunning(processes: readonly Running[]): boolean {
  if (process.platform === "win32") return processes.length > 0;
  return processes.length > 0 && stillRunning(processes).length > 0;
}

/** Sends a signal to the processes that are still running. */
export function signalAll(processes: readonly Running[], signal: NodeJS.Signals): void {
  if (processes.length === 0) return;
  if (process.platform === "win32") return killOnWindows(processes[0]!.pid);
  for (const { pid } of stillRunning(processes)) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

function stillRunning(processes: readonly Running[]): Running[] {
  if (process.platform === "linux")
    return processes.filter(({ pid, started }) => readProcess(String(pid))?.started === started);
  const now = new Map(listProcesses().map(({ pid, started }) => [pid, started]));
  return processes.filter(({ pid, started }) => now.get(pid) === started);
}

function groupByParent(all: readonly Listed[]): Map<number, Listed[]> {
  const groups = new Map<number, Listed[]>();
  for (const one of all) {
    const group = groups.get(one.parent);
    if (group) group.push(one);
    else groups.set(one.parent, [one]);
  }
  return groups;
}

function listProcesses(): Listed[] {
  try {
    return process.platform === "linux" ? listFromProc() : listFromPs();
  } catch {
    return [];
  }
}

/** Reads /proc, because a minimal Linux container has no `ps`. */
const listFromProc = (): Listed[] =>
  readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readProcess(name) ?? []) : []));

/** A process as /proc has it; `undefined` if it has ended. */
function readProcess(name: string): Listed | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "latin1");
    // The second column is a file name in parentheses, which can contain spaces and parentheses.
    const columns = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = columns;
    // A zombie has ended.
    if (state === "Z") return undefined;
    const started = columns[19] ?? "";
    return { pid: Number(name), parent: Number(parent), group: Number(group), started };
  } catch {
    return undefined;
  }
}

function listFromPs(): Listed[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,lstart="], {
    encoding: "utf8",
    timeout: 2_000,
    stdio: ["ignore", "pipe", "ignore"],
  }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, group, started = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group), started }];
  });
}

function killOnWindows(pid: number): void {
  try {
    execFileSync("taskkill", ["/PID", String(pid), "/T", "/F"], {
      timeout: 2_000,
      stdio: "ignore",
    });
  } catch {
    // The process has ended.
  }
}
