import {
  accept,
  type Answers,
  cancel,
  decline,
  hostError,
  never,
  type TestHostOptions,
} from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { openAndLook } from "../../local-page/lab.js";
import { Browser } from "../../pages/browser.js";
import { said } from "../lab.js";
import {
  connectHost,
  type Ctx,
  type FrameworkUnderTest,
  type Handlers,
  type Wire,
} from "./framework-lab.js";

const EVERY_FIELD = z.object({
  text: z.string().min(1),
  mail: z.email(),
  day: z.iso.date(),
  number: z.number(),
  count: z.int().min(1).max(60),
  yes: z.boolean(),
  choice: z.enum(["a", "b"]),
  several: z.array(z.enum(["x", "y"])),
  left: z.string().optional(),
});
const FILLED = {
  text: "Ada",
  mail: "ada@example.com",
  day: "2026-11-22",
  number: 1.5,
  count: 7,
  yes: false,
  choice: "b",
};

/** The behaviour that every supported framework shares, on everything it can speak. */
export function describeFramework(framework: FrameworkUnderTest): void {
  (framework.isSlow === true ? describe.concurrent : describe).each(framework.wires)(
    `a server on ${framework.name} on $protocolVersion over $transport`,
    (wire) => {
      answersOf(framework, wire);
      refusals(framework, wire);
      calls(framework, wire);
      if (wire.transport === "stdio") localPage(framework, wire);
      if (wire.protocolVersion !== "2025-06-18") links(framework, wire);
    },
  );
}

/** Calls the tool once, and returns what it said. */
async function say(
  framework: FrameworkUnderTest,
  wire: Wire,
  tool: (ctx: Ctx) => unknown,
  answering: Answers,
  hostOptions: Partial<TestHostOptions> = {},
): Promise<string> {
  await using started = await connectHost(
    framework,
    wire,
    { tool },
    { answers: answering, ...hostOptions },
  );
  const result = said(await started.host.callTool("run", { who: "Ada" }));
  started.host.expectNoLeftovers();
  return result;
}

function answersOf(framework: FrameworkUnderTest, wire: Wire): void {
  it("gets every kind of field, typed and validated", async () => {
    const several =
      wire.protocolVersion === "2025-06-18" ? { "several[y]": true } : { several: ["y"] };
    const text = await say(
      framework,
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Fill this in.", EVERY_FIELD);
        return answer.action === "accept" ? JSON.stringify(answer.data) : answer.action;
      },
      [accept({ ...FILLED, ...several })],
    );
    expect(JSON.parse(text)).toEqual({ ...FILLED, several: ["y"] });
  });

  it("gets a default that the user left as it was, and no default that was not sent", async () => {
    const schema = z.object({ size: z.enum(["s", "l"]).default("l"), note: z.string().optional() });
    const sent: unknown[] = [];
    const text = await say(
      framework,
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Size?", schema);
        return answer.action === "accept" ? JSON.stringify(answer.data) : answer.action;
      },
      (question) => (sent.push(question.params["requestedSchema"]), accept({ size: "l" })),
    );
    expect(JSON.parse(text)).toEqual({ size: "l" });
    // 2025-06-18 has no defaults of choices.
    const shown =
      wire.protocolVersion === "2025-06-18" ? { description: "(Suggested: l)" } : { default: "l" };
    expect(sent).toMatchObject([{ properties: { size: shown } }]);
  });

  it.each([
    ["decline", decline()],
    ["cancel", cancel()],
  ])("gets a %s as one", async (action, answer) => {
    const ask = async (ctx: Ctx): Promise<string> => (await ctx.elicit("Go?", ["a", "b"])).action;
    expect(await say(framework, wire, ask, [answer])).toBe(action);
  });

  it("asks again after an invalid answer, with the reason", async () => {
    const messages: string[] = [];
    const text = await say(
      framework,
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Age?", z.object({ age: z.int().min(0) }));
        return answer.action === "accept" ? String(answer.data.age) : answer.action;
      },
      ({ message }) => (messages.push(message), accept({ age: messages.length === 1 ? -1 : 41 })),
    );
    expect(text).toBe("41");
    expect(messages[1]).toMatch(/^Age\?\n\n.*0/);
  });

  it("asks two questions in one call, the second made of the first answer", async () => {
    const text = await say(
      framework,
      wire,
      async (ctx) => {
        const first = await ctx.elicit("First?", ["x", "y"]);
        if (first.action !== "accept") return "stopped";
        const second = await ctx.elicit(`After ${first.data}?`, z.object({ n: z.number() }));
        return second.action === "accept" ? `${first.data}${second.data.n}` : "stopped";
      },
      [accept({ value: "y" }), accept({ n: 2 })],
    );
    expect(text).toBe("y2");
  });

  it("runs a step once, whatever is asked after it", async () => {
    let runs = 0;
    const text = await say(
      framework,
      wire,
      async (ctx) => {
        const found = await ctx.step("list", () => ({ files: ++runs }));
        const answer = await ctx.elicit(`Delete ${found.files}?`, ["yes"]);
        return `${found.files} ${answer.action}`;
      },
      [accept({ value: "yes" })],
    );
    expect([text, runs]).toEqual(["1 accept", 1]);
  });
}

/** No consent is invented: only an explicit yes of the user is one. */
function refusals(framework: FrameworkUnderTest, wire: Wire): void {
  const confirm = async (ctx: Ctx): Promise<string> => String(await ctx.confirm("Delete it?"));

  it("confirms only an explicit yes", async () => {
    expect(await say(framework, wire, confirm, [accept({ confirm: true })])).toBe("true");
    expect(await say(framework, wire, confirm, [accept({ confirm: false })])).toBe("false");
    expect(await say(framework, wire, confirm, [decline()])).toBe("false");
    expect(await say(framework, wire, confirm, [cancel()])).toBe("false");
  });

  it.each([
    ["accepts without content", [accept(), accept(), accept()]],
    ["accepts with nothing in it", [accept({}), accept({}), accept({})]],
    ["accepts a word", [1, 2, 3].map(() => accept({ confirm: "true" }))],
  ])("confirms nothing when the host %s", async (_what, script) => {
    expect(await say(framework, wire, confirm, script)).toMatch(
      /^error: .*There was no valid answer/,
    );
  });

  it("confirms nothing when nobody answers in time", async () => {
    const ask = async (ctx: Ctx): Promise<string> =>
      String(await ctx.confirm("Delete it?", { timeoutMs: 40 }));
    const text = await say(framework, wire, ask, [never({ returnsAfterMs: 80 })]);
    expect(text).toMatch(/^error: .*No user answered "Delete it\?" \(deadline\)/);
  });

  if (wire.protocolVersion !== "2026-07-28") {
    it("confirms nothing when the host answers with an error, and passes its words on", async () => {
      const text = await say(
        framework,
        wire,
        async (ctx) => {
          const answer = await ctx.elicit("Go?", ["a"]);
          return answer.action === "unanswered"
            ? `${answer.reason}: ${answer.error?.code} ${answer.error?.message}`
            : answer.action;
        },
        [hostError(-32_601, "No such method here")],
      );
      expect(text).toBe("unsupported: -32601 No such method here");
      expect(await say(framework, wire, confirm, [hostError(-32_603, "Broken")])).toMatch(
        /^error: /,
      );
    });
  }

  it("confirms with a typed word, and with no other", async () => {
    const ask = async (ctx: Ctx): Promise<string> =>
      String(await ctx.confirm("Sure?", { typed: "delete" }));
    const word = (text: string) => accept({ confirm: text });
    expect(await say(framework, wire, ask, [word("delete")])).toBe("true");
    expect(await say(framework, wire, ask, [word("yes"), decline()])).toBe("false");
    const wrong = [word("yes"), word("Delete"), word("")];
    expect(await say(framework, wire, ask, wrong)).toMatch(/^error: /);
  });

  it("asks nothing of a host without the capability, and says so", async () => {
    let asked = 0;
    await using started = await connectHost(
      framework,
      wire,
      { tool: async (ctx) => `${ctx.canElicit("form")} ${String(await ctx.confirm("Sure?"))}` },
      { capabilities: {}, answers: () => (asked++, accept({ confirm: true })) },
    );
    const text = await started.host
      .callTool("run", { who: "Ada" })
      .then(said, ({ message }: Error) => `error: ${message}`);
    expect(text).toMatch(/^error: .*this host has not declared that it can show one/);
    expect(asked).toBe(0);
  });
}

function calls(framework: FrameworkUnderTest, wire: Wire): void {
  it("gives each of two calls at once its own answer", async () => {
    const tool: Handlers["tool"] = async (ctx, who) => {
      const answer = await ctx.elicit(`Colour of ${who}?`, ["red", "blue"]);
      return `${who}: ${answer.action === "accept" ? answer.data : answer.action}`;
    };
    await using started = await connectHost(
      framework,
      wire,
      { tool },
      { answers: ({ message }) => accept({ value: message.includes("Ada") ? "red" : "blue" }) },
    );
    const both = ["Ada", "Bo"].map((who) => started.host.callTool("run", { who }));
    expect((await Promise.all(both)).map(said)).toEqual(["Ada: red", "Bo: blue"]);
  });

  it("ends the handler when the client cancels the call", async () => {
    const seen: string[] = [];
    const asked = deferred();
    await using started = await connectHost(
      framework,
      wire,
      {
        tool: async (ctx) => {
          ctx.defer(() => void seen.push("deferred"));
          const answer = await ctx.elicit("Anyone?", ["a"]);
          seen.push(answer.action === "unanswered" ? answer.reason : answer.action);
          return "done";
        },
      },
      { answers: () => (asked.resolve(undefined), never()) },
    );
    const stop = new AbortController();
    const call = started.host.callTool("run", { who: "Ada" }, { signal: stop.signal });
    const ended = call.then(said, () => "rejected");
    await asked.promise;
    stop.abort();
    expect(await ended).toBe("rejected");
    // On 2026-07-28 the handler has already ended with its question; it is not run again.
    const end = wire.protocolVersion === "2026-07-28" ? ["deferred"] : ["disconnected", "deferred"];
    await vi.waitFor(() => expect(seen).toEqual(end));
  });

  it("gives unanswered when the deadline passes, and aborts the signal", async () => {
    const text = await say(
      framework,
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Anyone?", ["a"], { timeoutMs: 40 });
        return answer.action === "unanswered" ? `${answer.reason} ${ctx.signal.aborted}` : "?";
      },
      [never({ returnsAfterMs: 80 })],
    );
    expect(text).toBe("deadline true");
  });

  const ask = async (ctx: Ctx): Promise<string> => {
    const answer = await ctx.elicit("How long?", z.object({ pages: z.int() }));
    return answer.action === "accept" ? `${answer.data.pages} pages` : answer.action;
  };

  it("asks in a prompt", async () => {
    await using started = await connectHost(
      framework,
      wire,
      { prompt: ask },
      { answers: [accept({ pages: 3 })] },
    );
    const prompt = await started.host.getPrompt("letter");
    expect(prompt.messages[0]?.content).toMatchObject({ text: "3 pages" });
  });

  if (framework.withoutResources === true) return;
  it("asks in a resource", async () => {
    await using started = await connectHost(
      framework,
      wire,
      { resource: ask },
      { answers: [decline()] },
    );
    const resource = await started.host.readResource("report://latest");
    expect(resource.contents[0]).toMatchObject({ text: "decline" });
  });
}

function links(framework: FrameworkUnderTest, wire: Wire): void {
  it("asks to open a link, and takes no consent for its completion", async () => {
    const ask = async (ctx: Ctx): Promise<string> => {
      const answer = await ctx.elicit("Connect?", "https://pages.example/connect");
      return `${answer.action} ${"completed" in answer ? String(answer.completed) : ""}`.trim();
    };
    const modes: unknown[] = [];
    const script: Answers = ({ params }) => (modes.push(params["mode"]), accept());
    expect(await say(framework, wire, ask, script)).toMatch(/^accept/);
    expect(modes).toEqual(["url"]);
    expect(await say(framework, wire, ask, [decline()])).toMatch(/^decline/);
  });
}

function deferred(): {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
} {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

/** A host that cannot ask, and a server that opens a page for its user. */
function localPage(framework: FrameworkUnderTest, wire: Wire): void {
  it("asks on a page of its own where the host cannot, and goes on when the call comes again", async () => {
    const opened: string[] = [];
    let steps = 0;
    const tool = async (ctx: Ctx): Promise<string> => {
      await ctx.step("count", () => ++steps);
      const where = await ctx.elicit("Where to?", z.object({ city: z.string() }));
      return `${where.via} ${where.action === "accept" && where.data.city}`;
    };
    const openBrowser = async (url: string): Promise<void> => void opened.push(url);
    await using started = await connectHost(
      framework,
      wire,
      { tool },
      { answers: [], capabilities: {} },
      { openBrowser, holdMs: 100 },
    );
    const waiting = said(await started.host.callTool("run", { who: "Ada" }));
    expect(waiting).toContain('call "run" again with the same arguments');
    const browser = new Browser({});
    const page = await openAndLook(browser, opened[0]!);
    await browser.press(page, "answer", { f0: "Oslo" });
    expect(said(await started.host.callTool("run", { who: "Ada" }))).toBe("page Oslo");
    expect(steps).toBe(1);
  });
}
