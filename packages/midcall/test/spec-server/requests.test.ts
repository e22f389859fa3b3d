import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLab, said } from "../server/lab.js";

const LINK = "https://pages.example/connect/7f3a";

const asked = async (protocolVersion: "2025-11-25" | "2026-07-28") => {
  const lab = createLab(async (ctx) => {
    await ctx.elicit("Which?", z.object({ pick: z.enum(["a", "b"]) }));
    await ctx.confirm("Sure?");
    await ctx.elicit("Connect?", LINK);
    await ctx.elicit("Connect again?", new URL("https://pages.example/ä b?q=ü"));
  });
  await using host = await lab.host({
    protocolVersion,
    answers: ({ message }) =>
      accept(
        message === "Which?" ? { pick: "a" } : message === "Sure?" ? { confirm: true } : undefined,
      ),
  });
  await host.callTool("run");
  const forms = host.questions.filter(({ requestedSchema }) => requestedSchema !== undefined);
  const links = host.questions.filter(({ url }) => url !== undefined);
  expect([forms.length, links.length]).toEqual([2, 2]);
  return { all: host.questions, forms, links };
};

describe.each(["2025-11-25", "2026-07-28"] as const)(
  "an elicitation request on %s",
  (protocolVersion) => {
    it("names its mode, which only a form may leave unsaid [ELI-25B-10, ELI-26-10]", async () => {
      const { forms, links } = await asked(protocolVersion);
      expect(forms.every(({ params }) => params["mode"] === "form" || !("mode" in params))).toBe(
        true,
      );
      expect(links.every(({ params }) => params["mode"] === "url")).toBe(true);
    });

    it("carries a message to read [ELI-25B-11, ELI-26-11]", async () => {
      const { all } = await asked(protocolVersion);
      expect(all.map(({ params }) => params["message"])).toEqual([
        "Which?",
        "Sure?",
        "Connect?",
        "Connect again?",
      ]);
      const lab = createLab((ctx) => ctx.elicit("  ", ["a"]));
      await using host = await lab.host({ protocolVersion, answers: () => accept({ value: "a" }) });
      expect(said(await host.callTool("run"))).toMatch(/^error: The question has no message/);
    });

    it("in form mode says form or nothing [ELI-25B-13, ELI-26-13]", async () => {
      const { forms } = await asked(protocolVersion);
      for (const { params } of forms) expect(["form", undefined]).toContain(params["mode"]);
    });

    it("in form mode carries the schema of the answer [ELI-25B-14, ELI-26-14]", async () => {
      const { forms } = await asked(protocolVersion);
      expect(forms[0]?.params["requestedSchema"]).toMatchObject({
        type: "object",
        properties: { pick: { type: "string", enum: ["a", "b"] } },
        required: ["pick"],
      });
      expect(forms[1]?.params["requestedSchema"]).toMatchObject({
        properties: { confirm: { type: "boolean" } },
      });
    });

    it("in URL mode says url, with a message and the address [ELI-25B-16, ELI-25B-17, ELI-25B-18, ELI-26-16, ELI-26-17, ELI-26-18]", async () => {
      const { links } = await asked(protocolVersion);
      expect(links[0]?.params).toMatchObject({ mode: "url", message: "Connect?", url: LINK });
      expect(links[1]?.params).toMatchObject({ mode: "url", message: "Connect again?" });
      expect(links.every(({ params }) => !("requestedSchema" in params))).toBe(true);
    });

    it("in URL mode carries only what parses as a URL [ELI-25B-20, ELI-26-19]", async () => {
      const { links } = await asked(protocolVersion);
      expect(links.map(({ url }) => new URL(url ?? "").href)).toEqual([
        LINK,
        "https://pages.example/%C3%A4%20b?q=%C3%BC",
      ]);
      for (const address of [
        "",
        "connect",
        "/connect",
        "pages.example/connect",
        "https://",
        "https://[::1",
        "http//x.example",
      ]) {
        const lab = createLab((ctx) => ctx.elicit("Connect?", address));
        await using host = await lab.host({ protocolVersion, answers: () => accept() });
        expect(said(await host.callTool("run"))).toMatch(/^error: .*not an absolute URL/);
        expect(host.questions).toEqual([]);
      }
    });
  },
);

it("gives every URL question on 2025-11-25 an elicitationId of its own [ELI-25B-19]", async () => {
  const { links } = await asked("2025-11-25");
  const ids = links.map(({ params }) => params["elicitationId"]);
  expect(ids.every((id) => typeof id === "string" && id.length >= 16)).toBe(true);
  expect(new Set(ids).size).toBe(2);
  const lab = createLab((ctx) => ctx.elicit("Connect?", LINK, { elicitationId: "of the author" }));
  void lab.elicitation.complete("of the author", { principal: "local" });
  await using host = await lab.host({ protocolVersion: "2025-11-25", answers: [accept()] });
  await host.callTool("run");
  expect(host.questions[0]?.params["elicitationId"]).toBe("of the author");
});
