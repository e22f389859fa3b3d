import { redactHeaders } from "../../connect/headers.js";
import type { Connection } from "../../connect/connection.js";
import type { SignInOffer } from "../../connect/oauth/authorizing/discover.js";
import { SignInRequiredError } from "../../connect/oauth/connect-signed-in.js";
import { createSignIn, type SignIn } from "../../connect/oauth/sign-in.js";
import { SignInError } from "../../connect/oauth/sign-in-error.js";
import { createSignInVault } from "../../connect/oauth/vault/sign-in-vault.js";
import { ConnectError } from "../../errors.js";
import type { Interruption } from "../interruption.js";
import type { CallOptions } from "../options.js";

/** The user's sign-in at the server of a run. */
export interface CallSignIn {
  /** For the connection; absent for a command. */
  readonly signIn: SignIn | undefined;
  /** Connects; if the server requires it, the user signs in first. */
  connect(connect: () => Promise<Connection>): Promise<Connection>;
  /** Removes the user's headers and tokens from a text. */
  redact(text: string): string;
}

type SignInOptions = Pick<CallOptions, "target" | "headers" | "stateDir" | "clientId">;

export function createCallSignIn(
  { target, headers, stateDir, clientId }: SignInOptions,
  signal: AbortSignal,
  { interrupt }: Pick<Interruption, "interrupt">,
): CallSignIn {
  const secrets: Record<string, string> = {};
  // Connecting has a time limit, so the user signs in between two attempts. Later requests wait.
  let isConnected = false;
  const signIn =
    target.kind === "url"
      ? createSignIn({
          server: target.url,
          vault: createSignInVault(stateDir),
          onSecret: (secret) => (secrets[secret] = secret),
          onRefused: async (reason) => isConnected && (await solve(reason)),
        })
      : undefined;
  const ask = async (reason: SignInError, offer: SignInOffer): Promise<void> => {
    const { signInHere } = await import("./sign-in-here.js");
    await signInHere(reason, offer, { signIn: signIn!, stateDir, clientId, signal, interrupt });
  };
  const solve = async (reason: SignInError): Promise<boolean> => {
    try {
      await ask(reason, await signIn!.offer(reason.challenge));
      return true;
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      throw new SignInError(reason.problem, error.message, { cause: error });
    }
  };
  const connectSignedIn = async (connect: () => Promise<Connection>): Promise<Connection> => {
    try {
      return await connect();
    } catch (error) {
      if (!(error instanceof SignInRequiredError)) throw error;
      await ask(error.reason, error.offer);
      return connect();
    }
  };
  return {
    signIn,
    async connect(connect) {
      const connection = await connectSignedIn(connect);
      isConnected = true;
      return connection;
    },
    redact: (text) => redactHeaders(text, { ...headers, ...secrets }),
  };
}
