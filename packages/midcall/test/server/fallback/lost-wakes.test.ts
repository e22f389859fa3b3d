import type { CallToolResult } from "@modelcontextprotocol/server";
import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { createLab, said, text } from "../lab.js";
import { replicas } from "../tasks/lab.js";
import { clientOf } from "../tasks/requests.js";

const capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};
const questionIn = ({ _meta }: CallToolResult): AppQuestion => _meta![QUESTION_META] as AppQuestion;

/** A store whose messages, or other operations, can be made to fail. */
function createFlaky() {
  const inner = createMemoryStore();
  const failing = new Set<string>();
  const or =
    <A extends unknown[], R>(name: string, work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      failing.has(name) || failing.has(`${name} ${String(args[0]).split(":").at(-1)}`)
        ? Promise.reject(new Error("no route to host"))
        : work(...args);
  const store: Store = {
    ...inner,
    delete: or("delete", inner.delete),
    publish: or("publish", inner.publish),
    subscribe: or("subscribe", inner.subscribe),
  };
  return { store, failing };
}

describe("while messages cannot be sent", () => {
  it.each([["publish"], ["publish, subscribe"], ["publish, delete run"]])(
    "a call that waits in a view takes its answer, and its result is not lost (%s)",
    async (which) => {
      const operations = which.split(", ");
      const { store, failing } = createFlaky();
      let writes = 0;
      const lab = createLab(
        async (ctx) => {
          const { action } = await ctx.elicit("Go?", ["yes"]);
          const during = (): void => operations.forEach((operation) => failing.add(operation));
          await ctx.step("write", () => (during(), (writes += 1)), { writes: true });
          return text(action);
        },
        { fallback: ["app"], store },
      );
      await using host = await lab.host({
        ...{ protocolVersion: "2026-07-28", transport: "stdio", capabilities },
      });
      const { id, key } = questionIn(await host.callTool("run"));
      if (operations.length === 1) failing.add("publish");
      const answer = { id, key, action: "accept", content: { value: "yes" } };
      const answered = await host.callTool("midcall_answer", answer);
      expect(answered.structuredContent).toEqual({ status: "received" });
      expect(said(await host.callTool("run"))).toBe("accept");
      expect(writes).toBe(1);
    },
  );

  it("a task ends with its result", async () => {
    const { store, failing } = createFlaky();
    failing.add("publish").add("subscribe");
    const client = clientOf(replicas({ bake: () => "baked" }, { store }).build, { user: "ann" });
    const { taskId } = (await client.call("bake")).result!;
    const ended = await client.until(taskId, ({ status }) => status !== "working");
    expect(ended).toMatchObject({ status: "completed", result: { content: [{ text: "baked" }] } });
  });
});
