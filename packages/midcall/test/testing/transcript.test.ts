import type { Transport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import {
  accept,
  createTestHost,
  protocolVersions,
  formatTranscript,
} from "../../src/testing/index.js";
import { recordTransport, type TranscriptEntry } from "../../src/testing/transcript.js";
import { buildGuardServer as build } from "./guard-server.js";

async function converse(protocolVersion: (typeof protocolVersions)[number]): Promise<string> {
  await using host = await createTestHost({
    protocolVersion,
    build,
    transport: "http",
    answers: () => accept({ name: "A" }),
  });
  await host.callTool("chain");
  return formatTranscript(host.transcript);
}

describe.each(protocolVersions)("a transcript on %s", (protocolVersion) => {
  it("reads the same for every run of the same conversation", async () => {
    expect(await converse(protocolVersion)).toBe(await converse(protocolVersion));
  });

  it("leaves out ids, envelopes and the handshake", async () => {
    const text = await converse(protocolVersion);
    expect(text).not.toMatch(/jsonrpc|io\.modelcontextprotocol|initialize|server\/discover/);
  });
});

it("records a result that is nested too deep to be copied without its data, and passes it on", () => {
  const result = { deep: JSON.parse("[".repeat(8_000) + "]".repeat(8_000)) as unknown };
  const transport: Transport = {
    start: async () => {},
    send: async () => {},
    close: async () => {},
  };
  const transcript: TranscriptEntry[] = [];
  recordTransport(transport, transcript);
  const received: unknown[] = [];
  transport.onmessage = (message) => received.push(message);
  transport.onmessage({ jsonrpc: "2.0", id: 1, result });
  expect(received).toHaveLength(1);
  expect(transcript).toEqual([
    { direction: "received", message: { jsonrpc: "2.0", id: 1, result: { tooDeep: true } } },
  ]);
});

describe("a transcript of one conversation", () => {
  it("shows pushes and their answers on 2025-11-25", async () => {
    const schema = `{"type":"object","properties":{"name":{"type":"string","pattern":"^[A-Z]","title":"Name"}},"required":["name"]}`;
    expect((await converse("2025-11-25")).split("\n")).toEqual([
      'host   → tools/call {"name":"chain","arguments":{}}',
      `server → elicitation/create {"message":"One?","requestedSchema":${schema},"mode":"form"}`,
      'host   → result {"action":"accept","content":{"name":"A"}}',
      `server → elicitation/create {"message":"Two?","requestedSchema":${schema},"mode":"form"}`,
      'host   → result {"action":"accept","content":{"name":"A"}}',
      `server → result {"content":[{"type":"text","text":"accept {\\"name\\":\\"A\\"} then accept {\\"name\\":\\"A\\"}"}]}`,
    ]);
  });

  it("shows rounds, with the state under a stable name, on 2026-07-28", async () => {
    const lines = (await converse("2026-07-28")).split("\n");
    expect(lines.map((line) => line.slice(0, 30))).toEqual([
      'host   → tools/call {"name":"c',
      'server → result {"resultType":',
      'host   → tools/call {"name":"c',
      'server → result {"resultType":',
      'host   → tools/call {"name":"c',
      'server → result {"content":[{"',
    ]);
    expect(lines[3]).toContain('"requestState":"<requestState 1>"');
    expect(lines[4]).toContain('"requestState":"<requestState 1>"');
  });
});
