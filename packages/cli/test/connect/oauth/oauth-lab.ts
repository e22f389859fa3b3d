import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";

/** What a test changes about the two servers. */
export interface Knobs {
  /** Seconds until an access token expires. */
  expiresIn: number;
  /** Members of the authorization server's metadata; `undefined` removes one. */
  issuerMetadata: Record<string, unknown>;
  /** Members of the MCP server's metadata. */
  resourceMetadata: Record<string, unknown>;
  /** Members of what the authorization server sends back with the user; `undefined` removes one. */
  callback: Record<string, string | undefined>;
  /** Whether the MCP server has metadata. */
  hasMetadata: boolean;
  /** The value of `resource_metadata`; default: the right one. */
  metadataUrl: string | undefined;
  /** The audience of the tokens; default: the resource that was asked for. */
  audience: string | undefined;
  /** Whether clients may register. */
  registers: boolean;
  /** Whether it refuses to register them all the same. */
  refusesToRegister: boolean;
}

interface Grant {
  readonly scope: string;
  readonly audience: string;
  readonly family: string;
  expiresAt: number;
}

/** An MCP server behind OAuth, and its authorization server. */
export interface OAuthLab {
  readonly server: string;
  readonly issuer: string;
  readonly knobs: Knobs;
  /** A directory for the vault. */
  readonly stateDir: string;
  /** Requests to the authorization server, as `METHOD /path`. */
  readonly requests: string[];
  /** The form of each request for a token. */
  readonly tokenRequests: Record<string, string>[];
  /** Every token that has been issued. */
  readonly issued: string[];
  /** Headers with which the MCP server was called. */
  readonly seen: Headers[];
  expireAccessTokens(): void;
  revokeEverything(): void;
  /** What a browser does with the page to sign in; the response of the callback. */
  visit(url: string): Promise<{ status: number; text: string; location: URL }>;
  close(): Promise<void>;
}

const token = (kind: string): string => `${kind}-${randomBytes(16).toString("hex")}`;

async function listen(answer: (request: Request) => Response | Promise<Response>) {
  const server = createServer(getRequestListener(answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function createOAuthLab(): Promise<OAuthLab> {
  const knobs: Knobs = {
    expiresIn: 3600,
    issuerMetadata: {},
    resourceMetadata: {},
    callback: {},
    hasMetadata: true,
    metadataUrl: undefined,
    audience: undefined,
    registers: true,
    refusesToRegister: false,
  };
  const requests: string[] = [];
  const tokenRequests: Record<string, string>[] = [];
  const issued: string[] = [];
  const seen: Headers[] = [];
  const codes = new Map<string, URLSearchParams>();
  const clients = new Map<string, string[]>([["given", []]]);
  const access = new Map<string, Grant>();
  const refresh = new Map<string, Grant>();

  const authorization = await listen((request) => answerAuthorization(request));
  const issuer = authorization.origin;
  const stateDir = await mkdtemp(join(tmpdir(), "midcall-oauth-"));

  async function answerAuthorization(request: Request): Promise<Response> {
    const url = new URL(request.url);
    requests.push(`${request.method} ${url.pathname}`);
    const form = async () => new URLSearchParams(await request.text());
    switch (url.pathname) {
      case "/.well-known/oauth-authorization-server":
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          ...(knobs.registers && { registration_endpoint: `${issuer}/register` }),
          revocation_endpoint: `${issuer}/revoke`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
          authorization_response_iss_parameter_supported: true,
          ...knobs.issuerMetadata,
        });
      case "/register": {
        if (knobs.refusesToRegister) return Response.json({ error: "slow_down" }, { status: 429 });
        const body = (await request.json()) as { redirect_uris: string[] };
        const id = token("client");
        clients.set(id, body.redirect_uris);
        return Response.json({ client_id: id, ...body }, { status: 201 });
      }
      case "/authorize": {
        const code = token("code");
        codes.set(code, url.searchParams);
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        const sent = { code, state: url.searchParams.get("state") ?? "", iss: issuer };
        for (const [name, value] of Object.entries({ ...sent, ...knobs.callback })) {
          if (value !== undefined) back.searchParams.set(name, value);
        }
        return new Response(null, { status: 302, headers: { location: back.href } });
      }
      case "/token":
        return answerToken(await form());
      case "/revoke": {
        const given = (await form()).get("token") ?? "";
        const family = (refresh.get(given) ?? access.get(given))?.family;
        if (family !== undefined) endFamily(family);
        return new Response(null, { status: 200 });
      }
      default:
        return new Response("Not found", { status: 404 });
    }
  }

  function endFamily(family: string): void {
    for (const all of [access, refresh]) {
      for (const [key, grant] of all) if (grant.family === family) all.delete(key);
    }
  }

  function answerToken(form: URLSearchParams): Response {
    tokenRequests.push(Object.fromEntries(form));
    const refuse = (error: string) => Response.json({ error }, { status: 400 });
    if (!clients.has(form.get("client_id") ?? "")) return refuse("invalid_client");
    if (form.get("grant_type") === "refresh_token") {
      const given = form.get("refresh_token") ?? "";
      const grant = refresh.get(given);
      if (!grant) return refuse("invalid_grant");
      refresh.delete(given);
      return issue(grant);
    }
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const isRight =
      asked?.get("code_challenge") === challenge &&
      asked.get("redirect_uri") === form.get("redirect_uri") &&
      asked.get("resource") === form.get("resource");
    if (!isRight) return refuse("invalid_grant");
    const audience = knobs.audience ?? asked.get("resource") ?? "";
    return issue({
      scope: asked.get("scope") ?? "",
      audience,
      family: token("family"),
      expiresAt: 0,
    });
  }

  function issue(grant: Grant): Response {
    const [one, two] = [token("access"), token("refresh")];
    issued.push(one, two);
    access.set(one, { ...grant, expiresAt: Date.now() + knobs.expiresIn * 1_000 });
    refresh.set(two, grant);
    return Response.json({
      access_token: one,
      refresh_token: two,
      token_type: "Bearer",
      expires_in: knobs.expiresIn,
      scope: grant.scope,
    });
  }

  const elicitation = createElicitation({ secret: "a secret of thirty-two bytes, at least" });
  const handler = elicitation.createHandler(() => {
    const server = elicitation.attach(new McpServer({ name: "guarded", version: "1.0.0" }));
    const text = (text: string) => ({ content: [{ type: "text" as const, text }] });
    server.registerTool("echo", {}, async (ctx) =>
      text(`You said ${ctx.http?.req?.headers.get("authorization") ?? ""}`),
    );
    server.registerTool("admin", {}, async () => text("Done."));
    const ask = elicitation.handler(async (ctx) =>
      text((await ctx.elicit("Go on?", ["yes", "no"])).action),
    );
    server.registerTool("ask", {}, ask);
    return server;
  });
  const guarded = await listen(async (request) => {
    const { origin, pathname } = new URL(request.url);
    const resource = `${origin}/mcp`;
    if (pathname === "/.well-known/oauth-protected-resource/mcp" && knobs.hasMetadata) {
      return Response.json({
        resource,
        authorization_servers: [issuer],
        scopes_supported: ["read"],
        ...knobs.resourceMetadata,
      });
    }
    if (pathname !== "/mcp") return new Response("Not found", { status: 404 });
    seen.push(request.headers);
    const [, given = ""] = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    const grant = access.get(given);
    const where = knobs.metadataUrl ?? `${origin}/.well-known/oauth-protected-resource/mcp`;
    const refuse = (status: number, more: string) =>
      new Response(`No: ${given}`, {
        status,
        headers: {
          "www-authenticate": `Bearer ${more}${knobs.hasMetadata ? `resource_metadata="${where}"` : 'realm="x"'}`,
        },
      });
    if (!grant || grant.expiresAt < Date.now() || grant.audience !== resource)
      return refuse(401, "");
    const body = request.method === "POST" ? await request.clone().text() : "";
    if (/"name":"admin"/.test(body) && !grant.scope.split(" ").includes("admin")) {
      return refuse(403, 'error="insufficient_scope", scope="admin", ');
    }
    return handler.fetch(request);
  });

  return {
    server: `${guarded.origin}/mcp`,
    issuer,
    knobs,
    stateDir,
    requests,
    tokenRequests,
    issued,
    seen,
    expireAccessTokens: () => access.forEach((grant) => (grant.expiresAt = 0)),
    revokeEverything: () => {
      access.clear();
      refresh.clear();
    },
    async visit(url) {
      const page = await fetch(url, { redirect: "manual" });
      const location = new URL(page.headers.get("location") ?? "");
      const response = await fetch(location);
      return { status: response.status, text: await response.text(), location };
    },
    async close() {
      guarded.close();
      authorization.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
