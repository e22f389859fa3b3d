import { type FetchLike, selectClientAuthMethod } from "@modelcontextprotocol/client";
import { safeLine } from "../../../safe-text.js";
import { assertEndpoint } from "../endpoint.js";
import type { SignInRecord } from "../vault/sign-in-record.js";

/**
 * Revokes the tokens of a sign-in at its authorization server (RFC 7009).
 *
 * @returns a sentence about what happened
 */
export async function revokeTokens(record: SignInRecord, fetchFn: FetchLike): Promise<string> {
  const { metadata, tokens, issuer, server } = record;
  const host = safeLine(new URL(issuer).host, 200);
  const { revocation_endpoint: endpoint } = metadata as { readonly revocation_endpoint?: string };
  if (!tokens) return "";
  if (endpoint === undefined) {
    return `${host} has no way to revoke tokens; the access token there expires by itself.`;
  }
  try {
    const url = assertEndpoint(endpoint, server, "revocation");
    // With the refresh token, authorization servers revoke the access tokens as well.
    const found = [
      ["refresh_token", tokens.refresh_token],
      ["access_token", tokens.access_token],
    ] as const;
    for (const [hint, token] of found) {
      if (token === undefined) continue;
      const response = await fetchFn(url, request(record, token, hint));
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
    }
    return `${host} has revoked the tokens.`;
  } catch {
    return `${host} could not be told to revoke the tokens; revoke the access there if it matters.`;
  }
}

function request({ client, metadata }: SignInRecord, token: string, hint: string): RequestInit {
  const { client_id: id, client_secret: secret = "" } = client;
  const method = selectClientAuthMethod(
    client,
    metadata.token_endpoint_auth_methods_supported ?? [],
  );
  const body = new URLSearchParams({ token, token_type_hint: hint });
  const headers: Record<string, string> = {};
  if (method === "client_secret_basic") {
    const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    headers["authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  } else {
    body.set("client_id", id);
    if (method === "client_secret_post") body.set("client_secret", secret);
  }
  return { method: "POST", headers, body };
}
