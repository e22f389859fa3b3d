import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { protocolVersions, tryOut } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** A check of the author's that asks somebody else, who never answers. */
const stuck = z.object({ name: z.string().refine(() => new Promise<boolean>(() => {})) });
const slow = z.object({
  name: z.string().refine(() => new Promise((resolve) => setTimeout(() => resolve(true), 20))),
});

describe.each(protocolVersions)("a check that takes its time on %s", (protocolVersion) => {
  it("does not hold a question beyond its deadline", async () => {
    const said = await tryOut(
      { protocolVersion },
      (ctx) => ctx.elicit("Name?", stuck, { timeoutMs: 300 }),
      () => accept({ name: "Ada" }),
    );
    expect(JSON.parse(said)).toMatchObject({ action: "unanswered", reason: "deadline" });
  });

  it("is waited for until then", async () => {
    const said = await tryOut(
      { protocolVersion },
      (ctx) => ctx.elicit("Name?", slow, { timeoutMs: 20_000 }),
      () => accept({ name: "Ada" }),
    );
    expect(JSON.parse(said)).toMatchObject({ action: "accept", data: { name: "Ada" } });
  });
});
