import type { ElicitContent, RequestedSchema } from "../schema/index.js";

/** A secret as a vault stores it: one string, or several named strings. */
export type StoredValue = string | Readonly<Record<string, string>>;

/**
 * A value that does not print itself: logged, inserted into a string or serialized as JSON it reads `[secret]`. This is
 * the `Secret` of `midcall/vault`.
 */
export interface StoredSecret<T = StoredValue> {
  /** Returns the value itself. Anything it is copied into will print it, so keep that scope small. */
  reveal(): T;
  /** Calls a function with the value and returns its result. */
  use<R>(use: (value: T) => R): R;
  toString(): string;
  toJSON(): string;
}

/**
 * The result of a live check. `message` is shown to the user, so leave the secret out of it. `field` names the field
 * it is about. With `tried: false` only the format was checked, and the page does not claim that the secret works.
 */
export type CheckVerdict =
  | boolean
  | { readonly ok: true; readonly tried?: boolean }
  | { readonly ok: false; readonly message?: string; readonly field?: string };

/** Tries a secret out before it is saved. The signal aborts after `checkTimeoutMs`. */
export type LiveCheck<T = StoredValue> = (
  value: T,
  signal: AbortSignal,
) => CheckVerdict | Promise<CheckVerdict>;

/**
 * How a visit to a page ended.
 *
 * - `done`: the user did what was asked. `content` is the content of an answer page. On secret pages, `checked` tells
 *   whether the live check ran (it did not if the page was served by a process that does not have the check).
 * - `declined`: the user said no. `cancelled`: the user or the caller cancelled.
 * - `expired`: the user did not finish in time.
 * - `wrong-user`: it expired, and the only visitors were signed in as other users.
 * - `provider-error`: the other service refused; `error` is its OAuth error code, such as `access_denied`.
 * - `failed`: an error on this side; `reason` describes it without any content.
 */
export type VisitEnd =
  | { readonly status: "done"; readonly content?: ElicitContent; readonly checked?: boolean }
  | { readonly status: "declined" }
  | { readonly status: "cancelled" }
  | { readonly status: "expired" }
  | { readonly status: "wrong-user" }
  | { readonly status: "provider-error"; readonly error: string }
  | { readonly status: "failed"; readonly reason: string };

/** Who has opened the link so far; `user` is the one for whom it was created. */
export type VisitSeen = "none" | "wrong-user" | "user";

/** A visit that was started in this or another process. */
export interface PageVisit {
  /** How the visit ended, or `undefined` while it is open. A visit that has expired is ended by this call. */
  completed(): Promise<VisitEnd | undefined>;
  /** Waits for the end; checks at least once, and returns `undefined` when the signal aborts first. */
  wait(signal?: AbortSignal): Promise<VisitEnd | undefined>;
  /** Who has opened the link so far. */
  seen(): Promise<VisitSeen>;
}

/** A link for one user, one purpose and one use. */
export interface VisitLink {
  /** Identifies the visit, as `elicitationId` and for `complete`. It does not open the page. */
  readonly id: string;
  /** The address that the user opens. It gives no access to other users. */
  readonly url: string;
  /** A code to show in the question exactly as it is; the user types it on the page. Only with `createLocalIdentity`. */
  readonly code?: string;
  /** When the link expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

interface LinkFor {
  readonly principal: string;
  readonly server: string;
  readonly message: string;
  readonly ttlMs?: number;
}

interface Account {
  readonly principal: string;
  readonly server: string;
  readonly provider: string;
}

interface SecretId {
  readonly principal: string;
  readonly server: string;
  readonly name: string;
}

/**
 * The part of the pages that `ctx.secret` and `ctx.connect` use. The result of `createPages` from `midcall/pages`
 * implements it. All state is kept by the pages, so that any process can continue what another one started.
 */
export interface ElicitationPages {
  /** Creates a link to a page where the user enters a secret. */
  secretLink(
    options: LinkFor & {
      readonly name: string;
      readonly schema?: RequestedSchema;
      readonly plain?: readonly string[];
      readonly check?: LiveCheck;
      readonly secretTtlMs?: number;
    },
  ): Promise<VisitLink>;
  /** Creates a link to a page where the user connects an account. */
  connectLink(
    options: LinkFor & { readonly provider: string; readonly scopes?: readonly string[] },
  ): Promise<VisitLink>;
  /** Creates a link to a form; the end of the visit has its content. */
  answerLink(
    options: LinkFor & {
      readonly requestedSchema: RequestedSchema;
      readonly previous?: unknown;
      readonly reason?: string;
    },
  ): Promise<VisitLink>;
  /** Creates a link to a page that leads to `url`. `endsThere`: the visit ends when the user goes to it. */
  approvalLink(
    options: LinkFor & { readonly url: string; readonly endsThere?: true },
  ): Promise<VisitLink>;
  /**
   * Whether a visitor proves who they are by a sign-in of their own. Otherwise, the code in the question proves it, so
   * that everyone who has the question has the page.
   */
  readonly identifiesUser: boolean;
  /** The id of a link to one of these pages; `undefined` for any other URL. */
  linkId(url: string): string | undefined;
  /** @param options - `check`: lets this process check the secret of a link that another process may have created */
  follow(id: string, options?: { readonly check?: LiveCheck }): PageVisit;
  /** Ends a visit; returns false if it had already ended. */
  complete(id: string, outcome?: { readonly status: "declined" | "cancelled" }): Promise<boolean>;
  /** The vault that stores the secrets. */
  readonly vault: {
    get(id: SecretId): Promise<StoredSecret | undefined>;
    delete(id: SecretId): Promise<boolean>;
  };
  /** The tokens of connected accounts. */
  readonly tokens: {
    get(
      account: Account,
      scopes?: readonly string[],
    ): Promise<
      | {
          readonly token: StoredSecret<string>;
          readonly scopes: readonly string[];
          readonly expiresAt: number | undefined;
        }
      | undefined
    >;
  };
  /** Whether a provider of this name is configured. */
  hasProvider(name: string): boolean;
  /** The name that users know it by. Default: its name. */
  providerLabel?(name: string): string | undefined;
}
