import type { RequestedSchema } from "../schema/index.js";

/** What a vault keeps: one text, or a few under names. */
export type StoredValue = string | Readonly<Record<string, string>>;

/**
 * A value that does not show itself: printed, put into a text or turned into JSON it is `[secret]`. The
 * `Secret` of `midcall/vault`.
 */
export interface StoredSecret<T = StoredValue> {
  /** The value itself. Keep it short: what it is put into shows it. */
  reveal(): T;
  /** Hands the value to a function and returns what that returns. */
  use<R>(use: (value: T) => R): R;
  toString(): string;
  toJSON(): string;
}

/**
 * What a live check found. `message` is shown to the person; leave the secret out of it. `tried: false`
 * where only its form was looked at: the page then does not say that it works.
 */
export type CheckVerdict =
  | boolean
  | { readonly ok: true; readonly tried?: boolean }
  | { readonly ok: false; readonly message?: string; readonly field?: string };

/** Tries a secret out before it is kept. */
export type LiveCheck<T = StoredValue> = (
  value: T,
  signal: AbortSignal,
) => CheckVerdict | Promise<CheckVerdict>;

/** How a visit to a page ended. */
export type VisitEnd =
  | { readonly status: "done"; readonly checked?: boolean }
  | { readonly status: "declined" | "cancelled" | "expired" | "wrong-person" }
  | { readonly status: "provider-error"; readonly error: string }
  | { readonly status: "failed"; readonly reason: string };

/** A visit under way, in whichever process it was started. */
export interface PageVisit {
  completed(): Promise<VisitEnd | undefined>;
  /** Waits for the end; looks at least once, and gives nothing when the signal aborts first. */
  wait(signal?: AbortSignal): Promise<VisitEnd | undefined>;
  seen(): Promise<"nobody" | "wrong-person" | "person">;
}

/** A link for one person, one purpose and one use. */
export interface VisitLink {
  readonly id: string;
  readonly url: string;
  readonly code?: string;
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
 * What `ctx.secret` and `ctx.connect` need of `createPages` from `midcall/pages`, which fits as it is.
 * All state lies with the pages, so that any process can go on with what another began.
 */
export interface ElicitationPages {
  secretLink(
    options: LinkFor & {
      readonly name: string;
      readonly schema?: RequestedSchema;
      readonly plain?: readonly string[];
      readonly check?: LiveCheck;
      readonly secretTtlMs?: number;
    },
  ): Promise<VisitLink>;
  connectLink(
    options: LinkFor & { readonly provider: string; readonly scopes?: readonly string[] },
  ): Promise<VisitLink>;
  /** @param options - `check`: lets this process check the secret of this link, which another may have made. */
  follow(id: string, options?: { readonly check?: LiveCheck }): PageVisit;
  /** Ends a visit from outside; false if it had ended already. */
  complete(id: string, outcome?: { readonly status: "declined" | "cancelled" }): Promise<boolean>;
  readonly vault: {
    get(id: SecretId): Promise<StoredSecret | undefined>;
    delete(id: SecretId): Promise<boolean>;
  };
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
  hasProvider(name: string): boolean;
  /** What people call it. Default: its name. */
  providerLabel?(name: string): string | undefined;
}
