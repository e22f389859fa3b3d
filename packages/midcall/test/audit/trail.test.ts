import { createHash, createHmac } from "node:crypto";
import { describe, expect, it, vi } from "vitest";

import { createAuditTrail, createJsonLinesSink, createMemorySink } from "../../src/audit/index.js";
import { sha256 } from "../../src/audit/digest.js";
import type { AuditEntry, AuditTrailEvent, AuditError } from "../../src/audit/index.js";
import { OptionError } from "../../src/contracts/errors.js";

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("createAuditTrail", () => {
  it("writes the digest of the message in place of the message", async () => {
    const sink = createMemorySink();
    const audit = createAuditTrail({ sink });
    audit.record({ id: "a", message: "Delete 3 files?" });
    await audit.flush();
    const hex = createHash("sha256").update("Delete 3 files?").digest("hex");
    expect(sink.entries()).toEqual([{ v: 1, id: "a", messageDigest: `sha256:${hex}` }]);
  });

  it.each([
    [undefined],
    [{}],
    [{ sink: undefined }],
    [{ sink: "audit.jsonl" }],
    [{ sink: [createMemorySink(), () => {}] }],
  ])("says what to pass if it gets no sink: %j", (options) => {
    const refused = (): unknown => createAuditTrail(options as never);
    expect(refused).toThrow(OptionError);
    expect(refused).toThrow(/^sink must have record\(\).* pass \{ sink: createFileSink/);
  });

  it("takes another digest, and drops one that is the message itself", async () => {
    const sink = createMemorySink();
    for (const digest of [() => "hmac:42", (message: string) => message, () => undefined]) {
      const audit = createAuditTrail({ sink, digest });
      audit.record({ message: "Delete 3 files?" });
      await audit.flush();
    }
    expect(sink.entries().map(({ messageDigest }) => messageDigest)).toEqual([
      "hmac:42",
      undefined,
      undefined,
    ]);
  });

  it("keeps the errors of sinks, digests and events away from who records", async () => {
    const kept = createMemorySink();
    const errors: AuditError[] = [];
    const onError = (error: AuditError): void => void errors.push(error);
    const throwing = {
      record: () => {
        throw new Error("disk");
      },
    };
    const rejecting = { record: () => Promise.reject(new Error("network")) };
    const audit = createAuditTrail({ sink: [throwing, rejecting, kept], onError });
    audit.record({ id: "a" });
    await audit.flush();
    expect(kept.entries()).toHaveLength(1);
    expect(errors.map(({ cause }) => (cause as Error).message)).toEqual(["disk", "network"]);
    expect(errors[0]).toMatchObject({ code: "ERR_MIDCALL_AUDIT", lost: 1 });

    const ownKeys = (): never => {
      throw new Error("hostile");
    };
    const hostile = new Proxy({}, { ownKeys }) as AuditTrailEvent;
    audit.record(hostile);
    audit.record(null as unknown as AuditTrailEvent);
    const broken = createAuditTrail({
      sink: kept,
      onError,
      digest: () => Promise.reject(new Error("no crypto")),
    });
    broken.record({ message: "x" });
    await Promise.all([audit.flush(), broken.flush()]);
    expect(errors.slice(2).map(({ cause }) => (cause as Error).message)).toEqual(
      expect.arrayContaining(["hostile", "no crypto", expect.stringContaining("null")]),
    );
    expect(errors).toHaveLength(5);
    expect(kept.entries()).toHaveLength(1);
  });

  it("keeps the order of events, whichever digest is ready first", async () => {
    const sink = createMemorySink();
    const waits = [5, 0, 3];
    const digest = async (): Promise<undefined> => {
      for (let turn = waits.shift() ?? 0; turn > 0; turn--) await wait();
    };
    const audit = createAuditTrail({ sink, digest });
    for (const id of ["a", "b", "c"]) audit.record({ id, message: "x" });
    audit.record({ id: "d" });
    await audit.flush();
    expect(sink.entries().map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });

  it("survives a listener that throws", async () => {
    const audit = createAuditTrail({
      sink: { record: () => Promise.reject(new Error("network")) },
      onError: () => {
        throw new Error("listener");
      },
    });
    audit.record({});
    await expect(audit.flush()).resolves.toBeUndefined();
  });

  it("reports to the console where nobody listens", async () => {
    const spy = vi.spyOn(console, "error").mockImplementation(() => {});
    const audit = createAuditTrail({
      sink: { record: () => Promise.reject(new Error("network")) },
    });
    audit.record({});
    await audit.flush();
    expect(spy).toHaveBeenCalledOnce();
    spy.mockRestore();
  });

  it("drops what a stuck sink cannot take, and reports it once", async () => {
    const errors: AuditError[] = [];
    const taken: AuditEntry[] = [];
    let release = (): void => {};
    const stuck = new Promise<void>((resolve) => (release = resolve));
    const audit = createAuditTrail({
      sink: {
        record: (entry) => {
          taken.push(entry);
          return stuck;
        },
      },
      maxPending: 10,
      onError: (error) => errors.push(error),
    });
    for (let index = 0; index < 1000; index++) audit.record({ id: String(index) });
    await wait();
    expect(taken).toHaveLength(10);
    release();
    await audit.flush();
    expect(errors.map(({ lost }) => lost)).toEqual([990]);
    audit.record({ id: "later" });
    await audit.flush();
    expect(taken).toHaveLength(11);
  });

  it("refuses a limit that is none", () => {
    expect(() => createAuditTrail({ sink: [], maxPending: 0 })).toThrow(OptionError);
    expect(() => createAuditTrail({ sink: [], maxPending: Number.NaN })).toThrow(OptionError);
  });
});

describe("the digests of arguments and answers", () => {
  const KEY = "an audit key of at least thirty-two bytes";
  const mac = (text: string): string =>
    `hmac-sha256:${createHmac("sha256", KEY).update(text).digest("hex")}`;
  const digests: AuditTrailEvent["digests"] = async (digest) => ({
    argumentsDigest: await digest("arguments"),
    answerDigest: await digest("answer"),
  });

  it("are written with a key, and left out without one", async () => {
    const sink = createMemorySink();
    for (const key of [KEY, new TextEncoder().encode(KEY)]) {
      const audit = createAuditTrail({ sink, key });
      audit.record({ id: "a", digests });
      await audit.flush();
    }
    const asked = vi.fn(digests);
    const without = createAuditTrail({ sink });
    without.record({ id: "b", digests: asked });
    await without.flush();
    const keyed = { argumentsDigest: mac("arguments"), answerDigest: mac("answer") };
    const [first, second, third] = sink.entries();
    expect([first, second]).toEqual(Array.from({ length: 2 }, () => ({ v: 1, id: "a", ...keyed })));
    expect(third).toEqual({ v: 1, id: "b" });
    expect(asked).not.toHaveBeenCalled();
  });

  it("that fail are reported, and the entry is written without them", async () => {
    const sink = createMemorySink();
    const errors: AuditError[] = [];
    const audit = createAuditTrail({ sink, key: KEY, onError: (error) => errors.push(error) });
    audit.record({ id: "a", digests: () => Promise.reject(new Error("too deep")) });
    await audit.flush();
    expect(sink.entries()).toEqual([{ v: 1, id: "a" }]);
    expect(errors).toMatchObject([{ lost: 0, cause: { message: "too deep" } }]);
  });

  it("are never anything but keyed digests", async () => {
    const sink = createMemorySink();
    const audit = createAuditTrail({ sink, key: KEY });
    audit.record({
      digests: async () => ({
        argumentsDigest: "hunter2",
        answerDigest: `sha256:${"0".repeat(64)}`,
      }),
    });
    await audit.flush();
    expect(sink.entries()).toEqual([{ v: 1 }]);
  });

  it("need a key of at least 32 bytes", () => {
    for (const key of ["short", new Uint8Array(31), 7 as unknown as string])
      expect(() => createAuditTrail({ sink: [], key })).toThrow(OptionError);
  });
});

describe("sha256", () => {
  it("agrees with Node's", async () => {
    for (const text of ["", "abc", "é漢\u{1F600}", "x".repeat(100_000)]) {
      expect(await sha256(text)).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
    }
  });

  it("gives nothing where there is no Web Crypto", async () => {
    vi.stubGlobal("crypto", undefined);
    expect(await sha256("abc")).toBeUndefined();
    vi.stubGlobal("crypto", {});
    expect(await sha256("abc")).toBeUndefined();
    vi.unstubAllGlobals();
  });
});

describe("createMemorySink", () => {
  it("keeps the latest entries in order, and no more", () => {
    const sink = createMemorySink({ limit: 3 });
    for (let index = 0; index < 100; index++) {
      sink.record({ v: 1, id: String(index) });
      const first = Math.max(0, index - 2);
      expect(sink.entries().map(({ id }) => Number(id))).toEqual(
        Array.from({ length: index - first + 1 }, (_, at) => first + at),
      );
    }
  });

  it("refuses a limit that is none", () => {
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      expect(() => createMemorySink({ limit })).toThrow(OptionError);
    }
  });
});

describe("createJsonLinesSink", () => {
  it("writes one line for each entry and waits for the writer", async () => {
    const lines: string[] = [];
    const sink = createJsonLinesSink({
      write: async (line) => {
        await wait();
        lines.push(line);
      },
    });
    await sink.record({ v: 1, id: "a\nb", reason: "x\r\ny" });
    await sink.record({ v: 1, id: "c" });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { v: 1, id: "a\uFFFDb", reason: "x\uFFFD\uFFFDy" },
      { v: 1, id: "c" },
    ]);
    expect(lines.join("").split("\n")).toHaveLength(3);
  });
});
