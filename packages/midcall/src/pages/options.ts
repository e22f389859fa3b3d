import type { AuditTrail } from "../audit/index.js";
import { assertOptions, type OptionKinds } from "../internal/assert-options.js";
import { REVIEW_MODES, type ReviewMode } from "../form/answer-layout.js";
import { OptionError } from "../contracts/errors.js";
import { describeValue } from "../internal/describe-value.js";
import type { Store } from "../store/index.js";
import type { Vault } from "../vault/index.js";
import { MAX_LINK_MS } from "./flows/flow.js";
import type { Identity, IdentityStrategy } from "./identity/identity.js";
import type { PagesLogger } from "./logger.js";
import type { PageMessages } from "./messages.js";
import type { OAuthSettings } from "./oauth/settings.js";
import type { SecretKey } from "../internal/read-secrets.js";

/** A service whose accounts users can connect. Register `<baseUrl>/callback/<name>` there as the redirect URI. */
export interface ProviderOptions extends OAuthSettings {
  /** What users call it. Default: its name in `providers`. */
  readonly label?: string;
  /** Scopes that are always requested, such as `offline_access`, or `openid` (then the ID token is validated as well). */
  readonly scopes?: readonly string[];
  /**
   * Whether the granted scopes cover a scope, for services where one scope includes another (`user` includes
   * `user:email`). Default: the scope is among them.
   */
  readonly covers?: (granted: readonly string[], scope: string) => boolean;
}

/** Limits of the pages. */
export interface PagesLimits {
  /** Most bytes in one form. Default 262,144 (256 KiB). */
  readonly bodyBytes: number;
  /** Most pairs of a name and a value in one form. Default 5,000. */
  readonly bodyPairs: number;
  /**
   * Most requests per minute from one address, counted in this process. Default 300. The counters take a fixed amount of
   * memory for any number of addresses; if thousands of addresses are over the limit, others may be limited with them.
   * Over http, on this machine, where all visitors have one address, each link has so many, and requests that name none
   * have so many together.
   */
  readonly perAddress: number;
  /** Most attempts per minute to enter a code or a secret at one link, counted in the store. Default 10. */
  readonly perLink: number;
  /**
   * Most links of one user, counted in the store from the creation of a link until an hour after it has expired. The
   * count is approximate: a user close to the limit may be refused a little early. Creating one more throws a
   * `PageLinkError`. Default 500.
   */
  readonly linksPerUser: number;
}

/** Options of {@link createPages}. */
export interface PagesOptions {
  /**
   * The public URL of the pages: https, or http at a numeric address of this machine, such as `http://127.0.0.1:8123`. `localhost` is
   * refused for http, because another user of the machine can answer to it on ::1. Over https the pages send
   * `Strict-Transport-Security`, which binds the whole host to https for two years.
   */
  readonly baseUrl: string | URL;
  /** Encrypts what is put into the store: at least 32 bytes, the same for every process; or a list of such secrets, newest first. */
  readonly secret: SecretKey;
  /** Stores every visit. With a durable store visits survive a restart; with a shared store any replica can serve them. */
  readonly store: Store;
  /** Stores the secrets users enter and the tokens of their accounts. */
  readonly vault: Pick<Vault, "get" | "put" | "delete">;
  /** How visitors are authenticated. */
  readonly identify: Identity;
  /** Services for connect links, by the name used there: 1 to 64 letters, digits, `-` and `_`. */
  readonly providers?: Readonly<Record<string, ProviderOptions>>;
  /** Records how every visit ended, and when another user opened a link: an audit trail of `midcall/audit`. */
  readonly audit?: AuditTrail;
  /** How long a link is valid, in milliseconds. Default 900,000 (15 minutes), at most 7 days. */
  readonly linkTtlMs?: number;
  /** How long a sign-in, or a code that was entered, is valid, in milliseconds. Default 3,600,000 (1 hour). */
  readonly sessionMs?: number;
  /** Time limit for a live check, in milliseconds. Default 10,000. */
  readonly checkTimeoutMs?: number;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<PagesLimits>;
  /**
   * When the page of an answer link shows the answer once more before it is sent. `auto`, the default: if that shows
   * something the form does not, such as the UTC offset of a date and time, a suggested value, or a long form. A yes/no
   * question and a single choice are then sent at once.
   */
  readonly review?: ReviewMode;
  /** Texts that replace the English ones, all or some. Name another language in `lang` and `dir`. */
  readonly messages?: Partial<PageMessages>;
  /**
   * Texts in more languages, such as `pages` of `midcall/locales/de`. A visitor gets the first language of
   * `Accept-Language` for which there are texts, or else that of `messages`. Default: none.
   */
  readonly languages?: readonly PageMessages[];
  /**
   * Returns the visitor's address for rate limiting if it is not that of the socket, for example behind a proxy. Only
   * read it from a header that your proxy sets. If it returns `undefined`, the address of the socket is used.
   */
  readonly clientAddress?: (request: Request) => string | undefined;
  /** Further accepted `Host` values, such as the internal host name behind a proxy. */
  readonly alsoHosts?: readonly string[];
  /** Receives warnings and errors. Default `console`. */
  readonly logger?: PagesLogger;
  /** The clock, in milliseconds; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

/** The validated options with their defaults. */
export interface PagesSettings {
  readonly linkTtlMs: number;
  readonly sessionMs: number;
  readonly checkTimeoutMs: number;
  readonly review: ReviewMode;
  readonly identity: IdentityStrategy;
  readonly limits: PagesLimits;
  readonly logger: PagesLogger;
  readonly now: () => number;
}

const DEFAULT_LIMITS: PagesLimits = {
  bodyBytes: 256 * 1024,
  bodyPairs: 5_000,
  perAddress: 300,
  perLink: 10,
  linksPerUser: 500,
};

/** What each option may be, apart from `baseUrl`. */
export const PAGES_OPTIONS: OptionKinds<Omit<PagesOptions, "baseUrl">> = {
  secret: "any",
  store: "any",
  vault: "any",
  identify: "any",
  providers: "object",
  audit: "object",
  linkTtlMs: "any",
  sessionMs: "any",
  checkTimeoutMs: "any",
  limits: "object",
  review: "any",
  messages: "object",
  languages: "list",
  clientAddress: "function",
  alsoHosts: "list",
  logger: "object",
  now: "function",
};

const LIMITS: OptionKinds<PagesLimits> = {
  bodyBytes: "any",
  bodyPairs: "any",
  perAddress: "any",
  perLink: "any",
  linksPerUser: "any",
};

/** Validates the options and fills in the defaults. @throws OptionError */
export function resolveSettings(options: PagesOptions): PagesSettings {
  assertOptions<PagesOptions>("createPages", options, {
    ...PAGES_OPTIONS,
    baseUrl: ["string", "object"],
  });
  assertOptions("limits of createPages", options.limits, LIMITS);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  for (const [name, value] of Object.entries(limits)) {
    const endless = value === Infinity && name !== "perLink";
    if (!endless && !(Number.isSafeInteger(value) && value > 0)) {
      throw new OptionError(
        `limits.${name} must be a positive whole number, not ${describeValue(value)}.`,
      );
    }
  }
  const times = {
    linkTtlMs: options.linkTtlMs ?? 15 * 60 * 1000,
    sessionMs: options.sessionMs ?? 60 * 60 * 1000,
    checkTimeoutMs: options.checkTimeoutMs ?? 10_000,
  };
  for (const [name, value] of Object.entries(times)) {
    if (!(Number.isFinite(value) && value > 0 && value < 2 ** 31)) {
      throw new OptionError(
        `${name} must be a positive number of milliseconds below 2^31, not ${describeValue(value)}.`,
      );
    }
  }
  if (times.linkTtlMs > MAX_LINK_MS) {
    throw new OptionError(
      `linkTtlMs must be at most ${MAX_LINK_MS} (7 days), not ${describeValue(times.linkTtlMs)}.`,
    );
  }
  const identity = options.identify as IdentityStrategy | undefined;
  if (typeof identity?.setUp !== "function") {
    throw new OptionError(
      "identify must be an identity created with createOidcIdentity, createLocalIdentity or createCustomIdentity.",
    );
  }
  if (options.audit && typeof options.audit.record !== "function")
    throw new OptionError("audit has no record(): pass the result of createAuditTrail().");
  for (const name of ["store", "vault"] as const) {
    if (typeof options[name] !== "object" || options[name] === null) {
      throw new OptionError(`${name} must be an object, not ${describeValue(options[name])}.`);
    }
  }
  for (const name of Object.keys(options.providers ?? {})) {
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw new OptionError(
        `The name of a provider must be 1 to 64 letters, digits, "-" or "_", not ${JSON.stringify(name)}.`,
      );
    }
  }
  const { review = "auto", logger = console, now = Date.now } = options;
  if (!REVIEW_MODES.includes(review)) {
    throw new OptionError(
      `review must be "auto", "always" or "never", not ${JSON.stringify(review)}.`,
    );
  }
  return { ...times, review, identity, limits, logger, now };
}
