import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createAuditEntry } from "../../src/audit/create-entry.js";
import { toJsonLine } from "../../src/audit/json-lines.js";
import type { AuditEvent } from "../../src/audit/entry.js";
import { scaled } from "../../../../test/night.js";
import { codePoint } from "../../../../test/code-points.js";

const hostile = (event: unknown): AuditEvent => event as AuditEvent;

const KEYS = [
  ...[
    "v",
    "id",
    "principal",
    "server",
    "tool",
    "protocolVersion",
    "mode",
    "messageDigest",
    "fields",
  ],
  ...["fieldCount", "urlHost", "action", "via", "reason", "askedAt", "answeredAt", "elapsedMs"],
  ...["visibleMs", "attempts", "policy", "callId", "argumentsDigest", "answerDigest", "traceId"],
];

/** Every member as large and as awkward to encode as it is let through. */
const huge = (char: string): AuditEvent => {
  const text = char.repeat(10_000);
  const word = "w".repeat(128);
  const field = { name: text, kind: word, required: false };
  return {
    ...{ id: text, principal: text, tool: text, protocolVersion: word, reason: text, via: word },
    server: { name: text, version: text, url: "https://example.com" },
    mode: "form",
    messageDigest: word,
    fields: Array.from({ length: 500 }, () => field),
    urlHost: text,
    action: "unanswered",
    askedAt: 0,
    answeredAt: 8.64e15,
    policy: Array.from({ length: 500 }, () => word),
  };
};

describe("createAuditEntry", () => {
  it("keeps what an entry has room for", () => {
    const entry = createAuditEntry({
      id: "q7",
      principal: "ada@example.com",
      server: { name: "files", version: "1.2.0", url: "https://mcp.example.com/s/TOKEN/mcp?key=K" },
      tool: "clean_up",
      protocolVersion: "2026-07-28",
      mode: "form",
      messageDigest: "sha256:00ff",
      fields: [
        { name: "confirm", kind: "boolean", required: true },
        { name: "note", kind: "text" },
      ],
      action: "decline",
      via: "native",
      reason: "Not during the freeze.",
      askedAt: Date.UTC(2026, 10, 20, 9),
      answeredAt: "2026-11-20T09:00:12.500Z",
      visibleMs: 9000,
      attempts: 2,
      policy: ["ask:allowed", "secrets:warn"],
    });
    expect(entry).toStrictEqual({
      v: 1,
      id: "q7",
      principal: "ada@example.com",
      server: { name: "files", version: "1.2.0", url: "https://mcp.example.com" },
      tool: "clean_up",
      protocolVersion: "2026-07-28",
      mode: "form",
      messageDigest: "sha256:00ff",
      fields: [
        { name: "confirm", kind: "boolean", required: true },
        { name: "note", kind: "text" },
      ],
      action: "decline",
      via: "native",
      reason: "Not during the freeze.",
      askedAt: "2026-11-20T09:00:00.000Z",
      answeredAt: "2026-11-20T09:00:12.500Z",
      elapsedMs: 12_500,
      visibleMs: 9000,
      attempts: 2,
      policy: ["ask:allowed", "secrets:warn"],
    });
  });

  it.each([
    ["https://u:p@pay.example.com:8443/s/TOKEN?k=K#f", "pay.example.com:8443"],
    ["http://localhost:443/cb?code=C", "localhost:443"],
    ["https://[2606:4700::1]/x", "[2606:4700::1]"],
    ["javascript:alert('TOKEN')", undefined],
    ["data:text/plain,TOKEN", undefined],
    ["not a url TOKEN", undefined],
    [`https://example.com/${"TOKEN".repeat(5000)}`, undefined],
  ])("keeps of the link %s only its host", (url, urlHost) => {
    const entry = createAuditEntry({ url });
    expect(entry.urlHost).toBe(urlHost);
    expect(JSON.stringify(entry)).not.toMatch(/TOKEN|code=|k=K|u:p/);
    expect(createAuditEntry(entry)).toStrictEqual(entry);
  });

  it("takes a host for a host even where a whole link was put", () => {
    expect(createAuditEntry({ urlHost: "u:p@example.com/TOKEN?k" }).urlHost).toBe("example.com");
  });

  it("leaves out codes that are sentences, and unknown actions and modes", () => {
    const entry = createAuditEntry(
      hostile({
        messageDigest: "Delete 3 files?",
        via: "two words",
        protocolVersion: "x".repeat(500),
        action: "maybe",
        mode: "page",
        policy: ["ok", "a sentence with TOKEN", 7, null],
        fields: [{ name: "a", kind: "text and TOKEN" }, null, "x", { name: 7 }],
      }),
    );
    expect(entry).toStrictEqual({
      v: 1,
      policy: ["ok"],
      fields: [
        { name: "a", kind: "" },
        { name: "", kind: "" },
        { name: "", kind: "" },
        { name: "", kind: "" },
      ],
    });
  });

  it("caps texts and lists, and says how many fields there were", () => {
    const entry = createAuditEntry(huge("x"));
    expect(entry.reason).toHaveLength(300);
    expect(entry.reason).toMatch(/…$/);
    expect(entry.fields).toHaveLength(50);
    expect(entry.fieldCount).toBe(500);
    expect(entry.policy).toHaveLength(20);
  });

  it.each(["x", '"', "\\", "\n", "é", "漢", "\u{1F600}", "\u202E", "\uD800", "\u2028"])(
    "makes one line of at most 48 KiB of a flood of %j",
    (char) => {
      const line = toJsonLine(createAuditEntry(huge(char)));
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(48 * 1024);
      expect(line.slice(0, -1)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(line.endsWith("\n")).toBe(true);
    },
  );

  it("makes an entry of anything, and the same one again of that", () => {
    const value = fc.oneof(fc.string({ unit: codePoint, maxLength: 400 }), fc.anything());
    const event = fc.record(
      Object.fromEntries(
        [...KEYS, "url", "message", "content"].map((key) => [
          key,
          key === "url" ? fc.oneof(fc.webUrl(), value) : value,
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(event, (given) => {
        const entry = createAuditEntry(hostile(given));
        expect(KEYS).toEqual(expect.arrayContaining(Object.keys(entry)));
        expect(createAuditEntry(entry)).toStrictEqual(entry);
        const line = toJsonLine(entry);
        expect(JSON.parse(line)).toStrictEqual(entry);
        expect(line.indexOf("\n")).toBe(line.length - 1);
      }),
      { numRuns: scaled(120, 20_000) },
    );
  });
});
