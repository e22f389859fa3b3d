import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PageLink } from "../../src/pages/links/links.js";
import type { Browser, Seen } from "./browser.js";
import { asked, createLab, openStore, type Lab } from "./lab.js";

type Operation = "get" | "put" | "putIfAbsent" | "take" | "delete" | "publish";

/** A store that fails where a test says so; `after` lets the operation happen first, and only its answer is lost. */
function unreliable(): Lab["store"] & {
  fails: (operation: Operation, key: string) => "before" | "after" | undefined;
} {
  const fails = (operation: Operation, key: string): "before" | "after" | undefined =>
    void [operation, key];
  const store = { ...openStore(), fails };
  const shaky =
    <A extends [string, ...never[]], R>(operation: Operation, work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const how = store.fails(operation, given[0]);
      if (how === "before") throw new Error("socket closed");
      const result = await work(...given);
      if (how === "after") throw new Error("socket closed");
      return result;
    };
  const inner = { ...store };
  return Object.assign(store, {
    get: shaky("get", inner.get),
    put: shaky("put", inner.put),
    putIfAbsent: shaky("putIfAbsent", inner.putIfAbsent),
    take: shaky("take", inner.take),
    delete: shaky("delete", inner.delete),
    publish: shaky("publish", inner.publish),
  });
}

interface Ready {
  readonly link: PageLink;
  readonly page: Seen;
  readonly alice: Browser;
}

const END = "midcall:page:end:";
const OPEN = "midcall:page:open:";
const NOTHING = /[Nn]othing was (sent|kept|saved)|could not be saved/;
const schema = { type: "object", properties: { a: { type: "string" } } } as const;

describe("a store that fails while a visit ends", () => {
  let store: ReturnType<typeof unreliable>;
  let lab: Lab;
  let told: unknown[];

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    store = unreliable();
    lab = createLab("custom", { store });
    told = [];
    lab.pages.onEnd((id, outcome) => told.push(outcome.status));
  });
  afterEach(() => void vi.useRealTimers());

  const works = (): void => void (store.fails = () => undefined);
  const once = (operations: Operation[], part: string, how: "before" | "after"): void => {
    let left = 1;
    store.fails = (operation, key) =>
      operations.includes(operation) && key.startsWith(part) && left-- > 0 ? how : undefined;
  };
  const never = (operations: Operation[], ...parts: string[]): void => {
    store.fails = (operation, key) =>
      operations.includes(operation) && parts.some((part) => key.startsWith(part))
        ? "before"
        : undefined;
  };
  /** What comes of it, however long its pauses are. */
  const inTheEnd = async <T>(work: Promise<T>): Promise<T> => {
    let over = false;
    void work.then(
      () => (over = true),
      () => (over = true),
    );
    while (!over) await vi.advanceTimersByTimeAsync(250);
    return work;
  };
  const noted = async (): Promise<unknown[]> => {
    await inTheEnd(lab.flushAudit());
    return lab.audit.entries().map(({ action }) => action);
  };

  const kinds = {
    secret: () => lab.pages.secretLink({ ...asked(lab), name: "stripe" }),
    connect: () => lab.pages.connectLink({ ...asked(lab), provider: "api", scopes: ["read"] }),
    approval: () => lab.pages.approvalLink(asked(lab)),
    answer: () => lab.pages.answerLink({ ...asked(lab), requestedSchema: schema }),
  };
  const buttons = { secret: "save", connect: "connect", approval: "approve", answer: "send" };
  const names = Object.keys(kinds) as (keyof typeof kinds)[];

  /** The page whose button ends the visit. */
  const ready = async (kind: keyof typeof kinds): Promise<Ready> => {
    const link = await kinds[kind]();
    const alice = lab.browserOf("alice");
    const first = await lab.enter(alice, link);
    const page = kind === "answer" ? await alice.press(first, "review", { f0: "x" }) : first;
    return { link, page, alice };
  };
  const press = ({ page, alice }: Omit<Ready, "link">, action: string): Promise<Seen> => {
    const inputs: Record<string, string> = action === "save" ? { f0: "sk_live_1" } : {};
    return inTheEnd(alice.press(page, action, inputs));
  };
  const reopen = ({ link, alice }: Ready): Promise<Seen> => inTheEnd(alice.open(link.url));
  const secretKept = async (): Promise<unknown> =>
    (await lab.vault.get({ principal: "alice", server: "Invoices", name: "stripe" }))?.reveal();

  for (const how of ["before", "after"] as const) {
    it.each(names)(
      `writes how a %s ended once more, which failed ${how} it was written`,
      async (kind) => {
        const visit = await ready(kind);
        once(["put", "putIfAbsent"], END, how);
        const done = await press(visit, buttons[kind]);
        expect(["Saved", "Connected", "Done", "Sent"]).toContain(done.title);
        expect((await visit.link.completed())?.status).toBe("done");
        expect(await noted()).toEqual(["accept"]);
        expect(told).toEqual(["done"]);
      },
    );
  }

  it.each(["approval", "answer"] as const)(
    "does not count an %s that was not stored, does not say that it was not sent, and takes it once more",
    async (kind) => {
      for (const next of [buttons[kind], "decline"]) {
        const before = (await noted()).length;
        const visit = await ready(kind);
        // Not even putting back what was taken would work.
        never(["put", "putIfAbsent", "delete"], END, OPEN);
        const failed = await press(visit, buttons[kind]);
        expect(failed.status).toBe(503);
        expect(failed.body).not.toMatch(NOTHING);
        const way = kind === "answer" ? "action" : "href";
        expect(failed.body).toContain(`${way}="${new URL(visit.link.url).pathname}`);
        works();
        expect(await visit.link.completed()).toBeUndefined();
        expect(await noted()).toHaveLength(before);
        const again = await reopen(visit);
        expect(again.status).toBe(200);
        // What is sent again is what the person sees again; an answer is looked over first.
        const { alice } = visit;
        const page =
          kind === "answer" ? await alice.press(again, "review", { f0: "again" }) : again;
        await press({ page, alice }, next);
        expect((await visit.link.completed())?.status).toBe(
          next === "decline" ? "declined" : "done",
        );
        expect(await noted()).toHaveLength(before + 1);
      }
    },
  );

  it("gives the filled in answer back, to be sent again", async () => {
    const visit = await ready("answer");
    never(["put", "putIfAbsent"], END);
    const failed = await press(visit, "send");
    works();
    const { alice } = visit;
    expect((await alice.press(failed, undefined)).title).toBe("Sent");
    expect(await visit.link.completed()).toEqual({ status: "done", content: { a: "x" } });
  });

  it.each(["secret", "connect"] as const)(
    "never says that nothing was kept of a %s that was, and tells the caller as soon as it can",
    async (kind) => {
      const visit = await ready(kind);
      never(["put", "putIfAbsent"], END);
      const failed = await press(visit, buttons[kind]);
      expect(failed.status).toBe(503);
      expect(failed.body).not.toMatch(NOTHING);
      expect(failed.body).toContain("was saved");
      if (kind === "secret") expect(await secretKept()).toBe("sk_live_1");
      expect(await noted()).toEqual([]);
      expect(await inTheEnd(visit.link.completed())).toBeUndefined();
      works();
      expect((await visit.link.completed())?.status).toBe("done");
      expect((await reopen(visit)).title).toBe(kind === "secret" ? "Saved" : "Connected");
      expect(await noted()).toEqual(["accept"]);
      expect(told).toEqual(["done"]);
    },
  );

  it.each(["decline", "complete", "expire"])(
    "still tells that a secret was kept after an attempt to %s it",
    async (how) => {
      const visit = await ready("secret");
      never(["put", "putIfAbsent"], END);
      await press(visit, "save");
      works();
      if (how === "expire") lab.clock.now = visit.link.expiresAt;
      if (how === "decline") expect((await press(visit, "decline")).title).toBe("Saved");
      if (how === "complete") {
        expect(await lab.pages.complete(visit.link.id, { status: "cancelled" })).toBe(false);
      }
      expect(await visit.link.completed()).toEqual({ status: "done", checked: false });
      expect(await noted()).toEqual(["accept"]);
    },
  );

  it("has one winner, though its end is written late", async () => {
    const visit = await ready("secret");
    once(["put", "putIfAbsent"], END, "before");
    const { alice } = visit;
    const answers = await inTheEnd(
      Promise.all([
        alice.clone().pressOnly(visit.page, "save", { f0: "sk_live_1" }),
        alice.clone().pressOnly(visit.page, "decline"),
        alice.clone().pressOnly(visit.page, "save", { f0: "sk_live_2" }),
      ]),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
    const won = answers.findIndex(({ status }) => status === 303);
    expect((await visit.link.completed())?.status).toBe(won === 1 ? "declined" : "done");
    expect(await secretKept()).toBe(["sk_live_1", undefined, "sk_live_2"][won]);
    expect(told).toHaveLength(1);
    expect(await noted()).toHaveLength(1);
  });

  it("puts the one use back once more, when that fails after the vault did", async () => {
    let broken = true;
    const { put } = lab.vault;
    const vault = {
      ...lab.vault,
      put: async (...given: Parameters<typeof put>) => {
        if (broken) throw new Error("no room");
        return put(...given);
      },
    };
    lab = createLab("custom", { store, vault });
    const visit = await ready("secret");
    once(["put", "putIfAbsent"], OPEN, "before");
    expect((await press(visit, "save")).body).toContain("could not be saved");
    broken = false;
    expect((await press(visit, "save")).title).toBe("Saved");
  });

  it("tells everybody in this process though the message to others is lost, and says so", async () => {
    const visit = await ready("approval");
    never(["publish"], END);
    expect((await press(visit, "approve")).title).toBe("Done");
    expect(await visit.link.completed()).toEqual({ status: "done" });
    expect(await noted()).toEqual(["accept"]);
    expect(told).toEqual(["done"]);
    expect(lab.logs).toEqual([expect.stringContaining("publish")]);
  });

  it("notes that somebody else has come, once, though the reply to the write of that is lost", async () => {
    const link = await kinds.secret();
    const bob = lab.browserOf("bob");
    once(["putIfAbsent"], "midcall:page:seen:", "after");
    for (let n = 0; n < 2; n++) expect((await inTheEnd(bob.open(link.url))).status).toBe(404);
    await noted();
    expect(lab.audit.entries()).toMatchObject([{ reason: "opened by another user" }]);
  });
});
