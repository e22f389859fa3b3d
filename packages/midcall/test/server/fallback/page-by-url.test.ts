import { decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { said, text } from "../lab.js";
import { createSite, later, urlWires } from "../site.js";

/** A host that shows links and no forms. */
const capabilities = { elicitation: { url: {} } };
const schema = z.object({ city: z.string().refine((city) => city !== "Nowhere", "No such city.") });

describe.each(urlWires)(
  "a page whose link the host shows, on $protocolVersion over $transport",
  (wire) => {
    it("takes the answer to a form", async () => {
      const site = createSite(wire, async (ctx) => {
        const where = await ctx.elicit("Where to?", schema);
        return text([where.action, where.via, where.action === "accept" && where.data.city]);
      });
      const answers = [
        later(async (question) => {
          const browser = site.pages.browserOf("alice");
          const form = await site.open(question, browser);
          await browser.press(await browser.press(form, "review", { f0: "Oslo" }), "send");
        }),
      ];
      await using host = await site.host(answers, { capabilities });
      expect(said(await host.callTool("run"))).toBe('["accept","page","Oslo"]');
      expect(host.questions[0]).toMatchObject({ mode: "url" });
      expect(host.questions[0]!.message).toContain("Where to?");
    });

    it("asks again with a new link when the schema refuses the answer", async () => {
      const site = createSite(wire, async (ctx) => {
        const where = await ctx.elicit("Where to?", schema);
        return text(where.action === "accept" ? where.data.city : where.action);
      });
      const answerWith = (city: string): ReturnType<typeof later> =>
        later(async (question) => {
          const browser = site.pages.browserOf("alice");
          const form = await site.open(question, browser);
          await browser.press(await browser.press(form, "review", { f0: city }), "send");
        });
      await using host = await site.host([answerWith("Nowhere"), answerWith("Oslo")], {
        capabilities,
      });
      expect(said(await host.callTool("run"))).toBe("Oslo");
      expect(new Set(host.questions.map(({ url }) => url)).size).toBe(2);
    });

    it("asks for the confirmation of ctx.confirm", async () => {
      const site = createSite(wire, async (ctx) => text(String(await ctx.confirm("Delete it?"))));
      const answers = [
        later(async (question) => {
          const browser = site.pages.browserOf("alice");
          const form = await site.open(question, browser);
          await browser.press(await browser.press(form, "yes"), "send");
        }),
      ];
      await using host = await site.host(answers, { capabilities });
      expect(said(await host.callTool("run"))).toBe("true");
    });

    it("takes a decline in the host, and closes the page", async () => {
      const site = createSite(wire, async (ctx) =>
        text((await ctx.elicit("Where to?", schema)).action),
      );
      await using host = await site.host([decline()], { capabilities });
      expect(said(await host.callTool("run"))).toBe("decline");
      const seen = await site.open(host.questions[0]!);
      expect(JSON.stringify(seen)).not.toContain('name="f0"');
    });

    it("takes a decline on the page [ELI-26-30]", async () => {
      const site = createSite(wire, async (ctx) =>
        text((await ctx.elicit("Where to?", schema)).action),
      );
      const answers = [
        later(async (question) => {
          const browser = site.pages.browserOf("alice");
          await browser.press(await site.open(question, browser), "decline");
        }),
      ];
      await using host = await site.host(answers, { capabilities });
      expect(said(await host.callTool("run"))).toBe("decline");
    });
  },
);
