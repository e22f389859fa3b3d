import { callName, type Replica, type ServiceName } from "./services.js";
import { FORGED, type Truth } from "./truth.js";
import { Browser } from "../../../packages/midcall/test/pages/browser.js";

/** How somebody makes a call, and what chance decides about it. */
export interface Plan {
  readonly kind: "session" | "link" | "rounds" | "task" | "view" | "relay" | "page";
  readonly service: ServiceName;
  readonly user: string;
  /** Where requests go, one after the other, and what else happens. */
  readonly chance: readonly number[];
}

type Message = {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: unknown;
};

/** One host with its user, who make one call. Everything that reaches them is checked. */
export class Host {
  readonly #truth: Truth;
  readonly #plan: Plan;
  readonly #replicas: readonly Replica[];
  readonly #others: () => readonly Replica[];
  readonly #call: string;
  readonly #name: string;
  #turn = 0;

  /** @param others - the replicas of the other service */
  constructor(
    truth: Truth,
    plan: Plan,
    call: string,
    replicas: readonly Replica[],
    others: () => readonly Replica[],
  ) {
    this.#truth = truth;
    this.#plan = plan;
    this.#call = call;
    this.#replicas = replicas;
    this.#others = others;
    this.#name = callName(plan.service, plan.user, call);
    truth.called.add(this.#name);
  }

  /** Makes the call, until it has ended or is given up. */
  async run(): Promise<void> {
    const { kind } = this.#plan;
    if (kind === "session" || kind === "link")
      return this.#session(kind === "link" ? "link" : "run");
    if (kind === "task") return this.#task();
    if (kind === "rounds") return this.#rounds();
    return this.#later(kind);
  }

  #chance(below: number): number {
    const { chance } = this.#plan;
    return chance[this.#turn++ % chance.length]! % below;
  }

  #replica(): Replica {
    return this.#replicas[this.#chance(this.#replicas.length)]!;
  }

  get #args(): object {
    return { user: this.#plan.user, call: this.#call };
  }

  // What reaches the host.

  #question(message: unknown): string | undefined {
    const { asked } = this.#truth;
    const isOwn =
      typeof message === "string" && asked.has(message) && message.endsWith(` of ${this.#name}`);
    this.#truth.must(isOwn, `a host is asked what nobody asks: ${JSON.stringify(message)}`);
    return isOwn ? message : undefined;
  }

  #answer(message: unknown): object {
    const question = this.#question(message);
    if (question === undefined) return { action: "cancel" };
    if (question.includes(" link of ")) return { action: "accept" };
    return { action: "accept", content: { value: this.#truth.answer(question) } };
  }

  /** A result that is no error and says no more than that the call goes on elsewhere has been made for this call. */
  #result(result: Record<string, unknown> | undefined): void {
    const { isError, _meta, content } = (result ?? {}) as {
      readonly isError?: boolean;
      readonly _meta?: Record<string, unknown>;
      readonly content?: readonly { readonly text?: string }[];
    };
    const said = content?.[0]?.text;
    const words = JSON.stringify(result) ?? "";
    this.#truth.must(!words.includes(FORGED), `a host gets what was forged: ${words}`);
    const isOnItsWay =
      _meta?.["midcall/waitsForUser"] !== undefined || /^The same call of /.test(said ?? "");
    if (isError === true || isOnItsWay) return;
    this.#truth.must(
      this.#truth.isMade(this.#name, said),
      `a host gets a result that nobody made: ${words}`,
    );
  }

  #notice({ method, params }: Message): void {
    if (method === "notifications/progress") {
      const { message } = params ?? {};
      // The product's own sign of life has other words.
      const isOwn = message === undefined || this.#truth.isMade(this.#name, message);
      const isProduct = typeof message === "string" && /^(Waiting|The user|Still)/i.test(message);
      this.#truth.must(
        isOwn || isProduct,
        `a host gets progress that nobody made: ${JSON.stringify(params)}`,
      );
    } else
      this.#truth.must(
        !JSON.stringify(params ?? {}).includes(FORGED),
        `a host gets a forged notice: ${method}`,
      );
  }

  // 2025: a session that all replicas share.

  async #session(tool: string): Promise<void> {
    const base: Record<string, string> = {
      accept: "application/json, text/event-stream",
      "x-user": this.#plan.user,
    };
    const send = (message: object): Promise<Response> =>
      this.#replica().handler(
        new Request("http://localhost/mcp", {
          ...{ method: "POST", body: JSON.stringify({ jsonrpc: "2.0", ...message }) },
          headers: { ...base, "content-type": "application/json" },
        }),
      );
    const params = {
      ...{ protocolVersion: "2025-11-25", capabilities: { elicitation: { form: {}, url: {} } } },
      clientInfo: { name: "a host", version: "1" },
    };
    const opened = await send({ id: "init", method: "initialize", params });
    await opened.text();
    const id = opened.headers.get("mcp-session-id");
    if (id === null) return;
    Object.assign(base, { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" });
    await (await send({ method: "notifications/initialized" })).text();
    const call = { name: tool, arguments: this.#args, _meta: { progressToken: 1 } };
    let stream: Response = await send({ id: 7, method: "tools/call", params: call });
    let last = "";
    const seen = new Set<unknown>();
    for (let tries = 0; tries < 6; tries++) {
      if (!stream.ok || stream.body === null) return void (await stream.text());
      // A reader that sometimes leaves after the next event, to go on elsewhere.
      let left = this.#chance(3) === 0 ? 1 + this.#chance(3) : Infinity;
      for await (const event of eventsOf(stream)) {
        last = event.id ?? last;
        const { message } = event;
        if (message !== undefined) {
          const { id: of, method } = message;
          if (method === "elicitation/create") {
            if (!seen.has(of)) await this.#respond(send, message, seen);
          } else if (method !== undefined) this.#notice(message);
          else {
            this.#truth.must(
              of === 7,
              `a host gets the response to another request: ${JSON.stringify(message)}`,
            );
            if (message.error === undefined) this.#result(message.result);
            else
              this.#truth.must(
                !JSON.stringify(message).includes(FORGED),
                "a host gets a forged error",
              );
            return;
          }
        }
        left -= 1;
        if (left <= 0) break;
      }
      if (last === "") return;
      stream = await this.#replica().handler(
        new Request("http://localhost/mcp", { headers: { ...base, "last-event-id": last } }),
      );
    }
    await stream.body?.cancel();
  }

  async #respond(
    send: (message: object) => Promise<Response>,
    { id, params }: Message,
    seen: Set<unknown>,
  ): Promise<void> {
    const { message, elicitationId } = params ?? {};
    const result = this.#answer(message);
    const response = await send({ id, result });
    if (response.ok) seen.add(id);
    await response.text();
    if (typeof elicitationId !== "string" || this.#chance(2) === 0) return;
    this.#truth.ended.add(elicitationId);
    await this.#replica()
      .elicitation.complete(elicitationId, { principal: this.#plan.user })
      .catch(() => {});
  }

  // 2026.

  async #send(
    method: string,
    params: object,
    capabilities: object,
    replica: Replica = this.#replica(),
  ): Promise<Message | undefined> {
    const prefix = "io.modelcontextprotocol/";
    const _meta = {
      [`${prefix}protocolVersion`]: "2026-07-28",
      [`${prefix}clientInfo`]: { name: "a host", version: "1" },
      [`${prefix}clientCapabilities`]: capabilities,
    };
    const { name = "", taskId } = params as { name?: string; taskId?: string };
    const response = await replica.handler(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": method,
          "mcp-name": taskId ?? name,
          "x-user": this.#plan.user,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params: { ...params, _meta } }),
      }),
    );
    const text = await response.text();
    const found: Message[] = text.startsWith("{")
      ? [JSON.parse(text) as Message]
      : text
          .split("\n")
          .flatMap((line) =>
            line.startsWith("data: {") ? [JSON.parse(line.slice(6)) as Message] : [],
          );
    for (const one of found) if (one.method !== undefined) this.#notice(one);
    const reply = found.findLast((one) => one.method === undefined);
    this.#truth.must(
      !JSON.stringify(reply ?? {}).includes(FORGED),
      `a host gets what was forged: ${text}`,
    );
    return reply;
  }

  #responses(requests: unknown): Record<string, object> {
    const all = Object.entries(
      (requests ?? {}) as Record<string, { params?: { message?: unknown } }>,
    );
    return Object.fromEntries(all.map(([key, { params }]) => [key, this.#answer(params?.message)]));
  }

  async #rounds(): Promise<void> {
    const capabilities = { elicitation: { form: {}, url: {} } };
    let more = {};
    for (let round = 0; round < 8; round++) {
      const reply = await this.#send(
        "tools/call",
        { name: "run", arguments: this.#args, ...more },
        capabilities,
      );
      const { result } = reply ?? {};
      if (result === undefined) return;
      if (result["resultType"] !== "input_required") return this.#result(result);
      more = {
        requestState: result["requestState"],
        inputResponses: this.#responses(result["inputRequests"]),
      };
    }
  }

  async #task(): Promise<void> {
    const capabilities = {
      ...{ elicitation: { form: {}, url: {} } },
      extensions: { "io.modelcontextprotocol/tasks": {} },
    };
    const created = await this.#send(
      "tools/call",
      { name: "task", arguments: this.#args },
      capabilities,
    );
    const taskId = created?.result?.["taskId"];
    if (taskId === undefined) return;
    for (let looks = 0; looks < 40; looks++) {
      const { result } = (await this.#send("tasks/get", { taskId }, capabilities)) ?? {};
      const status = result?.["status"];
      if (status === "completed")
        return this.#result(result?.["result"] as Record<string, unknown>);
      if (status !== "working" && status !== "input_required") return;
      if (status === "input_required") {
        const inputResponses = this.#responses(result?.["inputRequests"]);
        await this.#send("tasks/update", { taskId, inputResponses }, capabilities);
      }
      await new Promise((resolve) => setTimeout(resolve, 5 + looks * 50));
    }
  }

  /** A call that ends with what the user has to do, and is made again. */
  async #later(kind: "view" | "relay" | "page"): Promise<void> {
    const extensions = {
      "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
    };
    const capabilities = kind === "view" ? { extensions } : {};
    const call = { name: kind === "page" ? "page" : "run", arguments: this.#args };
    let reply = await this.#send("tools/call", call, capabilities);
    for (let tries = 0; tries < 6; tries++) {
      const { result } = reply ?? {};
      if (result === undefined) return;
      this.#result(result);
      const { _meta, content } = result as {
        readonly _meta?: Record<
          string,
          { readonly id: string; readonly key: string; readonly message: string }
        >;
        readonly content?: readonly { readonly text?: string }[];
      };
      const said = content?.[0]?.text ?? "";
      const shown = _meta?.["midcall/question"];
      if (_meta?.["midcall/waitsForUser"] === undefined) return;
      if (kind === "view") {
        if (shown === undefined) return;
        const given = { id: shown.id, key: shown.key, ...this.#answer(shown.message) };
        await this.#answerTool("midcall_answer", given, capabilities);
      } else if (kind === "relay") {
        const continuation = /continuation "([^"]+)"/.exec(said)?.[1];
        const message = /in these words: “([^”]+)”/.exec(said)?.[1];
        if (continuation === undefined) return;
        reply = await this.#answerTool(
          "midcall_relay_answer",
          { continuation, ...this.#answer(message) },
          capabilities,
        );
        continue;
      } else await this.#visit(/https:\/\/\S+\/l\/\S+/.exec(said)?.[0]);
      reply = await this.#send("tools/call", call, capabilities);
    }
  }

  /** Sometimes the host mistakes one service for the other first: both have the same tools. */
  async #answerTool(
    name: string,
    given: object,
    capabilities: object,
  ): Promise<Message | undefined> {
    if (this.#chance(3) === 0) {
      const other = this.#others()[this.#chance(2)]!;
      const reply = await this.#send("tools/call", { name, arguments: given }, capabilities, other);
      const { structuredContent, isError } = (reply?.result ?? {}) as {
        readonly structuredContent?: { readonly status?: string };
        readonly isError?: boolean;
      };
      const isRefused =
        reply?.error !== undefined || isError === true || structuredContent?.status === "unknown";
      this.#truth.must(
        isRefused,
        `one service takes an answer for the other: ${JSON.stringify(reply)}`,
      );
    }
    return this.#send("tools/call", { name, arguments: given }, capabilities);
  }

  async #visit(link: string | undefined): Promise<void> {
    if (link === undefined) return;
    const { pages } = this.#replica();
    const fetch = (request: Request): Promise<Response> => {
      const headers = new Headers(request.headers);
      headers.set("x-user", this.#plan.user);
      return pages.fetch(new Request(request, { headers }), { remoteAddress: "127.0.0.1" });
    };
    const browser = new Browser({ [new URL(link).origin]: fetch });
    try {
      const page = await browser.open(link);
      const words = page.body.replaceAll("&quot;", '"');
      const question = [...this.#truth.asked].find((one) => words.includes(one));
      if (question === undefined) return;
      const { content } = this.#answer(question) as {
        readonly content: { readonly value: string };
      };
      await browser.press(page, "answer", { f0: content.value });
    } catch {
      // A page without its form: the link is over.
    }
  }
}

interface Event {
  readonly id?: string;
  readonly message?: Message;
}

async function* eventsOf({ body }: Response): AsyncGenerator<Event> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value;
      const blocks = rest.split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string): string | undefined =>
          new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
        const data = field("data");
        const isMessage = field("event") !== "resumable" && data !== undefined && data !== "";
        const id = field("id");
        yield {
          ...(id !== undefined && { id }),
          ...(isMessage && { message: JSON.parse(data) as Message }),
        };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
