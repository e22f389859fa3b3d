import { randomInt } from "node:crypto";
import type { AuditTrail } from "../../audit/index.js";
import type { Store, StoreWriteOptions } from "../../store/index.js";
import { PageLinkError } from "../errors.js";
import type { PagesLogger } from "../logger.js";
import { retry } from "./retry.js";
import type { VisitEnd, VisitSeen } from "./outcome.js";
import type { Flow } from "./records.js";
import { randomToken, tokenHash, type Keys } from "./keys.js";

/** How long the end of a visit is remembered, and how long an expired one can still be told of. */
export const REMEMBERED_MS: number = 60 * 60 * 1000;
/** How long finishing may take before it counts as broken off. */
const FINISHING_MS = 30_000;
/** Pause between two looks at what cannot wake us. */
const POLL_MS = 1000;
/** Places looked at before a person counts as having too many links: enough that the count is met but for a little. */
const LOOKS = 16;
/** Pause where the store wakes us: short enough for a message that got lost. */
const LOOK_AGAIN_MS = 10_000;

/** A flow and what it goes by. */
export interface KnownFlow {
  readonly id: string;
  readonly flow: Flow;
}

type EndListener = (id: string, outcome: VisitEnd) => unknown;

/** The visits, all in the store, so that any process can serve any of them. */
export interface Flows {
  /** @throws PageLinkError when the person has too many */
  create(flow: Flow): Promise<{ readonly id: string; readonly token: string }>;
  /** By the token of a link. Tells nothing about whether it is still open. */
  find(token: string): Promise<KnownFlow | undefined>;
  load(id: string): Promise<KnownFlow | undefined>;
  /** How it ended; an expired one is ended by looking. @param known The flow, if it has been read just now. */
  end(id: string, known?: KnownFlow): Promise<VisitEnd | undefined>;
  /**
   * Ends a visit, once: of all who try, one wins. `work` is what has to happen with it, such as putting
   * a secret away; if it throws, the visit stays open, and what it threw is thrown here.
   *
   * Throws as well where the store does not take the end, after a few seconds of trying: then the visit is still open.
   * If the work went through, that is how it ends: with the next look at it, or the next attempt to end it.
   */
  finish(known: KnownFlow, outcome: VisitEnd, work?: () => Promise<unknown>): Promise<boolean>;
  /** Notes who came, for the one who waits. */
  note(known: KnownFlow, seen: Exclude<VisitSeen, "nobody">): Promise<void>;
  seen(id: string): Promise<VisitSeen>;
  /** Tells of ends in this process. */
  onEnd(listener: EndListener): () => void;
  wait(
    id: string,
    completed: (() => Promise<boolean>) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<VisitEnd | undefined>;
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
  logger: PagesLogger,
  linksPerPerson: number,
): Flows {
  const listeners = new Set<EndListener>();
  const lifetime = (flow: Flow): StoreWriteOptions => ({
    ttlMs: Math.max(0, flow.expiresAt - now()) + REMEMBERED_MS,
    owner: flow.principal,
  });

  /**
   * Takes one of the places a person has for links; it is free again when the link is forgotten. A shared count without
   * any operation but those every store has.
   */
  const takePlace = async (flow: Flow): Promise<void> => {
    if (linksPerPerson === Infinity) return;
    const person = keys.sign("links of a person", flow.principal);
    const start = randomInt(linksPerPerson);
    for (let n = 0; n < Math.min(LOOKS, linksPerPerson); n++) {
      const place = `midcall:page:place:${person}:${(start + n) % linksPerPerson}`;
      if (await store.putIfAbsent(place, "1", lifetime(flow))) return;
    }
    throw new PageLinkError(
      `This person was given ${linksPerPerson} links that are not forgotten yet, which is the limit. ` +
        "Try again later, or raise limits.linksPerPerson of createPages.",
    );
  };

  const load = async (id: string): Promise<KnownFlow | undefined> => {
    const sealed = await store.get(recordKey(id));
    const text = sealed === undefined ? undefined : keys.open(sealed, recordKey(id));
    return text === undefined ? undefined : { id, flow: JSON.parse(text) as Flow };
  };

  const readEnd = async (id: string): Promise<VisitEnd | undefined> => {
    const sealed = await store.get(endKey(id));
    const text = sealed === undefined ? undefined : keys.open(sealed, endKey(id));
    return text === undefined ? undefined : (JSON.parse(text) as VisitEnd);
  };

  /** Whether this is now how it ended: the first end stays, whatever comes late or twice. */
  const writeEnd = async ({ id, flow }: KnownFlow, outcome: VisitEnd): Promise<boolean> => {
    const sealed = keys.seal(JSON.stringify(outcome), endKey(id));
    const isOurs = await retry(
      async () =>
        (await store.putIfAbsent(endKey(id), sealed, lifetime(flow))) ||
        // Written before, by an attempt whose answer got lost.
        (await store.get(endKey(id))) === sealed,
    );
    if (!isOurs) return false;
    try {
      await store.publish(endKey(id), "1");
    } catch (error) {
      logger.warn(
        `midcall pages: publish failed (${nameOf(error)}); other processes learn of the end of a visit some seconds later.`,
      );
    }
    audit?.record(auditOf(id, flow, outcome, now()));
    for (const listener of [...listeners]) {
      // Whoever listens must not get in the way of the person.
      void Promise.resolve()
        .then(() => listener(id, outcome))
        .catch(() => {});
    }
    return true;
  };

  /** What was done for the visit already, if the one use was put back because that could not be told. */
  const doneBefore = (id: string, ticket: string | undefined): VisitEnd | undefined => {
    const text = ticket === undefined ? undefined : keys.open(ticket, openKey(id));
    return text === undefined ? undefined : (JSON.parse(text) as VisitEnd);
  };

  const putBack = async ({ id, flow }: KnownFlow, ticket: string): Promise<void> => {
    try {
      await retry(() => store.putIfAbsent(openKey(id), ticket, lifetime(flow)));
    } catch (error) {
      logger.error(
        `midcall pages: a visit could be neither ended nor opened again (${nameOf(error)}); its link leads nowhere. Is the store reachable?`,
      );
    }
  };

  const finish: Flows["finish"] = async (known, outcome, work) => {
    const { id, flow } = known;
    if (!mayWork(flow)) {
      // The end alone decides, so there is nothing to be put back if it cannot be written.
      if ((await store.get(openKey(id))) === undefined) return false;
      const isOurs = await writeEnd(known, outcome);
      await store.delete(openKey(id)).catch(() => {});
      return isOurs;
    }
    const ticket = await store.take(openKey(id));
    if (ticket === undefined) return false;
    let done = doneBefore(id, ticket);
    try {
      // Put back after an end that was written all the same.
      if (await readEnd(id)) return false;
      if (!work) return (await writeEnd(known, done ?? outcome)) && done === undefined;
      await work();
      done = outcome;
      return await writeEnd(known, outcome);
    } catch (error) {
      await putBack(known, done ? keys.seal(JSON.stringify(done), openKey(id)) : ticket);
      throw error;
    }
  };

  const seen = async (id: string): Promise<VisitSeen> => {
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
    if (late < 0) {
      const done = mayWork(known.flow) && doneBefore(id, await store.get(openKey(id)));
      if (!done) return undefined;
      await finish(known, done).catch(() => {});
      return readEnd(id);
    }
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
      await takePlace(flow);
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

/** Whether anything is put away when a visit of this kind ends. */
const mayWork = ({ kind }: Flow): boolean => kind === "secret" || kind === "connect";

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

type Recorded = Parameters<AuditTrail["record"]>[0];

function auditOf(id: string, flow: Flow, outcome: VisitEnd, time: number): Recorded {
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
