import type { ElicitationContext } from "midcall/server";
import { accept, rawResult } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { tryOut, wires } from "../../packages/midcall/test/server/lab.js";
import { scaled } from "../night.js";
import { tally } from "./tally.js";

/** A host says yes in a person's name without having sent the form: nobody has filled in anything. */

const forms = {
  "all defaults": z.object({
    force: z.boolean().default(true),
    branch: z.string().default("main"),
  }),
  "all optional": z.object({ note: z.string().optional(), days: z.int().optional() }),
  // Written as booleans on 2025-06-18, and read back from them.
  "an optional list": z.object({ days: z.array(z.enum(["mon", "tue"])).optional() }),
  "a raw form": {
    type: "object",
    properties: { force: { type: "boolean", default: true } },
  },
} as const;

const NOTHING = [
  ["no content", { action: "accept" }],
  ["content: null", { action: "accept", content: null }],
  ["content: a list", { action: "accept", content: [] }],
  ["content: a text", { action: "accept", content: "" }],
  ["content: true", { action: "accept", content: true }],
] as const;

describe.each(wires)("a form accepted on $era over $transport", (wire) => {
  const elicit = (form: keyof typeof forms) => async (ctx: ElicitationContext) =>
    ctx.elicit("Push?", forms[form] as never);

  it.each(NOTHING)(
    "with %s is asked again with the reason, and never an accept",
    async (what, raw) => {
      const at = NOTHING.findIndex(([name]) => name === what);
      const all = Object.keys(forms) as (keyof typeof forms)[];
      // In `npm test` two of them, each time others.
      const tried = all.filter((_, nr) => (nr + at) % all.length < scaled(2, all.length));
      for (const form of tried) {
        const messages: string[] = [];
        const outcome = await tryOut(wire, elicit(form), ({ message }) => {
          messages.push(message);
          return rawResult(raw);
        });
        expect(JSON.parse(outcome), form).toMatchObject({
          action: "unanswered",
          reason: "invalid",
        });
        expect(messages, form).toEqual([
          "Push?",
          "Push?\n\nThe answer had no content.",
          "Push?\n\nThe answer had no content.",
        ]);
      }
      tally("accepts without the form", tried.length * 3);
    },
  );

  it("and confirmed without content is no yes", async () => {
    const said = await tryOut(
      wire,
      (ctx) => ctx.confirm("Delete it?").then(String),
      () => rawResult({ action: "accept" }),
    );
    expect(said).toMatch(/^error: There was no valid answer to "Delete it\?" \(invalid\)/);
    tally("accepts without the form", 3);
  });

  it("with {} is an accept where the form needs nothing", async () => {
    for (const form of Object.keys(forms) as (keyof typeof forms)[]) {
      const outcome = await tryOut(wire, elicit(form), [accept({})]);
      expect(JSON.parse(outcome), form).toMatchObject({ action: "accept" });
    }
  });

  it("is good the second time", async () => {
    const outcome = await tryOut(wire, elicit("all defaults"), [
      rawResult({ action: "accept" }),
      accept({ force: false }),
    ]);
    expect(JSON.parse(outcome)).toMatchObject({ action: "accept", data: { force: false } });
  });
});
