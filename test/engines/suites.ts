import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled, seed } from "../night.js";
import { contend } from "./contention.js";
import { firstOutput, start, type Running } from "./processes.js";
import { createRandom } from "./random.mjs";

/** What holds for every engine when several processes use it at once, on the build. */

/** How an engine is reached. */
export interface Engine {
  readonly name: string;
  /** The Node of its processes. */
  readonly node: () => string;
  /** A place of its own for each test: a file or an address. */
  readonly newPlace: () => string | Promise<string>;
  /** How many operations contend in it. */
  readonly operations: number;
}

let folder: string;
let made = 0;
/** A file that is gone at the end. */
export const newPath = (): string => join(folder, `${++made}.db`);
export function useFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "midcall-engines-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

export function testContention({ name, node, newPlace, operations }: Engine): void {
  const processes = scaled(3, 8);
  it(`${processes} processes on ${name} lose and double nothing in ${operations} operations (seed ${seed})`, async () => {
    const place = await newPlace();
    const tally = await contend({
      ...{ node: node(), engine: name, place, processes, operations },
    });
    expect(tally).toMatchObject({ doubled: 0, lost: 0, invented: 0 });
    expect(tally.operations).toBeGreaterThanOrEqual(operations);
    expect(tally.put).toBeGreaterThan(operations / 10);
    expect(tally.taken).toBe(tally.put);
  });
}

export function testVault({ name, node, newPlace }: Engine): void {
  const processes = scaled(3, 8);
  it(`${processes} processes with one vault on ${name} lose no name, no value and no key, while keys are renewed`, async () => {
    const place = await newPlace();
    const names = scaled(8, 20);
    const workers = Array.from({ length: processes }, (_, worker) =>
      start(node(), "vault-worker.mjs", { engine: name, place, worker, names }),
    );
    await Promise.all(workers.map(({ done }) => done));
    const output = await start(node(), "vault-worker.mjs", { engine: name, place, tell: true })
      .done;
    const { failed, entries } = JSON.parse(output) as { failed: number; entries: string[][] };
    expect(failed).toBe(0);
    expect(entries).toHaveLength(processes * names + 1);
    for (const [key, value] of entries)
      expect(value).toMatch(key === "shared" ? /^by \d$/ : new RegExp(`^of ${key!}$`));
  });
}

export function testMessages({ name, node, newPlace }: Engine): void {
  it(`a message on ${name} reaches another process once and in order (seed ${seed})`, async () => {
    const place = await newPlace();
    const count = scaled(50, 200);
    const listener = start(node(), "listen-worker.mjs", { engine: name, place, count });
    await firstOutput(listener);
    await start(node(), "publish-worker.mjs", { engine: name, place, count, seed }).done;
    const heard = JSON.parse((await listener.done).split("\n")[1]!) as number[];
    expect(heard).toEqual(Array.from({ length: count }, (_, n) => n));
  });
}

export function testKilledWriters({ name, node, newPlace }: Engine): void {
  const rounds = scaled(3, 30);
  // What SIGKILL shows is that nothing is acknowledged before the system has it. Whether the system loses it in a power
  // cut, which is what "synchronous" is about, cannot be seen this way.
  it(`${name} loses no acknowledged write to SIGKILL, at ${rounds * 2} random moments (seed ${seed})`, async () => {
    const { kills, due, wrong, integrity } = await killWriters(
      rounds,
      (script, args) => start(node(), script, { ...args, engine: name }),
      await newPlace(),
    );
    expect({ wrong, integrity }).toEqual({ wrong: [], integrity: "ok" });
    expect(kills).toBe(rounds * 2);
    expect(due).toBeGreaterThan(kills);
  });
}

interface Survival {
  readonly kills: number;
  /** Acknowledged lines that were looked up. */
  readonly due: number;
  /** Those of them that are not true of the database. */
  readonly wrong: readonly string[];
  readonly integrity: string;
}

/** How many lines a writer has acknowledged at most when it is killed, beside those that come meanwhile. */
const MOST_LINES = 40;

/** Kills two writers a round, one after the other, so that one dies while the other is writing. */
async function killWriters(
  rounds: number,
  run: (script: string, args: object) => Running,
  place: string,
): Promise<Survival> {
  const random = createRandom(seed);
  const acknowledged: string[] = [];
  let kills = 0;
  for (let round = 0; round < rounds; round++) {
    const writers = [0, 1].map((n) => run("crash-worker.mjs", { place, worker: `${round}.${n}` }));
    await Promise.all(writers.map((writer) => firstOutput(writer)));
    for (const writer of writers) {
      await linesOf(writer, 4 + random(MOST_LINES));
      await writer.kill();
      kills += 1;
    }
    // A line that was cut was not acknowledged.
    for (const { output } of writers) acknowledged.push(...output().split("\n").slice(0, -1));
  }
  // Of what was to be taken nobody knows whether it still was, unless that was acknowledged too.
  const due = acknowledged.filter((line) => line.startsWith("t ") || isKept(line));
  const check = run("check-survivors.mjs", { place });
  check.child.stdin.end(due.join("\n"));
  const found = JSON.parse(await check.done) as Pick<Survival, "wrong" | "integrity">;
  return { ...found, kills, due: due.length };
}

/** Resolves when a process has written so many lines; rejects when it ends before. */
export async function linesOf({ child, output, done }: Running, count: number): Promise<void> {
  const enough = new Promise<void>((resolve) => {
    const look = (): void => {
      if (output().split("\n").length > count) resolve();
    };
    child.stdout.on("data", look);
    look();
  });
  await Promise.race([enough, done.then(() => Promise.reject(new Error("It ended too early.")))]);
}

/** The writers take even numbers again, and leave odd ones. */
function isKept(line: string): boolean {
  return Number(line.split(".").at(-1)) % 2 === 1;
}
