import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { AuditError } from "../../src/audit/errors.js";
import { createFileSink } from "../../src/audit/file.js";
import { OptionError } from "../../src/contracts/errors.js";

let folder: string;
let path: string;
let errors: AuditError[];
const onError = (error: AuditError): void => void errors.push(error);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "midcall-audit-"));
  path = join(folder, "audit.jsonl");
  errors = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ids = async (): Promise<unknown[]> =>
  (await readFile(path, "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { id?: string }).id);

describe("createFileSink", () => {
  it("appends in order, and to what is there", async () => {
    for (const fsync of [false, true]) {
      const sink = createFileSink({ path, onError, fsync });
      for (let index = 0; index < 500; index++) sink.record({ v: 1, id: `${fsync}${index}` });
      await sink.flush();
      sink.record({ v: 1, id: "last" });
      await sink.close();
    }
    const expected = [false, true].flatMap((fsync) => [
      ...Array.from({ length: 500 }, (_, index) => `${fsync}${index}`),
      "last",
    ]);
    expect(await ids()).toEqual(expected);
    expect(errors).toEqual([]);
  });

  it("makes a file only its owner can read, and nothing before the first entry", async () => {
    const sink = createFileSink({ path, onError });
    await sink.flush();
    await expect(stat(path)).rejects.toThrow();
    sink.record({ v: 1 });
    await sink.close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("ends a line that a crash cut short", async () => {
    await writeFile(path, '{"v":1,"id":"a"}\n{"v":1,"id":"cut');
    const sink = createFileSink({ path, onError });
    sink.record({ v: 1, id: "b" });
    await sink.close();
    expect((await readFile(path, "utf8")).split("\n")).toEqual([
      '{"v":1,"id":"a"}',
      '{"v":1,"id":"cut',
      '{"v":1,"id":"b"}',
      "",
    ]);
  });

  it("reports what it cannot write, throws nothing, and goes on when it can", async () => {
    await mkdir(path);
    const sink = createFileSink({ path, onError });
    sink.record({ v: 1, id: "a" });
    sink.record({ v: 1, id: "b" });
    await sink.flush();
    expect(errors.reduce((sum, { lost }) => sum + lost, 0)).toBe(2);
    expect(errors[0]).toMatchObject({ code: "ERR_MIDCALL_AUDIT", cause: { code: "EISDIR" } });
    await rm(path, { recursive: true });
    sink.record({ v: 1, id: "c" });
    await sink.close();
    expect(await ids()).toEqual(["c"]);
  });

  it("holds no more than it may, and reports the rest together", async () => {
    const sink = createFileSink({ path, onError, maxPendingBytes: 1000 });
    for (let index = 0; index < 1000; index++) sink.record({ v: 1, id: `${index}` });
    await sink.flush();
    const written = await ids();
    const lost = errors.reduce((sum, error) => sum + error.lost, 0);
    expect(written.length).toBeLessThan(100);
    expect(written.length + lost).toBe(1000);
    expect(errors.length).toBeLessThanOrEqual(2);
    sink.record({ v: 1, id: "later" });
    await sink.close();
    expect((await ids()).at(-1)).toBe("later");
  });

  it("takes nothing after close", async () => {
    const sink = createFileSink({ path, onError });
    sink.record({ v: 1, id: "a" });
    const closing = sink.close();
    sink.record({ v: 1, id: "b" });
    await closing;
    await sink.close();
    expect(await ids()).toEqual(["a"]);
    expect(errors.map(({ lost }) => lost)).toEqual([1]);
  });

  it("survives a listener that throws", async () => {
    await mkdir(path);
    const sink = createFileSink({
      path,
      onError: () => {
        throw new Error("listener");
      },
    });
    sink.record({ v: 1 });
    await expect(sink.close()).resolves.toBeUndefined();
  });

  it("lets several writers share a file", async () => {
    const sinks = Array.from({ length: 4 }, () => createFileSink({ path, onError }));
    for (let index = 0; index < 200; index++) {
      for (const sink of sinks) sink.record({ v: 1, id: "x".repeat(100) });
    }
    await Promise.all(sinks.map((sink) => sink.close()));
    expect(await ids()).toHaveLength(800);
  });

  it("refuses options that are none", () => {
    expect(() => createFileSink({ path: "" })).toThrow(OptionError);
    expect(() => createFileSink({ path: 7 as unknown as string })).toThrow(OptionError);
    expect(() => createFileSink({ path, maxPendingBytes: 0 })).toThrow(OptionError);
  });
});
