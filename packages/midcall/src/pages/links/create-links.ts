import { OptionError } from "../../contracts/errors.js";
import type { PageVisit } from "../../contracts/pages.js";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";
import { parseRequestedSchema } from "../../schema/index.js";
import { PageLinkError } from "../errors.js";
import type { Flow } from "../flows/flow.js";
import type { Flows } from "../flows/flows.js";
import { tokenHash } from "../flows/keys.js";
import type { Base } from "../http/base.js";
import type { Authenticator } from "../identity/identity.js";
import { makeCode } from "../identity/local.js";
import type { LiveChecks } from "./live-checks.js";
import {
  checkLinkTtl,
  checkScope,
  checkSecretTtl,
  checkTarget,
  checkText,
} from "./link-options.js";
import type {
  AnswerLinkOptions,
  ApprovalLinkOptions,
  ConnectLinkOptions,
  FollowOptions,
  GivenOutcome,
  LinkOptions,
  PageLink,
  PagesLinks,
  SecretLinkOptions,
} from "./links.js";

/** The part of a flow that depends on its kind. */
type Details<F> = F extends Flow
  ? Omit<F, "v" | "principal" | "server" | "message" | "askedAt" | "expiresAt" | "code">
  : never;

/** The services that creating links uses. */
export interface LinkServices {
  readonly base: Base;
  readonly flows: Flows;
  readonly authenticator: Authenticator;
  readonly linkTtlMs: number;
  readonly now: () => number;
  readonly hasProvider: (name: string) => boolean;
  readonly checks: LiveChecks;
}

type Links = Pick<
  PagesLinks,
  "secretLink" | "connectLink" | "approvalLink" | "answerLink" | "linkId" | "follow" | "complete"
>;

const EVERY_LINK: OptionKinds<LinkOptions> = {
  principal: "any",
  server: "any",
  message: "any",
  ttlMs: "any",
};

/** An end that does not exist would be written down as it is, and whoever waits for the visit would not know it. */
function assertOutcome(outcome: GivenOutcome): void {
  assertOptions<{
    status: GivenOutcome["status"];
    content?: object;
    checked?: boolean;
    reason?: string;
  }>("the outcome of pages.complete", outcome, {
    status: { oneOf: ["done", "declined", "cancelled", "failed"] },
    content: "object",
    checked: "boolean",
    reason: "string",
  });
  if (outcome.status === undefined)
    throw new OptionError('The outcome of pages.complete has no status, such as "done".');
}

/** The functions that create links and follow their visits. */
export function createLinks(services: LinkServices): Links {
  const { base, flows, authenticator, now } = services;
  const place = base.at("/l/");

  const follow: Links["follow"] = (id, options = {}): PageVisit => {
    assertOptions<FollowOptions>("pages.follow", options, {
      completed: "function",
      check: "function",
    });
    const { completed, check } = options;
    if (check) services.checks.setFor(id, check);
    return {
      completed: () => flows.end(id),
      seen: () => flows.seen(id),
      wait: (signal) => flows.wait(id, completed, signal),
    };
  };

  const create = async (
    options: LinkOptions,
    details: Details<Flow>,
    following: Parameters<Links["follow"]>[1] = {},
  ): Promise<PageLink> => {
    const { principal, server, message, ttlMs = services.linkTtlMs } = options;
    checkText("principal", principal, 1024);
    checkText("server", server, 1024);
    checkText("message", message, 16_384);
    if (!authenticator.accepts(principal)) {
      throw new PageLinkError(
        "The pages cannot authenticate this user. createLocalIdentity knows only the user of this machine; " +
          "for users on the network use createOidcIdentity or createCustomIdentity.",
      );
    }
    checkLinkTtl(ttlMs);
    const code = authenticator.usesCode ? makeCode() : undefined;
    const askedAt = now();
    const expiresAt = askedAt + ttlMs;
    const asked = { v: 1, principal, server, message, askedAt, expiresAt } as const;
    const flow = { ...asked, ...details, ...(code !== undefined && { code }) } as Flow;
    const { id, token } = await flows.create(flow);
    const url = `${place}${token}`;
    return { id, url, expiresAt, ...(code !== undefined && { code }), ...follow(id, following) };
  };

  return {
    follow,
    linkId: (url) => (url.startsWith(place) ? tokenHash(url.slice(place.length)) : undefined),
    async complete(id, outcome = { status: "done" }) {
      assertOutcome(outcome);
      const stored = await flows.load(id);
      return stored !== undefined && (await flows.finish(stored, outcome));
    },
    async secretLink(options) {
      assertOptions<SecretLinkOptions>("pages.secretLink", options, {
        ...EVERY_LINK,
        name: "any",
        schema: "object",
        plain: "list",
        check: "function",
        secretTtlMs: "any",
      });
      const { name, schema, plain = [], check, secretTtlMs, ...asked } = options;
      checkText("name", name, 1024);
      const parsed = schema && parseRequestedSchema(schema).requestedSchema;
      checkSecretTtl(secretTtlMs);
      const details: Details<Flow> = {
        kind: "secret",
        name,
        plain: [...plain],
        checked: check !== undefined,
        ...(parsed && { schema: parsed }),
        ...(secretTtlMs !== undefined && { secretTtlMs }),
      };
      return create(asked, details, check && { check });
    },
    async connectLink(options) {
      assertOptions<ConnectLinkOptions>("pages.connectLink", options, {
        ...EVERY_LINK,
        provider: "any",
        scopes: "list",
      });
      const { provider, scopes = [], ...asked } = options;
      if (!services.hasProvider(provider)) {
        throw new PageLinkError(
          `No provider named ${JSON.stringify(provider)} is configured. Add it to \`providers\` of createPages.`,
        );
      }
      scopes.forEach(checkScope);
      return create(asked, { kind: "connect", provider, scopes: [...scopes] });
    },
    async approvalLink(options) {
      assertOptions<ApprovalLinkOptions>("pages.approvalLink", options, {
        ...EVERY_LINK,
        url: ["string", "object"],
        endsThere: { oneOf: [true] },
        label: "string",
        completed: "function",
      });
      const { url, label, completed, endsThere, ...asked } = options;
      const target = url === undefined ? undefined : checkTarget(String(url));
      const details = {
        ...(target !== undefined && { url: target, ...(endsThere && { endsThere }) }),
        ...(label && { label }),
      };
      return create(asked, { kind: "approval", ...details }, completed && { completed });
    },
    async answerLink(options) {
      assertOptions<AnswerLinkOptions>("pages.answerLink", options, {
        ...EVERY_LINK,
        requestedSchema: "any",
        previous: "any",
        reason: "string",
      });
      const { requestedSchema, previous, reason, ...asked } = options;
      const parsed = parseRequestedSchema(requestedSchema).requestedSchema;
      return create(asked, {
        kind: "answer",
        requestedSchema: parsed,
        ...(previous !== undefined && { previous }),
        ...(reason !== undefined && { reason }),
      });
    },
  };
}
