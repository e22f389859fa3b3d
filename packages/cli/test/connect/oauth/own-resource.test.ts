import { describe, expect, it } from "vitest";
import { discoverSignIn } from "../../../src/connect/oauth/authorizing/discover.js";
import { readSignInRecord } from "../../../src/connect/oauth/vault/sign-in-record.js";

const SERVER = "https://tools.example/a/mcp?team=1";
const issuer = "https://login.example";

/** Where the document is that names the resource. */
type Place = "challenge" | "path" | "root";
const at: Readonly<Record<Place, string>> = {
  challenge: "https://tools.example/metadata",
  path: "https://tools.example/.well-known/oauth-protected-resource/a/mcp?team=1",
  root: "https://tools.example/.well-known/oauth-protected-resource",
};

/** The resource that the user would sign in for at a server whose metadata names this one. */
async function offered(resource: string, place: Place): Promise<string> {
  const documents: Record<string, object> = {
    [at[place]]: { resource, authorization_servers: [issuer] },
    [`${issuer}/.well-known/oauth-authorization-server`]: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    },
  };
  const fetchFn = async (url: string | URL): Promise<Response> => {
    const found = documents[String(url)];
    return found ? Response.json(found) : new Response(null, { status: 404 });
  };
  const challenge = place === "challenge" ? { metadataUrl: at.challenge } : {};
  return (await discoverSignIn(SERVER, challenge, undefined, fetchFn)).resource;
}

const others = [
  ["all of its host", "https://tools.example"],
  ["all of its host, with a slash", "https://tools.example/"],
  ["a folder above it", "https://tools.example/a"],
  ["a folder above it, with a slash", "https://tools.example/a/"],
  ["itself without the query", "https://tools.example/a/mcp"],
  ["another query", "https://tools.example/a/mcp?team=2"],
  ["something below it", "https://tools.example/a/mcp/b?team=1"],
  ["a neighbour", "https://tools.example/b/mcp?team=1"],
  ["a path in other letters", "https://tools.example/A/mcp?team=1"],
  ["a path with dots that leads above it", "https://tools.example/a/mcp/..?team=1"],
  ["another port", "https://tools.example:444/a/mcp?team=1"],
  ["another scheme", "http://tools.example/a/mcp?team=1"],
  ["a host above it", "https://example/a/mcp?team=1"],
  ["a host below it", "https://b.tools.example/a/mcp?team=1"],
  ["a user", "https://bob@tools.example/a/mcp?team=1"],
  ["itself with a fragment", `${SERVER}#part`],
  ["a name that is no URL", "urn:tools"],
] as const;

describe.each<Place>(["challenge", "path", "root"])("metadata from its %s", (place) => {
  it.each(others)("that names %s is refused", async (_, resource) => {
    await expect(offered(resource, place)).rejects.toMatchObject({
      problem: "unsafe",
      message: expect.stringContaining(`another resource than itself, ${resource}.`),
    });
  });

  it.each([
    ["the server", SERVER],
    ["it in other letters", "HTTPS://Tools.Example/a/mcp?team=1"],
    ["it with the usual port", "https://tools.example:443/a/mcp?team=1"],
    ["it with a slash at the end", "https://tools.example/a/mcp/?team=1"],
  ])("that names %s is followed, in its own words", async (_, resource) => {
    expect(await offered(resource, place)).toBe(resource);
  });
});

describe("a stored sign-in", () => {
  const stored = (resource: string): string =>
    JSON.stringify({
      ...{
        server: SERVER,
        resource,
        issuer,
        redirectUri: "http://127.0.0.1/",
        clientIsGiven: true,
      },
      metadata: { token_endpoint: `${issuer}/token` },
      client: { client_id: "a" },
      tokens: { access_token: "b" },
    });

  it("for the server is used", () => {
    expect(readSignInRecord(stored(SERVER), SERVER)).toMatchObject({ resource: SERVER });
  });
  it.each(others)("for %s is not", (_, resource) => {
    expect(readSignInRecord(stored(resource), SERVER)).toBeUndefined();
  });
});
