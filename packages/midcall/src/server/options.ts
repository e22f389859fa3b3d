import type { AuditTrail } from "../audit/index.js";
import { assertOptions, type OptionKinds } from "../internal/assert-options.js";
import type { Telemetry } from "../contracts/telemetry.js";
import { MAX_TIMER_MS } from "../internal/max-timer.js";
import { OptionError } from "../contracts/errors.js";
import { describeValue } from "../internal/describe-value.js";
import type { LocalPages } from "../contracts/local-pages.js";
import { createMemoryStore, type Store } from "../store/index.js";
import { isMemoryStore } from "../store/memory.js";
import { checkFallbackOptions } from "./fallback/check-options.js";
import type { FallbackWay } from "./fallback/ways.js";
import { createLocalPagesLater, type OpenBrowser } from "./fallback/places/local-pages.js";
import { WaitingCalls } from "./framework/waiting-calls.js";
import { timeStore } from "./state/time-store.js";
import { wrapStoreErrors } from "./state/wrap-store-errors.js";
import type { HostOverride } from "./host/overrides.js";
import { type HostOverridesOption, resolveOverrides } from "./host/resolve-overrides.js";
import type { Logger } from "./logger.js";
import type { ElicitationPages } from "../contracts/pages.js";
import { checkedPrincipal, defaultPrincipal, type PrincipalContext } from "./principal.js";
import type { SecretKey } from "../internal/read-secrets.js";
import { createEphemeralSealer } from "./state/ephemeral-sealer.js";
import { SealedStore } from "./state/sealed-store.js";
import { createSealer, type Sealer } from "./state/sealer.js";

/**
 * Upper bounds on one call. Exceeding one ends the call with `ERR_MIDCALL_LIMIT`. One more limit is fixed: arguments and
 * answers nested more than 512 levels deep are refused with `-32602`.
 */
export interface Limits {
  /**
   * Bytes of a sealed `requestState`. An answer has at most three eighths of them (48 KiB), with what the schema makes of it: a longer one
   * is invalid, and its question asked again. Default 131,072 (128 KiB).
   */
  readonly stateBytes: number;
  /** Bytes of one step's result as JSON. Default 65,536 (64 KiB). */
  readonly stepBytes: number;
  /** Questions and steps in one call. Default 64. */
  readonly entries: number;
  /** How often one call may ask the user, on every protocol version. Default 10, which is also the limit of the official client. */
  readonly rounds: number;
  /** Questions to one user in one minute, counted in this process. Default `Infinity`: no limit. */
  readonly questionsPerMinute: number;
  /**
   * Questions that one user may have open at once. On 2025: questions that wait in this process. On 2026-07-28, if there is a
   * `store`, and wherever questions wait outside of the host, as in a view: calls from their first question to their end, for all
   * processes with the same store together, and approximately. What is refused is a call's first question of these, and never an
   * answer. Default 1,000.
   */
  readonly openQuestions: number;
  /**
   * The same for all unverified users together; one connection of theirs has no more than `openQuestions`. They do not
   * count with the questions of verified users. Default 10,000.
   */
  readonly anonymousQuestions: number;
}

/** Options of {@link createElicitation}. Times are in milliseconds. */
export interface ElicitationOptions {
  /**
   * Protects the answers of open calls while they travel through the client on 2026-07-28: at least 32 bytes, the same for
   * every replica. With an array, the first secret encrypts and all of them decrypt, so that secrets can be rotated.
   * Default: a random one, with which open calls do not survive a restart. Together with a `store` that processes share, it
   * also lets every replica serve every 2025 session: see `sessions` of `createHandler`.
   */
  readonly secret?: SecretKey | undefined;
  /**
   * Names the user behind a request, from verified facts only. Answers and 2025 sessions are bound to that name. Receives
   * the HTTP side of the request and nothing that the host claims in it. Returns a string, or `undefined` where the user
   * is not known; any other value, including a Promise, makes the request fail.
   * Default: the access token's `sub` (`authInfo.extra.sub`), and one fixed local user without HTTP.
   */
  readonly principal?: (ctx: PrincipalContext) => string | undefined;
  /** Storage that all processes share. With it, every set of answers is accepted once and every step runs once. */
  readonly store?: Store;
  /**
   * The ways in which a question may reach the user, in the order in which they are tried: `native` (the host shows it),
   * `app` (a view of the server's in the host), `page` (a web page of the server's), `relay` (the model asks in the chat).
   * If none of them is possible, the call ends with an explanation. A question of `ctx.confirm` or with
   * `human: "required"` never goes by `relay`. Default: `native` and `page` for a server that its host starts (stdio);
   * otherwise `native`, `app` with a `store`, and `page` with `pages`.
   */
  readonly fallback?: readonly FallbackWay[];
  /** How the view of `fallback: ["app"]` is used. */
  readonly app?: {
    /**
     * Whether a question that only a user may answer, as that of `ctx.confirm`, may be answered in the view. The proof is
     * then a key that the host shows to the view and hides from the model. Default `true`.
     */
    readonly confirm?: boolean;
    /**
     * Whether the view also shows the questions that a host shows itself, where that host declares it: the request names
     * the view in `_meta.ui.resourceUri`, and the host passes the view's answer on as its own. Other hosts show their own
     * form, and so do these for `ctx.confirm` with `confirm: false`. Default `false`.
     *
     * @experimental It follows a proposal that may change.
     * @see https://github.com/modelcontextprotocol/modelcontextprotocol/pull/3118
     */
    readonly elicitation?: boolean;
  };
  /**
   * Opens the page of a question in the user's browser, for a server on the user's own machine (stdio, or any transport but
   * HTTP). The URL works once; the signal aborts when it no longer works. Reject if no browser can be opened. Default: the
   * default browser of the machine, for a server on stdio.
   */
  readonly openBrowser?: OpenBrowser;
  /** The result of `createPages` of `midcall/pages`: the pages behind `ctx.secret` and `ctx.connect`, and their storage. */
  readonly pages?: ElicitationPages;
  /**
   * The name of this server on pages and in the vault. States, records and ends of URL interactions are bound to it:
   * servers with the same name accept each other's, as replicas must; servers with different names do not, even if they
   * share `secret` and `store`. A new name invalidates open calls. Default: the name given to `McpServer`.
   */
  readonly serverName?: string;
  /** How long the user has for a question. Default 600,000 (10 minutes); 55,000 on 2025 if the client sent no progress token. */
  readonly timeoutMs?: number;
  /** How long a state is accepted after the last deadline of its questions. Default 600,000. */
  readonly stateTtlMs?: number;
  /** How many answers to a question may be invalid before it is `unanswered`. Default 3. */
  readonly maxAttempts?: number;
  /**
   * A decline or cancel that is faster than this was made by the host and not by a user, on every host. Default: as in
   * `hostOverrides`.
   */
  readonly autoDeclineMs?: number;
  /**
   * Hosts that declare capabilities they do not have. A list replaces the built-in one; a function gets the built-in one and
   * returns the list to use; `[]` trusts every host.
   */
  readonly hostOverrides?: HostOverridesOption;
  /** Pause between progress notifications while a question is open. Default 15,000. */
  readonly keepAliveMs?: number;
  /**
   * The longest time that a request is held open for something that happens outside of the host: the end of a URL
   * interaction on 2026-07-28 (default 25,000), and an answer on a page, if the host gets no progress (default 50,000).
   */
  readonly holdMs?: number;
  /**
   * Receives how each question ended, and which way it went: `via` is `native`, `app`, `page` or `relay`. If a replica stops
   * between an answer and the end of its round, the answer is recorded again by the next one.
   */
  readonly audit?: AuditTrail | undefined;
  /** Spans and metrics of calls and questions: the result of `createTelemetry` of `midcall/telemetry`. Default: none. */
  readonly telemetry?: Telemetry | undefined;
  /** Upper bounds on one call. */
  readonly limits?: Partial<Limits>;
  /** Receives refusals, warnings and errors. Default `console`. */
  readonly logger?: Logger;
  /** Whether to warn about likely mistakes in handlers. Default: `NODE_ENV` is not `production`. */
  readonly development?: boolean;
  /** The clock; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

/** The resolved options. */
export interface Settings {
  readonly sealer: Sealer;
  /** Whether no secret was given, so that states do not outlive this process. */
  readonly ephemeral: boolean;
  readonly principal: (ctx: PrincipalContext) => string | undefined;
  /** The store that was given, if any: it enables single use and recorded steps. */
  readonly store: SealedStore | undefined;
  /** Whether other processes may have the same store. */
  readonly sharesStore: boolean;
  /** The ways that were given, if any. */
  readonly fallback: readonly FallbackWay[] | undefined;
  readonly appConfirms: boolean;
  /** Whether a host may have its forms shown by the view (SEP-3118). */
  readonly appElicits: boolean;
  /** Where calls wait whose host cannot ask: the store, or the memory of this process. */
  readonly callStore: SealedStore;
  readonly localPages: LocalPages;
  /** Whether local pages are for every server without HTTP, and not only for one on stdio. */
  readonly opensPages: boolean;
  readonly pages: ElicitationPages | undefined;
  readonly serverName: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly stateTtlMs: number;
  readonly maxAttempts: number;
  readonly autoDeclineMs: number | undefined;
  readonly hostOverrides: readonly HostOverride[];
  readonly keepAliveMs: number;
  readonly holdMs: number;
  /** The same for an answer on a page. */
  readonly pageHoldMs: number;
  readonly audit: AuditTrail | undefined;
  readonly telemetry: Telemetry | undefined;
  readonly waitingCalls: WaitingCalls;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly development: boolean;
  readonly now: () => number;
}

const APP: OptionKinds<NonNullable<ElicitationOptions["app"]>> = {
  confirm: "any",
  elicitation: "any",
};

const DEFAULT_LIMITS: Limits = {
  stateBytes: 128 * 1024,
  stepBytes: 64 * 1024,
  entries: 64,
  rounds: 10,
  questionsPerMinute: Infinity,
  openQuestions: 1_000,
  anonymousQuestions: 10_000,
};

const OPTIONS: OptionKinds<ElicitationOptions> = {
  secret: "any",
  principal: "function",
  store: "any",
  fallback: "any",
  app: "any",
  openBrowser: "any",
  pages: "object",
  serverName: "string",
  timeoutMs: "any",
  stateTtlMs: "any",
  maxAttempts: "any",
  autoDeclineMs: "any",
  hostOverrides: "any",
  keepAliveMs: "any",
  holdMs: "any",
  audit: "any",
  telemetry: "any",
  limits: "object",
  logger: "object",
  development: "boolean",
  now: "function",
};

const LIMITS: OptionKinds<Limits> = {
  stateBytes: "any",
  stepBytes: "any",
  entries: "any",
  rounds: "any",
  questionsPerMinute: "any",
  openQuestions: "any",
  anonymousQuestions: "any",
};

const STORE_METHODS = [
  "get",
  "put",
  "putIfAbsent",
  "take",
  "delete",
  "publish",
  "subscribe",
] as const satisfies readonly (keyof Store)[];

function milliseconds(name: string, value: number | undefined): void {
  if (value !== undefined && !(Number.isFinite(value) && value > 0 && value <= MAX_TIMER_MS)) {
    throw new OptionError(
      `${name} must be a number of milliseconds from 1 to ${MAX_TIMER_MS}, not ${describeValue(value)}.`,
    );
  }
}

/** Checks the options and fills in the defaults. @throws OptionError */
export function resolveOptions(options: ElicitationOptions): Settings {
  assertOptions("createElicitation", options, OPTIONS);
  assertOptions("limits of createElicitation", options.limits, LIMITS);
  for (const name of [
    "timeoutMs",
    "stateTtlMs",
    "keepAliveMs",
    "holdMs",
    "autoDeclineMs",
  ] as const) {
    milliseconds(name, options[name]);
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  for (const [name, value] of Object.entries(limits)) {
    if (value !== Infinity && !(Number.isSafeInteger(value) && value > 0)) {
      throw new OptionError(
        `limits.${name} must be a positive integer or Infinity, not ${describeValue(value)}.`,
      );
    }
  }
  const maxAttempts = options.maxAttempts ?? 3;
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1) {
    throw new OptionError(
      `maxAttempts must be a positive integer, not ${describeValue(maxAttempts)}.`,
    );
  }
  const now = options.now ?? Date.now;
  const logger = options.logger ?? console;
  for (const name of STORE_METHODS) {
    if (options.store !== undefined && typeof options.store?.[name] !== "function") {
      throw new OptionError(
        `store has no ${name}(): pass a store such as createRedisStore({ client }) of midcall/store/redis, not the client itself.`,
      );
    }
  }
  if (options.audit !== undefined && typeof options.audit?.record !== "function") {
    throw new OptionError(
      "audit has no record(): pass the result of createAuditTrail() of midcall/audit.",
    );
  }
  if (options.pages && typeof options.pages.linkId !== "function") {
    throw new OptionError(
      "pages has no linkId(): pass the result of createPages() of midcall/pages.",
    );
  }
  const { telemetry } = options;
  if (telemetry !== undefined && typeof telemetry?.request !== "function") {
    throw new OptionError(
      "telemetry has no request(): pass the result of createTelemetry() of midcall/telemetry.",
    );
  }
  const store =
    options.store &&
    wrapStoreErrors(telemetry ? timeStore(options.store, telemetry) : options.store);
  checkFallbackOptions(options);
  assertOptions("app of createElicitation", options.app, APP);
  const sealer =
    options.secret === undefined ? createEphemeralSealer() : createSealer(options.secret);
  return {
    sealer,
    ephemeral: options.secret === undefined,
    principal: checkedPrincipal(options.principal ?? defaultPrincipal(logger), logger),
    store: store && new SealedStore(store, sealer),
    sharesStore: options.store !== undefined && !isMemoryStore(options.store),
    fallback: options.fallback,
    appConfirms: options.app?.confirm ?? true,
    appElicits: options.app?.elicitation ?? false,
    callStore: new SealedStore(store ?? createMemoryStore({ now }), sealer),
    localPages: createLocalPagesLater(options.openBrowser, logger, now),
    opensPages: options.openBrowser !== undefined,
    pages: options.pages,
    serverName: options.serverName,
    timeoutMs: options.timeoutMs,
    stateTtlMs: options.stateTtlMs ?? 600_000,
    maxAttempts,
    autoDeclineMs: options.autoDeclineMs,
    hostOverrides: resolveOverrides(options.hostOverrides),
    keepAliveMs: options.keepAliveMs ?? 15_000,
    holdMs: options.holdMs ?? 25_000,
    // Most hosts give a tool call 60 s, and more only while it reports progress.
    pageHoldMs: options.holdMs ?? 50_000,
    audit: options.audit,
    telemetry,
    waitingCalls: new WaitingCalls(),
    limits,
    logger,
    development: options.development ?? globalThis.process?.env["NODE_ENV"] !== "production",
    now,
  };
}
