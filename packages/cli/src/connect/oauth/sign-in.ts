import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import { startAuthorizing, type StartedSignIn } from "./authorizing/authorize.js";
import type { EnteredClient } from "./authorizing/client.js";
import { createBearer } from "./tokens/bearer.js";
import { discoverSignIn, type SignInOffer } from "./authorizing/discover.js";
import { createGuardedFetch } from "./guarded-fetch.js";
import { revokeTokens } from "./tokens/revoke.js";
import type { Challenge } from "./sign-in-error.js";
import type { SignInOptions } from "./sign-in-options.js";
import type { SignInRecord } from "./vault/sign-in-record.js";

/** The sign-in of the user at one server (OAuth 2.1): its token for requests, and the way to get one. */
export interface SignIn {
  /** The URL of the server. */
  readonly server: string;
  /** For the transport: the token of each request, and a new one when it has expired. */
  readonly authProvider: AuthProvider;
  /** For the transport: sends the token to the server's origin only. */
  readonly fetch: FetchLike;
  /** Identifies the sign-in of the last request, which another one may not be of; `undefined` before the first one. */
  readonly account: string | undefined;
  /** The sign-in in use; `undefined` if the user is not signed in. */
  current(): Promise<SignInRecord | undefined>;
  /**
   * Finds out where the user would sign in, and for what, without doing it.
   *
   * @param challenge - what the server has said when it refused a request
   * @throws SignInError that says why there is no way to sign in
   */
  offer(challenge: Challenge): Promise<SignInOffer>;
  /**
   * Starts a sign-in to which the user has agreed. Its tokens are in the vault and in use when it is done.
   *
   * @param client - a client that the user has entered; default: midcall registers itself
   * @throws SignInError
   */
  start(offer: SignInOffer, client?: EnteredClient): Promise<StartedSignIn>;
  /** Removes the tokens and the registration, and revokes the tokens. @returns what happened, or `undefined` if there was none */
  forget(): Promise<string | undefined>;
}

/** Creates the sign-in of a server. Nothing is read or sent before it is used. */
export function createSignIn(options: SignInOptions): SignIn {
  const { server, vault } = options;
  const fetchFn = createGuardedFetch(server, options.fetch);
  const bearer = createBearer({ ...options, fetchFn });
  return {
    server,
    authProvider: bearer.authProvider,
    fetch: bearer.fetch,
    get account() {
      return bearer.account;
    },
    async current() {
      const record = await bearer.record();
      return record?.tokens && record;
    },
    async offer(challenge) {
      return discoverSignIn(server, challenge, await vault.read(server), fetchFn);
    },
    async start(offer, client) {
      if (client?.clientSecret !== undefined) options.onSecret?.(client.clientSecret);
      const started = await startAuthorizing(offer, await vault.read(server), client, fetchFn);
      const done = started.done.then(async (record) => {
        await vault.exclusively(server, () => vault.write(record));
        bearer.use(record);
        return record;
      });
      done.catch(() => {});
      return { ...started, done };
    },
    async forget() {
      if (!(await vault.read(server))) return undefined;
      // Read again: another process may have refreshed the tokens.
      const record = await vault.exclusively(server, async () => {
        const found = await vault.read(server);
        await vault.remove(server);
        return found;
      });
      bearer.use(undefined);
      return record && revokeTokens(record, fetchFn);
    },
  };
}
