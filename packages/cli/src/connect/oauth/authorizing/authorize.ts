import { randomUUID } from "node:crypto";
import {
  exchangeAuthorization,
  type FetchLike,
  IssuerMismatchError,
  OAuthError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import { safeLine } from "../../../safe-text.js";
import type { CallbackAnswer } from "./callback-listener.js";
import { type EnteredClient, type OAuthClient, prepareClient } from "./client.js";
import type { SignInOffer } from "./discover.js";
import { assertEndpoint } from "../endpoint.js";
import { SignInError } from "../sign-in-error.js";
import { type SignInRecord, trimMetadata } from "../vault/sign-in-record.js";
import { toTokens } from "../tokens/tokens.js";

/** A sign-in that waits for the user. */
export interface StartedSignIn {
  /** The page of the authorization server, to be opened in the user's own browser. */
  readonly url: string;
  /** The port on which the user returns. */
  readonly port: number;
  /** Resolves when the user has signed in. Rejects with a SignInError. */
  readonly done: Promise<SignInRecord>;
  cancel(): void;
}

/**
 * Prepares the page on which the user signs in, and waits for their return.
 *
 * @param entered - a client that the user has entered
 * @throws SignInError when the sign-in cannot be started
 */
export async function startAuthorizing(
  offer: SignInOffer,
  known: SignInRecord | undefined,
  entered: EnteredClient | undefined,
  fetchFn: FetchLike,
): Promise<StartedSignIn> {
  const prepared = await prepareClient(offer, known, entered, fetchFn);
  const { client, listener } = prepared;
  try {
    const { authorizationUrl, codeVerifier } = await startAuthorization(offer.issuer, {
      metadata: offer.metadata,
      clientInformation: client,
      redirectUrl: listener.redirectUri,
      state: listener.state,
      resource: offer.resource,
      ...(offer.scopes.length > 0 && { scope: offer.scopes.join(" ") }),
    });
    const url = assertEndpoint(authorizationUrl.href, offer.server, "the sign-in page").href;
    const done = listener.answer.then((answer) =>
      finish(offer, prepared, codeVerifier, answer, fetchFn),
    );
    done.catch(() => {});
    const port = Number(new URL(listener.redirectUri).port);
    return { url, port, done, cancel: listener.close };
  } catch (error) {
    listener.close();
    throw error;
  }
}

/** Checks the answer and exchanges its code for tokens. */
async function finish(
  offer: SignInOffer,
  { client, clientIsGiven, listener }: OAuthClient,
  codeVerifier: string,
  { code, error, iss }: CallbackAnswer,
  fetchFn: FetchLike,
): Promise<SignInRecord> {
  const { issuer, metadata, resource, server, metadataUrl } = offer;
  const host = safeLine(new URL(issuer).host, 200);
  assertIssuer(offer, iss, host);
  if (code === undefined || error !== undefined) throw denied(error ?? "", host);
  try {
    const response = await exchangeAuthorization(issuer, {
      metadata,
      clientInformation: client,
      authorizationCode: code,
      codeVerifier,
      redirectUri: listener.redirectUri,
      resource,
      fetchFn,
      ...(iss !== undefined && { iss }),
    });
    const tokens = toTokens(response, offer.scopes.join(" "));
    return {
      ...{ server, resource, metadataUrl, issuer, client, clientIsGiven, tokens },
      metadata: trimMetadata(metadata),
      redirectUri: listener.redirectUri,
      signInId: randomUUID(),
    };
  } catch (error) {
    if (error instanceof SignInError) throw error;
    const why = error instanceof OAuthError ? ` (${safeLine(error.code, 60)})` : "";
    throw new SignInError(
      "failed",
      `${host} did not issue a token${why}. Try again; if you entered a client ID, check it.`,
      { cause: error },
    );
  }
}

/** The answer must come from the authorization server that the user was sent to (RFC 9207). */
function assertIssuer({ metadata }: SignInOffer, iss: string | undefined, host: string): void {
  try {
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata.issuer,
      issParameterSupported:
        (metadata as { authorization_response_iss_parameter_supported?: boolean })
          .authorization_response_iss_parameter_supported === true,
    });
  } catch (error) {
    if (!(error instanceof IssuerMismatchError)) throw error;
    throw new SignInError(
      "unsafe",
      `The answer does not come from ${host}, where you were to sign in. It was not used. Try again, and report it if it happens again.`,
      { cause: error },
    );
  }
}

function denied(error: string, host: string): SignInError {
  return error === "access_denied"
    ? new SignInError("denied", `You, or ${host}, did not allow it. Nothing was changed.`)
    : new SignInError(
        "failed",
        `${host} did not sign you in (${safeLine(error, 60)}). Try again; if you entered a client ID, check it.`,
      );
}
