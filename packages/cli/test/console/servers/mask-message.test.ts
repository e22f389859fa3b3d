import fc from "fast-check";
import { expect, it } from "vitest";
import { maskMessage } from "../../../src/console/servers/logs/mask-message.js";
import { createScrubber } from "../../../src/console/servers/secrets/scrubber.js";
import {
  isSecretName,
  maskArguments,
  maskUrl,
} from "../../../src/console/servers/secrets/secret-names.js";
import { maskWords } from "../../../src/console/servers/secrets/mask-words.js";

const CANARY = "canary-7f3a91";
const mask = (message: unknown, direction: "sent" | "received" = "sent"): string =>
  maskMessage(message, direction, createScrubber()).body;

it("hides what was scrubber on 2025, and keeps the names of the fields", () => {
  const body = mask({
    jsonrpc: "2.0",
    id: 4,
    result: { action: "accept", content: { word: CANARY } },
  });
  expect(body).not.toContain(CANARY);
  expect(JSON.parse(body)).toMatchObject({
    id: 4,
    result: { action: "accept", content: { word: "••••••" } },
  });
});

it("hides answers that are too short to be looked for elsewhere", () => {
  const content = { a: "ab", b: 7, c: true, d: ["x", "y"], e: "" };
  const hidden = { a: "••••••", b: "••••••", c: "••••••", d: "••••••", e: "••••••" };
  const body = mask({ id: 4, result: { action: "accept", content } });
  expect(JSON.parse(body)).toMatchObject({ result: { content: hidden } });
  const inputResponses = { one: { action: "accept", content }, two: { action: "xyz", content } };
  const retry = mask({ id: 4, method: "tools/call", params: { inputResponses } });
  expect(JSON.parse(retry)).toMatchObject({
    params: { inputResponses: { one: { action: "accept", content: hidden }, two: "••••••" } },
  });
});

it("hides what was scrubber on 2026, whatever the shape of the response", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.oneof(fc.constant({ word: CANARY }), fc.constant(CANARY), fc.constant([CANARY])),
      ),
      fc.constantFrom("accept", undefined, 7),
      fc.boolean(),
      (contents, action, wrapped) => {
        const responses = Object.fromEntries(
          Object.entries(contents).map(([key, content]) => {
            const result = { action, content };
            return [key, wrapped ? { method: "elicitation/create", result } : result];
          }),
        );
        const params = { name: "echo", inputResponses: responses, requestState: "s".repeat(500) };
        const body = mask({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
        expect(body).not.toContain(CANARY);
        expect(body).toContain("[state of 500 characters]");
      },
    ),
  );
});

it("shows why nobody could be asked, which is no answer, and hides it nowhere else", () => {
  const scrubber = createScrubber();
  const content = { "midcall/cannotAsk": "unreadable" };
  const sent = maskMessage({ id: 1, result: { action: "cancel", content } }, "sent", scrubber);
  expect(JSON.parse(sent.body)).toMatchObject({ result: { content } });
  const params = { inputResponses: { one: { action: "cancel", content } } };
  const retry = maskMessage({ id: 2, method: "tools/call", params }, "sent", scrubber);
  expect(JSON.parse(retry.body)).toMatchObject({ params });
  expect(scrubber.scrub("It is unreadable.")).toBe("It is unreadable.");
  // From a person's answer it is one.
  const accepted = { id: 3, result: { action: "accept", content } };
  expect(maskMessage(accepted, "sent", scrubber).body).not.toContain("unreadable");
});

it("hides an answer in everything that comes after it", () => {
  const scrubber = createScrubber();
  maskMessage(
    { id: 1, result: { action: "accept", content: { a: [`${CANARY}"\n`] } } },
    "sent",
    scrubber,
  );
  const echo = {
    id: 2,
    result: { content: [{ type: "text", text: JSON.stringify(`${CANARY}"\n`) }] },
  };
  expect(maskMessage(echo, "received", scrubber).body).not.toContain(CANARY);
  const name = { method: "x", params: { [`${CANARY}"\n`]: `about ${CANARY}"\n, yes` } };
  expect(maskMessage(name, "received", scrubber).body).not.toContain(CANARY);
});

it("hides arguments that look like a secret, and leaves the others", () => {
  const body = mask({
    id: 1,
    method: "tools/call",
    params: {
      name: "x",
      arguments: { apiKey: CANARY, nested: [{ password: { value: CANARY } }], city: "Rome" },
      _meta: { progressToken: 7 },
    },
  });
  expect(body).not.toContain(CANARY);
  expect(body).toContain("Rome");
  expect(JSON.parse(body)).toMatchObject({ params: { _meta: { progressToken: 7 } } });
});

it("is bounded, whatever comes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("sent", "received"), (value, direction) => {
      const { body, size } = maskMessage(value, direction as "sent", createScrubber());
      expect(body.length).toBeLessThanOrEqual(16_384);
      expect(size).toBe(JSON.stringify(value).length);
    }),
  );
  const wide = { params: { list: Array.from({ length: 200_000 }, (_, index) => `item ${index}`) } };
  const deep: unknown = Array.from({ length: 3_000 }).reduce((inner) => ({ inner }), {});
  const long = { params: { text: "y".repeat(5_000_000) } };
  for (const huge of [wide, deep, long]) {
    const { body, cut } = maskMessage(huge, "received", createScrubber());
    expect(body.length).toBeLessThanOrEqual(16_384);
    expect(cut).toBe(true);
  }
});

it("carries names such as __proto__ without harm", () => {
  const message = JSON.parse(
    '{"params":{"arguments":{"__proto__":{"password":"p"},"a":1}}}',
  ) as unknown;
  expect(mask(message)).toBe('{"params":{"arguments":{"__proto__":{"password":"••••••"},"a":1}}}');
  expect(({} as { password?: string }).password).toBeUndefined();
});

it("masks secrets on command lines and in addresses", () => {
  expect(
    maskWords(["--api-key", "k", "-v", "--token=t", "PASSWORD=p", "plain", "--name", "n"]),
  ).toEqual([
    "--api-key",
    "••••••",
    "-v",
    "--token=••••••",
    "PASSWORD=••••••",
    "plain",
    "--name",
    "n",
  ]);
  expect(maskUrl("https://me:pw@example.com/mcp?access_token=t&page=2")).toBe(
    "https://example.com/mcp?access_token=***&page=2",
  );
});

it("knows the protocol's own names", () => {
  expect(["progressToken", "nextCursor", "city"].map(isSecretName)).toEqual([false, false, false]);
  expect(["Authorization", "token", "client_secret", "passwort"].map(isSecretName)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(maskArguments({ list: [{ pin_code: 1 }] })).toEqual({ list: [{ pin_code: "••••••" }] });
});
