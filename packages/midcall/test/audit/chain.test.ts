import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChainWriter, lineDigest, readLine } from "../../src/audit/chain.js";
import {
  type AuditVerification,
  createFileSink,
  verifyAuditFiles,
  type VerifyAuditOptions,
} from "../../src/audit/file.js";
import { OptionError } from "../../src/contracts/errors.js";
import { scaled } from "../../../../test/night.js";

const KEY = "an audit key of at least thirty-two bytes";
const OTHER_KEY = "another audit key of thirty-two bytes or more";
const keys = [undefined, KEY] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "midcall-chain-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const newPath = (): string => join(folder, `${++files}.jsonl`);

/** A log of two writers whose entries alternate, and of a third that begins where they end. */
async function writeLog(key: string | undefined): Promise<string[]> {
  const path = newPath();
  const chain = key === undefined ? {} : { key };
  const onError = (error: unknown): never => {
    throw error;
  };
  const writers = ["a", "b"].map((writer) =>
    createFileSink({ path, chain: { ...chain, writer }, onError }),
  );
  for (let n = 0; n < 4; n++) {
    for (const [at, sink] of writers.entries()) {
      sink.record({ v: 1, id: `${at} ${n}`, action: "accept", reason: "na\u{EF}ve\u{FFFD}" });
      await sink.flush();
    }
  }
  const last = createFileSink({ path, chain: { ...chain, writer: "c" }, onError });
  for (let n = 0; n < 3; n++) last.record({ v: 1, id: `2 ${n}` });
  await Promise.all([...writers, last].map((sink) => sink.close()));
  return (await readFile(path, "utf8")).split("\n").slice(0, -1);
}

async function verify(
  lines: readonly string[] | Buffer,
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  const path = newPath();
  await writeFile(path, Buffer.isBuffer(lines) ? lines : lines.map((line) => `${line}\n`).join(""));
  return verifyAuditFiles(path, options);
}

const withKey = (key: string | undefined): VerifyAuditOptions => (key === undefined ? {} : { key });
const kinds = ({ problems }: AuditVerification): string[] => problems.map(({ kind }) => kind);
const writerOf = (line: string): string =>
  (JSON.parse(line) as { chain: { writer: string } }).chain.writer;

describe.each(keys)("an audit chain with the key %s", (key) => {
  let lines: string[];
  beforeAll(async () => {
    lines = await writeLog(key);
  });

  it("of several writers is whole, and numbers the entries of each", async () => {
    const { entries, problems, ends, lost } = await verify(lines, withKey(key));
    expect([entries, problems, lost]).toEqual([11, [], 0]);
    expect(ends.map(({ writer, seq }) => [writer.split(".")[0], seq])).toEqual([
      ["a", 4],
      ["b", 4],
      ["c", 3],
    ]);
    expect(ends[0]!.digest).toMatch(key === undefined ? /^sha256:/ : /^hmac-sha256:/);
  });

  it("shows every entry that is removed, unless it is the last of the file", async () => {
    for (const at of lines.keys()) {
      const found = await verify(lines.toSpliced(at, 1), withKey(key));
      expect([at, found.problems.length > 0]).toEqual([at, at < lines.length - 1]);
    }
  });

  it("shows that a writer is gone, unless nothing comes after it", async () => {
    const gone = (writer: string): string[] =>
      lines.filter((line) => !writerOf(line).startsWith(writer));
    for (const writer of ["a", "b"])
      expect(kinds(await verify(gone(writer), withKey(key)))).toContain("missing");
    expect((await verify(gone("c"), withKey(key))).problems).toEqual([]);
  });

  it("shows with an expected entry that the end, or all of a writer, is missing", async () => {
    const { ends } = await verify(lines, withKey(key));
    const expected = { ...withKey(key), expect: ends };
    expect((await verify(lines, expected)).problems).toEqual([]);
    for (const end of ends) {
      const writer = `"writer":"${end.writer}"`;
      const cut = lines.filter((line) => !line.includes(`${writer},"seq":${end.seq},`));
      const gone = lines.filter((line) => !line.includes(writer));
      for (const left of [cut, gone])
        expect(kinds(await verify(left, expected))).toContain("missing");
    }
  });

  it("shows every byte that is changed", async () => {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const change = fc.record({
      at: fc.nat(bytes.length - 2),
      by: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, by }) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= by;
        expect((await verify(changed, withKey(key))).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: scaled(80, 3_000) },
    );
  });

  it("shows entries that are swapped, copied or inserted", async () => {
    const at = fc.nat(lines.length - 1);
    await fc.assert(
      fc.asyncProperty(at, at, fc.boolean(), async (from, to, isCopy) => {
        const [one, other] = [lines[from]!, lines[to]!];
        fc.pre(isCopy || from !== to);
        const tampered = isCopy
          ? lines.toSpliced(to, 0, one)
          : lines.with(from, other).with(to, one);
        expect((await verify(tampered, withKey(key))).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: scaled(60, 2_000) },
    );
    const twice = lines.toSpliced(4, 0, lines[2]!);
    expect(kinds(await verify(twice, withKey(key)))).toEqual(["order", "missing"]);
    const forged = '{"v":1,"id":"forged","action":"accept"}';
    expect(kinds(await verify(lines.toSpliced(3, 0, forged), withKey(key)))).toEqual([
      "unchained",
      "missing",
    ]);
    const cut = lines.toSpliced(3, 0, '{"v":1,"id":"cu');
    expect(kinds(await verify(cut, withKey(key)))).toEqual(["changed", "missing"]);
  });

  it("continues in the next file of a log, and says so where the first is not given", async () => {
    const [first, second] = [newPath(), newPath()];
    await writeFile(
      first,
      lines
        .slice(0, 5)
        .map((line) => `${line}\n`)
        .join(""),
    );
    await writeFile(
      second,
      lines
        .slice(5)
        .map((line) => `${line}\n`)
        .join(""),
    );
    expect((await verifyAuditFiles([first, second], withKey(key))).problems).toEqual([]);
    const { problems } = await verifyAuditFiles(second, withKey(key));
    expect(problems[0]).toMatchObject({ kind: "missing", file: second, line: 1 });
    expect(problems[0]!.message).toContain("pass that first");
  });
});

describe("an audit chain without a key", () => {
  it("shows an entry that was changed together with its digest, by the next one", async () => {
    const lines = await writeLog(undefined);
    const { sealed } = readLine(lines[2]!.replace("accept", "cancel"))!;
    const changed = `${sealed.slice(0, -1)},"digest":"${lineDigest(sealed, undefined, "utf8")}"}`;
    const { problems } = await verify(lines.with(2, changed));
    expect(problems).toMatchObject([
      { kind: "missing", line: 4 },
      { kind: "changed", line: 5 },
    ]);
  });
});

describe("a keyed audit chain", () => {
  it("cannot be made again by someone without the key", async () => {
    const lines = await writeLog(KEY);
    const bare = lines.map((line) => `${line.replace(/,"chain":.*$/, "")}}\n`);
    for (const key of [undefined, Buffer.from(OTHER_KEY)]) {
      const writer = createChainWriter("a.0123456789abcdef", key);
      const forged = bare.map((line) => writer.link(line, 0).slice(0, -1));
      const { problems, entries } = await verify(forged, { key: KEY });
      expect([entries, problems.length]).toEqual([0, bare.length]);
      const added = await verify([...lines, forged[0]!], { key: KEY });
      expect(kinds(added)).toEqual([key === undefined ? "unkeyed" : "changed"]);
    }
  });

  it("is accepted with any of several keys, as after a rotation, and not without", async () => {
    const lines = await writeLog(KEY);
    const path = newPath();
    await writeFile(path, `${lines.join("\n")}\n`);
    const later = createFileSink({ path, chain: { key: OTHER_KEY } });
    later.record({ v: 1, id: "later" });
    await later.close();
    lines.push((await readFile(path, "utf8")).split("\n").at(-2)!);
    const both = await verify(lines, { key: [OTHER_KEY, KEY] });
    expect([both.entries, both.problems]).toEqual([12, []]);
    expect((await verify(lines, { key: OTHER_KEY })).problems.length).toBeGreaterThan(0);
    await expect(verify(lines)).rejects.toThrow(OptionError);
    await expect(verify(lines, { key: "short" })).rejects.toThrow(/^key must have at least 32/);
  });
});

describe("a rotated log", () => {
  /** Two processes whose file is moved away, or emptied, while they write. */
  const rotate = async (
    move: (path: string, to: string) => Promise<unknown>,
  ): Promise<string[]> => {
    const [path, old] = [newPath(), newPath()];
    const open = (writer: string) => createFileSink({ path, chain: { key: KEY, writer } });
    const writers = [open("a"), open("b")];
    const record = async (id: string, sinks = writers): Promise<void> => {
      for (const sink of sinks) {
        sink.record({ v: 1, id });
        await sink.flush();
      }
    };
    await record("before");
    await move(path, old);
    await record("while");
    writers.push(open("c"));
    await record("after");
    await Promise.all(writers.map((sink) => sink.close()));
    return [old, path];
  };
  const emptied = async (path: string, to: string): Promise<void> => {
    await copyFile(path, to);
    await truncate(path);
  };

  it.each([
    ["moved away", rename],
    ["copied and emptied", emptied],
  ])("whose file is %s is whole, and shows what is removed", async (_, move) => {
    const paths = await rotate(move);
    const whole = await verifyAuditFiles(paths, { key: KEY });
    expect([whole.entries, whole.problems]).toEqual([7, []]);
    for (const path of paths) {
      const before = await readFile(path, "utf8");
      const lines = before.split("\n").slice(0, -1);
      for (const at of lines.keys()) {
        await writeFile(
          path,
          lines
            .toSpliced(at, 1)
            .map((line) => `${line}\n`)
            .join(""),
        );
        const { problems } = await verifyAuditFiles(paths, { key: KEY });
        if (at < lines.length - 1) expect([path, at, problems]).not.toEqual([path, at, []]);
      }
      await writeFile(path, before);
    }
  });

  it("shows that entries were cut off while the process that wrote them went on", async () => {
    const path = newPath();
    const sink = createFileSink({ path, chain: { key: KEY } });
    for (const id of ["x", "y", "z"]) {
      sink.record({ v: 1, id });
      await sink.flush();
    }
    const [first] = (await readFile(path, "utf8")).split("\n");
    await truncate(path, Buffer.byteLength(`${first}\n`));
    sink.record({ v: 1, id: "later" });
    await sink.close();
    const { problems } = await verifyAuditFiles(path, { key: KEY });
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([["missing", 2]]);
  });
});

describe("the chain of a file sink", () => {
  it("begins again after a failed write, and says how many entries were lost", async () => {
    const path = newPath();
    const lost: number[] = [];
    const missing = join(path, "no-such-folder");
    const sink = createFileSink({
      path: missing,
      chain: {},
      onError: (error) => lost.push(error.lost),
    });
    sink.record({ v: 1, id: "a" });
    await sink.flush();
    expect(lost).toEqual([1]);
    await mkdir(path);
    sink.record({ v: 1, id: "b" });
    sink.record({ v: 1, id: "c" });
    await sink.close();
    expect(await verifyAuditFiles(missing)).toMatchObject({ entries: 2, problems: [], lost: 1 });
  });

  it("refuses a name and a key that are unusable", () => {
    const make = (chain: object) => () => createFileSink({ path: "x", chain });
    expect(make({ writer: "two words" })).toThrow(OptionError);
    expect(make({ writer: "" })).toThrow(OptionError);
    expect(make({ key: "short" })).toThrow(/^chain\.key must have at least 32 bytes/);
    expect(make({ key: [] })).toThrow(/^chain\.key must contain/);
  });
});
