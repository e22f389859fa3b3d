import { accept, decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { tryOut, wires } from "../server/lab.js";
import { LOCALES } from "./samples.js";

/** Why a server asks again stands in its message, in English: the catalogues have to know the sentences that it writes. */
const reasons = [
  ["a word", "delete", "no"],
  ["a pattern", /^[A-Z]{2}-\d{4}$/, "ab"],
] as const;

describe.each(wires)("a server on $protocolVersion over $transport", (wire) => {
  it.each(reasons)(
    "that asks again because of %s says so in every language",
    async (_, asked, wrong) => {
      const messages: string[] = [];
      await tryOut(
        wire,
        async (ctx) =>
          typeof asked === "string"
            ? String(await ctx.confirm("Ω", { typed: asked }))
            : (await ctx.elicit("Ω", z.object({ confirm: z.string().regex(asked) }))).action,
        ({ message }) => {
          messages.push(message);
          return messages.length === 1 ? accept({ confirm: wrong }) : decline();
        },
      );
      expect(messages).toHaveLength(2);
      const [first, again] = messages as [string, string];
      for (const [tag, { react, terminal }] of Object.entries(LOCALES))
        for (const { askedAgain } of [react, terminal]) {
          expect(askedAgain!(first), tag).toBe(undefined);
          expect(askedAgain!(again), tag).toMatch(/^Ω\n\n\u2068.+\u2069$/);
          expect(askedAgain!(again), tag).not.toMatch(/This is not|Enter it in/);
        }
    },
  );
});
