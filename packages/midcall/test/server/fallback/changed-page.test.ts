import { accept } from "midcall/testing";
import type { ElicitationContext } from "midcall/server";
import { describe, expect, it } from "vitest";
import type { Responder } from "../../../src/testing/answers.js";
import { said, text } from "../lab.js";
import { createSite, type Site, urlWires } from "../site.js";

/* A question with a key, whose words change between the rounds, on a page whose link the host shows. */

const rounds = urlWires.filter(({ protocolVersion }) => protocolVersion === "2026-07-28");
/** A host that shows links and no forms. */
const capabilities = { elicitation: { url: {} } };

/** Presses these buttons of the page of a question, one after the other. */
const press =
  (site: () => Site, buttons: readonly string[], then: () => void = () => {}): Responder =>
  async (question) => {
    const browser = site().pages.browserOf("alice");
    let seen = await site().open(question, browser);
    for (const button of buttons) seen = await browser.press(seen, button);
    then();
    return accept();
  };

describe.each(rounds)("on $protocolVersion over $transport", (wire) => {
  /** Confirms what varies, and deletes it. @param ask - what is asked; it is true for a yes */
  function deleting(ask: (ctx: ElicitationContext, files: number) => Promise<boolean>) {
    const world = { files: 3, deleted: [] as number[] };
    const site = createSite(wire, async (ctx) => {
      const { files } = world;
      if (!(await ask(ctx, files))) return text("nothing deleted");
      await ctx.step("delete", () => void world.deleted.push(files), { writes: true });
      return text(`deleted ${files}`);
    });
    return { world, site };
  }
  const confirmed = (ctx: ElicitationContext, files: number): Promise<boolean> =>
    ctx.confirm(`Delete ${files} files?`, { key: "sure" });

  it("a yes on the page to the old words counts for nothing, and the new ones have a page of their own", async () => {
    const { world, site } = deleting(confirmed);
    const yes = ["yes", "send"];
    await using host = await site.host(
      [
        press(
          () => site,
          yes,
          () => void (world.files = 300),
        ),
        press(() => site, ["decline"]),
      ],
      { capabilities },
    );
    expect(said(await host.callTool("run"))).toBe("nothing deleted");
    expect(world.deleted).toEqual([]);
    const [old, now] = host.questions;
    expect(now!.message).toContain("Delete 300 files?");
    expect(now!.url).not.toBe(old!.url);
  });

  it("a yes on the page to the new words counts for them", async () => {
    const { world, site } = deleting(confirmed);
    const yes = ["yes", "send"];
    await using host = await site.host(
      [
        press(
          () => site,
          yes,
          () => void (world.files = 300),
        ),
        press(() => site, yes),
      ],
      { capabilities },
    );
    expect(said(await host.callTool("run"))).toBe("deleted 300");
    expect(world.deleted).toEqual([300]);
  });

  it("a choice whose titles have changed since the page was made is asked anew", async () => {
    const titles = ["Staging", "PRODUCTION"];
    const { world, site } = deleting(async (ctx, files) => {
      const options = [
        { const: "a", title: titles[files === 3 ? 0 : 1]! },
        { const: "b", title: "Nothing" },
      ];
      const schema = {
        type: "object",
        properties: { what: { type: "string", oneOf: options } },
        required: ["what"],
      } as const;
      const answer = await ctx.elicit("What shall be deleted?", schema, { key: "what" });
      return answer.action === "accept";
    });
    const choose: Responder = async (question) => {
      const browser = site.pages.browserOf("alice");
      const form = await site.open(question, browser);
      const said = await browser.press(form, "review", { f0: "0" });
      await browser.press(said, "send");
      world.files = 300;
      return accept();
    };
    await using host = await site.host([choose, press(() => site, ["decline"])], { capabilities });
    expect(said(await host.callTool("run"))).toBe("nothing deleted");
    expect(world.deleted).toEqual([]);
    expect(new Set(host.questions.map(({ url }) => url)).size).toBe(2);
  });

  it("a page that nobody has answered is closed when the words change", async () => {
    const { world, site } = deleting(confirmed);
    const wait: Responder = () => {
      world.files = 300;
      return accept();
    };
    await using host = await site.host([wait, press(() => site, ["yes", "send"])], {
      capabilities,
    });
    expect(said(await host.callTool("run"))).toBe("deleted 300");
    const seen = await site.open(host.questions[0]!);
    expect(JSON.stringify(seen)).toMatch(/no longer|closed|ended|over/i);
  });

  it("an answer that was used is asked for again when its words change later, and steps wait for it", async () => {
    const world = { files: 3, deleted: [] as number[] };
    const site = createSite(wire, async (ctx) => {
      const { files } = world;
      if (!(await ctx.confirm(`Delete ${files} files?`, { key: "sure" }))) return text("nothing");
      const where = await ctx.elicit("Keep a copy?", ["yes", "no"]);
      await ctx.step("delete", () => void world.deleted.push(files), { writes: true });
      return text(`${files} ${where.action}`);
    });
    const yes = ["yes", "send"];
    const keep: Responder = async (question) => {
      const browser = site.pages.browserOf("alice");
      const form = await site.open(question, browser);
      await browser.press(await browser.press(form, "review", { f0: "0" }), "send");
      world.files = 300;
      return accept();
    };
    await using host = await site.host(
      [
        press(() => site, yes),
        keep,
        press(
          () => site,
          yes,
          () => expect(world.deleted).toEqual([]),
        ),
      ],
      { capabilities },
    );
    expect(said(await host.callTool("run"))).toBe("300 accept");
    expect(host.questions).toHaveLength(3);
    expect(world.deleted).toEqual([300]);
  });

  it("words that change in every round end the call", async () => {
    const world = { files: 3, deleted: [] as number[] };
    const site = createSite(wire, async (ctx) => {
      const sure = await ctx.confirm(`Delete ${(world.files += 1)} files?`, { key: "sure" });
      await ctx.step("delete", () => void world.deleted.push(1), { writes: true });
      return text(String(sure));
    });
    const yes = press(() => site, ["yes", "send"]);
    await using host = await site.host([yes, yes, yes, yes], { capabilities });
    expect(said(await host.callTool("run"))).toMatch(/different in every round/);
    expect(world.deleted).toEqual([]);
  });

  it("a secret that was entered for old words is not used for new ones", async () => {
    const world = { target: "staging" };
    const used: string[] = [];
    const site = createSite(wire, async (ctx) => {
      const { target } = world;
      const secret = await ctx.secret("deploy", {
        message: `Your password for ${target}.`,
        renew: true,
      });
      await ctx.step("deploy", () => secret.use((value) => void used.push(`${target} ${value}`)));
      return text("done");
    });
    const enter =
      (value: string, then = () => {}): Responder =>
      async (question) => {
        await site.enter(question, value);
        then();
        return accept();
      };
    await using host = await site.host([
      enter("first", () => void (world.target = "production")),
      enter("second"),
    ]);
    expect(said(await host.callTool("run"))).toBe("done");
    expect(used).toEqual(["production second"]);
    expect(host.questions[1]!.message).toContain("Your password for production.");
  });
});
