import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFileSink, type FileSink, verifyAuditFiles } from "../../src/audit/file.js";
import { scaled } from "../../../../test/night.js";

const key = "an audit key of at least thirty-two bytes";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "midcall-cut-log-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
let files = 0;

/** What one of the processes does: it writes some entries, waits for all that were written or does not, and may start again. */
interface Act {
  readonly process: number;
  readonly entries: number;
  readonly waits: boolean;
  readonly restarts: boolean;
}
const acts = fc.array(
  fc.record<Act>({
    process: fc.nat(2),
    entries: fc.integer({ min: 1, max: 3 }),
    waits: fc.boolean(),
    restarts: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12 },
);

/** Sinks of one file share nothing but the file, as those of several processes. */
async function writeLog(all: readonly Act[]): Promise<string[]> {
  const path = join(folder, `${++files}.jsonl`);
  const open = new Map<number, FileSink>();
  for (const [at, { process, entries, waits, restarts }] of all.entries()) {
    const sink = open.get(process) ?? createFileSink({ path, chain: { key } });
    open.set(process, sink);
    for (let n = 0; n < entries; n++) sink.record({ v: 1, id: `${process} ${at} ${n}` });
    if (waits) await Promise.all(Array.from(open.values(), (one) => one.flush()));
    if (restarts) {
      await sink.close();
      open.delete(process);
    }
  }
  await Promise.all(Array.from(open.values(), (one) => one.close()));
  return (await readFile(path, "utf8")).split("\n").slice(0, -1);
}

const place = fc.nat(100);
/** What somebody without the key does to the lines of a file. Places are taken modulo what is there. */
const tampering = fc.oneof(
  fc.record({ does: fc.constant("remove" as const), which: fc.array(place, { minLength: 1 }) }),
  fc.record({
    does: fc.constant("cut" as const),
    from: place,
    count: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ does: fc.constant("swap" as const), from: place, to: place }),
  fc.record({
    does: fc.constant("copy" as const),
    from: place,
    count: fc.integer({ min: 1, max: 4 }),
    to: place,
  }),
  fc.record({
    does: fc.constant("move" as const),
    from: place,
    count: fc.integer({ min: 1, max: 4 }),
    to: place,
  }),
  fc.record({ does: fc.constant("edit" as const), from: place }),
);

function tamper(
  lines: readonly string[],
  how: typeof tampering extends fc.Arbitrary<infer T> ? T : never,
): string[] {
  const at = (given: number): number => given % lines.length;
  switch (how.does) {
    case "remove": {
      const gone = new Set(how.which.map(at));
      return lines.filter((_, index) => !gone.has(index));
    }
    case "cut":
      return lines.toSpliced(at(how.from), how.count);
    case "swap":
      return lines.with(at(how.from), lines[at(how.to)]!).with(at(how.to), lines[at(how.from)]!);
    case "copy":
      return lines.toSpliced(at(how.to), 0, ...lines.slice(at(how.from), at(how.from) + how.count));
    case "move": {
      const moved = lines.slice(at(how.from), at(how.from) + how.count);
      return lines.toSpliced(at(how.from), how.count).toSpliced(at(how.to), 0, ...moved);
    }
    case "edit":
      return lines.with(at(how.from), lines[at(how.from)]!.replace('"id":"', '"id":"0'));
  }
}

interface Link {
  readonly writer: string;
  readonly seq: number;
  readonly seen?: { readonly bytes: number };
}
const linkOf = (line: string): Link => (JSON.parse(line) as { chain: Link }).chain;

/** Whether nothing but the end is gone: what no entry that is left has seen, and each writer's entries without a gap. */
function isWithoutItsEnd(lines: readonly string[], left: readonly string[]): boolean {
  if (!left.every((line) => lines.includes(line))) return false;
  const links = left.map(linkOf);
  const bytes = Math.max(0, ...links.map(({ seen }) => seen?.bytes ?? 0));
  const text = (some: readonly string[]): string => some.map((line) => `${line}\n`).join("");
  const counts = new Map<string, number>();
  for (const { writer, seq } of links) {
    if (seq !== (counts.get(writer) ?? 0) + 1) return false;
    counts.set(writer, seq);
  }
  return text(lines).slice(0, bytes) === text(left).slice(0, bytes);
}

it("a keyed log of several processes and restarts shows whatever is done to it, but for its end", async () => {
  await fc.assert(
    fc.asyncProperty(
      acts,
      fc.array(tampering, { minLength: 1, maxLength: 6 }),
      async (all, ways) => {
        const lines = await writeLog(all);
        const check = async (text: readonly string[]): Promise<number> => {
          const path = join(folder, `${++files}.jsonl`);
          await writeFile(path, text.map((line) => `${line}\n`).join(""));
          return (await verifyAuditFiles(path, { key })).problems.length;
        };
        expect(await check(lines)).toBe(0);
        for (const how of ways) {
          const left = tamper(lines, how);
          expect((await check(left)) === 0).toBe(isWithoutItsEnd(lines, left));
        }
      },
    ),
    { numRuns: scaled(60, 2_000) },
  );
});

it("the end of a log that is written by one process after another is its last write", async () => {
  const act = { process: 0, entries: 1, waits: true };
  const lines = await writeLog([
    { ...act, restarts: true },
    { ...act, process: 1, restarts: true },
    { ...act, process: 2, restarts: false },
    { ...act, process: 1, restarts: true },
  ]);
  for (const at of lines.keys())
    expect([at, isWithoutItsEnd(lines, lines.toSpliced(at, 1))]).toEqual([at, at === 3]);
});
