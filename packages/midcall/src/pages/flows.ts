import type { AuditTrail } from "../audit/index.js";
import type { Store } from "../store/index.js";
import type { Outcome, Seen } from "./outcome.js";
import type { Flow } from "./records.js";
import { randomToken, tokenHash, type Keys } from "./seal.js";

/** How long the end of a visit is remembered, and how long an expired one can still be told of. */
const REMEMBERED_MS = 60 * 60 * 1000;
/** How long finishing may take before it counts as broken off. */
const FINISHING_MS = 30_000;
/** Pause between two looks at what cannot wake us. */
const POLL_MS = 1000;
/** Pause where the store wakes us: short enough for a message that got lost. */
const LOOK_AGAIN_MS = 10_000;

/** A flow and what it goes by. */
export interface KnownFlow {
  readonly id: string;
  readonly flow: Flow;
}

type EndListener = (id: string, outcome: Outcome) => unknown;

/** The visits, all in the store, so that any process can serve any of them. */
export interface Flows {
  create(flow: Flow): Promise<{ readonly id: string; readonly token: string }>;
  /** By the token of a link. Tells nothing about whether it is still open. */
  find(token: string): Promise<KnownFlow | undefined>;
  load(id: string): Promise<KnownFlow | undefined>;
  /** How it ended; an expired one is ended by looking. @param known The flow, if it has been read just now. */
  end(id: string, known?: KnownFlow): Promise<Outcome | undefined>;
  /**
   * Ends a visit, once: of all who try, one wins. `work` is what has to happen with it, such as putting
   * a secret away; if it throws, the visit stays open and so does the throw.
   */
  finish(known: KnownFlow, outcome: Outcome, work?: () => Promise<unknown>): Promise<boolean>;
  /** Notes who came, for the one who waits. */
  note(known: KnownFlow, seen: Exclude<Seen, "nobody">): Promise<void>;
  seen(id: string): Promise<Seen>;
  /** Tells of ends in this process. */
  onEnd(listener: EndListener): () => void;
  wait(
    id: string,
    completed: (() => Promise<boolean>) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Outcome | undefined>;
}

const recordKey = (id: string): string => `midcall:page:link:${id}`;
const openKey = (id: string): string => `midcall:page:open:${id}`;
const endKey = (id: string): string => `midcall:page:end:${id}`;
const seenKey = (id: string, who: string): string => `midcall:page:seen:${id}:${who}`;

export function createFlows(
  store: Store,
  keys: Keys,
  now: () => number,
  audit: AuditTrail | undefined,
): Flows {
  const listeners = new Set<EndListener>();
  const lifetime = (flow: Flow): { ttlMs: number } => ({
    ttlMs: Math.max(0, flow.expiresAt - now()) + REMEMBERED_MS,
  });

  const load = async (id: string): Promise<KnownFlow | undefined> => {
    const sealed = await store.get(recordKey(id));
    const text = sealed === undefined ? undefined : keys.open(sealed, recordKey(id));
    return text === undefined ? undefined : { id, flow: JSON.parse(text) as Flow };
  };

  const readEnd = async (id: string): Promise<Outcome | undefined> => {
    const sealed = await store.get(endKey(id));
    const text = sealed === undefined ? undefined : keys.open(sealed, endKey(id));
    return text === undefined ? undefined : (JSON.parse(text) as Outcome);
  };

  const writeEnd = async ({ id, flow }: KnownFlow, outcome: Outcome): Promise<void> => {
    const sealed = keys.seal(JSON.stringify(outcome), endKey(id));
    await store.put(endKey(id), sealed, lifetime(flow));
    await store.publish(endKey(id), "1");
    audit?.record(auditOf(id, flow, outcome, now()));
    for (const listener of [...listeners]) {
      // Whoever listens must not get in the way of the person.
      void Promise.resolve()
        .then(() => listener(id, outcome))
        .catch(() => {});
    }
  };

  const finish: Flows["finish"] = async (known, outcome, work) => {
    const ticket = await store.take(openKey(known.id));
    if (ticket === undefined) return false;
    try {
      await work?.();
    } catch (error) {
      await store.putIfAbsent(openKey(known.id), ticket, lifetime(known.flow));
      throw error;
    }
    await writeEnd(known, outcome);
    return true;
  };

  const seen = async (id: string): Promise<Seen> => {
    if ((await store.get(seenKey(id, "person"))) !== undefined) return "person";
    return (await store.get(seenKey(id, "wrong-person"))) === undefined ? "nobody" : "wrong-person";
  };

  const end: Flows["end"] = async (id, given) => {
    const ended = await readEnd(id);
    if (ended) return ended;
    // A flow never changes, so what was read before is still true.
    const known = given ?? (await load(id));
    // Long over, or never ours: what is left to say is that nobody finished it.
    if (!known) return { status: "expired" };
    const late = now() - known.flow.expiresAt;
    if (late < 0) return undefined;
    const strangers = (await seen(id)) === "wrong-person";
    if (await finish(known, { status: strangers ? "wrong-person" : "expired" })) return readEnd(id);
    // Somebody is finishing right now, or was when the process ended.
    const again = await readEnd(id);
    if (again || late < FINISHING_MS) return again;
    await writeEnd(known, { status: "failed", reason: "interrupted" });
    return readEnd(id);
  };

  return {
    load,
    end,
    finish,
    seen,
    find: (token) => load(tokenHash(token)),
    onEnd(listener) {
      const own: EndListener = (id, outcome) => listener(id, outcome);
      listeners.add(own);
      return () => void listeners.delete(own);
    },

    async create(flow) {
      const token = randomToken();
      const id = tokenHash(token);
      await store.put(openKey(id), "1", lifetime(flow));
      const sealed = keys.seal(JSON.stringify(flow), recordKey(id));
      await store.put(recordKey(id), sealed, lifetime(flow));
      return { id, token };
    },

    async note({ id, flow }, who) {
      const first = await store.putIfAbsent(seenKey(id, who), "1", lifetime(flow));
      if (first && who === "wrong-person") audit?.record(strangerOf(id, flow, now()));
    },

    async wait(id, completed, signal) {
      let woken = false;
      let resume: () => void = () => {};
      let look: Promise<boolean> | undefined;
      const wake = (): void => {
        woken = true;
        resume();
      };
      const unsubscribe = await store.subscribe(endKey(id), wake);
      signal?.addEventListener("abort", wake);
      try {
        for (;;) {
          woken = false;
          const ended = await end(id);
          if (ended || signal?.aborted) return ended;
          const known = await load(id);
          // One that is late and has no end yet is just being finished.
          const left = (known?.flow.expiresAt ?? 0) - now();
          const asleep = (ms: number): Promise<void> =>
            new Promise((resolve) => {
              const timer = setTimeout(resolve, left <= 0 ? POLL_MS : Math.min(left, ms));
              resume = () => {
                clearTimeout(timer);
                resolve();
              };
              if (woken || signal?.aborted) resume();
            });
          if (known && completed) {
            // It may take long or never say, which must not hold up the end of the link or of the waiting.
            look ??= (async () => completed())().catch(() => false);
            const isDone = await Promise.race([look, asleep(LOOK_AGAIN_MS)]);
            resume();
            if (isDone === undefined) continue;
            look = undefined;
            if (isDone && (await finish(known, { status: "done" }))) continue;
          }
          await asleep(completed ? POLL_MS : LOOK_AGAIN_MS);
        }
      } finally {
        signal?.removeEventListener("abort", wake);
        await unsubscribe();
      }
    },
  };
}

type Recorded = Parameters<AuditTrail["record"]>[0];

function auditOf(id: string, flow: Flow, outcome: Outcome, time: number): Recorded {
  const actions = { done: "accept", declined: "decline", cancelled: "cancel" } as const;
  const { status } = outcome;
  const known = status === "done" || status === "declined" || status === "cancelled";
  const detail =
    status === "provider-error"
      ? `: ${outcome.error}`
      : status === "failed"
        ? `: ${outcome.reason}`
        : "";
  return {
    id,
    principal: flow.principal,
    server: { name: flow.server },
    mode: "url",
    message: flow.message,
    action: known ? actions[status] : "unanswered",
    ...(!known && { reason: `${status}${detail}` }),
    via: `page-${flow.kind}`,
    askedAt: flow.askedAt,
    answeredAt: time,
  };
}

function strangerOf(id: string, flow: Flow, time: number): Recorded {
  return {
    id,
    principal: flow.principal,
    server: { name: flow.server },
    mode: "url",
    reason: "opened by another person",
    via: `page-${flow.kind}`,
    policy: ["wrong-person"],
    askedAt: flow.askedAt,
    answeredAt: time,
  };
}
