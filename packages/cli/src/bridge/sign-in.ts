import { createSignIn, type SignIn } from "../connect/oauth/sign-in.js";
import type { SignInError } from "../connect/oauth/sign-in-error.js";
import { createSignInVault } from "../connect/oauth/vault/sign-in-vault.js";
import type { Asker } from "./relay/asker.js";

export interface BridgeSignInOptions {
  readonly url: string;
  readonly stateDir: string;
  readonly asker: Asker | undefined;
  readonly print: (line: string) => void;
}

/**
 * The user's sign-in at the server, the same one as in the console and in `midcall call`. Where it is missing, the user
 * is shown a link to it.
 */
export function createBridgeSignIn(options: BridgeSignInOptions): SignIn {
  const { url, stateDir, asker, print } = options;
  const signIn: SignIn = createSignIn({
    server: url,
    vault: createSignInVault(stateDir),
    onRefused: async (reason) => {
      if (asker === undefined) {
        print(`${reason.message} Run midcall call --list ${url} in a terminal once.`);
        return false;
      }
      return signInAt(signIn, reason, asker);
    },
  });
  return signIn;
}

async function signInAt(signIn: SignIn, reason: SignInError, asker: Asker): Promise<boolean> {
  const offer = await signIn.offer(reason.challenge);
  const started = await signIn.start(offer);
  const over = new AbortController();
  try {
    const params = { mode: "url", message: "Sign in to this server.", url: started.url };
    const about = {
      call: undefined,
      isFirst: false,
      host: undefined,
      signal: over.signal,
      untilDone: false,
    };
    const isDone = started.done.then(() => true);
    const agreed = asker.ask(params, about).then(({ action }) => action === "accept" && isDone);
    // The user may also have opened the link elsewhere.
    return await Promise.race([isDone, agreed]);
  } finally {
    over.abort("closed");
    started.cancel();
  }
}

/** The same asker, which says for which sign-in of the bridge's the user is asked. */
export function askedFor(asker: Asker, account: () => string | undefined): Asker {
  return {
    ask: (params, about) =>
      asker.ask(params, { ...about, account: [about.account, account()].join(" ") }),
    complete: (elicitationId) => asker.complete(elicitationId),
  };
}

/** Sends requests with the sign-in, unless they have one of the host's. */
export function signedFetch(signIn: SignIn | undefined): typeof fetch {
  if (signIn === undefined) return fetch;
  const { authProvider, server } = signIn;
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (headers.has("authorization")) return fetch(input, init);
    const send = async (): Promise<Response> => {
      const token = await authProvider.token();
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
      return signIn.fetch(new URL(String(input)), { ...init, headers });
    };
    const response = await send();
    if (response.status !== 401 || authProvider.onUnauthorized === undefined) return response;
    const serverUrl = new URL(server);
    try {
      await authProvider.onUnauthorized({
        // The same one: what token it was sent with is known by it.
        response,
        serverUrl,
        fetchFn: signIn.fetch,
      });
    } catch {
      // The host gets to know that it was refused.
      return response;
    }
    await response.body?.cancel();
    return send();
  };
}
