import { MAX_TIMER_MS } from "../internal/max-timer.js";
import { randomBytes } from "node:crypto";
import { OptionError } from "../contracts/errors.js";
import type { Store } from "../store/index.js";
import { wrapStoreErrors } from "./state/wrap-store-errors.js";
import { type HostOverride, knownHosts } from "./host/overrides.js";
import type { Logger } from "./logger.js";
import type { ElicitationPages } from "../contracts/pages.js";
import { checkedPrincipal, defaultPrincipal, type PrincipalContext } from "./principal.js";
import { createSealer, type Sealer, type SecretKey } from "./state/sealer.js";

/**
 * Upper bounds on one call; reaching one ends the call with `ERR_MIDCALL_LIMIT`. Fixed beside them:
 * arguments and answers nested more than 512 levels deep are refused with `-32602`.
 */
export interface Limits {
  /** Bytes of a sealed `requestState`. Default 131,072 (128 KiB). */
  readonly stateBytes: number;
  /** Bytes of one step's result as JSON. Default 65,536 (64 KiB). */
  readonly stepBytes: number;
  /** Answers and steps recorded in one call. Default 64. */
  readonly entries: number;
  /** Times one call may turn to the person, on every protocol version. Default 10, which is also where the official client stops. */
  readonly rounds: number;
  /** Questions to one principal in one minute, counted in this process. Default `Infinity`: no limit. */
  readonly questionsPerMinute: number;
  /**
   * Questions one person may have open at once: on 2025 those that wait in this process; on 2026-07-28, where an open
   * question is nowhere but with the host, calls that were answered in part, if there is a `store` (counted in it, so of
   * all processes, and met but for a little). Default 1,000.
   */
  readonly openQuestions: number;
  /**
   * The same for all people nobody has verified together, of whom one connection has no more than `openQuestions`.
   * They never count with the questions of verified people. Default 10,000.
   */
  readonly anonymousQuestions: number;
}

/** Options of {@link createElicitation}. Times are in milliseconds. */
export interface ElicitationOptions {
  /**
   * Protects the answers of open calls while they travel through the client on 2026-07-28: at least 32 bytes,
   * the same for every replica. A list is a key ring: the first seals, all open. Without it a random
   * one is made, and open calls do not survive a restart. Questions of 2025 wait in the memory of the process that
   * asked: there no secret helps, and a session has to stay with its replica.
   */
  readonly secret?: SecretKey | undefined;
  /**
   * Names the person behind a request, from verified facts only; answers and 2025 sessions are bound to
   * that name. Gets the HTTP side of the request and nothing that the host says in it. Returns a text, or
   * `undefined` where nobody is known; anything else, a Promise too, has the request refused.
   * Default: the access token's `sub` (`authInfo.extra.sub`), and one fixed local person without HTTP.
   */
  readonly principal?: (ctx: PrincipalContext) => string | undefined;
  /** Shared memory of the fleet. With it, every answer set is accepted once and every step runs once. */
  readonly store?: Store;
  /** What `createPages` of `midcall/pages` gives: the pages behind `ctx.secret` and `ctx.connect`, and what they keep. */
  readonly pages?: ElicitationPages;
  /**
   * What this server is called: by the pages and in the vault, and in what states, records and ends of links are bound to.
   * Servers of one name take each other's, as replicas must; those of different names do not, also where they share
   * `secret` and `store`. A new name ends the calls that are open. Default: the name given to `McpServer`.
   */
  readonly serverName?: string;
  /** Default deadline of a question. Default 600,000 (10 minutes); 55,000 on 2025 where the caller sent no progress token. */
  readonly timeoutMs?: number;
  /** How long after the last deadline a state is still accepted. Default 600,000. */
  readonly stateTtlMs?: number;
  /** How often an invalid answer is asked again before it counts as none. Default 3. */
  readonly maxAttempts?: number;
  /** Treat a decline faster than this as made by the host, not by a person. Default: only for hosts on the overrides list. */
  readonly autoDeclineMs?: number;
  /** Hosts known to claim what they do not do; replaces the built-in list. `[]` trusts every claim. */
  readonly hostOverrides?: readonly HostOverride[];
  /** Pause between progress notifications while a person thinks. Default 15,000. */
  readonly keepAliveMs?: number;
  /** Longest a 2026-07-28 request is held open waiting for the end of a URL interaction. Default 25,000. */
  readonly holdMs?: number;
  /** Upper bounds that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Where refusals and warnings are reported. Default `console`. */
  readonly logger?: Logger;
  /** Whether to warn about handlers that are likely wrong. Default: `NODE_ENV` is not `production`. */
  readonly development?: boolean;
  /** The clock; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

/** The options with everything decided. */
export interface Settings {
  readonly sealer: Sealer;
  /** True when no secret was given, so nothing outlives this process. */
  readonly ephemeral: boolean;
  readonly principal: (ctx: PrincipalContext) => string | undefined;
  /** The store the author gave, if any: switches on single use and recorded steps. */
  readonly store: Store | undefined;
  readonly pages: ElicitationPages | undefined;
  readonly serverName: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly stateTtlMs: number;
  readonly maxAttempts: number;
  readonly autoDeclineMs: number | undefined;
  readonly hostOverrides: readonly HostOverride[];
  readonly keepAliveMs: number;
  readonly holdMs: number;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly development: boolean;
  readonly now: () => number;
}

const DEFAULT_LIMITS: Limits = {
  stateBytes: 128 * 1024,
  stepBytes: 64 * 1024,
  entries: 64,
  rounds: 10,
  questionsPerMinute: Infinity,
  openQuestions: 1_000,
  anonymousQuestions: 10_000,
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
      `${name} must be a number of milliseconds from 1 to ${MAX_TIMER_MS}, not ${String(value)}.`,
    );
  }
}

/** Checks the options and fills in the defaults. @throws OptionError */
export function resolveOptions(options: ElicitationOptions): Settings {
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
        `limits.${name} must be a positive whole number or Infinity, not ${String(value)}.`,
      );
    }
  }
  const maxAttempts = options.maxAttempts ?? 3;
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1) {
    throw new OptionError(
      `maxAttempts must be a positive whole number, not ${String(maxAttempts)}.`,
    );
  }
  const now = options.now ?? Date.now;
  const logger = options.logger ?? console;
  for (const name of STORE_METHODS) {
    if (options.store && typeof options.store[name] !== "function") {
      throw new OptionError(
        `store has no ${name}(): pass a store such as redisStore({ client }) of midcall/store/redis, not the client itself.`,
      );
    }
  }
  const store = options.store && wrapStoreErrors(options.store);
  return {
    sealer: createSealer(options.secret ?? randomBytes(32)),
    ephemeral: options.secret === undefined,
    principal: checkedPrincipal(options.principal ?? defaultPrincipal(logger), logger),
    store,
    pages: options.pages,
    serverName: options.serverName,
    timeoutMs: options.timeoutMs,
    stateTtlMs: options.stateTtlMs ?? 600_000,
    maxAttempts,
    autoDeclineMs: options.autoDeclineMs,
    hostOverrides: options.hostOverrides ?? knownHosts,
    keepAliveMs: options.keepAliveMs ?? 15_000,
    holdMs: options.holdMs ?? 25_000,
    limits,
    logger,
    development: options.development ?? process.env["NODE_ENV"] !== "production",
    now,
  };
}
