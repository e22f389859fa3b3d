import { createHash } from "node:crypto";
import {
  type AuthProvider,
  extractWWWAuthenticateParams,
  type FetchLike,
} from "@modelcontextprotocol/client";
import { safeLine } from "../../../safe-text.js";
import { refreshTokens } from "./refresh.js";
import { isSolvedBySigningIn, missingScope, rejection } from "../reasons.js";
import { type Challenge, SignInError } from "../sign-in-error.js";
import type { SignInRecord } from "../vault/sign-in-record.js";
import type { SignInOptions } from "../sign-in-options.js";
import { isExpiring } from "./tokens.js";

/** The access token of a server for the requests of its transport. */
export interface Bearer {
  readonly authProvider: AuthProvider;
  /** For the transport: sends the token to the server's origin only. */
  readonly fetch: FetchLike;
  /** Identifies the sign-in of the last token; another one may be of another account. */
  readonly account: string | undefined;
  /** The sign-in in use. */
  record(): Promise<SignInRecord | undefined>;
  /** Uses a new sign-in, or none. */
  use(record: SignInRecord | undefined): void;
}

/** Options of {@link createBearer}. */
export interface BearerOptions extends SignInOptions {
  /** For requests to the authorization server. */
  readonly fetchFn: FetchLike;
}

/** What the server has said in a response with 401 or 403. */
export function readChallenge(response: Response): Challenge & { readonly error?: string } {
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  return { metadataUrl: resourceMetadataUrl?.href, scope, ...(error !== undefined && { error }) };
}

function accountOf({ signInId, tokens }: SignInRecord): string | undefined {
  if (signInId !== undefined || tokens === undefined) return signInId;
  return createHash("sha256").update(tokens.access_token).digest("hex");
}

/** Creates the bearer of a server. The token is read when the first request is sent. */
export function createBearer(options: BearerOptions): Bearer {
  const { server, vault, fetchFn, onSecret, onRefused, fetch: request = fetch } = options;
  const { origin, host } = new URL(server);
  /** The token with which each response was requested. */
  const sentWith = new WeakMap<Response, string>();
  let loading: Promise<SignInRecord | undefined> | undefined;
  let refreshing: Promise<void> | undefined;
  let solving: Promise<boolean> | undefined;
  let accepted: string | undefined;
  let account: string | undefined;

  const use = (record: SignInRecord | undefined): void => {
    for (const secret of [record?.tokens?.access_token, record?.tokens?.refresh_token]) {
      if (secret !== undefined) onSecret?.(secret);
    }
    account = record && accountOf(record);
    loading = Promise.resolve(record);
  };
  const load = async (): Promise<SignInRecord | undefined> => {
    const record = await vault.read(server);
    use(record);
    return record;
  };
  const record = async (): Promise<SignInRecord | undefined> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  /** All requests that need a new token wait for the same one. */
  const refresh = (refused: string, challenge: Challenge): Promise<void> =>
    (refreshing ??= refreshTokens(vault, server, refused, challenge, fetchFn)
      .then(use, (error: unknown) => {
        // The next attempt reads the vault, where the tokens are gone.
        if (error instanceof SignInError && error.problem === "expired") loading = undefined;
        throw error;
      })
      .finally(() => (refreshing = undefined)));

  /** Whether the user has solved it. All requests that wait for the user wait for the same sign-in. */
  const isSolved = async (reason: SignInError): Promise<boolean> => {
    if (!onRefused || !isSolvedBySigningIn(reason)) return false;
    return (solving ??= onRefused(reason).finally(() => (solving = undefined)));
  };
  const send: FetchLike = async (url, init) => {
    const headers = new Headers(init?.headers);
    const [, token] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
    if (new URL(url).origin !== origin) headers.delete("authorization");
    const response = await request(url, { ...init, headers });
    if (token !== undefined) {
      sentWith.set(response, token);
      if (response.status !== 401) accepted = token;
    }
    return response;
  };

  return {
    get account() {
      return account;
    },
    record,
    use,
    async fetch(url, init) {
      const response = await send(url, init);
      const { error, ...challenge } = readChallenge(response);
      if (response.status !== 403 || error !== "insufficient_scope") return response;
      if (!(await isSolved(missingScope(challenge, host)))) return response;
      await response.body?.cancel();
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${(await record())?.tokens?.access_token}`);
      return send(url, { ...init, headers });
    },
    authProvider: {
      async token() {
        const tokens = (await record())?.tokens;
        if (tokens?.refresh_token !== undefined && isExpiring(tokens)) {
          await refresh(tokens.access_token, {}).catch((error: unknown) => {
            if (!(error instanceof SignInError) || error.problem !== "offline") throw error;
            // The server may still accept it.
          });
        }
        return (await record())?.tokens?.access_token;
      },
      async onUnauthorized({ response }) {
        try {
          await renew(response);
        } catch (error) {
          if (!(error instanceof SignInError) || !(await isSolved(error))) throw error;
        }
      },
    },
  };

  async function renew(response: Response): Promise<void> {
    const { error: _, ...challenge } = readChallenge(response);
    const refused = sentWith.get(response);
    if (refused === undefined) {
      // Another process may have signed in.
      if ((await load())?.tokens) return;
      throw new SignInError("needed", `${safeLine(host, 200)} needs you to sign in.`, {
        challenge,
      });
    }
    const tokens = (await record())?.tokens;
    if (tokens && tokens.access_token !== refused) return;
    if (
      tokens &&
      tokens.refresh_token === undefined &&
      accepted !== refused &&
      !isExpiring(tokens)
    ) {
      throw rejection(host, challenge);
    }
    await refresh(refused, challenge);
  }
}
