import type { RequestedSchema } from "../schema/index.js";

/** What a vault stores: one text, or several texts with names. */
export type StoredValue = string | Readonly<Record<string, string>>;

/**
 * A value that is not shown by accident: printed, put into a string or converted to JSON, it is `[secret]`. The `Secret`
 * of `midcall/vault`.
 */
export interface StoredSecret<T = StoredValue> {
  /** The value itself. Anything that it is put into shows it. */
  reveal(): T;
  /** Passes the value to a function and returns its result. */
  use<R>(use: (value: T) => R): R;
  toString(): string;
  toJSON(): string;
}

/**
 * The result of a live check. `message` is shown to the user and must not contain the secret. `tried: false`: only the
 * form of the secret was checked, so the page does not say that it works.
 */
export type CheckVerdict =
  | boolean
  | { readonly ok: true; readonly tried?: boolean }
  | { readonly ok: false; readonly message?: string; readonly field?: string };

/** Tests a secret before it is stored. */
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

/** A visit to a page, whichever process started it. */
export interface PageVisit {
  completed(): Promise<VisitEnd | undefined>;
  /** Waits for the end. Checks at least once; resolves with `undefined` when the signal aborts first. */
  wait(signal?: AbortSignal): Promise<VisitEnd | undefined>;
  seen(): Promise<"nobody" | "wrong-person" | "person">;
}

/** A link for one user, one purpose and one use. */
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
 * What `ctx.secret` and `ctx.connect` need of the pages that `createPages` of `midcall/pages` makes. The pages hold all
 * state, so that any process can continue what another has started.
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
  /** @param options - `check`: lets this process check the secret of a link that another process may have made. */
  follow(id: string, options?: { readonly check?: LiveCheck }): PageVisit;
  /** Ends a visit from outside; resolves with `false` if it had already ended. */
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
  /** The name of a provider for users. Default: its name. */
  providerLabel?(name: string): string | undefined;
}
