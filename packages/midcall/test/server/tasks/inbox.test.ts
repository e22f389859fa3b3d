import { decline } from "midcall/client";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { nextShown, said } from "../../client/lab.js";
import { connectTo, mounted, named, replicas } from "./lab.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

const name = z.object({ name: z.string() });

describe("a handler that runs as a task, with midcall's inbox and two replicas", () => {
  it("asks one question after the other, and its steps run once", async () => {
    let steps = 0;
    const { build } = replicas({
      async bake(ctx) {
        const one = await ctx.elicit("one?", name);
        await ctx.step("count", () => void steps++);
        const two = await ctx.elicit("two?", name);
        return JSON.stringify([one.action === "accept" && one.data.name, two.action]);
      },
    });
    const inbox = mounted();
    await using host = await connectTo(inbox, build);
    expect(host.client.getServerCapabilities()).toMatchObject({
      extensions: { "io.modelcontextprotocol/tasks": {} },
    });
    const result = host.client.callTool({ name: "bake" });
    const one = await nextShown(inbox);
    expect(one.message).toBe("one?");
    inbox.respond(one.id, named("Ann"));
    const two = await nextShown(inbox, one.id);
    inbox.respond(two.id, decline());
    expect(said((await result) as never)).toBe('["Ann","decline"]');
    expect(steps).toBe(1);
  });
});
