import { createHash, randomBytes } from "node:crypto";
import { CLIENTS } from "../invoices/services/clients.js";
import { authenticate } from "./user/authenticate.js";
import { createScriptedBrowser } from "./user/scripted-browser.js";

/**
 * Gets Alice's token for an MCP server as hosts do: asks the server for its authorization server, and sends the user
 * there.
 */
export async function getToken(server: URL): Promise<string> {
  const refused = await fetch(server, { method: "POST" });
  const challenge = refused.headers.get("www-authenticate") ?? "";
  const [, document = ""] = /resource_metadata="([^"]*)"/.exec(challenge) ?? [];
  const { resource, authorization_servers: issuers } = await read<{
    resource: string;
    authorization_servers: string[];
  }>(document);
  const endpoints = await read<{ authorization_endpoint: string; token_endpoint: string }>(
    `${issuers[0]}/.well-known/openid-configuration`,
  );

  const { id, redirectUri } = CLIENTS.host;
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL(endpoints.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "invoices",
    resource,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  const browser = createScriptedBrowser((address) => address.startsWith(redirectUri));
  await browser.open(url.href);
  await authenticate(browser, "");

  const code = new URL(browser.url()).searchParams.get("code") ?? "";
  const { access_token: token } = await read<{ access_token: string }>(endpoints.token_endpoint, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: id,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code,
      resource,
    }),
  });
  return token;
}

async function read<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
