import { type ElicitationContext, type ElicitationOptions, PageOutcomeError } from "midcall/server";
import { type VisitEnd } from "../../src/contracts/pages.js";
import { createMemoryStore } from "midcall/store";
import { accept, type Answers, cancel, decline, never, type TestHost } from "midcall/testing";
import { type Responder } from "../../src/testing/answers.js";
import { describe, expect, it } from "vitest";
import { createFakePages, type FakePages } from "./fake-pages.js";
import { createLab, said, wires } from "./lab.js";
import { wireText } from "./site.js";
import { createStateLab } from "./state-lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** `ctx.secret`: what the vault has, or what the person enters on a page while the call waits. */

const CANARY = "sk_live_canary_4242";
const urlWires = wires.filter(({ protocolVersion }) => protocolVersion !== "2025-06-18");
const LOCAL_LAB = JSON.stringify(["local", "lab", "stripe"]);

/** The authorization layer in front, where there is HTTP. */
const signedIn = (wire: { readonly transport: string }): object =>
  wire.transport === "http"
    ? { authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub: "ada-lovelace" } } }
    : {};

const held = (wire: { readonly transport: string }): string =>
  wire.transport === "http" ? LOCAL_LAB.replace("local", "ada-lovelace") : LOCAL_LAB;

const told = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    return String(await work());
  } catch (error) {
    if (!(error instanceof PageOutcomeError)) throw error;
    return [error.outcome, error.reason, error.providerError].filter(Boolean).join(" ");
  }
};

interface Run {
  readonly result: string;
  readonly host: TestHost;
  readonly logged: string;
  readonly pages: FakePages;
}

/** Runs a handler once on one wire, before a person who may do something on the page. */
async function run(
  wire: (typeof wires)[number],
  handler: (ctx: ElicitationContext) => unknown,
  answers: (pages: FakePages) => Answers,
  options: ElicitationOptions & { code?: string; capabilities?: object } = {},
): Promise<Run> {
  const { code, capabilities, ...rest } = options;
  const pages = createFakePages(code === undefined ? {} : { code });
  const lab = createLab(handler, { pages: pages.pages, ...rest });
  await using host = await lab.host({
    ...wire,
    ...signedIn(wire),
    answers: answers(pages),
    ...(capabilities && { capabilities }),
  });
  const result = said(await host.callTool("run"));
  host.expectNoLeftovers();
  return { result, host, pages, logged: [...lab.log.warnings, ...lab.log.errors].join("\n") };
}

/** Agrees to open the link, and is on the page a moment later. */
const goes =
  (pages: FakePages, end: VisitEnd, value?: string): Responder =>
  ({ url }) => {
    setTimeout(() => pages.finish(end, value, url), 30);
    return accept();
  };

const useIt = async (ctx: ElicitationContext): Promise<string> => {
  const key = await ctx.secret("stripe");
  return `${String(key)} of ${key.reveal().length}`;
};

describe.each(urlWires)("ctx.secret on $protocolVersion over $transport", (wire) => {
  it("gives what the vault has, and asks nobody", async () => {
    const pages = createFakePages();
    pages.secrets.set(held(wire), CANARY);
    const lab = createLab(useIt, { pages: pages.pages });
    await using host = await lab.host({ ...wire, ...signedIn(wire), answers: [] });
    expect(said(await host.callTool("run"))).toBe(`[secret] of ${CANARY.length}`);
    expect(pages.visits).toEqual([]);
  });

  it("asks with a link, and goes on when the page is done", async () => {
    const { result, host, pages } = await run(
      wire,
      useIt,
      (pages) => [goes(pages, { status: "done" }, CANARY)],
      { code: "K7Q-2MX" },
    );
    expect(result).toBe(`[secret] of ${CANARY.length}`);
    const [question] = host.questions;
    expect(question).toMatchObject({ mode: "url", url: "https://pages.example/l/1" });
    expect(question?.message).toBe(
      'lab needs the secret "stripe". Enter it on a separate page: it is stored encrypted, and is never shown here.' +
        "\n\nThe page asks for this code: K7Q-2MX",
    );
    expect(pages.visits[0]?.options).toMatchObject({
      principal: wire.transport === "http" ? "ada-lovelace" : "local",
      server: "lab",
      name: "stripe",
    });
    expect(JSON.stringify(pages.visits[0]?.options)).not.toContain("K7Q");
    if (wire.protocolVersion === "2026-07-28") expect(question?.key).toBe("secret:stripe");
    else expect(question?.elicitationId).toBe("visit-1");
    expect(host.received("notifications/elicitation/complete")).toEqual(
      wire.protocolVersion === "2025-11-25" ? [{ elicitationId: "visit-1" }] : [],
    );
  });

  it.each([
    ["declined", decline()],
    ["cancelled", cancel()],
  ])("is told that it was %s in the host, and closes the page", async (outcome, answer) => {
    const { result, pages } = await run(
      wire,
      (ctx) => told(() => ctx.secret("stripe")),
      () => [answer],
    );
    expect(result).toBe(outcome);
    expect(pages.visits[0]?.end).toEqual({ status: outcome });
  });

  it.each<[string, VisitEnd]>([
    ["declined", { status: "declined" }],
    ["cancelled", { status: "cancelled" }],
    ["expired", { status: "expired" }],
    ["wrong-user", { status: "wrong-user" }],
    ["failed", { status: "failed", reason: "interrupted" }],
  ])("is told that it %s on the page", async (outcome, end) => {
    const { result, host } = await run(
      wire,
      (ctx) => told(() => ctx.secret("stripe")),
      (pages) => [goes(pages, end)],
    );
    expect(result).toBe(outcome);
    expect(host.received("notifications/elicitation/complete")).toEqual([]);
  });

  it.each([
    ["closed deadline", "user"],
    ["wrong-user deadline", "wrong-user"],
    ["unanswered deadline", "none"],
  ] as const)("is told of %s when the time is up", async (outcome, who) => {
    const { result, pages } = await run(
      wire,
      (ctx) => told(() => ctx.secret("stripe", { timeoutMs: 150 })),
      (pages) => () => {
        pages.seen(who);
        return accept({ finished: true });
      },
      { holdMs: 40 },
    );
    expect(result).toBe(outcome.replace("wrong-user deadline", "wrong-user"));
    // What they finish later is found by the next call.
    expect(pages.visits[0]?.end).toBeUndefined();
  });

  it("takes what was finished although nobody said so in time", async () => {
    const { result } = await run(
      wire,
      (ctx) => told(() => ctx.secret("stripe", { timeoutMs: 100 })),
      (pages) => [
        () => {
          pages.finish({ status: "done" }, CANARY);
          return never({ returnsAfterMs: 150 });
        },
      ],
    );
    expect(result).toBe("[secret]");
  });

  it("tries out what was finished in the last moment, although the time of the call is up", async () => {
    const { result, pages } = await run(
      wire,
      (ctx) =>
        told(() =>
          ctx.secret("stripe", { timeoutMs: 100, check: (_key, signal) => !signal.aborted }),
        ),
      (pages) => [
        () => {
          pages.finish({ status: "done" }, CANARY);
          return never({ returnsAfterMs: 150 });
        },
      ],
    );
    expect(result).toBe("[secret]");
    expect(pages.secrets.size).toBe(1);
  });

  it("takes a no on the page for a no, also when another visit brings the secret meanwhile", async () => {
    const { result, pages } = await run(
      wire,
      (ctx) => told(() => ctx.secret("stripe")),
      (pages) => [goes(pages, { status: "declined" }, CANARY)],
    );
    expect(pages.secrets.size).toBe(1);
    expect(result).toBe("declined");
  });

  it("says in words how it ended where the handler does not", async () => {
    const { result } = await run(wire, useIt, () => [decline()]);
    expect(result).toBe(
      'error: The user declined to give the secret "stripe". Continue without it, or stop.',
    );
  });

  it.each([
    ["without a store", undefined],
    ["with a store", createMemoryStore()],
  ])("takes its place among questions and steps %s", async (_name, store) => {
    let listed = 0;
    const { result, host } = await run(
      wire,
      async (ctx) => {
        const first = await ctx.elicit("Which one?", ["a", "b"]);
        const n = await ctx.step("list", () => ++listed);
        const [key, then] = await Promise.all([ctx.secret("stripe"), ctx.elicit("Now?", ["yes"])]);
        const last = await ctx.elicit("Sure?", ["yes"]);
        return `${first.action} ${n} ${String(key)} ${then.action} ${last.action}`;
      },
      (pages) => ({
        "Which one?": accept({ value: "a" }),
        stripe: goes(pages, { status: "done" }, CANARY),
        "Now?": accept({ value: "yes" }),
        "Sure?": accept({ value: "yes" }),
      }),
      store && { store },
    );
    expect(result).toBe("accept 1 [secret] accept accept");
    expect(host.questions.map(({ mode }) => mode).sort()).toEqual(["form", "form", "form", "url"]);
  });

  it("asks for two at once, and for one twice only once", async () => {
    const { result, host, pages } = await run(
      wire,
      async (ctx) => {
        const [a, b, again] = await Promise.all([
          ctx.secret("stripe"),
          ctx.secret("mail"),
          ctx.secret("stripe"),
        ]);
        const later = await ctx.secret("stripe");
        return [a, b, again, later].map((one) => one.reveal().length).join(" ");
      },
      (pages) => ({
        stripe: goes(pages, { status: "done" }, "1"),
        mail: goes(pages, { status: "done" }, "22"),
      }),
    );
    expect(result).toBe("1 2 1 1");
    expect(host.questions).toHaveLength(2);
    expect(new Set(host.questions.map(({ round }) => round))).toEqual(new Set([1]));
    expect(pages.visits).toHaveLength(2);
  });

  it("asks anew on request, with the new one for all that follow", async () => {
    const pages = createFakePages();
    pages.secrets.set(held(wire), "old");
    const lab = createLab(
      async (ctx) => {
        const before = await ctx.step("before", async () => 1);
        const old = await ctx.secret("stripe");
        const fresh = await ctx.secret("stripe", { renew: true });
        const after = await ctx.secret("stripe");
        return `${before} ${old.reveal() === "" ? "" : "had one"} ${fresh.reveal()} ${after.reveal()}`;
      },
      { pages: pages.pages },
    );
    await using host = await lab.host({
      ...wire,
      ...signedIn(wire),
      answers: [goes(pages, { status: "done" }, "new")],
    });
    expect(said(await host.callTool("run"))).toBe("1 had one new new");
  });

  it("says so when it is deleted in the middle of a call", async () => {
    const { result } = await run(
      wire,
      async (ctx) => {
        await ctx.secret("stripe");
        await ctx.elicit("Go on?", ["yes"]);
        return useIt(ctx);
      },
      (pages) => [
        goes(pages, { status: "done" }, CANARY),
        () => {
          pages.secrets.clear();
          return accept({ value: "yes" });
        },
      ],
    );
    expect(result).toMatch(
      /^error: The secret "stripe" existed earlier in this call and no longer does/,
    );
  });

  it("asks for several fields, and anew where other fields are kept", async () => {
    const pages = createFakePages();
    pages.secrets.set(held(wire), "one text");
    const schema = {
      type: "object",
      properties: { user: { type: "string" }, password: { type: "string" } },
      required: ["user", "password"],
    } as const;
    const lab = createLab(
      async (ctx) => {
        const login = await ctx.secret("stripe", { schema, plain: ["user"], ttlMs: 5000 });
        return login.use(({ user, password }) => `${user} ${password.length}`);
      },
      { pages: pages.pages },
    );
    await using host = await lab.host({
      ...wire,
      ...signedIn(wire),
      answers: [
        ({ url }) => {
          pages.finish({ status: "done" }, { user: "ada", password: "123" }, url);
          return accept();
        },
      ],
    });
    expect(said(await host.callTool("run"))).toBe("ada 3");
    expect(pages.visits[0]?.options).toMatchObject({ schema, plain: ["user"], secretTtlMs: 5000 });
  });

  it("tries a secret out that no page has tried out", async () => {
    const tries: string[] = [];
    const check = (value: string): { ok: false; message: string } | true => {
      tries.push(value);
      return value === "good" || { ok: false, message: `no such key: ${value}` };
    };
    const attempt = (value: string, checked: boolean): Promise<Run> =>
      run(
        wire,
        async (ctx) => {
          const outcome = await told(() => ctx.secret("stripe", { check }));
          // One more round, so that the state has the end of the visit in it.
          await ctx.elicit("Seen?", ["yes"]);
          return outcome;
        },
        (pages) => [
          ({ url }) => {
            pages.finish({ status: "done", checked }, value, url);
            return accept();
          },
          accept({ value: "yes" }),
        ],
      );
    expect((await attempt("good", false)).result).toBe("[secret]");
    const bad = await attempt(CANARY, false);
    expect(bad.result).toBe("failed");
    expect(bad.pages.secrets.size).toBe(0);
    expect((await attempt("checked there", true)).result).toBe("[secret]");
    expect(tries).toEqual(["good", CANARY]);
    expect(wireText(bad.host) + bad.logged).not.toContain(CANARY);
    expect(bad.pages.checks.has(bad.pages.visits[0]!.id)).toBe(true);
  });

  it("tries out what is found before the page says that it is done", async () => {
    const attempt = (value: string): Promise<Run> =>
      run(
        wire,
        (ctx) => told(() => ctx.secret("stripe", { check: (given) => given === "good" })),
        (pages) => [
          ({ url }) => {
            const principal = wire.transport === "http" ? "ada-lovelace" : "local";
            pages.secrets.set(JSON.stringify([principal, "lab", "stripe"]), value);
            expect(pages.visits.at(-1)).toMatchObject({ url, end: undefined });
            return accept();
          },
        ],
      );
    expect((await attempt("good")).result).toBe("[secret]");
    const bad = await attempt("garbage");
    expect(bad.result).toBe("failed");
    expect(bad.pages.secrets.size).toBe(0);
  });

  it.each([
    ["throws", () => Promise.reject(new Error(`refused ${CANARY}`))],
    [
      "throws at once",
      () => {
        throw new Error(`refused ${CANARY}`);
      },
    ],
  ])("keeps what a check says to itself when it %s", async (_name, check) => {
    const { result, host, pages, logged } = await run(
      wire,
      (ctx) => ctx.secret("stripe", { check }),
      (pages) => [goes(pages, { status: "done", checked: false }, CANARY)],
    );
    expect(result).toMatch(
      /^error: The page for the secret "stripe" failed \(it could not be tested\)/,
    );
    expect(pages.secrets.size).toBe(0);
    expect(wireText(host) + logged).not.toContain(CANARY);
  });

  it("explains itself to a host with forms alone, makes no link, and still gives what is there", async () => {
    const forms = { capabilities: { elicitation: { form: {} } } };
    const pages = createFakePages();
    const lab = createLab(useIt, { pages: pages.pages });
    await using host = await lab.host({ ...wire, ...signedIn(wire), ...forms, answers: [] });
    if (wire.protocolVersion === "2026-07-28") {
      await expect(host.callTool("run")).rejects.toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { elicitation: { url: {} } } },
      });
    } else {
      expect(said(await host.callTool("run"))).toMatch(
        /^error: "run" has to ask the user with a link/,
      );
    }
    expect(host.questions).toEqual([]);
    expect(pages.visits).toEqual([]);
    pages.secrets.set(held(wire), CANARY);
    expect(said(await host.callTool("run"))).toBe(`[secret] of ${CANARY.length}`);
  });

  it("leaves it to the handler where that is wanted", async () => {
    const { result } = await run(
      wire,
      (ctx) => told(() => ctx.secret("stripe", { whenUnavailable: "continue" })),
      () => [],
      { capabilities: { elicitation: { form: {} } } },
    );
    expect(result).toBe("unanswered unsupported");
  });

  it("makes links that last as long as the question", async () => {
    for (const [timeoutMs, ttlMs] of [
      [5 * 60_000, undefined],
      [30 * 60_000, 30 * 60_000],
    ] as const) {
      const { pages } = await run(
        wire,
        (ctx) => told(() => ctx.secret("stripe", { timeoutMs })),
        () => [decline()],
      );
      expect(pages.visits[0]?.options["ttlMs"]).toBe(ttlMs);
    }
  });

  it("holds a round while the vault is being read", async () => {
    const pages = createFakePages();
    pages.secrets.set(held(wire), CANARY);
    const { get } = pages.pages.vault;
    const vault = {
      ...pages.pages.vault,
      get: async (id: never) => {
        await new Promise((resolve) => setTimeout(resolve, 15));
        return get(id);
      },
    };
    const lab = createLab(
      async (ctx) => {
        const after = async (): Promise<string> => {
          await ctx.secret("stripe");
          return (await ctx.elicit("After it?", ["a"])).action;
        };
        const [one, two] = await Promise.all([after(), ctx.elicit("Beside it?", ["b"])]);
        return `${one} ${two.action}`;
      },
      { pages: { ...pages.pages, vault } },
    );
    await using host = await lab.host({
      ...wire,
      ...signedIn(wire),
      answers: { "After it?": accept({ value: "a" }), "Beside it?": accept({ value: "b" }) },
    });
    expect(said(await host.callTool("run"))).toBe("accept accept");
    expect(host.questions.map(({ round }) => round)).toEqual([1, 1]);
  });

  it("counts towards the limits", async () => {
    const { result } = await run(
      wire,
      useIt,
      (pages) => [goes(pages, { status: "done" }, CANARY)],
      {
        limits: { entries: 2 },
      },
    );
    expect(result).toMatch(/^error: This call has 2 questions and steps, which is the limit/);
  });
});

describe("ctx.secret in a round that was broken off", () => {
  it("looks again, as looking changes nothing", async () => {
    const store = createMemoryStore();
    let broken = false;
    const pages = createFakePages();
    pages.secrets.set(JSON.stringify(["ada-lovelace", "states", "stripe"]), CANARY);
    const lab = createStateLab(
      async (ctx) => {
        await ctx.elicit("First?", ["a"], { key: "first" });
        return useIt(ctx);
      },
      {
        pages: pages.pages,
        store: {
          ...store,
          put: async (key, value, options) => {
            if (!broken && key.includes(":step:")) {
              broken = true;
              throw new Error("the store is away");
            }
            return store.put(key, value, options);
          },
        },
      },
    );
    const sub = "ada-lovelace";
    const { state } = await lab.call({ sub });
    const again = {
      sub,
      state,
      responses: { first: { action: "accept", content: { value: "a" } } },
    };
    expect((await lab.call(again)).text).toMatch(/could not use its store/);
    expect((await lab.call(again)).text).toBe(`[secret] of ${CANARY.length}`);
    await lab.close();
  });
});

describe("ctx.secret where it cannot be", () => {
  it("explains itself on 2025-06-18, which has no links, and gives what is there", async () => {
    for (const transport of ["stdio", "http"] as const) {
      const pages = createFakePages();
      const wire = { protocolVersion: "2025-06-18", transport } as const;
      const lab = createLab(useIt, { pages: pages.pages });
      await using host = await lab.host({ ...wire, ...signedIn(wire), answers: [] });
      expect(said(await host.callTool("run"))).toMatch(
        /^error: "run" has to ask the user with a link .* elicitation in URL mode\.$/,
      );
      pages.secrets.set(held(wire), CANARY);
      expect(said(await host.callTool("run"))).toBe(`[secret] of ${CANARY.length}`);
    }
  });

  it.each(wires.filter(({ transport }) => transport === "http"))(
    "needs to know whose it is on $protocolVersion",
    async (wire) => {
      const lab = createLab(useIt, { pages: createFakePages().pages });
      await using host = await lab.host({ ...wire, answers: [] });
      expect(said(await host.callTool("run"))).toMatch(
        /^error: ctx\.secret stores credentials for a user.*authInfo\.extra\.sub, or pass `principal`/,
      );
    },
  );

  it.each([
    [
      "pages",
      (ctx: ElicitationContext) => ctx.secret("stripe"),
      {},
      /createElicitation\(\{ pages: createPages/,
    ],
    ["a name", (ctx: ElicitationContext) => ctx.secret(""), undefined, /needs a name of 1 to 128/],
    [
      "a name of its own",
      (ctx: ElicitationContext) => ctx.secret("oauth:github"),
      undefined,
      /use ctx\.connect/,
    ],
    [
      "a place outside of steps",
      (ctx: ElicitationContext) => ctx.step("work", () => ctx.secret("stripe")),
      undefined,
      /The step "work" ran the step "secret:stripe link"/,
    ],
  ])("needs %s", async (_what, handler, options, message) => {
    for (const { protocolVersion } of urlWires) {
      const lab = createLab(handler, options ?? { pages: createFakePages().pages });
      await using host = await lab.host({ protocolVersion, transport: "stdio", answers: [] });
      expect(said(await host.callTool("run"))).toMatch(message);
    }
  });

  it("is for the server of that name, or the one the author gives it", async () => {
    const pages = createFakePages();
    pages.secrets.set(JSON.stringify(["local", "other", "stripe"]), "x");
    const lab = createLab(useIt, { pages: pages.pages, serverName: "other" });
    await using host = await lab.host({
      protocolVersion: "2025-11-25",
      transport: "stdio",
      answers: [],
    });
    expect(said(await host.callTool("run"))).toBe("[secret] of 1");
  });
});
