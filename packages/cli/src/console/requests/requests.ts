import { randomUUID } from "node:crypto";
import type { ServerRule } from "midcall/client";
import { noAnswerError } from "../../connect/no-answer-error.js";
import { RequestError } from "../errors.js";
import type { RequestView } from "../views/api-types.js";
import { refusedError } from "./refused-error.js";

/** A request to show, without what the list knows itself. */
export type NewRequest =
  | Omit<Extract<RequestView, { kind: "sampling" }>, ListFields>
  | Omit<Extract<RequestView, { kind: "roots" }>, ListFields>;
type ListFields = "id" | "askedAt" | "endsAt" | "needsApproval" | "ended";

/** Where a request comes from, and how its answer is read. */
export interface RequestOrigin {
  /** Withdraws the request. */
  readonly signal: AbortSignal;
  /**
   * Turns what the user has entered into the result that is sent.
   *
   * @throws RequestError that says what is wrong; the request stays open
   */
  read(entered: Readonly<Record<string, unknown>>): object;
}

/**
 * The open requests for sampling and roots. Only the user answers them: a request that ends in any other way is
 * answered with an error that says so.
 */
export interface Requests {
  /**
   * Oldest first. What needs the user's approval is hidden. A request that the server has withdrawn, or whose time is up,
   * stays as `ended` until the user dismisses it, so that no other one takes its place unnoticed.
   */
  list(): readonly RequestView[];
  /** Shows a request. Resolves with the result to send; rejects with the error to send. */
  ask(request: NewRequest, origin: RequestOrigin): Promise<object>;
  /** @throws RequestError when the request is over, or the answer invalid */
  answer(id: string, entered: Readonly<Record<string, unknown>>): void;
  refuse(id: string): void;
  /** Applies the user's decision about a server whose rule is `ask`. `always` and `block` are remembered. */
  admit(id: string, decision: "show" | "always" | "block"): void;
  /** Restarts the time of a request. */
  extend(id: string): void;
  /** Removes a request that has ended. */
  dismiss(id: string): void;
  /** Ends the requests of servers that are blocked now. Must be called when a rule has changed. */
  applyRules(): void;
  /** Ends all requests: no page is open that shows them. */
  endAll(): void;
}

/** Options of {@link createRequests}. */
export interface RequestsOptions {
  /** The rule for a server, by the user's name for it. */
  rule(server: string): ServerRule;
  setRule(server: string, rule: ServerRule): void;
  /** Whether a page is open that shows the request. */
  canShow(): boolean;
  /** Whether the user has cancelled a call: its requests then end as expected. */
  isCancelled(call: string): boolean;
  onChange(): void;
  /** A request has ended. */
  onEnd(request: NewRequest, end: RequestEnd): void;
  readonly timeoutMs?: number | undefined;
}

/** How a request ended. */
export interface RequestEnd {
  /** `unanswered`: the user did not answer. */
  readonly action: "accept" | "decline" | "unanswered";
  /** Why it was not answered. */
  readonly reason?: string | undefined;
  /** Absent if it was never shown. */
  readonly id?: string | undefined;
  readonly askedAt: number;
}

interface Entry {
  view: RequestView;
  timer: NodeJS.Timeout;
  readonly origin: RequestOrigin;
  finish(result: object | Error): void;
}

const TIMEOUT_MS = 600_000;
const MOST_PER_SERVER = 10;
const MOST = 50;
const MOST_ENDED = 10;

/** Creates an empty list. */
export function createRequests(options: RequestsOptions): Requests {
  const { rule, onChange, onEnd, timeoutMs = TIMEOUT_MS } = options;
  const entries = new Map<string, Entry>();
  const find = (id: string): Entry => {
    const entry = entries.get(id);
    if (!entry || entry.view.ended) throw new RequestError(409, "This request is over.");
    return entry;
  };
  const change = (entry: Entry, part: Partial<RequestView>): void => {
    entry.view = { ...entry.view, ...part } as RequestView;
    onChange();
  };
  const startTimer = (entry: Entry): NodeJS.Timeout =>
    setTimeout(() => entry.finish(noAnswerError("deadline")), timeoutMs).unref();
  const refusal = (request: NewRequest): string | undefined => {
    if (rule(request.server) === "block") return "blocked";
    const open = [...entries.values()].filter(({ view }) => !view.ended);
    const ofServer = open.filter(({ view }) => view.server === request.server);
    if (ofServer.length >= MOST_PER_SERVER || open.length >= MOST) return "queue-full";
    return options.canShow() ? undefined : "no-ui";
  };

  /** Keeps what the user must see to have ended; of too many, the oldest are removed. */
  const leave = (entry: Entry, reason: string | undefined): void => {
    const { view } = entry;
    const isExpected = view.call !== undefined && options.isCancelled(view.call);
    if ((reason !== "withdrawn" && reason !== "deadline") || isExpected) {
      return void entries.delete(view.id);
    }
    entry.view = { ...hidden(view), needsApproval: false, ended: reason };
    const ended = [...entries.values()].filter((one) => one.view.ended);
    for (const { view: old } of ended.slice(0, -MOST_ENDED)) entries.delete(old.id);
  };

  return {
    list: () =>
      Array.from(entries.values(), ({ view }) => (view.needsApproval ? hidden(view) : view)),
    ask(request, origin) {
      const reason = refusal(request);
      if (reason !== undefined) {
        onEnd(request, { action: "unanswered", reason, askedAt: Date.now() });
        return Promise.reject(noAnswerError(reason));
      }
      return new Promise((resolve, reject) => {
        const id = randomUUID();
        const askedAt = Date.now();
        const withdraw = (): void => entry.finish(noAnswerError("withdrawn"));
        const entry: Entry = {
          view: {
            ...request,
            id,
            askedAt,
            endsAt: askedAt + timeoutMs,
            needsApproval: rule(request.server) === "ask",
          },
          origin,
          timer: setTimeout(() => {}),
          finish(result) {
            if (entry.view.ended || !entries.has(id)) return;
            clearTimeout(entry.timer);
            origin.signal.removeEventListener("abort", withdraw);
            const why = reasonOf(result);
            leave(entry, why);
            const answered = result instanceof Error ? "decline" : "accept";
            const action = why === undefined ? answered : "unanswered";
            onEnd(request, { action, reason: why, id, askedAt });
            if (result instanceof Error) reject(result);
            else resolve(result);
            onChange();
          },
        };
        entries.set(id, entry);
        clearTimeout(entry.timer);
        entry.timer = startTimer(entry);
        origin.signal.addEventListener("abort", withdraw);
        if (origin.signal.aborted) withdraw();
        else onChange();
      });
    },
    answer(id, entered) {
      const entry = find(id);
      if (entry.view.needsApproval) {
        throw new RequestError(409, "Decide first whether this server may ask.");
      }
      entry.finish(entry.origin.read(entered));
    },
    refuse: (id) => find(id).finish(refusedError()),
    admit(id, decision) {
      const entry = find(id);
      if (decision === "show") change(entry, { needsApproval: false });
      else options.setRule(entry.view.server, decision === "block" ? "block" : "allow");
    },
    extend(id) {
      const entry = find(id);
      clearTimeout(entry.timer);
      entry.timer = startTimer(entry);
      change(entry, { endsAt: Date.now() + timeoutMs });
    },
    dismiss(id) {
      if (entries.get(id)?.view.ended && entries.delete(id)) onChange();
    },
    endAll() {
      for (const entry of [...entries.values()]) entry.finish(noAnswerError("no-ui"));
    },
    applyRules() {
      for (const entry of [...entries.values()]) {
        const now = rule(entry.view.server);
        if (now === "block") entry.finish(noAnswerError("blocked"));
        else if (now === "allow" && entry.view.needsApproval)
          change(entry, { needsApproval: false });
      }
    },
  };
}

/** Why a request ended without the user's answer. */
function reasonOf(result: object): string | undefined {
  const { reason } = result as { readonly reason?: unknown };
  return result instanceof Error && typeof reason === "string" ? reason : undefined;
}

/** Only who asks, until the user has decided. */
function hidden(view: RequestView): RequestView {
  return view.kind === "roots"
    ? view
    : {
        ...view,
        messages: [],
        systemPrompt: undefined,
        modelHints: [],
        priorities: {},
        stopSequences: [],
        includeContext: undefined,
        tools: [],
      };
}
