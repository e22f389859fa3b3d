import {
  computeScopeUnion,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type FetchLike,
  IssuerMismatchError,
  type OAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
} from "@modelcontextprotocol/client";
import { safeLine } from "../../../safe-text.js";
import { assertEndpoint } from "../endpoint.js";
import { isOwnResource } from "../own-resource.js";
import { type Challenge, SignInError } from "../sign-in-error.js";
import type { IssuerMetadata, SignInRecord } from "../vault/sign-in-record.js";

/** What a sign-in would be: where, and for what. Nothing has been sent to the authorization server but requests for metadata. */
export interface SignInOffer {
  /** The URL of the MCP server. */
  readonly server: string;
  readonly resource: string;
  readonly metadataUrl?: string | undefined;
  readonly issuer: string;
  readonly metadata: IssuerMetadata;
  /** What the user is asked to allow; empty if the authorization server decides. */
  readonly scopes: readonly string[];
  /** Whether the authorization server registers programs by itself. */
  readonly registers: boolean;
}

const MOST_SCOPES = 100;
/** The characters of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\u0021\u0023-\u005b\u005d-\u007e]{1,200}$/;

const notOffered = (why: string, cause?: unknown): SignInError =>
  new SignInError("not-offered", why, { cause });

/**
 * Finds out where the user signs in to use a server: reads the metadata of the server (RFC 9728) and of its
 * authorization server (RFC 8414 or OpenID Connect Discovery), and checks both.
 *
 * @param known - an earlier sign-in at the server, whose scopes are kept
 * @throws SignInError that says what is missing or wrong
 */
export async function discoverSignIn(
  server: string,
  challenge: Challenge,
  known: SignInRecord | undefined,
  fetchFn: FetchLike,
): Promise<SignInOffer> {
  const metadataUrl = challenge.metadataUrl ?? known?.metadataUrl;
  const described = await readResourceMetadata(server, metadataUrl, fetchFn);
  const resource = described?.resource ?? resourceUrlFromServerUrl(server).href;
  assertOwnResource(server, resource);
  const named = described?.authorization_servers?.[0] ?? new URL("/", server).href;
  assertEndpoint(named, server, "the authorization server");
  const metadata = await readIssuerMetadata(named, described !== undefined, fetchFn);
  assertUsable(metadata, server);
  const wanted = challenge.scope ?? (known ? undefined : described?.scopes_supported?.join(" "));
  const issuer = metadata.issuer;
  const kept = known?.issuer === issuer ? known.tokens?.scope : undefined;
  return {
    server,
    resource,
    metadataUrl,
    issuer,
    metadata,
    scopes: toScopes(
      computeScopeUnion(kept, wanted) ?? described?.scopes_supported?.join(" "),
      metadata,
    ),
    registers: metadata.registration_endpoint !== undefined,
  };
}

async function readResourceMetadata(
  server: string,
  metadataUrl: string | undefined,
  fetchFn: FetchLike,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  try {
    return await discoverOAuthProtectedResourceMetadata(
      server,
      { ...(metadataUrl !== undefined && { resourceMetadataUrl: metadataUrl }) },
      fetchFn,
    );
  } catch (error) {
    if (error instanceof SignInError) throw error;
    // Servers of 2025-03-26 have none, and are their own authorization server.
    if (metadataUrl === undefined) return undefined;
    throw notOffered(
      `The server says that ${safeLine(metadataUrl, 200)} describes how to sign in, but there is no valid metadata. This has to be fixed in the server.`,
      error,
    );
  }
}

/**
 * A server may name itself alone: with a token for more than itself, such as for all of its host, it could do what the user may do
 * at its neighbours.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-3.3
 */
function assertOwnResource(server: string, resource: string): void {
  if (isOwnResource(server, resource)) return;
  throw new SignInError(
    "unsafe",
    `The server asks you to sign in for another resource than itself, ${safeLine(resource, 200)}. midcall does not do that: the server would get a token for it. ` +
      `This has to be fixed in the server: "resource" of its metadata has to be ${safeLine(resourceUrlFromServerUrl(server).href, 200)}, the address that midcall connects to.`,
  );
}

async function readIssuerMetadata(
  issuer: string,
  isNamed: boolean,
  fetchFn: FetchLike,
): Promise<IssuerMetadata> {
  const host = safeLine(new URL(issuer).host, 200);
  let found: IssuerMetadata | undefined;
  try {
    found = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
  } catch (error) {
    if (error instanceof SignInError) throw error;
    if (error instanceof IssuerMismatchError) {
      throw new SignInError(
        "unsafe",
        `The authorization server at ${host} says that it is another one. This has to be fixed there or in the server.`,
        { cause: error },
      );
    }
    throw notOffered(`The metadata of the authorization server ${host} is invalid.`, error);
  }
  if (found) return found;
  throw notOffered(
    isNamed
      ? `The server names the authorization server ${host}, which has no metadata. This has to be fixed there or in the server.`
      : "The server does not say where to sign in.",
  );
}

function assertUsable(metadata: IssuerMetadata, server: string): void {
  const {
    authorization_endpoint: authorization,
    token_endpoint: token,
    registration_endpoint: registration,
    code_challenge_methods_supported: methods,
    response_types_supported: types,
  } = metadata;
  assertEndpoint(authorization, server, "the sign-in page");
  assertEndpoint(token, server, "tokens");
  if (registration !== undefined) assertEndpoint(registration, server, "registration");
  const host = safeLine(new URL(metadata.issuer).host, 200);
  if (!types.includes("code") || !methods?.includes("S256")) {
    throw new SignInError(
      "unsafe",
      `The authorization server ${host} does not announce the protection that MCP requires (authorization code with PKCE, S256). This has to be changed there.`,
    );
  }
}

/** The scopes that the user has entered, separated by spaces; `undefined` if one is invalid. */
export function readScopes(text: string): readonly string[] | undefined {
  const scopes = [...new Set(text.split(/\s+/).filter(Boolean))];
  const isValid = scopes.length <= MOST_SCOPES && scopes.every((scope) => SCOPE.test(scope));
  return isValid ? scopes : undefined;
}

function toScopes(
  text: string | undefined,
  { scopes_supported: supported }: IssuerMetadata,
): string[] {
  const scopes = new Set((text ?? "").split(" ").filter((scope) => SCOPE.test(scope)));
  // With it, the user stays signed in when the access token expires.
  if (supported?.includes("offline_access")) scopes.add("offline_access");
  return [...scopes].slice(0, MOST_SCOPES);
}
