import { createPages, createCustomIdentity } from "midcall/pages";
import type { ElicitationContext, ElicitationPages } from "midcall/server";
import type { VisitEnd } from "../../src/contracts/pages.js";
import { createMemoryStore, type Store } from "midcall/store";
import { accept, type Answers } from "midcall/testing";
import { createVault, Secret } from "midcall/vault";
import { describe, expect, it } from "vitest";
import { createFakePages, type FakePages } from "./fake-pages.js";
import { createLab, said, SECRET, type Log } from "./lab.js";
import { urlWires } from "./site.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** What is behind the pages fails: the operator learns why, the host and the model do not. */

const INSIDES = 'password authentication failed for user "mc" at 10.0.0.5:5432';
const broken = (): Promise<never> => Promise.reject(new Error(INSIDES));
const STOPPED = /^error: The server could not use its store, so the call was stopped;/;

const secret = async (ctx: ElicitationContext): Promise<string> =>
  (await ctx.secret("stripe")).reveal();
const account = async (ctx: ElicitationContext): Promise<string> =>
  (await ctx.connect("github")).accessToken.reveal();

/** Goes to the page and has it done. */
const does =
  (end: VisitEnd = { status: "done" }) =>
  (pages: FakePages): Answers => [
    ({ url }) => {
      pages.finish(end, "sk_1", url);
      return accept();
    },
  ];

describe.each(urlWires.filter(({ transport }) => transport === "stdio"))(
  "pages that fail on $protocolVersion",
  (wire) => {
    const run = async (
      handler: (ctx: ElicitationContext) => unknown,
      pages: ElicitationPages,
      answers: Answers = [],
    ): Promise<{ result: string; wires: string; log: Log }> => {
      const lab = createLab(handler, { pages });
      await using host = await lab.host({ ...wire, answers });
      const result = said(await host.callTool("run"));
      return { result, wires: JSON.stringify(host.transcript), log: lab.log };
    };

    it.each<
      [
        string,
        (ctx: ElicitationContext) => unknown,
        (pages: ElicitationPages) => Partial<ElicitationPages>,
        ((pages: FakePages) => Answers)?,
      ]
    >([
      ["the vault is read", secret, ({ vault }) => ({ vault: { ...vault, get: broken } })],
      ["a token is read", account, () => ({ tokens: { get: broken } })],
      [
        "a token is read once more",
        account,
        () => {
          let known = true;
          const token = { token: new Secret("at"), scopes: [], expiresAt: undefined };
          return {
            tokens: { get: async () => (known ? ((known = false), token) : broken()) },
          };
        },
      ],
      ["a link is made", secret, () => ({ secretLink: broken })],
      ["a link to a service is made", account, () => ({ connectLink: broken })],
      [
        "the end is read",
        secret,
        ({ follow }) => ({ follow: (id) => ({ ...follow(id), completed: broken }) }),
        does(),
      ],
      [
        "it is read who came",
        (ctx) => ctx.secret("stripe", { timeoutMs: 80 }),
        ({ follow }) => ({ follow: (id) => ({ ...follow(id), seen: broken }) }),
        () => [accept({ finished: true })],
      ],
      [
        "what does not work is deleted",
        (ctx) => ctx.secret("stripe", { check: () => false }),
        ({ vault }) => ({ vault: { ...vault, delete: broken } }),
        does(),
      ],
      [
        "the secret that was entered is read",
        secret,
        ({ vault }) => {
          let done = false;
          return {
            complete: async () => (done = true),
            vault: { ...vault, get: async (id) => (done ? broken() : vault.get(id)) },
          };
        },
        does(),
      ],
    ])("when %s say so to the operator alone", async (_when, handler, failing, answers) => {
      const fake = createFakePages();
      const pages = { ...fake.pages, ...failing(fake.pages) };
      const caught: unknown[] = [];
      const { result, wires, log } = await run(
        (ctx) => Promise.resolve(handler(ctx)).catch((error: unknown) => caught.push(error)),
        pages,
        answers?.(fake),
      );
      expect(result).toMatch(STOPPED);
      expect(wires).not.toContain("10.0.0.5");
      expect(caught).toEqual([]);
      expect(log.errors).toEqual([`midcall: "run": the store failed: Error: ${INSIDES}`]);
    });

    it("go on when they fail only while somebody waits", async () => {
      const fake = createFakePages();
      const { vault, follow } = fake.pages;
      let asked = false;
      const { result, log } = await run(
        secret,
        {
          ...fake.pages,
          follow: (id, options) => ((asked = true), follow(id, options)),
          vault: {
            ...vault,
            get: async (id) => {
              if (!asked) return vault.get(id);
              asked = false;
              return broken();
            },
          },
        },
        [
          ({ url }) => {
            setTimeout(() => fake.finish({ status: "done" }, "sk_1", url), 30);
            return accept();
          },
        ],
      );
      expect(result).toBe("sk_1");
      expect(log.errors).toEqual([]);
    });
  },
);

describe("real pages", () => {
  const failing = (operation: "get" | "put"): Store => ({
    ...createMemoryStore(),
    [operation]: broken,
  });
  const make = (store: Store, vaultStore: Store, vaultSecret = SECRET): ElicitationPages =>
    createPages({
      baseUrl: "https://pages.example/ask",
      secret: SECRET,
      store,
      vault: createVault({ store: vaultStore, secret: vaultSecret }),
      identify: createCustomIdentity(() => "local"),
    });
  const call = async (
    pages: ElicitationPages,
    handler: (ctx: ElicitationContext) => unknown = secret,
  ): Promise<{ result: string; log: Log }> => {
    const lab = createLab(handler, { pages });
    await using host = await lab.host({
      protocolVersion: "2025-11-25",
      transport: "stdio",
      answers: [],
    });
    return { result: said(await host.callTool("run")), log: lab.log };
  };

  it.each([
    ["their store", make(failing("put"), createMemoryStore())],
    ["their vault", make(createMemoryStore(), failing("get"))],
  ])("say nothing of the insides of %s", async (_of, pages) => {
    const { result, log } = await call(pages);
    expect(result).toMatch(STOPPED);
    expect(result).not.toContain("10.0.0.5");
    expect(log.errors.join()).toContain(INSIDES);
  });

  it("tell the operator what to do about a key that is missing", async () => {
    const store = createMemoryStore();
    const id = { principal: "local", server: "lab", name: "stripe" };
    await createVault({ store, secret: "the earlier secret, of at least 32 bytes" }).put(
      id,
      "sk_1",
    );
    const { result, log } = await call(make(createMemoryStore(), store));
    expect(result).toMatch(STOPPED);
    expect(log.errors.join()).toMatch(/VaultError: .*Add the earlier key after/);
  });

  it("tell the caller what was asked wrongly", async () => {
    const pages = make(createMemoryStore(), createMemoryStore());
    const never = await call(pages, (ctx) => ctx.secret("stripe", { ttlMs: -1 }));
    expect(never.result).toMatch(/^error: secretTtlMs .* must be a positive number/);
    const nobody = await call(pages, (ctx) => ctx.connect("nobody"));
    expect(nobody.result).toMatch(/^error: There is no provider "nobody"/);
    // The log has what the server's author has to mend.
    expect([...never.log.errors, ...nobody.log.errors]).toEqual([
      expect.stringMatching(/secretTtlMs .* must be a positive number/),
      expect.stringMatching(/There is no provider "nobody"/),
    ]);
  });
});
