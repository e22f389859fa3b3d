import { createAuditTrail, createMemorySink, type MemorySink } from "midcall/audit";
import {
  createPages,
  createCustomIdentity,
  createLocalIdentity,
  createOidcIdentity,
  type Pages,
  type PagesOptions,
} from "midcall/pages";
import { type PageLink } from "../../src/pages/links/links.js";
import { createMemoryStore, type Store } from "midcall/store";
import { createVault, type Vault } from "midcall/vault";
import { Browser, type Seen } from "./browser.js";
import { FakeIssuer } from "./fake-issuer.js";

export const SECRET = "a secret of the pages that is long enough";
export const AUTH = "https://auth.example.com";
export const API = "https://api.example.net";

/** The ways to know people, and what each needs to let somebody in. */
export const strategies = ["oidc", "custom", "local"] as const;
export type Strategy = (typeof strategies)[number];

export interface Lab {
  readonly strategy: Strategy;
  readonly pages: Pages;
  readonly base: string;
  readonly store: Store & { readonly values: () => readonly string[] };
  readonly vault: Vault;
  readonly audit: MemorySink;
  readonly flushAudit: () => Promise<void>;
  readonly logs: string[];
  /** The authorization server that protects the MCP server. */
  readonly auth: FakeIssuer;
  /** The other service, to be connected. */
  readonly api: FakeIssuer;
  readonly clock: { now: number };
  /** A browser of somebody; with `local` all sit at one machine. */
  readonly browserOf: (person: string) => Browser;
  /** The person the link is for, by strategy. */
  readonly alice: string;
  /** Opens a link as somebody and gets past the gate, if that is possible for them. */
  readonly enter: (browser: Browser, link: PageLink) => Promise<Seen>;
  readonly again: (more?: Partial<PagesOptions>) => Pages;
}

/** A store whose raw values a test can look through. */
export function openStore(now?: () => number): Lab["store"] {
  const inner = createMemoryStore(now && { now });
  const seen: string[] = [];
  return {
    ...inner,
    put: (key, value, options) => (seen.push(key, value), inner.put(key, value, options)),
    putIfAbsent: (key, value, options) => (
      seen.push(key, value),
      inner.putIfAbsent(key, value, options)
    ),
    publish: (channel, message) => (seen.push(channel, message), inner.publish(channel, message)),
    values: () => seen,
  };
}

export function createLab(strategy: Strategy, options: Partial<PagesOptions> = {}): Lab {
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const now = (): number => clock.now;
  const store = (options.store as Lab["store"] | undefined) ?? openStore(now);
  const vault = createVault({ store, secret: "a secret of the vault that is long enough", now });
  const audit = createMemorySink();
  const trail = createAuditTrail({ sink: audit });
  const logs: string[] = [];
  const logger = {
    warn: (text: string) => logs.push(text),
    error: (text: string) => logs.push(text),
  };
  const auth = new FakeIssuer({ origin: AUTH, clientId: "pages" });
  const api = new FakeIssuer({
    origin: API,
    clientId: "midcall",
    clientSecret: "client-secret",
    now,
  });
  const local = strategy === "local";
  const base = local ? "http://127.0.0.1:4100/ask" : "https://mcp.example.org/ask";
  const identify =
    strategy === "oidc"
      ? createOidcIdentity({ issuer: AUTH, clientId: "pages", fetch: auth.fetch })
      : strategy === "custom"
        ? createCustomIdentity((request) => {
            const user = /site-user=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
            return (
              user ??
              new Response(null, {
                status: 302,
                headers: { location: "https://mcp.example.org/login" },
              })
            );
          })
        : createLocalIdentity();
  const given: PagesOptions = {
    baseUrl: base,
    secret: SECRET,
    store,
    vault,
    identify,
    audit: trail,
    logger,
    now,
    limits: { perAddress: Infinity },
    // Most tests look at what happens between the form and its end.
    review: "always",
    providers: {
      api: {
        issuer: API,
        clientId: "midcall",
        clientSecret: "client-secret",
        label: "Example API",
        fetch: api.fetch,
      },
    },
    ...options,
  };
  const pages = createPages(given);
  const origin = new URL(base).origin;

  const browserOf = (person: string): Browser => {
    const browser = new Browser({
      [origin]: (request) => pages.fetch(request, { remoteAddress: "127.0.0.1" }),
      [AUTH]: auth.fetch,
      [API]: api.fetch,
    });
    browser.cookies.set("auth.example.com", new Map([["who", person]]));
    browser.cookies.set("api.example.net", new Map([["who", `${person}-there`]]));
    if (strategy === "custom")
      browser.cookies.set("mcp.example.org", new Map([["site-user", person]]));
    return browser;
  };

  return {
    ...{ strategy, pages, base, store, vault, audit, logs, auth, api, clock, browserOf },
    flushAudit: () => trail.flush(),
    alice: local ? "local" : "alice",
    again: (more) => createPages({ ...given, ...more }),
    async enter(browser, link) {
      const seen = await browser.open(link.url);
      if (strategy === "oidc" && seen.title.startsWith("Sign in"))
        return browser.press(seen, undefined);
      if (strategy === "local" && seen.title === "Enter the code") {
        return browser.press(seen, undefined, { code: link.code ?? "" });
      }
      return seen;
    },
  };
}

export const asked = (lab: Lab): { principal: string; server: string; message: string } => ({
  principal: lab.alice,
  server: "Invoices",
  message: "To send the invoice.",
});
