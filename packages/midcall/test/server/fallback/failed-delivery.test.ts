import { createMemoryStore, type Store } from "midcall/store";
import { expect, it } from "vitest";
import { createLab, said, text, wires } from "../lab.js";

const local = wires.filter(({ transport }) => transport === "stdio");
const views = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

/** A store that cannot take the first question that is put anywhere. */
function createFailingStore(): Store {
  const store = createMemoryStore();
  let hasFailed = false;
  return {
    ...store,
    async put(key, value, options) {
      if (!hasFailed && key.startsWith("midcall:question:")) {
        hasFailed = true;
        throw new Error("The disk is full.");
      }
      return store.put(key, value, options);
    },
  };
}

it.each(local)(
  "a question that could not be put anywhere ends its call, and the next one asks, on $protocolVersion",
  async (wire) => {
    const lab = createLab(async (ctx) => text((await ctx.elicit("Where to?", ["a", "b"])).via), {
      fallback: ["app"],
      store: createFailingStore(),
      logger: { warn() {}, error() {} },
    });
    await using host = await lab.host({ ...wire, answers: [], capabilities: views });
    const first = await host.callTool("run").then(said, ({ message }: Error) => message);
    expect(first).not.toContain("in the view");
    expect(said(await host.callTool("run"))).toContain("in the view");
  },
);
