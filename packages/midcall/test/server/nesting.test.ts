import type { McpServer } from "@modelcontextprotocol/server";
import { accept, createTestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, protocolVersions, said } from "./lab.js";
import { createStateLab } from "./state-lab.js";

/** Data nested so deep that walking through it would end in "Maximum call stack size exceeded". */
const nested = (levels: number): unknown =>
  JSON.parse(`${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`);

describe.each(protocolVersions)("arguments on %s", (protocolVersion) => {
  const call = async (levels: number): Promise<string> => {
    const lab = createLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action);
    const build = (): McpServer => lab.build();
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion,
      build,
      answers: [accept({ value: "yes" })],
    });
    return await host
      .callTool("run", { deep: nested(levels) })
      .then(said, ({ code, message }: { code: number; message: string }) => `${code} ${message}`);
  };

  it("may be nested 500 levels deep", async () => {
    expect(await call(500)).toBe("accept");
  });

  it("are refused with -32602 when they are nested deeper than 512 levels", async () => {
    expect(await call(600)).toMatch(/^-32602 .*nested more than 512 levels deep/);
  });
});

describe("data nested 100,000 levels deep on 2026-07-28", () => {
  const start = (): ReturnType<typeof createStateLab> =>
    createStateLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action);

  it("is refused as arguments, with or without a state", async () => {
    const lab = start();
    const { state } = await lab.call({});
    for (const more of [{}, { state }]) {
      const reply = await lab.call({ args: { deep: nested(100_000) }, ...more });
      expect(reply.error?.code).toBe(-32602);
      expect(reply.text).toBeUndefined();
    }
    expect(lab.runs()).toBe(1);
    await lab.close();
  });

  it("is refused as an answer that is kept for later", async () => {
    const lab = start();
    const { state } = await lab.call({});
    const reply = await lab.call({ state, responses: { unknown: nested(100_000) } });
    expect(JSON.stringify(reply)).not.toMatch(/call stack/);
    expect(reply.error?.code).toBe(-32602);
    await lab.close();
  });
});
