import type { RefusalAudit } from "./refusal-audit.js";
import { attachClient } from "../attach/attach.js";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";
import { accept, cannotAsk, type ElicitResult } from "../attach/results.js";
import { OptionError } from "../../contracts/errors.js";
import { createId } from "../../internal/create-id.js";
import { NoAnswererError } from "../errors.js";
import type { Ask, AskParts } from "./ask.js";
import { LINK_OPTIONS } from "../url-safety/link-options.js";
import { auditQuestion } from "./audit.js";
import type { Entry } from "./entry.js";
import { createMountedUis } from "./mounted-uis.js";
import { createOpenedLinks } from "./opened-links.js";
import { createPersistedState } from "./persistence.js";
import { createBuckets, resolvePolicy, type ServerRule } from "./policy.js";
import { createQuestionList, type QuestionList } from "./question-list.js";
import type { QuestionReader } from "./reading/read-question.js";
import type { Responder, ResponderParts } from "./respond.js";
import type { Inbox, InboxOptions, Origin, RespondOutcome } from "./types.js";
import type * as WhenAsked from "./when-asked.js";

/** What is loaded after the inbox was created. No question is open before. */
interface Loaded {
  readonly refusals: RefusalAudit;
  readonly reader: QuestionReader;
  readonly ask: Ask;
  readonly responder: Responder;
}

const NOT_OPEN: RespondOutcome = { ok: false, errors: ["This question is no longer open."] };

const OPTIONS: OptionKinds<InboxOptions> = {
  policy: "object",
  audit: "object",
  onElicitation: "function",
  elicitationCallback: "function",
  open: "any",
  urlSafety: "object",
  persistence: "object",
  onRefused: "function",
  onError: "function",
  now: "function",
};

/** Reports an error to the host. An error handler that throws must not prevent an answer. */
const reporterOf =
  ({ onError = console.error }: InboxOptions) =>
  (error: unknown): void => {
    try {
      onError(error);
    } catch {
      // Nobody is left to tell.
    }
  };

/** Creates the parts that were loaded. */
function createLoaded(
  parts: typeof WhenAsked,
  urlSafety: InboxOptions["urlSafety"],
  shared: Omit<AskParts, "reader" | "refusals"> & Omit<ResponderParts, "check">,
): Loaded {
  const reader = parts.createReader(urlSafety, shared.report);
  const { checkForm: check } = reader;
  const refusals = parts.createRefusalAudit(shared.audit, shared.report);
  return {
    reader,
    refusals,
    ask: parts.createAsk({ ...shared, reader, refusals }),
    responder: parts.createResponder({ ...shared, check }),
  };
}

/** Applies a new rule to the open questions of a server. */
function applyRule(list: QuestionList, server: string, rule: ServerRule): void {
  const affected = list.ofServer(server);
  if (rule === "allow") affected.forEach(allow);
  if (rule === "block") {
    // All are held before the first one ends, so that none of them is shown in its place.
    affected.forEach(list.hold);
    for (const { finish } of affected) finish(cannotAsk("blocked"), "policy");
  }
}

/** Shows a question of a server that needs approval. */
const allow = (entry: Entry): void => {
  if (entry.view.needsApproval) entry.view = { ...entry.view, needsApproval: false };
};

/**
 * Creates the inbox of a host: the queue of all questions of all servers, which the user controls. It has no UI of its
 * own. It is an external store for a UI (`useSyncExternalStore(inbox.subscribe, inbox.getSnapshot)`), or passes each
 * question to `onElicitation`.
 *
 * @param options - policy, callback, opener, persistence and audit; all optional
 * @returns the inbox
 * @throws OptionError if `open` or a value of the policy is invalid
 *
 * @example
 * ```ts
 * const inbox = createInbox({ open: openWindow }); // in a browser
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
  assertOptions("createInbox", options, OPTIONS);
  const { open, audit, now = Date.now } = options;
  if (open !== undefined && typeof open !== "function")
    throw new OptionError("open must be a function.");
  const callback = options.onElicitation ?? options.elicitationCallback;
  const policy = resolvePolicy(options.policy);
  assertOptions("urlSafety of createInbox", options.urlSafety, LINK_OPTIONS);
  for (const [name, object, method] of [
    ["audit", audit, "record"],
    ["persistence", options.persistence, "load"],
    ["persistence", options.persistence, "save"],
  ] as const) {
    if (object && typeof (object as Record<string, unknown>)[method] !== "function")
      throw new OptionError(`${name} of createInbox has no ${method}().`);
  }
  const report = reporterOf(options);
  const saved = createPersistedState(options.persistence, report, now);
  let loaded: Loaded | undefined;
  const load = (): Promise<void> =>
    import("./when-asked.js")
      .then((parts) => {
        loaded ??= createLoaded(parts, options.urlSafety, {
          ...{ inbox, policy, list, links, uis, buckets, open, audit, now, report },
          onRefused: options.onRefused,
        });
      })
      .catch(report);
  let isReady = false;
  const ready = Promise.all([saved.ready, load()]).then(() => void (isReady = true));

  const links = createOpenedLinks(now, () => list.notify());
  const buckets = createBuckets(policy, now);
  const list = createQuestionList(
    policy.concurrent,
    (entry) => {
      if (!callback || entry.asked || entry.view.needsApproval) return;
      entry.asked = true;
      void loaded!.responder.answerBy(callback, entry);
    },
    links.list,
    report,
  );
  const { entries, advance } = list;
  const uis = createMountedUis(() => {
    for (const entry of [...entries.values()]) {
      // A callback can still answer, but cannot approve a server.
      if (!callback || entry.view.needsApproval) entry.finish(cannotAsk("no-ui"), "policy");
    }
  });
  let couldAnswer = callback !== undefined;
  const rule = (server: string): ServerRule => saved.rules.get(server) ?? policy.rule;
  const setRule = (server: string, next: ServerRule): void => {
    // Throws for an unknown rule, which would otherwise act as `allow`.
    saved.rules.set(server, resolvePolicy({ rule: next }).rule);
    saved.save();
    applyRule(list, server, next);
    advance();
  };
  /** Ends a question for which the code could not be loaded. The next one tries to load it again. */
  const cannotLoad = (params: unknown, { server, call }: Origin): ElicitResult => {
    const result = cannotAsk("error");
    const at = now();
    const known = { id: createId(), server, call, params, askedAt: at, answeredAt: at };
    try {
      auditQuestion(audit, { ...known, visibleMs: 0, decisions: ["error"] }, {}, result, "policy");
    } catch (error) {
      report(error);
    }
    return result;
  };
  const handle =
    (untilDone: boolean): Inbox["handle"] =>
    async (params, origin) => {
      if (!couldAnswer) throw new NoAnswererError();
      if (!isReady) await ready;
      else if (!loaded) await load();
      if (!loaded) return cannotLoad(params, origin);
      const { reader, ask } = loaded;
      const loadingMore = reader.ready(params);
      if (loadingMore) await loadingMore;
      return origin.signal?.aborted ? cannotAsk("withdrawn") : ask(params, origin, untilDone);
    };

  const inbox: Inbox = {
    ready,
    saved() {
      loaded?.refusals.flush();
      return saved.written();
    },
    subscribe: list.subscribe,
    getSnapshot: list.getSnapshot,
    respond: (id, result, via = "ui") => loaded?.responder.respond(id, result, via) ?? NOT_OPEN,
    setPermission(id, decision) {
      const entry = entries.get(id);
      if (!entry) return;
      if (decision !== "show")
        return setRule(entry.server, decision === "block" ? "block" : "allow");
      allow(entry);
      advance();
    },
    extend: (id) => entries.get(id)?.countdown.extend(),
    markVisible: (id) => entries.get(id)?.countdown.start() ?? (() => {}),
    mount(ui) {
      couldAnswer = true;
      return uis.mount(ui);
    },
    showHeld(server) {
      buckets.fill(server);
      list.release(server);
      advance();
    },
    refuseHeld: list.refuse,
    openAgain: (id, via = "ui") => loaded?.responder.openAgain(id, via) ?? NOT_OPEN,
    closeLink: links.remove,
    stopCall: links.stop,
    rule,
    setRule,
    isGuarded: () => callback === undefined && uis.guarded(),
    capability: () =>
      callback || uis.present() ? { form: {}, ...((open || callback) && { url: {} }) } : undefined,
    handle: handle(false),
    handleUntilDone: handle(true),
    complete(server, elicitationId, serverId) {
      links.complete(server, elicitationId, serverId);
      for (const entry of list.ofServer(server)) {
        if (!entry.untilDone || entry.elicitationId !== elicitationId) continue;
        if (serverId !== undefined && entry.serverId !== serverId) continue;
        entry.completed = true;
        // A page that the user has not agreed to is still for them to accept: the server has no yes to give.
        const { view } = entry;
        if (view.mode === "url" && view.opened) entry.finish(accept(), "server", "completed");
      }
    },
    attach: (client, given) =>
      attachClient({ inbox, saved, timeoutMs: policy.timeoutMs, report }, client, given),
  };
  return inbox;
}
