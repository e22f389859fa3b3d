import {
  createInbox,
  type Inbox,
  type InboxOptions,
  type Policy,
  type ServerRule,
} from "midcall/client";
import type { ConnectServer } from "../connect/connect-server.js";
import { createSignInVault } from "../connect/oauth/vault/sign-in-vault.js";
import { waitAtMost } from "../timing.js";
import { VERSION } from "../version.js";
import { createOpenPages } from "./access/open-pages.js";
import type { ApiParts } from "./api/api-parts.js";
import { type AuditLog, createAuditLog } from "./audit-log.js";
import { createCalls } from "./calls/calls.js";
import { type QuestionCalls, watchQuestionCalls } from "./calls/question-calls.js";
import { openDrafts } from "./drafts/drafts.js";
import { createRequests, type NewRequest, type RequestEnd } from "./requests/requests.js";
import type { CallView, RequestView } from "./views/api-types.js";
import { type ConsoleInboxPersistence, openInboxPersistence } from "./calls/inbox-persistence.js";
import { openEnvironments } from "./servers/secrets/environments.js";
import { openScenarios } from "./scenarios/scenarios.js";
import { Servers } from "./servers/servers.js";
import { openStateDir } from "./state-dir.js";
import { toRefusalDetail } from "./views/refusal-view.js";
import { toQuestionsView } from "./views/question-views.js";
import { createStateFeed, type Slice } from "./views/state-feed.js";

/** Options of {@link createParts}. */
export interface PartsOptions {
  readonly stateDir: string;
  readonly graceMs: number;
  readonly policy: Partial<Policy> | undefined;
  readonly connectServer: ConnectServer;
  onError(error: unknown): void;
}

/** The parts of a console, without its HTTP server. */
export interface ConsoleParts extends ApiParts {
  /** Names of the servers that have unfinished calls from an earlier run. */
  readonly waiting: ReadonlySet<string>;
  /** Disconnects the servers and writes all files. Unfinished calls stay in the state directory. */
  close(closeListener: () => Promise<void>): Promise<void>;
}

const CLOSE_MS = 4_000;

/**
 * Loads the state directory and creates everything that depends on it.
 *
 * @throws ConsoleError when the state directory cannot be used
 */
export async function createParts(options: PartsOptions): Promise<ConsoleParts> {
  const { connectServer, onError } = options;
  const state = await openStateDir(options.stateDir);
  const persistence = await openInboxPersistence(state, (sent) => calls.scenarioOf(sent));
  const savedServers = await state.read("servers.json");

  // The feed is created last, because it reads from all other parts.
  let notify = (_slice: Slice): void => {};
  const markChanged = (slice: Slice): void => notify(slice);
  const audit = createAuditLog(state.path, () => markChanged("auditSeq"), onError);
  const drafts = await openDrafts(state, onError);
  let questionCalls: QuestionCalls = { callOf: () => undefined, refresh() {} };
  const calls = createCalls(() => {
    questionCalls.refresh();
    markChanged("calls");
  });
  const inbox = createConsoleInbox(
    options,
    persistence,
    (event) => {
      audit.trail.record(event);
      const { server, tool, action, reason } = event;
      if (action !== "unanswered" || server?.name === undefined || reason === undefined) return;
      const hint = { server: server.name, name: tool };
      const call = (event.id ? questionCalls.callOf(event.id) : undefined) ?? calls.find(hint);
      if (call === undefined) calls.noteUnansweredOf(hint, reason);
      else calls.noteUnanswered(call, reason);
    },
    (refused) => {
      const { server, call, reason } = refused;
      calls.explainUnanswered({ server, name: call?.name }, reason, toRefusalDetail(refused));
    },
  );
  await inbox.ready;
  questionCalls = watchQuestionCalls(inbox, calls);
  const { callOf } = questionCalls;
  const scenarios = await openScenarios({ state, inbox, callOf, onError });
  const requests = createRequests({
    rule: inbox.rule,
    setRule(server, rule) {
      inbox.setRule(server, rule);
      requests.applyRules();
    },
    canShow: () => inbox.capability() !== undefined,
    isCancelled: calls.isCancelled,
    onChange() {
      calls.setOpen("requests", requestsByCall(requests.list()));
      markChanged("requests");
    },
    onEnd(request, end) {
      if (request.call && end.reason) calls.noteUnanswered(request.call, end.reason);
      audit.trail.record(requestEvent(request, end, calls.list()));
    },
  });
  const servers = new Servers({
    inbox,
    calls,
    requests,
    connectServer,
    scenarioOf: persistence.scenarioOf,
    signInVault: createSignInVault(state.path),
    saved: savedServers,
    waiting: persistence.waiting,
    hasUnfinishedCalls: persistence.hasUnfinishedCalls,
    environments: await openEnvironments(state, onError),
    save: (list) => void state.write("servers.json", list).catch(onError),
    onChange: () => markChanged("servers"),
  });
  const mount = (): (() => void) => {
    const unmount = inbox.mount();
    return () => {
      unmount();
      requests.endAll();
    };
  };
  const openPages = createOpenPages({ mount }, options.graceMs);
  const feed = createStateFeed({
    read: {
      servers: () => servers.list().map((server) => server.view()),
      questions: () => toQuestionsView(inbox.getSnapshot()),
      requests: () => requests.list(),
      rules: () => rulesOf(servers, inbox),
      calls: () => calls.list(),
      auditSeq: audit.seq,
      kept: () => [],
    },
    hello: { version: VERSION, stateDir: options.stateDir, isBridge: false },
    openPages,
    markShown: inbox.markVisible,
  });
  notify = feed.markChanged;
  inbox.subscribe(() => {
    showHeldOf(servers, inbox);
    requests.applyRules();
    markChanged("questions");
    markChanged("rules");
  });
  return {
    servers,
    calls,
    inbox,
    requests,
    drafts,
    scenarios,
    audit: audit.memory,
    feed,
    openPages,
    stateDir: options.stateDir,
    waiting: persistence.waiting,
    async close(closeListener) {
      // A call that has just ended must not be resumed.
      await waitAtMost(CLOSE_MS, inbox.saved());
      persistence.freeze();
      feed.close();
      await waitAtMost(CLOSE_MS, servers.close());
      openPages.stop();
      await closeListener();
      await audit.close();
      await state.flush();
    },
  };
}

/** Shows the held questions of the servers of which the user wants to see everything. */
function showHeldOf(servers: Servers, inbox: Inbox): void {
  const { held } = inbox.getSnapshot();
  for (const { saved } of held.length > 0 ? servers.list() : []) {
    if (saved.showAll && held.some(({ server }) => server === saved.name))
      inbox.showHeld(saved.name);
  }
}

/** The ids of the open requests by the id of their call. */
function requestsByCall(requests: readonly RequestView[]): ReadonlyMap<string, readonly string[]> {
  const byCall = new Map<string, string[]>();
  for (const { id, call, ended } of requests) {
    if (call !== undefined && !ended) byCall.set(call, [...(byCall.get(call) ?? []), id]);
  }
  return byCall;
}

/** What the audit has of a request for sampling or roots: never its content. */
function requestEvent(
  { kind, server, call }: NewRequest,
  end: RequestEnd,
  calls: readonly CallView[],
): Parameters<AuditLog["trail"]["record"]>[0] {
  const tool = calls.find(({ id }) => id === call)?.name;
  const via = end.reason === undefined ? "console" : undefined;
  return { ...end, mode: kind, server: { name: server }, tool, via, answeredAt: Date.now() };
}

function createConsoleInbox(
  { policy, onError }: PartsOptions,
  persistence: ConsoleInboxPersistence,
  record: AuditLog["trail"]["record"],
  onRefused: NonNullable<InboxOptions["onRefused"]>,
): Inbox {
  return createInbox({
    policy,
    audit: { record },
    onRefused,
    persistence,
    urlSafety: { domains: () => import("midcall/client/domains") },
    // The page opens links itself, in the user's click. This only declares that links can be opened.
    open: () => {},
    onError,
  });
}

/** The rules that differ from `allow`, by server name. */
function rulesOf(servers: Servers, inbox: Inbox): Record<string, ServerRule> {
  return Object.fromEntries(
    servers.list().flatMap(({ saved: { name } }) => {
      const rule = inbox.rule(name);
      return rule === "allow" ? [] : [[name, rule]];
    }),
  );
}
