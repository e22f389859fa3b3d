import type {
  AuthorizationServerMetadata,
  StoredOAuthClientInformation,
} from "@modelcontextprotocol/client";
import { isObject } from "../../../json.js";
import { isOwnResource } from "../own-resource.js";

/** The part of an authorization server's metadata (RFC 8414) that is needed after the sign-in. */
export type IssuerMetadata = AuthorizationServerMetadata;

/** The tokens of a sign-in. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** The granted scopes, separated by spaces. */
  readonly scope?: string | undefined;
  /** When the access token expires, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

/** A sign-in as the vault stores it: bound to one server, one resource and one issuer. */
export interface SignInRecord {
  /** The URL of the MCP server; the tokens are sent nowhere else. */
  readonly server: string;
  /** The resource the tokens were requested for (RFC 8707). */
  readonly resource: string;
  /** Where the server's metadata is, if it said so. */
  readonly metadataUrl?: string | undefined;
  readonly issuer: string;
  readonly metadata: IssuerMetadata;
  readonly client: StoredOAuthClientInformation;
  /** Whether the user entered the client ID. Otherwise midcall registered itself. */
  readonly clientIsGiven: boolean;
  readonly redirectUri: string;
  /** Identifies this sign-in: another one may be of another account. */
  readonly signInId?: string | undefined;
  /** Absent after they were revoked; the registration stays. */
  readonly tokens?: Tokens | undefined;
}

/** The members of the metadata that are kept. */
const KEPT = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "revocation_endpoint",
  "response_types_supported",
  "code_challenge_methods_supported",
  "token_endpoint_auth_methods_supported",
  "authorization_response_iss_parameter_supported",
] as const;

export function trimMetadata(metadata: IssuerMetadata): IssuerMetadata {
  const all = metadata as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    KEPT.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]),
  ) as IssuerMetadata;
}

/** Parses a stored record; `undefined` if it is of another server, for more than that server, or not one. */
export function readSignInRecord(text: string, server: string): SignInRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value["server"] !== server) return undefined;
  const { resource, issuer, metadata, client, redirectUri, tokens } = value;
  const isComplete =
    [issuer, redirectUri].every((one) => typeof one === "string") &&
    typeof resource === "string" &&
    isOwnResource(server, resource) &&
    isObject(metadata) &&
    typeof metadata["token_endpoint"] === "string" &&
    isObject(client) &&
    typeof client["client_id"] === "string" &&
    (tokens === undefined || (isObject(tokens) && typeof tokens["access_token"] === "string"));
  return isComplete ? (value as unknown as SignInRecord) : undefined;
}
