import { textOf } from "../attach/params.js";
import { cannotAsk, type ElicitResult } from "../attach/results.js";
import { auditQuestion } from "./audit.js";
import { createCountdown } from "./visible-countdown.js";
import type { Entry } from "./entry.js";
import { createId } from "../../internal/create-id.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import type { MountedUis } from "./mounted-uis.js";
import type { Buckets, Policy } from "./policy.js";
import type { FormQuestion, HeldQuestions, OpenQuestion } from "./question.js";
import type { QuestionList } from "./question-list.js";
import type { RefusalAudit } from "./refusal-audit.js";
import type { QuestionReader } from "./reading/read-question.js";
import type { Inbox, InboxOptions, Origin } from "./types.js";

/** The parts of the inbox that `createAsk` needs. */
export interface AskParts {
  readonly inbox: Pick<Inbox, "rule" | "capability">;
  readonly reader: QuestionReader;
  readonly policy: Policy;
  readonly list: QuestionList;
  readonly uis: MountedUis;
  readonly buckets: Buckets;
  readonly audit: InboxOptions["audit"];
  /** Of questions that nobody is shown. */
  readonly refusals: RefusalAudit;
  readonly onRefused: InboxOptions["onRefused"];
  now(): number;
  report(error: unknown): void;
}

/**
 * Asks the user one question.
 *
 * @param untilDone - whether to wait until the page is completed, not only for consent to open it
 * @returns the user's answer, or the reason why no user was asked
 */
export type Ask = (
  params: unknown,
  origin: Origin,
  untilDone: boolean,
) => ElicitResult | Promise<ElicitResult>;

/** The limit that the next question of a server is over, if any, and whether there is room to hold it back. */
function limitOf(
  server: string,
  { policy, list, uis, buckets }: AskParts,
): [HeldQuestions["reason"] | undefined, boolean] {
  const open = list.ofServer(server);
  const held = open.filter((entry) => entry.held).length;
  const room = uis.present() && held < policy.held;
  if (!buckets.take(server)) return ["rate-limit", room];
  return [open.length - held >= policy.perServer ? "queue-full" : undefined, room];
}

/** Reasons that lie in the question itself. The server is told how to mend it. */
const IN_THE_QUESTION = /^(field|unreadable|mode|message-too-long|secret-refused|url:)/;

export function createAsk(parts: AskParts): Ask {
  const { inbox, reader, policy, list, uis, audit, refusals, onRefused, now, report } = parts;
  const run = createId();
  let lastId = 0;

  return (params, origin, untilDone) => {
    const { server, serverId, call, run: callRun, signal, kept, ownCall = false } = origin;
    const id = `${run}:${++lastId}`;
    const askedAt = now();
    const decisions: string[] = [];
    const record = (
      view: Partial<OpenQuestion>,
      result: ElicitResult,
      via: string,
      reason?: string,
    ): void => {
      const entry = list.entries.get(id);
      const visibleMs = entry?.countdown.visibleMs() ?? 0;
      const isShown = entry !== undefined && entry.held === undefined;
      const known = { id, server, call, params, askedAt, answeredAt: now(), visibleMs, decisions };
      try {
        auditQuestion(isShown ? audit : refusals, known, view, result, via, reason);
      } catch (error) {
        report(error);
      }
    };
    /** Ends the question without asking: the server gets the reason, marked as not being a user's answer. */
    const cannot = (reason: string, view: Partial<FormQuestion> = {}): ElicitResult => {
      const isInQuestion = IN_THE_QUESTION.test(reason);
      const why = isInQuestion ? reader.explainRefusal(reason, params, view) : undefined;
      const result = cannotAsk(reason, why && `${why.rule} ${why.advice}`);
      decisions.push(reason);
      record(view, result, "policy");
      try {
        if (why) onRefused?.({ ...why, server, call, params });
      } catch (error) {
        report(error);
      }
      return result;
    };

    const rule = inbox.rule(server);
    const needsApproval = rule === "ask";
    const capability = inbox.capability();
    if (rule === "block") return cannot("blocked");
    const [limit, room] = ownCall ? [] : limitOf(server, parts);
    if (limit && !room) return cannot(limit);
    if (list.entries.size >= policy.total) return cannot("queue-full");
    // A callback cannot approve a server; that needs a UI.
    if (!capability || (needsApproval && !uis.present())) return cannot("no-ui");
    const read = reader.read(params, server);
    if (!read.mode) return cannot(read.cannot, { schema: read.schema });
    const view: OpenQuestion = {
      ...read,
      id,
      server,
      call,
      askedAt,
      attempts: 0,
      needsApproval,
      ownCall,
    };
    if (view.mode === "url") {
      if (!capability.url) return cannot("mode");
      decisions.push(...view.link.warnings.map(({ code }) => `url:${code}`));
    } else if (view.secretFields.length > 0) {
      const { schema, secretFields } = view;
      if (policy.secrets === "refuse") return cannot("secret-refused", { schema, secretFields });
      decisions.push("secret-warned");
    }
    if (needsApproval) decisions.push("asked-first");
    if (limit) decisions.push(`held:${limit}`);

    return new Promise((resolve) => {
      const withdraw = (): void => entry.finish(cannotAsk("withdrawn"), "server");
      const entry: Entry = {
        server,
        view,
        elicitationId: textOf(params, "elicitationId"),
        serverId,
        run: callRun,
        untilDone,
        countdown: createCountdown(
          policy.timeoutMs,
          now,
          () => entry.finish(cannotAsk("deadline"), "policy"),
          () => list.change(entry, { endsAt: entry.countdown.endsAt }),
        ),
        over: new AbortController(),
        held: limit,
        asked: false,
        opening: false,
        completed: false,
        finish(result, via, reason) {
          if (!list.entries.has(id)) return;
          entry.countdown.stop();
          clearTimeout(holding);
          record(entry.view, result, via, reason);
          list.remove(entry);
          signal?.removeEventListener("abort", withdraw);
          kept?.removeEventListener("abort", keep);
          resolve(result);
          entry.over.abort();
          list.advance();
        },
      };
      // The time of a question runs while it is visible, and a held one is not.
      const refuse = (): void => {
        if (entry.held) entry.finish(cannotAsk(entry.held), "policy");
      };
      const holding = limit && setTimeout(refuse, Math.min(policy.timeoutMs, MAX_TIMER_MS));
      const keep = (): void => list.change(entry, { kept: true });
      signal?.addEventListener("abort", withdraw);
      kept?.addEventListener("abort", keep);
      list.add(entry);
      list.advance();
    });
  };
}
