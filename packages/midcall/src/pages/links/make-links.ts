import { parseRequestedSchema } from "../../schema/index.js";
import { isLoopbackHost, type Base } from "../http/base.js";
import type { Checks } from "./checks.js";
import { PageLinkError } from "../errors.js";
import type { Flows } from "../flows/flows.js";
import type { Authenticator } from "../identity/identity.js";
import { makeCode } from "../identity/local.js";
import type { LinkOptions, PageLink, PagesLinks } from "./links.js";
import type { PageVisit } from "./links.js";
import { MAX_LINK_MS, type Flow } from "../flows/records.js";

type Details<F> = F extends Flow
  ? Omit<F, "v" | "principal" | "server" | "message" | "askedAt" | "expiresAt" | "code">
  : never;

/** What links are made with. */
export interface LinkParts {
  readonly base: Base;
  readonly flows: Flows;
  readonly gate: Authenticator;
  readonly linkTtlMs: number;
  readonly now: () => number;
  readonly hasProvider: (name: string) => boolean;
  readonly checks: Checks;
}

type Links = Pick<
  PagesLinks,
  "secretLink" | "connectLink" | "approvalLink" | "answerLink" | "follow" | "complete"
>;

/** Makes links, and follows what becomes of them. */
export function createLinks(parts: LinkParts): Links {
  const { base, flows, gate, now } = parts;

  const follow: Links["follow"] = (id, { completed, check } = {}): PageVisit => {
    if (check) parts.checks.setFor(id, check);
    return {
      completed: () => flows.end(id),
      seen: () => flows.seen(id),
      wait: (signal) => flows.wait(id, completed, signal),
    };
  };

  const make = async (
    options: LinkOptions,
    details: Details<Flow>,
    following: Parameters<Links["follow"]>[1] = {},
  ): Promise<PageLink> => {
    const { principal, server, message, ttlMs = parts.linkTtlMs } = options;
    text("principal", principal, 1024);
    text("server", server, 1024);
    text("message", message, 16_384);
    if (!gate.accepts(principal)) {
      throw new PageLinkError(
        "The pages have no way to recognise this person. localIdentity knows only the one on this machine; " +
          "for people on the network use oidcIdentity or customIdentity.",
      );
    }
    if (!(ttlMs > 0 && ttlMs <= MAX_LINK_MS)) {
      throw new PageLinkError(`ttlMs must be from 1 to ${MAX_LINK_MS} (7 days), not ${ttlMs}.`);
    }
    const code = gate.usesCode ? makeCode() : undefined;
    const askedAt = now();
    const expiresAt = askedAt + ttlMs;
    const asked = { v: 1, principal, server, message, askedAt, expiresAt } as const;
    const flow = { ...asked, ...details, ...(code !== undefined && { code }) } as Flow;
    const { id, token } = await flows.create(flow);
    const url = base.at(`/l/${token}`);
    return {
      id,
      url,
      expiresAt,
      ...(code !== undefined && { code }),
      ...follow(id, following),
    };
  };

  return {
    follow,
    async complete(id, outcome = { status: "done" }) {
      const known = await flows.load(id);
      return known !== undefined && (await flows.finish(known, outcome));
    },
    async secretLink({ name, schema, plain = [], check, secretTtlMs, ...asked }) {
      text("name", name, 1024);
      const parsed = schema && parseRequestedSchema(schema).requestedSchema;
      if (secretTtlMs !== undefined && !(Number.isFinite(secretTtlMs) && secretTtlMs > 0)) {
        throw new PageLinkError(
          `How long a secret is kept (secretTtlMs; ttlMs of ctx.secret) must be a positive number of milliseconds, not ${String(secretTtlMs)}.`,
        );
      }
      const details: Details<Flow> = {
        kind: "secret",
        name,
        plain: [...plain],
        checked: check !== undefined,
        ...(parsed && { schema: parsed }),
        ...(secretTtlMs !== undefined && { secretTtlMs }),
      };
      return make(asked, details, check && { check });
    },
    async connectLink({ provider, scopes = [], ...asked }) {
      if (!parts.hasProvider(provider)) {
        throw new PageLinkError(`There is no provider ${JSON.stringify(provider)} in providers.`);
      }
      for (const scope of scopes) {
        if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) {
          throw new PageLinkError(`${JSON.stringify(scope)} is no OAuth scope.`);
        }
      }
      return make(asked, { kind: "connect", provider, scopes: [...scopes] });
    },
    async approvalLink({ url, label, completed, ...asked }) {
      const target = url === undefined ? undefined : leadsTo(String(url));
      const details = { ...(target !== undefined && { url: target }), ...(label && { label }) };
      return make(asked, { kind: "approval", ...details }, completed && { completed });
    },
    async answerLink({ requestedSchema, previous, reason, ...asked }) {
      const parsed = parseRequestedSchema(requestedSchema).requestedSchema;
      return make(asked, {
        kind: "answer",
        requestedSchema: parsed,
        ...(previous !== undefined && { previous }),
        ...(reason !== undefined && { reason }),
      });
    },
  };
}

function text(name: string, value: unknown, most: number): void {
  if (typeof value === "string" && value.trim() !== "" && value.length <= most) return;
  const why =
    name === "principal"
      ? " A page is for one person, and it has to be known who that is: see `principal` of createElicitation."
      : "";
  throw new PageLinkError(`${name} must be a text of 1 to ${most} characters.${why}`);
}

function leadsTo(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const local = url?.protocol === "http:" && isLoopbackHost(url.hostname);
  if (!url || !(url.protocol === "https:" || local) || url.username || url.password) {
    throw new PageLinkError(
      "url must be an absolute https address without credentials (http only on this machine).",
    );
  }
  return url.href;
}
