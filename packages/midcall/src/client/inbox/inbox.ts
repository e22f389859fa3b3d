import { attachClient } from "../attach/attach.js";
import { createResponder } from "./respond.js";
import { createCountdown } from "./countdown.js";
import type { Entry } from "./entry.js";
import { NoAnswererError } from "../errors.js";
import { createId } from "./id.js";
import type { Inbox, InboxOptions, Origin } from "./types.js";
import { createPersistedState } from "./persistence.js";
import { createBuckets, resolvePolicy, type ServerRule } from "./policy.js";
import { createFairQueue } from "./queue.js";
import type { InboxSnapshot, OpenQuestion } from "./question.js";
import { textOf } from "../attach/params.js";
import type * as questionReader from "./read-question.js";
import { auditQuestion } from "./audit.js";
import { accept, cannotAsk, type ElicitResult } from "../attach/results.js";

/** A UI that is swapped for another is gone for a moment. */
const UI_GRACE_MS = 1000;

/**
 * One inbox for a host: every question of every server, in turn, with the person in control. It shows
 * nothing itself: it is an external store (`useSyncExternalStore(inbox.subscribe, inbox.getSnapshot)`)
 * for a UI, or gives each question to `onElicitation`.
 *
 * @throws OptionError when the policy makes no sense
 *
 * @example
 * ```ts
 * const inbox = createInbox({ open: (url) => window.open(url, "_blank", "noopener,noreferrer") });
 * inbox.mount(); // a UI is there
 * inbox.attach(client, { server: "GitHub" });
 * await client.connect(transport);
 * // in the UI
 * const [question] = inbox.getSnapshot().showing;
 * inbox.respond(question.id, accept({ color: "red" }));
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function createInbox(options: InboxOptions = {}): Inbox {
  const { audit, open, now = Date.now } = options;
  const callback = options.onElicitation ?? options.elicitationCallback;
  const policy = resolvePolicy(options.policy);
  const takeToken = createBuckets(policy, now);
  const waiting = createFairQueue<Entry>();
  const showing = new Set<Entry>();
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const run = createId();
  let couldAnswer = callback !== undefined;
  let uis = 0;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  let snapshot: InboxSnapshot | undefined;

  const report = (error: unknown): void => {
    try {
      (options.onerror ?? console.error)(error);
    } catch {
      // Whoever listens must not get in the way of an answer.
    }
  };
  const saved = createPersistedState(options.persistence, report, now);
  let reader: ReturnType<typeof questionReader.createReader> | undefined;
  const loading = import("./read-question.js")
    .then(({ createReader }) => (reader = createReader(options.urlSafety, report)))
    .catch(report);
  let isReady = false;
  const ready = Promise.all([saved.ready, loading]).then(() => void (isReady = true));

  const canAnswer = (): boolean => callback !== undefined || uis > 0;
  const rule = (server: string): ServerRule => saved.rules.get(server) ?? policy.rule;
  const openEntries = (server: string): Entry[] =>
    [...entries.values()].filter((entry) => entry.server === server);
  const changed = (): void => {
    snapshot = undefined;
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        report(error);
      }
    }
  };
  const change = (entry: Entry, part: object): void => {
    entry.view = { ...entry.view, ...part };
    changed();
  };
  const { respond, answerBy } = createResponder({
    entries,
    open,
    check: (schema, content) => reader!.checkForm(schema, content),
    change,
    report,
  });

  /** Fills the free places, and has the callback answer what is in one. */
  const advance = (): void => {
    while (showing.size < policy.concurrent) {
      const entry = waiting.next();
      if (!entry) break;
      showing.add(entry);
    }
    for (const entry of showing) {
      if (!callback || entry.asked || entry.view.gated) continue;
      entry.asked = true;
      void answerBy(callback, entry);
    }
    changed();
  };

  const ask = async (
    params: unknown,
    origin: Origin,
    untilDone: boolean,
  ): Promise<ElicitResult> => {
    const { server, call, signal } = origin;
    if (!couldAnswer) throw new NoAnswererError();
    if (!isReady) await ready;
    const loadingMore = reader?.ready(params);
    if (loadingMore) await loadingMore;
    if (signal?.aborted) return cannotAsk("withdrawn");

    const id = `${run}:${++lastId}`;
    const askedAt = now();
    const decisions: string[] = [];
    const note = (
      view: Partial<OpenQuestion>,
      result: ElicitResult,
      via: string,
      reason?: string,
    ): void => {
      const visibleMs = entries.get(id)?.countdown.visibleMs() ?? 0;
      const known = { id, origin, params, askedAt, answeredAt: now(), visibleMs, decisions };
      try {
        auditQuestion(audit, known, view, result, via, reason);
      } catch (error) {
        report(error);
      }
    };
    /** Nobody is asked: told to the server with the reason, as no answer of a person's. */
    const cannot = (reason: string, view = {}): ElicitResult => {
      const result = cannotAsk(reason);
      decisions.push(reason);
      note(view, result, "policy");
      return result;
    };

    const ruled = rule(server);
    if (ruled === "block") return cannot("blocked");
    if (!takeToken(server)) return cannot("rate-limit");
    if (openEntries(server).length >= policy.perServer || entries.size >= policy.total) {
      return cannot("queue-full");
    }
    // With nothing but a callback there is nobody who could let the server in.
    if (!canAnswer() || (ruled === "ask" && uis === 0)) return cannot("no-ui");
    if (!reader) return cannot("error");
    const read = reader.read(params, server);
    if (!read.mode) return cannot(read.cannot, read);
    const gated = ruled === "ask";
    const view: OpenQuestion = { ...read, id, server, call, askedAt, attempts: 0, gated };
    if (view.mode === "url") {
      if (!open && !callback) return cannot("mode", read);
      decisions.push(...view.link.warnings.map(({ code }) => `url:${code}`));
    } else if (view.secretFields.length > 0) {
      if (policy.secrets === "refuse") return cannot("secret-refused", read);
      decisions.push("secret-warned");
    }
    if (gated) decisions.push("asked-first");

    return new Promise((resolve) => {
      const withdraw = (): void => entry.finish(cannotAsk("withdrawn"), "server");
      const entry: Entry = {
        server,
        view,
        elicitationId: textOf(params, "elicitationId"),
        untilDone,
        countdown: createCountdown(
          policy.timeoutMs,
          now,
          () => entry.finish(cannotAsk("deadline"), "policy"),
          () => change(entry, { endsAt: entry.countdown.endsAt }),
        ),
        over: new AbortController(),
        asked: false,
        opening: false,
        finish(result, via, reason) {
          if (!entries.has(id)) return;
          entry.countdown.stop();
          note(entry.view, result, via, reason);
          entries.delete(id);
          if (!waiting.remove(entry)) showing.delete(entry);
          signal?.removeEventListener("abort", withdraw);
          resolve(result);
          entry.over.abort();
          advance();
        },
      };
      signal?.addEventListener("abort", withdraw);
      entries.set(id, entry);
      waiting.add(entry);
      advance();
    });
  };

  const unlock = (entry: Entry): void => {
    if (entry.view.gated) entry.view = { ...entry.view, gated: false };
  };
  const setRule = (server: string, next: ServerRule): void => {
    // Refuses what is no rule, which would allow everything.
    saved.rules.set(server, resolvePolicy({ rule: next }).rule);
    saved.save();
    const open = openEntries(server);
    if (next === "allow") open.forEach(unlock);
    if (next === "block") {
      // Before any of them is ended, so that none of them gets the free place.
      open.forEach(waiting.remove);
      for (const { finish } of open) finish(cannotAsk("blocked"), "policy");
    }
    advance();
  };

  const inbox: Inbox = {
    ready,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () =>
      (snapshot ??= {
        showing: Array.from(showing, ({ view }) => view),
        waiting: waiting.list().map(({ view }) => view),
      }),
    respond: (id, result, via = "ui") => respond(id, result, via),
    admit(id, decision) {
      const entry = entries.get(id);
      if (!entry) return;
      if (decision !== "show") setRule(entry.server, decision === "block" ? "block" : "allow");
      else {
        unlock(entry);
        advance();
      }
    },
    extend: (id) => entries.get(id)?.countdown.extend(),
    shown: (id) => entries.get(id)?.countdown.look() ?? (() => {}),
    mount() {
      couldAnswer = true;
      uis += 1;
      clearTimeout(grace);
      let mounted = true;
      const giveUp = (): void => {
        for (const entry of [...entries.values()]) {
          // A callback goes on, but cannot let a server in.
          if (callback && !entry.view.gated) continue;
          entry.finish(cannotAsk("no-ui"), "policy");
        }
      };
      return () => {
        if (!mounted) return;
        mounted = false;
        uis -= 1;
        if (uis === 0) grace = setTimeout(giveUp, UI_GRACE_MS);
      };
    },
    rule,
    setRule,
    capability: () =>
      canAnswer() ? { form: {}, ...((open || callback) && { url: {} }) } : undefined,
    handle: (params, origin) => ask(params, origin, false),
    handleUntilDone: (params, origin) => ask(params, origin, true),
    complete(server, elicitationId) {
      for (const entry of openEntries(server)) {
        if (!entry.untilDone || entry.elicitationId !== elicitationId) continue;
        entry.finish(accept(), "server", "completed");
      }
    },
    attach: (client, given) =>
      attachClient({ inbox, saved, timeoutMs: policy.timeoutMs }, client, given),
  };
  return inbox;
}
