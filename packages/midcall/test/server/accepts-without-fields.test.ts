import type { ElicitationContext } from "midcall/server";
import { rawResult } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { tryOut, wires } from "./lab.js";

/** What hosts send that has nothing to send, and for a no under an older name. */

const approvals = {
  "a raw form": (ctx: ElicitationContext) =>
    ctx.elicit("Proceed?", { type: "object", properties: {} }),
  "an empty object": (ctx: ElicitationContext) => ctx.elicit("Proceed?", z.object({})),
};

describe.each(wires)("a form without fields on $protocolVersion over $transport", (wire) => {
  it.each([
    ["no content", { action: "accept" }],
    ["null", { action: "accept", content: null }],
    ["{}", { action: "accept", content: {} }],
  ])("is accepted with %s, and asked once", async (_, result) => {
    for (const [name, ask] of Object.entries(approvals)) {
      let asked = 0;
      const said = await tryOut(wire, ask, () => {
        asked += 1;
        return rawResult(result);
      });
      expect(JSON.parse(said), name).toMatchObject({ action: "accept", data: {}, content: {} });
      expect(asked, name).toBe(1);
    }
  });

  it("accepted by a host that is known to accept by itself is no answer, whatever the content", async () => {
    const known = [{ name: "midcall-test-host", does: "accepts", withinMs: 1_000 }] as const;
    for (const content of [undefined, null, {}]) {
      const said = await tryOut(
        wire,
        approvals["a raw form"],
        () => rawResult({ action: "accept", ...(content !== undefined && { content }) }),
        { hostOverrides: known, now: () => 0 },
      );
      expect(JSON.parse(said)).toMatchObject({ action: "unanswered", reason: "auto-declined" });
    }
  });
});

describe.each(wires)("`reject` on $protocolVersion over $transport", (wire) => {
  it("is a decline, asked once", async () => {
    let asked = 0;
    const said = await tryOut(
      wire,
      (ctx) => ctx.elicit("Which?", ["a", "b"]),
      () => {
        asked += 1;
        return rawResult({ action: "reject" });
      },
    );
    expect(JSON.parse(said)).toMatchObject({ action: "decline" });
    expect(asked).toBe(1);
  });

  it("of a host that is known to refuse by itself is no answer", async () => {
    const known = [{ name: "midcall-test-host", does: "refuses", withinMs: 1_000 }] as const;
    const said = await tryOut(
      wire,
      (ctx) => ctx.elicit("Which?", ["a", "b"]),
      () => rawResult({ action: "reject" }),
      { hostOverrides: known, now: () => 0 },
    );
    expect(JSON.parse(said)).toMatchObject({ action: "unanswered", reason: "auto-declined" });
  });
});
