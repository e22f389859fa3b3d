import { type ElicitationContext, PageOutcomeError } from "midcall/server";
import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createFakePages, type FakePages } from "./fake-pages.js";
import { createLab, said } from "./lab.js";
import { createSite, later, type Site, urlWires, wireText } from "./site.js";

/** `ctx.secret({ schema })`: a Standard Schema is a check of the texts that are entered. */

const MAIL = JSON.stringify(["local", "lab", "mail"]);
const login = z
  .object({
    host: z.string().refine((host) => host.endsWith(".example.com"), "Only example.com."),
    key: z.string().refine((key) => key.startsWith("sk_"), "A key begins with sk_."),
  })
  .refine(({ host, key }) => host !== `${key}.example.com`, "They must differ.");

const useLogin = async (ctx: ElicitationContext): Promise<string> => {
  const kept = await ctx.secret("mail", { schema: login, plain: ["host"] });
  return kept.use(({ host, key }) => `${host} ${key}`);
};

const idOf = (site: Site): { principal: string; server: string; name: string } => ({
  principal: site.pages.alice,
  server: "lab",
  name: "mail",
});

describe.each(urlWires)("the schema of a secret on $protocolVersion over $transport", (wire) => {
  it("is a check on the page, with what is wrong at its field, and nothing is kept", async () => {
    const seen: string[] = [];
    const site: Site = createSite(wire, useLogin);
    await using host = await site.host([
      later(async (question) => {
        const browser = site.pages.browserOf("alice");
        let page = await site.open(question, browser);
        for (const [f0, f1] of [
          ["evil.test", "sk_1"],
          ["evil.test", "pk_1"],
          ["sk_1.example.com", "sk_1"],
        ] as const) {
          page = await browser.press(page, "save", { f0, f1 });
          const at = /id="(f\d)-error">([^<]*)/.exec(page.body)?.slice(1) ?? [];
          const said = page.body.match(/Only example\.com\.|begins with sk_|must differ/g) ?? [];
          const kept = await site.pages.vault.get(idOf(site));
          seen.push(`${page.status} ${at.join(" ")} (${said.join()}) ${String(kept)}`);
        }
        await browser.press(page, "save", { f0: "a.example.com", f1: "sk_1" });
      }),
    ]);
    expect(said(await host.callTool("run"))).toBe("a.example.com sk_1");
    expect(seen).toEqual([
      "422 f0 Only example.com. (Only example.com.,Only example.com.) undefined",
      "422  (Only example.com.,begins with sk_) undefined",
      "422  (must differ) undefined",
    ]);
    expect(said(await host.callTool("run"))).toBe("a.example.com sk_1");
  });

  it("has what is kept and does not satisfy it asked for anew", async () => {
    const site = createSite(wire, useLogin);
    await site.pages.vault.put(idOf(site), { host: "evil.test", key: "sk_1" });
    await using host = await site.host([
      later(async (question) => {
        const browser = site.pages.browserOf("alice");
        const inputs = { f0: "a.example.com", f1: "sk_2" };
        await browser.press(await site.open(question, browser), "save", inputs);
      }),
    ]);
    expect(said(await host.callTool("run"))).toBe("a.example.com sk_2");
  });

  it("comes before the author's own check", async () => {
    const tried: string[] = [];
    const schema = z.object({ pin: z.string().refine((pin) => pin.length === 4, "Four, please.") });
    const site = createSite(wire, async (ctx) => {
      const check = ({ pin }: { pin: string }): boolean => tried.push(pin) > 1;
      return (await ctx.secret("mail", { schema, check })).reveal().pin;
    });
    const titles: string[] = [];
    await using host = await site.host([
      later(async (question) => {
        const browser = site.pages.browserOf("alice");
        let page = await site.open(question, browser);
        for (const f0 of ["123", "1234", "5678"]) {
          page = await browser.press(page, "save", { f0 });
          titles.push(page.title);
        }
      }),
    ]);
    expect(said(await host.callTool("run"))).toBe("5678");
    expect(tried).toEqual(["1234", "5678"]);
    expect(titles.at(-1)).toBe("Tested and saved");
  });

  it("is given what each field was entered as, and the handler the texts", async () => {
    const given: unknown[] = [];
    const schema = z
      .object({
        port: z.int(),
        tls: z.boolean(),
        mode: z.enum(["a", "b"]),
        tags: z.array(z.enum(["x", "y"])),
        host: z.string().transform((host) => host.trim().toLowerCase()),
        note: z.string().optional(),
      })
      .refine((value) => (given.push(value), true))
      .transform(({ host, port }) => ({ url: `https://${host}:${port}` }));
    const site = createSite(wire, async (ctx) =>
      (await ctx.secret("mail", { schema })).use((texts) => JSON.stringify(texts)),
    );
    const inputs = { f0: "443", f1: "no", f2: "1", f3: "1", f4: " H.Example ", f5: "" };
    await using host = await site.host([
      later(async (question) => {
        const browser = site.pages.browserOf("alice");
        const page = await site.open(question, browser);
        expect((await browser.press(page, "save", inputs)).status).toBe(200);
      }),
    ]);
    expect(JSON.parse(said(await host.callTool("run")))).toEqual({
      port: "443",
      tls: "false",
      mode: "b",
      tags: '["y"]',
      host: " H.Example ",
    });
    expect(given[0]).toEqual({ port: 443, tls: false, mode: "b", tags: ["y"], host: "h.example" });
  });
});

describe.each(urlWires.filter(({ transport }) => transport === "stdio"))(
  "the schema of a secret on $protocolVersion, past the page",
  (wire) => {
    /** A page without this call's checks has taken the value. */
    const take = async (
      value: Readonly<Record<string, string>>,
      handler: (ctx: ElicitationContext) => unknown,
      checked: boolean,
    ): Promise<{ result: string; pages: FakePages; everything: string }> => {
      const pages = createFakePages();
      const outcomes = async (ctx: ElicitationContext): Promise<unknown> => {
        try {
          return await handler(ctx);
        } catch (error) {
          if (error instanceof PageOutcomeError) return error.message;
          throw error;
        }
      };
      const lab = createLab(outcomes, { pages: pages.pages });
      await using host = await lab.host({
        ...wire,
        answers: [
          ({ url }) => {
            pages.finish({ status: "done", checked }, value, url);
            return accept();
          },
        ],
      });
      const result = said(await host.callTool("run"));
      const everything = [wireText(host), ...lab.log.warnings, ...lab.log.errors].join();
      return { result, pages, everything };
    };

    it.each([true, false])("holds where no page has checked it (checked: %s)", async (checked) => {
      const bad = await take({ host: "evil.test", key: "sk_1" }, useLogin, checked);
      expect(bad.result).toMatch(/failed \(what was entered does not satisfy the schema\)/);
      expect(bad.pages.secrets.size).toBe(0);
      const good = await take({ host: "a.example.com", key: "sk_1" }, useLogin, checked);
      expect(good.result).toBe("a.example.com sk_1");
    });

    it("holds for raw schemas as well", async () => {
      const schema = {
        type: "object",
        properties: { pin: { type: "string", maxLength: 4 } },
        required: ["pin"],
      } as const;
      const pages = createFakePages();
      pages.secrets.set(MAIL, { pin: "12345" });
      const lab = createLab(async (ctx) => (await ctx.secret("mail", { schema })).reveal().pin, {
        pages: pages.pages,
      });
      await using host = await lab.host({
        ...wire,
        answers: [
          ({ url }) => {
            pages.finish({ status: "done" }, { pin: "1234" }, url);
            return accept();
          },
        ],
      });
      expect(said(await host.callTool("run"))).toBe("1234");
      // The page checks all that such a schema says by itself.
      expect(pages.visits[0]?.options["check"]).toBeUndefined();
    });

    it.each([
      ["throws", (pin: string) => Promise.reject(new Error(`not ${pin}`))],
      [
        "throws at once",
        (pin: string) => {
          throw new Error(`not ${pin}`);
        },
      ],
    ])("keeps what it says to itself when it %s", async (_name, refuse) => {
      const plain = z.object({ pin: z.string() })["~standard"];
      const validate = (value: unknown): never => refuse((value as { pin: string }).pin) as never;
      const schema = { "~standard": { ...plain, jsonSchema: plain.jsonSchema, validate } };
      const { result, pages, everything } = await take(
        { pin: "canary-4242" },
        (ctx) => ctx.secret("mail", { schema }),
        true,
      );
      expect(result).toMatch(/does not satisfy the schema/);
      expect(pages.secrets.size).toBe(0);
      expect(everything).not.toContain("canary-4242");
    });
  },
);
