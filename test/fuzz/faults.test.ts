import { inspectUrl } from "../../packages/midcall/src/client/url-safety/inspect-url.js";
import { canonicalJson } from "../../packages/midcall/src/server/state/canonical-json.js";
import { readForm } from "../../packages/midcall/src/pages/http/body.js";
import { fillForm } from "../../packages/midcall/src/pages/views/form-values.js";
import { parseRequestedSchema } from "midcall/schema";
import { compilePattern } from "../../packages/midcall/src/schema/pattern/index.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled, seed } from "../night.js";
import { answers, decodeResponse, type Read } from "./answers.js";
import { type Bridge, bridged, bridgedText } from "./bridged-text.js";
import { canonical } from "./canonical.js";
import { type FormReading, formBodies } from "./form-bodies.js";
import { fuzz, type FuzzTarget, inputOfRun } from "./fuzz-target.js";
import { links } from "./links.js";
import { patterns } from "./patterns.js";
import { requestedSchemas } from "./requested-schemas.js";
import { sealing, type Seal, seals } from "./sealing.js";
import { type Served, served, servedText } from "./served-text.js";
import { stateOpening, type States, states } from "./states.js";
import { targets } from "./targets.js";

const sealed = (kind: string, broken: (seal: Seal) => Partial<Seal>): unknown => ({
  ...seals,
  [kind]: { ...seals[kind]!, ...broken(seals[kind]!) },
});
const withStates = (broken: Partial<States>): States => ({ ...states, ...broken });
const withReading = (broken: Partial<FormReading>): FormReading => ({
  readForm,
  fill: fillForm,
  ...broken,
});

/** What could go wrong with each of them, and once did with somebody. */
const FAULTS: readonly (readonly [FuzzTarget, string, unknown])[] = [
  [
    sealing,
    "a state in another spelling opens",
    sealed("state", ({ open }) => ({ open: (text) => open(text.replace(/[=\s]+$/, "")) })),
  ],
  [
    sealing,
    "the tag of a page's record is not looked at",
    sealed("page", ({ seal, open }) => {
      const known = new Map<string, string>();
      const head = (text: string): string => text.slice(0, -4);
      return {
        seal: (text) => {
          const made = seal(text);
          known.set(head(made), text);
          return made;
        },
        open: (text) => open(text) ?? known.get(head(text)),
      };
    }),
  ],
  [
    sealing,
    "the vault throws what nobody expects",
    sealed("vault", ({ open }) => ({
      open: (text) => (JSON.stringify(text)[90], open(text)) ?? JSON.parse("{"),
    })),
  ],
  [
    stateOpening,
    "the client is not compared",
    withStates({
      seal: ({ client: _, ...bound }) => states.seal(bound),
      open: (text, { client: _, ...bound }) => states.open(text, bound),
    }),
  ],
  [
    stateOpening,
    "the arguments are compared as JSON.stringify writes them",
    withStates({
      seal: (bound) =>
        states.seal({ ...bound, args: JSON.parse(JSON.stringify(bound.args ?? null)) }),
      open: (text, bound) =>
        states.open(text, { ...bound, args: JSON.parse(JSON.stringify(bound.args ?? null)) }),
    }),
  ],
  [
    canonical,
    "minus zero is written as zero",
    (data: unknown) => canonicalJson(JSON.parse(JSON.stringify(data))),
  ],
  [
    canonical,
    "keys keep their order",
    (data: unknown) => (canonicalJson(data), JSON.stringify(data)),
  ],
  [
    links,
    "a private network is let through",
    (raw: unknown) => inspectUrl(raw, { allowPrivate: (host) => host.startsWith("100.") }),
  ],
  [
    links,
    "a link-local address of the new kind is let through",
    (raw: unknown) => inspectUrl(raw, { allowPrivate: (host) => host.startsWith("[fe80:") }),
  ],
  [
    links,
    "half a character is too much",
    (raw: unknown) => (encodeURI(typeof raw === "string" ? raw : ""), inspectUrl(raw)),
  ],
  [
    patterns,
    "a dot stands for the end of a line",
    (source: string) => {
      const pattern = compilePattern(source.replaceAll(".", "[^]"));
      return { ...pattern, test: (input: string) => pattern.run(input).matched };
    },
  ],
  [
    patterns,
    "the steps grow with the square of the text",
    (source: string) => {
      const pattern = compilePattern(source);
      const run = (input: string): ReturnType<typeof pattern.run> => {
        const { matched, steps } = pattern.run(input);
        return { matched, steps: steps * Math.max(1, input.length) };
      };
      return { ...pattern, run };
    },
  ],
  [
    formBodies,
    "a position nobody offered is looked up",
    withReading({
      fill: (form, sent) => {
        for (const [index, field] of form.fields.entries())
          if (field.kind === "select") {
            const position = sent.get(`f${index}`);
            if (position) form.set(field.name, String(field.options[Number(position)]!.value));
          }
      },
    }),
  ],
  [
    formBodies,
    "the length is believed",
    withReading({
      readForm: async (request, limit) =>
        Number(request.headers.get("content-length") ?? 0) > limit
          ? { status: 413 }
          : { form: new URLSearchParams(await request.text()) },
    }),
  ],
  [
    requestedSchemas,
    "properties are taken for an object",
    (input: unknown, options: object) => {
      Object.keys((input as { properties: object }).properties);
      return parseRequestedSchema(input, options);
    },
  ],
  [
    requestedSchemas,
    "a default is never looked at",
    (input: unknown, options: object) => {
      const parsed = parseRequestedSchema(input, options);
      const fields = parsed.fields.map((field) => ({ ...field, default: "nothing of the kind" }));
      return { ...parsed, fields };
    },
  ],
  [
    answers,
    "every answer with content is a yes",
    ((response, question, ...rest) => {
      const content = (response as { content?: unknown } | null)?.content;
      return typeof content === "object" && content !== null
        ? decodeResponse({ action: "accept", content }, question, ...rest)
        : decodeResponse(response, question, ...rest);
    }) satisfies Read,
  ],
  [
    answers,
    "an answer is not checked",
    ((response, question, ...rest) => {
      const { action, content } = (response ?? {}) as { action?: unknown; content?: object };
      return action === "accept" && content
        ? { kind: "accept", content: content as never, data: content }
        : decodeResponse(response, question, ...rest);
    }) satisfies Read,
  ],
  [
    answers,
    "silence is a no",
    ((response, ...rest) => {
      const outcome = decodeResponse(response, ...rest);
      return (outcome as { kind?: unknown }).kind === "invalid" ? { kind: "decline" } : outcome;
    }) satisfies Read,
  ],
  [
    bridgedText,
    "a line is passed on as it came",
    (async (line) => {
      const made = await bridged(line);
      return { ...made, got: made.got.map(() => line) };
    }) satisfies Bridge,
  ],
  [
    bridgedText,
    "what is refused is not answered",
    (async (line) => ({ ...(await bridged(line)), replies: [] })) satisfies Bridge,
  ],
  [
    servedText,
    "numbers out of range are null, and minus zero is zero",
    (async (...texts) =>
      served(
        JSON.stringify(JSON.parse(texts[0])),
        JSON.stringify(JSON.parse(texts[1])),
      )) satisfies Served,
  ],
];

describe("a planted fault is found", () => {
  it.each(
    FAULTS.map(([target, fault, subject]) => ({ target, fault, subject, name: target.name })),
  )("in $name: $fault", async ({ target, subject }) => {
    const options = { seed, runs: scaled(...target.runs) };
    const { find } = await fuzz(target, options, subject);
    expect(find).toBeDefined();
    // What is printed leads there again, and nowhere else.
    const again = await fuzz(target, { ...options, path: find!.path }, subject);
    expect(again.find).toMatchObject({ input: find!.input });
  });

  it("in every target", () => {
    expect([...new Set(FAULTS.map(([{ name }]) => name))].sort()).toEqual(
      targets.map(({ name }) => name).sort(),
    );
  });

  it("as short as it can be made", async () => {
    const { find } = await fuzz(
      canonical,
      { seed, runs: scaled(...canonical.runs) },
      (data: unknown) => canonicalJson(JSON.parse(JSON.stringify(data))),
    );
    // It is drawn itself, or put in the place of a 0.
    expect(find!.input).toMatch(/-0|"one":[^,]*0/);
    expect(find!.input.length).toBeLessThan(70);
  });

  it("also where it never comes to an end: the input of a run is known by its number", async () => {
    const seen: unknown[] = [];
    const remembering = { ...canonical, check: (input: unknown) => void seen.push(input) };
    await fuzz(remembering, { seed: 3, runs: 50 });
    for (const run of [1, 2, 50])
      expect(inputOfRun(canonical, 3, run)).toBe(fc.stringify(seen[run - 1]));
  });
});
