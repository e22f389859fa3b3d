import { createHash, randomBytes } from "node:crypto";

interface Grant {
  readonly user: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly nonce: string | undefined;
}

export interface FakeIssuerOptions {
  readonly origin: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Whether it announces RFC 9207. Default true. */
  readonly iss?: boolean;
  readonly tokenSeconds?: number;
  readonly now?: () => number;
}

/** An authorization server in memory, with switches for everything that can go wrong. */
export class FakeIssuer {
  readonly origin: string;
  /** Who is signed in there, by the browser's `who` cookie; set with {@link signIn}. */
  readonly #options: FakeIssuerOptions;
  readonly #codes = new Map<string, Grant>();
  readonly #refresh = new Map<string, { user: string; scope: string }>();
  readonly revoked: string[] = [];
  readonly tokens = new Set<string>();
  refreshes = 0;
  exchanges = 0;
  /** Changes an answer of the authorization endpoint on its way. */
  tamper: (redirect: URL) => void = () => {};
  /** An error instead of a code. */
  deny: string | undefined;
  /** The same, by what is asked for. */
  refuse: (query: URLSearchParams) => string | undefined = () => undefined;
  /** Scopes it grants whatever is asked. */
  grants: string | undefined;
  wrongNonce = false;
  /** Answers in place of the token endpoint. */
  answer: () => Response | undefined = () => undefined;
  /** Sends its home page where OAuth metadata would be. */
  homePage = false;
  down = false;
  refreshDelayMs = 0;

  constructor(options: FakeIssuerOptions) {
    this.origin = options.origin;
    this.#options = options;
  }

  readonly fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (this.down) throw new TypeError("fetch failed");
    if (this.homePage && url.pathname === "/.well-known/oauth-authorization-server") {
      return new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } });
    }
    switch (url.pathname) {
      case "/.well-known/oauth-authorization-server":
      case "/.well-known/openid-configuration":
        return Response.json({
          issuer: this.origin,
          authorization_endpoint: `${this.origin}/authorize`,
          token_endpoint: `${this.origin}/token`,
          revocation_endpoint: `${this.origin}/revoke`,
          code_challenge_methods_supported: ["S256"],
          authorization_response_iss_parameter_supported: this.#options.iss ?? true,
        });
      case "/authorize":
        return this.#authorize(request, url);
      case "/token":
        return this.#token(new URLSearchParams(await request.text()), request);
      case "/revoke": {
        const form = new URLSearchParams(await request.text());
        this.revoked.push(form.get("token") ?? "");
        return new Response(null, { status: 200 });
      }
      default:
        return new Response("?", { status: 404 });
    }
  };

  #authorize(request: Request, url: URL): Response {
    const user = /who=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
    const query = url.searchParams;
    const redirect = new URL(query.get("redirect_uri") ?? "");
    if (!user) return new Response("sign in first", { status: 401 });
    if (query.get("code_challenge_method") !== "S256")
      return new Response("no PKCE", { status: 400 });
    const no = this.deny ?? this.refuse(query);
    if (no !== undefined) redirect.searchParams.set("error", no);
    else redirect.searchParams.set("code", this.code(user, query));
    redirect.searchParams.set("state", query.get("state") ?? "");
    if (this.#options.iss ?? true) redirect.searchParams.set("iss", this.origin);
    this.tamper(redirect);
    return new Response(null, { status: 302, headers: { location: redirect.href } });
  }

  /** A code for a user, as the authorization endpoint gives it. */
  code(user: string, query: URLSearchParams): string {
    const code = randomBytes(16).toString("hex");
    this.#codes.set(code, {
      user,
      challenge: query.get("code_challenge") ?? "",
      redirectUri: query.get("redirect_uri") ?? "",
      scope: query.get("scope") ?? "",
      nonce: query.get("nonce") ?? undefined,
    });
    return code;
  }

  async #token(form: URLSearchParams, request: Request): Promise<Response> {
    const { clientId = "midcall", clientSecret, tokenSeconds = 3600 } = this.#options;
    const [, encoded = ""] = (request.headers.get("authorization") ?? "").split(" ");
    const basic = decodeURIComponent(Buffer.from(encoded, "base64").toString());
    const allowed =
      clientSecret === undefined
        ? form.get("client_id") === clientId
        : basic === `${clientId}:${clientSecret}`;
    const fail = (error: string): Response => Response.json({ error }, { status: 400 });
    const answer = this.answer();
    if (answer) {
      if (form.get("grant_type") === "refresh_token") this.refreshes++;
      return answer;
    }
    if (!allowed) return fail("invalid_client");
    if (form.get("grant_type") === "refresh_token") {
      this.refreshes++;
      const old = form.get("refresh_token") ?? "";
      const held = this.#refresh.get(old);
      // Rotation: each is good once.
      this.#refresh.delete(old);
      if (this.refreshDelayMs > 0)
        await new Promise((done) => setTimeout(done, this.refreshDelayMs));
      return held
        ? this.#issue(held.user, held.scope, undefined, tokenSeconds)
        : fail("invalid_grant");
    }
    this.exchanges++;
    const code = form.get("code") ?? "";
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || grant.challenge !== challenge) return fail("invalid_grant");
    if (grant.redirectUri !== form.get("redirect_uri")) return fail("invalid_grant");
    const scope = this.grants ?? grant.scope;
    const nonce = this.wrongNonce ? "another" : grant.nonce;
    return this.#issue(
      grant.user,
      scope,
      grant.scope.includes("openid") ? { nonce } : undefined,
      tokenSeconds,
    );
  }

  #issue(
    user: string,
    scope: string,
    id: { nonce: string | undefined } | undefined,
    seconds: number,
  ): Response {
    const access = `at-${user}-${randomBytes(12).toString("hex")}`;
    const refresh = `rt-${user}-${randomBytes(12).toString("hex")}`;
    this.#refresh.set(refresh, { user, scope });
    this.tokens.add(access).add(refresh);
    return Response.json({
      access_token: access,
      refresh_token: refresh,
      token_type: "bearer",
      expires_in: seconds,
      scope,
      ...(id && { id_token: this.#idToken(user, id.nonce) }),
    });
  }

  #idToken(user: string, nonce: string | undefined): string {
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString("base64url");
    const time = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.origin,
      sub: user,
      aud: this.#options.clientId ?? "midcall",
      iat: time,
      exp: time + 300,
      nonce,
      email: `${user}@example.com`,
    };
    return `${part({ alg: "RS256" })}.${part(claims)}.${Buffer.alloc(256, 7).toString("base64url")}`;
  }
}
