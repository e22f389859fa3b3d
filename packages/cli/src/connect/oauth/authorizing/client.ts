import {
  type FetchLike,
  registerClient,
  RegistrationRejectedError,
  type StoredOAuthClientInformation,
} from "@modelcontextprotocol/client";
import { safeLine } from "../../../safe-text.js";
import { type CallbackListener, listenForCallback } from "./callback-listener.js";
import type { SignInOffer } from "./discover.js";
import { SignInError } from "../sign-in-error.js";
import type { SignInRecord } from "../vault/sign-in-record.js";

/** As whom midcall signs the user in, and where the user returns. */
export interface OAuthClient {
  readonly client: StoredOAuthClientInformation;
  readonly clientIsGiven: boolean;
  readonly listener: CallbackListener;
}

/** A client that the user has entered: registered by hand, or a client ID metadata document. */
export interface EnteredClient {
  readonly clientId: string;
  /** Of a confidential client. */
  readonly clientSecret?: string | undefined;
}

/** The path that has to be registered for a client ID of the user's own, on any port of 127.0.0.1. */
export const GIVEN_PATH = "/callback";
const CLIENT_ID = /^[\u0021-\u007e]{1,2000}$/;

/**
 * Decides on the client: the ID that the user has entered, now or before; a new registration (RFC 7591); or, where there is
 * none, an earlier one. An ID that is an https URL is a client ID metadata document.
 *
 * Each sign-in registers anew, because another program can have listened at the port of an earlier one, and can have left a
 * service worker there that gets all that the browser brings back.
 *
 * @throws SignInError when there is no way to get one
 */
export async function prepareClient(
  offer: SignInOffer,
  known: SignInRecord | undefined,
  entered: EnteredClient | undefined,
  fetchFn: FetchLike,
): Promise<OAuthClient> {
  const { issuer } = offer;
  const before = known?.issuer === issuer ? known : undefined;
  const kept = before?.clientIsGiven ? before.client : undefined;
  const id = entered?.clientId ?? kept?.client_id;
  if (id !== undefined) {
    assertClientId(id, offer);
    // A secret goes only to the issuer that it was entered for, and only with its own ID.
    const secret =
      entered?.clientSecret ?? (kept?.client_id === id ? kept.client_secret : undefined);
    assertClientSecret(secret);
    const listener = await listenForCallback({ path: GIVEN_PATH });
    const client = {
      client_id: id,
      ...(secret !== undefined && { client_secret: secret }),
      issuer,
    };
    return { client, clientIsGiven: true, listener };
  }
  const listener = await listenForCallback();
  try {
    const client = await register(offer, listener.redirectUri, fetchFn);
    return { client: { ...client, issuer }, clientIsGiven: false, listener };
  } catch (error) {
    listener.close();
    const again = before && (await useAgain(before));
    if (again) return again;
    throw error;
  }
}

/** An earlier registration, if its redirect URI can still be used: whether another port would do, nobody says. */
async function useAgain({ client, redirectUri }: SignInRecord): Promise<OAuthClient | undefined> {
  const listener = await listenForCallback({ redirectUri });
  if (listener.redirectUri === redirectUri) return { client, clientIsGiven: false, listener };
  listener.close();
  return undefined;
}

const hostOf = ({ issuer }: SignInOffer): string => safeLine(new URL(issuer).host, 200);

function assertClientId(id: string, offer: SignInOffer): void {
  if (!CLIENT_ID.test(id)) {
    throw new SignInError("client-id", "The client ID contains characters that it cannot have.");
  }
  const isDocument = /^https:\/\//i.test(id);
  const { client_id_metadata_document_supported: supported } = offer.metadata as {
    readonly client_id_metadata_document_supported?: boolean;
  };
  if (isDocument && supported !== true) {
    throw new SignInError(
      "client-id",
      `${hostOf(offer)} does not support URLs as client IDs. Omit it, or enter an ID that was registered there.`,
    );
  }
}

function assertClientSecret(secret: string | undefined): void {
  if (secret === undefined || CLIENT_ID.test(secret)) return;
  throw new SignInError("client-id", "The client secret contains characters that it cannot have.");
}

async function register(
  offer: SignInOffer,
  redirectUri: string,
  fetchFn: FetchLike,
): Promise<StoredOAuthClientInformation> {
  const host = hostOf(offer);
  const byHand = `Register a client there, with the redirect URI http://127.0.0.1${GIVEN_PATH} (any port), and enter its client ID.`;
  if (!offer.registers) {
    throw new SignInError("client-id", `${host} does not register programs by itself. ${byHand}`);
  }
  const methods = offer.metadata.token_endpoint_auth_methods_supported;
  const method = methods === undefined || methods.includes("none") ? "none" : methods[0];
  try {
    return await registerClient(offer.issuer, {
      metadata: offer.metadata,
      clientMetadata: {
        client_name: "midcall",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: method,
        application_type: "native",
      },
      fetchFn,
    });
  } catch (error) {
    if (error instanceof SignInError) throw error;
    const status = error instanceof RegistrationRejectedError ? ` (HTTP ${error.status})` : "";
    throw new SignInError(
      "client-id",
      `${host} has refused to register midcall${status}. ${byHand}`,
      { cause: error },
    );
  }
}
