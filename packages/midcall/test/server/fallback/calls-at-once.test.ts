import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import { QUESTION_META } from "../../../src/contracts/app.js";
import { openAndLook } from "../../local-page/lab.js";
import { Browser } from "../../pages/browser.js";
import { createLab, said, text, wires } from "../lab.js";
import { replicas } from "../tasks/lab.js";
import { clientOf } from "../tasks/requests.js";

const local = wires.filter(({ transport }) => transport === "stdio");

/** A server that deletes what the user chooses, after a confirmation on its own page. */
function createDesk(options: ElicitationOptions = {}) {
  const opened: string[] = [];
  const deleted: string[] = [];
  const lab = createLab(
    async (ctx: ElicitationContext) => {
      const which = await ctx.elicit("Which one?", ["web", "api"], { fallback: ["native"] });
      if (which.action !== "accept") return text("Nothing was chosen.");
      if (!(await ctx.confirm("Delete it for good?", { fallback: ["page"] }))) return text("Kept.");
      await ctx.step("delete", () => void deleted.push(which.data), { writes: true });
      return text(`Deleted ${which.data}.`);
    },
    { openBrowser: async (url) => void opened.push(url), keepAliveMs: 50, ...options },
  );
  return {
    ...{ lab, opened, deleted },
    async yes(url: string) {
      const browser = new Browser({});
      const page = await openAndLook(browser, url);
      await browser.press(page, "yes");
    },
  };
}

const chosen = (value: string) => ({ action: "accept", content: { value } }) as const;

describe.each(local)("two identical calls at once, on $protocolVersion", (wire) => {
  it("never take each other's answers", async () => {
    const { lab, opened, deleted, yes } = createDesk();
    await using host = await lab.host({ ...wire, answers: [chosen("web"), chosen("api")] });
    const calls = [host.callTool("run"), host.callTool("run")];
    const first = said(await Promise.race(calls));
    expect(first).toMatch(/nothing was decided in it.*Wait for the result of the other call/s);
    await expect.poll(() => opened.length).toBe(1);
    await yes(opened[0]!);
    const all = (await Promise.all(calls)).map(said);
    const done = all.find((words) => words.startsWith("Deleted"));
    expect(done).toBe(`Deleted ${deleted[0]}.`);
    expect(deleted).toHaveLength(1);
    // The first answer led to the question on the page, and it is that one's.
    expect(all.filter((words) => words.startsWith("Deleted"))).toHaveLength(1);
  });

  it.each([2, 3, 6])("%i after the yes: one continues, and the others say so", async (count) => {
    const opened: string[] = [];
    let deleted = 0;
    const lab = createLab(
      async (ctx) => {
        if (!(await ctx.confirm("Delete it?"))) return text("Kept.");
        await ctx.step("delete", () => void (deleted += 1), { writes: true });
        return text("Deleted.");
      },
      { openBrowser: async (url) => void opened.push(url), keepAliveMs: 50, holdMs: 300 },
    );
    await using host = await lab.host({ ...wire, answers: [], capabilities: {} });
    expect(said(await host.callTool("run"))).toContain("on a page that this server has opened");
    const browser = new Browser({});
    const page = await openAndLook(browser, opened[0]!);
    await browser.press(page, "yes");
    const calls = Array.from({ length: count }, () => host.callTool("run").then(said));
    const all = await Promise.all(calls);
    expect(all.filter((words) => words === "Deleted.")).toHaveLength(1);
    for (const words of all.filter((one) => one !== "Deleted."))
      expect(words).toMatch(/the later one continues it|and continues there/);
    expect(deleted).toBe(1);
  });
});

describe("a host that only seemed to have dropped a round of 2026-07-28", () => {
  const ui = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

  async function askedTwice() {
    let time = Date.now();
    let deleted = 0;
    const { build } = replicas(
      {
        async bake(ctx) {
          if (!(await ctx.confirm("Delete 47 files?", { key: "sure" }))) return "nothing";
          await ctx.step("delete", () => void (deleted += 1), { writes: true });
          return "deleted";
        },
      },
      { fallback: ["native", "app"], store: createMemoryStore(), now: () => time },
    );
    const client = clientOf(build, { user: "ann", extensions: ui });
    const { requestState } = (await client.call("bake")).result!;
    time += 2_000;
    const view = (await client.call("bake")).result!;
    const meta = view["_meta"] as Record<string, { id: string; key: string }>;
    const { id, key } = meta[QUESTION_META]!;
    const inView = async (answer: object) => {
      const given = { name: "midcall_answer", arguments: { id, key, ...answer } };
      const { result } = await client.send("tools/call", given);
      return (result!["structuredContent"] as { status: string }).status;
    };
    const inHost = async (sure: object) => {
      const { result } = await client.call("bake", { requestState, inputResponses: { sure } });
      return JSON.stringify(result!["content"]);
    };
    return { client, inView, inHost, deleted: () => deleted };
  }
  const yes = { action: "accept", content: { confirm: true } };

  it("counts the user's no in the host, and the view takes no other answer", async () => {
    const { client, inView, inHost, deleted } = await askedTwice();
    expect(await inView({ action: "look" })).toBe("open");
    expect(await inHost({ action: "decline" })).toContain("nothing");
    expect(await inView(yes)).not.toBe("received");
    // The same call asks anew, and in the host, which is trusted now.
    expect((await client.call("bake")).result).toMatchObject({ resultType: "input_required" });
    expect(deleted()).toBe(0);
  });

  it("counts the user's no in the host, although the view has a yes that no call has taken", async () => {
    const { client, inView, inHost, deleted } = await askedTwice();
    expect(await inView(yes)).toBe("received");
    expect(await inHost({ action: "decline" })).toContain("nothing");
    expect((await client.call("bake")).result).toMatchObject({ resultType: "input_required" });
    expect(deleted()).toBe(0);
  });

  it("counts the user's yes in the host once", async () => {
    const { inView, inHost, deleted } = await askedTwice();
    const inWords = { action: "accept", content: { confirm: "Yes" } };
    expect(await inHost(inWords)).toContain("deleted");
    expect(await inView(yes)).not.toBe("received");
    expect(deleted()).toBe(1);
  });
});
