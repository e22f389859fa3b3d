import type { AuditTrail } from "../audit/index.js";
import { OptionError } from "../contracts/errors.js";
import type { Store } from "../store/index.js";
import type { Vault } from "../vault/index.js";
import { MAX_LINK_MS } from "./flows/flow.js";
import type { Identity, IdentityStrategy } from "./identity/identity.js";
import type { PagesLogger } from "./logger.js";
import type { PageMessages } from "./messages.js";
import type { OAuthSettings } from "./oauth/settings.js";
import type { PagesKey } from "./flows/keys.js";

/** A service people can connect an account of; the redirect URI to register is `<baseUrl>/callback/<name>`. */
export interface ProviderOptions extends OAuthSettings {
  /** What people call it. Default: its name in `providers`. */
  readonly label?: string;
  /** Asked for in any case, such as `offline_access`, or `openid` (then the ID token is checked as well). */
  readonly scopes?: readonly string[];
  /**
   * Whether what was granted allows a scope, for services where one scope includes another (`user`
   * and `user:email`). Default: it is among them.
   */
  readonly covers?: (granted: readonly string[], scope: string) => boolean;
}

/** Upper bounds. */
export interface PagesLimits {
  /** Bytes of one form. Default 262,144 (256 KiB). */
  readonly bodyBytes: number;
  /** Pairs of a name and a value in one form. Default 5,000. */
  readonly bodyPairs: number;
  /**
   * Requests of one address in a minute, counted in this process. Default 300. The counts take little room, however
   * many addresses there are; where thousands are over the limit, others can be counted with them.
   */
  readonly perAddress: number;
  /** Tries of a code or a secret at one link in a minute, counted in the store. Default 10. */
  readonly perLink: number;
  /**
   * Links of one person, counted in the store from when they are made until they are forgotten, an hour after their
   * end; met but for a little. One more is refused with a `PageLinkError`. Default 500.
   */
  readonly linksPerPerson: number;
}

/** Options of {@link createPages}. Times are in milliseconds. */
export interface PagesOptions {
  /**
   * Where people reach the pages: https, or http on this machine. Its path is the path of the pages. Over https they
   * send `Strict-Transport-Security`, which binds the whole host to https for two years.
   */
  readonly baseUrl: string | URL;
  /** Seals what lies in the store: at least 32 bytes, the same for every process; a list is a key ring. */
  readonly secret: PagesKey;
  /** Holds every visit. A durable one lets visits survive a restart, a shared one lets any replica serve them. */
  readonly store: Store;
  /** Holds what people enter and the tokens of their accounts. */
  readonly vault: Pick<Vault, "get" | "put" | "delete">;
  /** How to find out who has opened a page. */
  readonly identify: Identity;
  /** Services for connect links, by the name used there: letters, digits, `-` and `_`. */
  readonly providers?: Readonly<Record<string, ProviderOptions>>;
  /** Told how every visit ended, and of strangers at a link: an audit trail of `midcall/audit`. */
  readonly audit?: AuditTrail;
  /** How long a link is good. Default 900,000 (15 minutes), at most 7 days. */
  readonly linkTtlMs?: number;
  /** How long a sign-in lasts, or a code that was typed. Default 3,600,000 (1 hour). */
  readonly sessionMs?: number;
  /** How long a live check may take. Default 10,000. */
  readonly checkTimeoutMs?: number;
  /** Upper bounds that differ from the defaults. */
  readonly limits?: Partial<PagesLimits>;
  /** Other texts, all or some. */
  readonly messages?: Partial<PageMessages>;
  /**
   * Address of the visitor, for the limit, where it is not that of the socket: behind a proxy, say. Take
   * it from a header only if your proxy sets that header. Where it gives nothing, that of the socket counts.
   */
  readonly clientAddress?: (request: Request) => string | undefined;
  /** Other `Host` values that reach these pages, such as the inner name behind a proxy. */
  readonly alsoHosts?: readonly string[];
  /** Where refusals and failures are reported. Default `console`. */
  readonly logger?: PagesLogger;
  /** The clock; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

/** The options with everything decided that needs no other part. */
export interface PagesSettings {
  readonly linkTtlMs: number;
  readonly sessionMs: number;
  readonly checkTimeoutMs: number;
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
  linksPerPerson: 500,
};

/** Checks the plain options and fills in the defaults. @throws OptionError */
export function resolveSettings(options: PagesOptions): PagesSettings {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  for (const [name, value] of Object.entries(limits)) {
    const endless = value === Infinity && name !== "perLink";
    if (!endless && !(Number.isSafeInteger(value) && value > 0)) {
      throw new OptionError(
        `limits.${name} must be a positive whole number, not ${String(value)}.`,
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
      throw new OptionError(`${name} must be a number of milliseconds above 0.`);
    }
  }
  if (times.linkTtlMs > MAX_LINK_MS) {
    throw new OptionError(`linkTtlMs may be ${MAX_LINK_MS} (7 days) at most.`);
  }
  const identity = options.identify as IdentityStrategy | undefined;
  if (typeof identity?.setUp !== "function") {
    throw new OptionError(
      "identify must be a strategy: oidcIdentity({ … }), localIdentity() or customIdentity(…).",
    );
  }
  for (const name of ["store", "vault"] as const) {
    if (typeof options[name] !== "object" || options[name] === null) {
      throw new OptionError(`${name} is missing.`);
    }
  }
  for (const name of Object.keys(options.providers ?? {})) {
    if (!/^[\w-]{1,64}$/.test(name)) {
      throw new OptionError(
        `A provider may be named with letters, digits, - and _, not ${JSON.stringify(name)}.`,
      );
    }
  }
  const { logger = console, now = Date.now } = options;
  return { ...times, identity, limits, logger, now };
}
