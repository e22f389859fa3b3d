import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ElicitationContext } from "midcall/server";
import { scaled, seed } from "../../../../../test/night.js";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { useVirtualTime } from "../virtual-time.js";
import { createTestFleet, type TestFleet, until } from "./fleet-lab.js";
import { createHttpHost, type HttpHost, readEvents, type SentEvent } from "./http-host.js";

useVirtualTime();

/*
 * Random schedules of calls whose questions are asked partly in the host and partly in the view, while replicas are killed and
 * closed. Its client goes on with a call where it can, and otherwise makes it again.
 */

const REPLICAS = 4;

type Way = "native" | "app";

type Act =
  | { readonly do: "answer" | "resume"; readonly at: number }
  | { readonly do: "kill" | "close" | "lose" }
  | { readonly do: "wait"; readonly ms: number };

const at = fc.nat(REPLICAS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("answer" as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("resume" as const), at }) },
  { weight: 2, arbitrary: fc.constant({ do: "kill" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "close" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "lose" as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(60) }) },
);

const way: fc.Arbitrary<Way> = fc.constantFrom("native", "app");
const ways = fc.array(way, { minLength: 2, maxLength: 4 });

/** What a call may end with that has to be made anew: its author's code cannot know more either. */
const BROKEN = /was started before/;
/** What it may end with and be made again. */
const AGAIN =
  /^The user is asked|lost with the replica|closed while the call|continues there|later one continues it/;

class Client {
  readonly #fleet: TestFleet;
  readonly #host: HttpHost;
  readonly #closed = new Set<number>();
  #calls = 0;
  #lastId: string | undefined;
  #isReading = false;
  #leave: () => Promise<void> = async () => {};
  /** What the host is asked, and has not answered. */
  #open: unknown;
  /** What the view shows, and nobody has answered. */
  #shown: AppQuestion | undefined;
  /** The questions that were answered in the view, of the call as it goes on. */
  readonly received: string[] = [];
  /** What a call has ended with, which was not made again. */
  ended: string | undefined;
  readonly texts: string[] = [];
  /** What the view has shown again although it was received. */
  readonly askedAgain: string[] = [];

  constructor(fleet: TestFleet, host: HttpHost) {
    this.#fleet = fleet;
    this.#host = host;
  }

  #living(from: number): number {
    for (let n = from; ; n++)
      if (this.#fleet.replicas[n % REPLICAS]!.isAlive && !this.#closed.has(n % REPLICAS))
        return n % REPLICAS;
  }

  #read(response: Response): void {
    const stream = readEvents(response);
    this.#isReading = true;
    this.#leave = () => stream.leave().catch(() => {});
    void (async () => {
      try {
        for (let event = await stream.next(); event !== undefined; event = await stream.next())
          this.#take(event);
      } catch {
        // The connection broke.
      }
      this.#isReading = false;
    })();
  }

  #take({ id, message }: SentEvent): void {
    if (id !== undefined) this.#lastId = id;
    if (message?.method === "elicitation/create") this.#open = message.id;
    if (message === undefined || message.method !== undefined || !("id" in message)) return;
    const text = message.error?.message ?? message.result?.content?.[0]?.text ?? "";
    this.texts.push(text);
    this.#lastId = undefined;
    this.#open = undefined;
    const { _meta } = (message.result ?? {}) as { _meta?: Record<string, unknown> };
    const question = _meta?.[QUESTION_META] as AppQuestion | undefined;
    if (BROKEN.test(text)) this.received.length = 0;
    else if (!AGAIN.test(text)) this.ended = text;
    if (question !== undefined && this.received.includes(question.message))
      this.askedAgain.push(question.message);
    this.#shown = question;
  }

  async resume(from: number): Promise<boolean> {
    if (this.#lastId === undefined) return false;
    await this.lose();
    const response = await this.#host
      .resume(this.#living(from), this.#lastId)
      .catch(() => undefined);
    if (response?.status !== 200) return false;
    this.#read(response);
    return true;
  }

  async lose(): Promise<void> {
    await this.#leave();
    await until(() => !this.#isReading);
  }

  async #call(from: number): Promise<void> {
    this.#lastId = undefined;
    this.#open = undefined;
    const response = await this.#host.post(this.#living(from), {
      ...{ jsonrpc: "2.0", id: (this.#calls += 1), method: "tools/call" },
      params: { name: "run", arguments: {} },
    });
    this.#read(response);
  }

  /** Does what the user and the host do next. */
  async go(from: number): Promise<void> {
    if (this.#shown !== undefined) {
      const { id, key, message } = this.#shown;
      const given = { id, key, action: "accept", content: { value: "yes" } };
      const response = await this.#host.post(this.#living(from), {
        ...{ jsonrpc: "2.0", id: `view ${(this.#calls += 1)}`, method: "tools/call" },
        params: { name: "midcall_answer", arguments: given },
      });
      const end = (await readEvents(response).rest()).at(-1)?.message?.result as
        | { structuredContent?: { status?: string } }
        | undefined;
      expect(end?.structuredContent?.status).toBe("received");
      this.received.push(message);
      this.#shown = undefined;
    } else if (this.#open !== undefined) {
      const open = this.#open;
      const response = await this.#host.answer(this.#living(from), open);
      if (response.status === 202 && this.#open === open) this.#open = undefined;
    } else if (!this.#isReading && !(await this.resume(from))) await this.#call(from);
  }

  async end(how: "kill" | "close"): Promise<void> {
    const victim = this.#living(0);
    // The last one stays.
    if (victim === REPLICAS - 1) return;
    if (how === "kill") return this.#fleet.replicas[victim]!.kill();
    this.#closed.add(victim);
    await this.#fleet.replicas[victim]!.handler.close();
  }
}

async function play(asked: readonly Way[], acts: readonly Act[]): Promise<void> {
  const ran = new Map<string, number>();
  const handler = async (ctx: ElicitationContext): Promise<string> => {
    const said: string[] = [];
    for (const [n, one] of asked.entries()) {
      const { action } = await ctx.elicit(`Question ${n}?`, ["yes", "no"], { fallback: [one] });
      said.push(action);
      const write = ({ idempotencyKey: key }: { idempotencyKey: string }): void =>
        void ran.set(key, (ran.get(key) ?? 0) + 1);
      await ctx.step(`after ${n}`, write, { writes: true });
    }
    return said.join(" ");
  };
  const fleet = createTestFleet(REPLICAS, {
    handler,
    elicitation: { fallback: ["native", "app"], holdMs: 100 },
    http: { sessionLeaseMs: 120 },
  });
  try {
    const capabilities = {
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
      experimental: { "midcall/deliberate": {} },
    };
    const client = new Client(fleet, await createHttpHost(fleet, { capabilities }));
    await client.go(0);
    for (const one of acts) {
      if (client.ended !== undefined) break;
      if (one.do === "answer") await client.go(one.at);
      else if (one.do === "resume") await client.resume(one.at);
      else if (one.do === "lose") await client.lose();
      else if (one.do === "wait") await new Promise((resolve) => setTimeout(resolve, one.ms));
      else await client.end(one.do);
    }
    for (let n = 0; client.ended === undefined; n++) {
      await client.go(n);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect([client.ended, client.texts]).toEqual([
      asked.map(() => "accept").join(" "),
      client.texts,
    ]);
    expect(client.askedAgain).toEqual([]);
    for (const [key, times] of ran) expect([key, times]).toEqual([key, 1]);
  } finally {
    await fleet.close();
  }
}

describe("whatever happens to a call that is asked in the host and in the view", () => {
  it("what was received in the view is used, no step runs twice, and it ends with what its user said", async () => {
    await fc.assert(fc.asyncProperty(ways, fc.array(act, { maxLength: 14 }), play), {
      ...{ seed, numRuns: scaled(15, 500), endOnFailure: true },
    });
  });
});
