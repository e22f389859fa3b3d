import { seed } from "../night.js";
import { firstOutput, start } from "./processes.js";

/** Several processes at work on one store. */
export interface Contention {
  readonly node: string;
  readonly engine: string;
  readonly place: string;
  readonly processes: number;
  /** Of all processes together. */
  readonly operations: number;
}

/** What came of it. */
export interface Tally {
  readonly operations: number;
  readonly put: number;
  readonly taken: number;
  /** Values that more than one got. */
  readonly doubled: number;
  /** Values that were put and that nobody ever got. */
  readonly lost: number;
  /** Values that somebody got and nobody put. */
  readonly invented: number;
}

interface Report {
  readonly operations: number;
  readonly put: readonly string[];
  readonly taken: readonly string[];
}

const KEYS = 16;

/** Lets the processes put and take, takes what is left, and compares. */
export async function contend(contention: Contention): Promise<Tally> {
  const { node, engine, place, processes, operations } = contention;
  const share = Math.ceil(operations / processes);
  const work = async (): Promise<Report[]> => {
    const running = Array.from({ length: processes }, (_, worker) =>
      start(node, "contend-worker.mjs", {
        engine,
        place,
        worker,
        operations: share,
        keys: KEYS,
        seed,
      }),
    );
    try {
      // All begin at the same moment.
      await Promise.all(running.map((each) => firstOutput(each)));
      for (const { child } of running) child.stdin.write("go\n");
      const outputs = await Promise.all(running.map(({ done }) => done));
      return outputs.map((output) => JSON.parse(output.split("\n")[1]!) as Report);
    } finally {
      for (const { kill } of running) await kill();
    }
  };
  const reports = await work();
  const left = await start(node, "take-all.mjs", { engine, place, keys: KEYS }).done;
  const put = reports.flatMap((report) => report.put);
  const taken = [...reports, JSON.parse(left) as Report].flatMap((report) => report.taken);
  const counts = new Map<string, number>();
  for (const value of taken) counts.set(value, (counts.get(value) ?? 0) + 1);
  const known = new Set(put);
  return {
    operations: reports.reduce((sum, report) => sum + report.operations, 0),
    put: put.length,
    taken: taken.length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    lost: put.filter((value) => !counts.has(value)).length,
    invented: [...counts.keys()].filter((value) => !known.has(value)).length,
  };
}
