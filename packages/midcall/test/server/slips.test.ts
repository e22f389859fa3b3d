import { describe, expect, it } from "vitest";
import type { ElicitationContext } from "midcall/server";
import { accept, decline } from "midcall/testing";
import { createLog, protocolVersions, tryOut } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** Slips of a handler's author, and what they hear of them. */
describe.each(protocolVersions)("on %s", (protocolVersion) => {
  const run = async (
    handler: (ctx: ElicitationContext) => unknown,
    development = true,
  ): Promise<readonly string[]> => {
    const log = createLog();
    await tryOut({ protocolVersion }, handler, () => accept({ value: "yes" }), {
      development,
      logger: log,
    });
    return log.warnings;
  };

  it("a question that a handler does not wait for in the end is named, in development only", async () => {
    const raced = async (ctx: ElicitationContext): Promise<string> => {
      await Promise.race([ctx.elicit("Really?", ["yes"]), undefined]);
      return "done";
    };
    expect(await run(raced)).toEqual([
      'midcall: "run" ended without waiting for the question "Really?", so its result is discarded. Missing await?',
    ]);
    expect(await run(raced, false)).toEqual([]);
  });

  it("so is a step", async () => {
    const warnings = await run((ctx) => {
      void ctx.step("save", () => new Promise((resolve) => setTimeout(resolve, 5)));
      return "done";
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/the step "save"/);
  });

  it("a handler that waits for everything hears nothing, also when it goes on without an answer", async () => {
    const handler = async (ctx: ElicitationContext): Promise<string> => {
      const [size] = await Promise.all([
        ctx.elicit("Size?", ["yes"]),
        ctx.elicit("Colour?", ["yes"]),
        ctx.step("list", () => 1),
      ]);
      return size.action;
    };
    expect(await run(handler)).toEqual([]);
    const log = createLog();
    await tryOut({ protocolVersion }, handler, () => decline(), { development: true, logger: log });
    expect(log.warnings).toEqual([]);
  });

  it("a step without a function says so", async () => {
    const said = await tryOut(
      { protocolVersion },
      (ctx) => ctx.step("list", undefined as never),
      [],
    );
    expect(said).toBe(
      'error: The step "list" has no function. Pass the work as ctx.step(key, fn).',
    );
  });

  it("a confirmation without a yes or a no says whose fault that is", async () => {
    const confirm = (ctx: ElicitationContext): Promise<boolean> => ctx.confirm("Sure?");
    expect(await tryOut({ protocolVersion }, confirm, () => accept({ confirm: "maybe" }))).toBe(
      'error: There was no valid answer to "Sure?" (invalid), so nothing was confirmed and the call has ended. The host repeatedly sent invalid answers.',
    );
  });

  it("a single value or choice has a label that is not the name of its field", async () => {
    const labels: unknown[] = [];
    await tryOut(
      { protocolVersion },
      async (ctx) => void (await ctx.elicit("Which?", ["a", "b"])),
      (question) => {
        const schema = question.requestedSchema as { properties: { value: { title: string } } };
        labels.push(schema.properties.value.title);
        return decline();
      },
    );
    expect(labels).toEqual(["Your choice"]);
  });
});
