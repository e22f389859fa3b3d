import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

import { createFileSink } from "../../src/audit/file.js";
import { createAuditTrail, createJsonLinesSink, createMemorySink } from "../../src/audit/index.js";
import { sha256 } from "../../src/audit/digest.js";
import type { AuditEntry, AuditError, AuditTrailEvent } from "../../src/audit/index.js";

const CANARY = "CANARY-4d2b9c";
/** The canary in every spelling it could leave in. */
const SIGHTINGS = [
  CANARY,
  CANARY.toLowerCase(),
  Buffer.from(CANARY).toString("base64").slice(0, -2),
  Buffer.from(CANARY).toString("hex"),
  encodeURIComponent(CANARY),
];

const secret = (text = ""): string => `${text}${CANARY}`;

/** A question as a careless caller passes it on: whole, with the answer. */
const question = {
  id: "q1",
  mode: "form",
  message: secret("Send this to "),
  url: `https://user:${CANARY}@pay.example.com/${CANARY}?token=${CANARY}#${CANARY}`,
  server: {
    name: "files",
    url: `https://${CANARY}:x@mcp.example.com/s/${CANARY}?key=${CANARY}`,
    headers: { authorization: secret("Bearer ") },
  },
  fields: [
    {
      name: "password",
      kind: "text",
      required: true,
      title: secret(),
      description: secret(),
      default: secret(),
      options: [{ value: secret(), title: secret() }],
      input: secret(),
    },
  ],
  requestedSchema: { properties: { password: { default: secret() } } },
  content: { password: secret() },
  result: { action: "accept", content: { password: secret() } },
  data: secret(),
  error: new Error(secret()),
  action: "accept",
  via: secret("the answer was "),
  policy: [secret("the answer was "), "secrets:warn"],
  messageDigest: secret("Send this to "),
  toJSON: () => ({ leaked: secret() }),
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "midcall-audit-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("no sink ever holds an answer, a default, a message or a link's secret", async () => {
  const path = join(folder, "audit.jsonl");
  const lines: string[] = [];
  const custom: AuditEntry[] = [];
  const errors: AuditError[] = [];
  const memory = createMemorySink();
  const file = createFileSink({ path });
  const jsonLines = createJsonLinesSink({ write: (line) => lines.push(line) });
  const sinks = [memory, file, jsonLines];
  const audit = createAuditTrail({
    sink: [...sinks, { record: (entry) => void custom.push(entry) }],
    // Collected, not thrown: the trail swallows what its listener throws.
    onError: (error) => errors.push(error),
  });
  audit.record(question as unknown as AuditTrailEvent);
  await audit.flush();
  // Past the trail too: the sinks mask what they are given.
  for (const sink of sinks) await sink.record(question as unknown as AuditEntry);
  await file.close();
  expect(errors).toEqual([]);

  const written = [
    await readFile(path, "utf8"),
    lines.join(""),
    JSON.stringify(memory.entries()),
    JSON.stringify(custom),
  ];
  for (const bytes of written) {
    for (const sighting of SIGHTINGS) expect(bytes).not.toContain(sighting);
    expect(bytes).toContain('"urlHost":"pay.example.com"');
    expect(bytes).toContain('"name":"password"');
  }
  expect(written.map((bytes) => bytes.match(/"v":1/g)?.length)).toEqual([2, 2, 2, 1]);
  expect(custom[0]?.messageDigest).toBe(await sha256(question.message));
  expect(custom[0]?.policy).toEqual(["secrets:warn"]);
});

it("the reason of a decline is the one free text, and short", async () => {
  const memory = createMemorySink();
  const audit = createAuditTrail({ sink: memory });
  audit.record({ action: "decline", reason: `No.\n${"x".repeat(1000)}${CANARY}` });
  await audit.flush();
  const [entry] = memory.entries();
  expect(entry?.reason).toMatch(/^No\.\uFFFDx+…$/);
  expect(entry?.reason).toHaveLength(300);
});
