import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSealer } from "../../src/server/state/sealer.js";
import { createStateLab, open } from "./state-lab.js";
import { scaled } from "../../../../test/night.js";
import { codePoint } from "../../../../test/code-points.js";

const [A, B, C] = ["a", "b", "c"].map((letter) => letter.repeat(32)) as [string, string, string];

describe("a sealer", () => {
  it("opens whatever it sealed, and never seals alike twice", () => {
    const sealer = createSealer(A);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2000 }), (text) => {
        const sealed = sealer.seal(text);
        expect(sealer.open(sealed)).toBe(text);
        expect(sealed).toMatch(/^mc2\.[\w-]+$/);
        expect(sealer.seal(text)).not.toBe(sealed);
      }),
    );
  });

  it("opens no text that it did not seal", () => {
    const sealer = createSealer(A);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: codePoint, maxLength: 300 }),
          fc
            .uint8Array({ maxLength: 200 })
            .map((bytes) => `mc2.${Buffer.from(bytes).toString("base64url")}`),
          fc.base64String({ maxLength: 300 }).map((text) => `mc2.${text}`),
        ),
        (text) => {
          expect(() => sealer.open(text)).toThrow(
            expect.objectContaining({ code: "ERR_MIDCALL_STATE" }) as Error,
          );
        },
      ),
      { numRuns: scaled(300, 20_000) },
    );
  });

  it("accepts one spelling only", () => {
    const sealer = createSealer(A);
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.nat(),
        fc.constantFrom("=", "==", "\n", " ", ".", "-", "A"),
        (text, at, extra) => {
          const sealed = sealer.seal(text);
          const place = 4 + (at % (sealed.length - 3));
          const other = sealed.slice(0, place) + extra + sealed.slice(place);
          expect(() => sealer.open(other)).toThrow(
            expect.objectContaining({ code: "ERR_MIDCALL_STATE" }) as Error,
          );
        },
      ),
    );
  });

  it("opens with every secret of the ring and seals with the first", () => {
    const old = createSealer(A);
    const ring = createSealer([B, A]);
    const next = createSealer([C, B]);
    const before = old.seal("before");
    const between = ring.seal("between");
    expect(ring.open(before)).toBe("before");
    expect(next.open(between)).toBe("between");
    expect(() => old.open(between)).toThrow(
      expect.objectContaining({ reason: "unknown-key" }) as Error,
    );
    expect(() => next.open(before)).toThrow(
      expect.objectContaining({ reason: "unknown-key" }) as Error,
    );
  });

  it("takes bytes and text alike for a secret", () => {
    expect(createSealer(Buffer.from(A)).open(createSealer(A).seal("x"))).toBe("x");
    expect(createSealer(new TextEncoder().encode(A)).open(createSealer([A]).seal("x"))).toBe("x");
  });

  it("says which fault it found, to the log alone", () => {
    const sealer = createSealer(A);
    const bytes = Buffer.from(sealer.seal("text").slice(4), "base64url");
    const changed = (at: number): string => {
      const copy = Buffer.from(bytes);
      copy[at] = copy[at]! ^ 1;
      return `mc2.${copy.toString("base64url")}`;
    };
    const reasonFor = (sealed: string): unknown => {
      try {
        return sealer.open(sealed);
      } catch (error) {
        return (error as { reason: string }).reason;
      }
    };
    expect(reasonFor("")).toBe("malformed");
    expect(reasonFor("mc2.")).toBe("malformed");
    expect(reasonFor("mc3." + bytes.toString("base64url"))).toBe("malformed");
    expect(reasonFor(changed(0))).toBe("unknown-key");
    for (let at = 4; at < bytes.length; at++) expect(reasonFor(changed(at))).toBe("tampered");
  });
});

it("a state shows nothing of the person, the answers, the steps or the questions", async () => {
  const words = ["Alexandra", "answer-in-clear", "step-in-clear", "step-key", "question-in-clear"];
  const [person, answer, step, stepKey, question] = words as [
    string,
    string,
    string,
    string,
    string,
  ];
  const lab = createStateLab(async (ctx) => {
    await ctx.step(stepKey, () => step);
    await ctx.elicit(question, { type: "object", properties: { s: { type: "string" } } });
    return (await ctx.elicit(`${question} 2`, ["yes"])).action;
  });
  const { state, responses } = await open(lab, { sub: person }, { s: answer });
  const second = await lab.call({ sub: person, state, responses });
  for (const sealed of [state, second.state!]) {
    const bytes = Buffer.from(sealed.slice(4), "base64url");
    for (const encoded of [
      sealed,
      bytes.toString("latin1"),
      bytes.toString("utf8"),
      bytes.toString("utf16le"),
    ]) {
      for (const word of words) expect(encoded).not.toContain(word);
    }
  }
});
