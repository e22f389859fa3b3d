import type { ElicitationPages } from "midcall/server";
import type { LiveCheck, StoredValue, VisitEnd } from "../../src/contracts/pages.js";
import { Secret } from "midcall/vault";

/** A visit as a test sees it. */
export interface FakeVisit {
  readonly id: string;
  readonly url: string;
  /** What the link was made with. */
  readonly options: Readonly<Record<string, unknown>>;
  end: VisitEnd | undefined;
  seen: "none" | "wrong-user" | "user";
}

export interface FakePages {
  readonly pages: ElicitationPages;
  readonly visits: FakeVisit[];
  readonly secrets: Map<string, StoredValue>;
  readonly checks: Map<string, LiveCheck>;
  /** How often the vault and the accounts were looked into. */
  reads: number;
  /** The person does the last page that was linked to, or the one with this URL. */
  finish(end: VisitEnd, value?: StoredValue, url?: string): void;
  seen(who: FakeVisit["seen"]): void;
}

/** Pages in memory, whose visits a test ends by hand. */
export function createFakePages({ code }: { readonly code?: string } = {}): FakePages {
  const visits: FakeVisit[] = [];
  const secrets = new Map<string, StoredValue>();
  const checks = new Map<string, LiveCheck>();
  const waiting = new Set<() => void>();
  const key = ({ principal, server, name }: Record<string, unknown>): string =>
    JSON.stringify([principal, server, name]);
  const visit = (id: string): FakeVisit => visits.find((one) => one.id === id)!;
  const link = async (
    options: object,
  ): Promise<{ id: string; url: string; code?: string; expiresAt: number }> => {
    const id = `visit-${visits.length + 1}`;
    const url = `https://pages.example/l/${visits.length + 1}`;
    visits.push({ id, url, options: { ...options }, end: undefined, seen: "none" });
    return { id, url, ...(code !== undefined && { code }), expiresAt: Date.now() + 900_000 };
  };
  const fake: FakePages = {
    visits,
    secrets,
    checks,
    reads: 0,
    finish(end, value, url) {
      const done = url === undefined ? visits.at(-1)! : visits.find((one) => one.url === url)!;
      const { options } = done;
      const name = options["name"] ?? `oauth:${String(options["provider"])}`;
      if (value !== undefined) secrets.set(key({ ...options, name }), value);
      done.end ??= end;
      for (const wake of waiting) wake();
    },
    seen(who) {
      visits.at(-1)!.seen = who;
    },
    pages: {
      secretLink: link,
      connectLink: link,
      answerLink: link,
      approvalLink: link,
      identifiesUser: false,
      linkId: () => undefined,
      follow: (id, { check } = {}) => {
        if (check) checks.set(id, check);
        return {
          completed: async () => visit(id).end,
          seen: async () => visit(id).seen,
          async wait(signal) {
            while (visit(id).end === undefined && signal?.aborted !== true) {
              await new Promise<void>((resolve) => {
                waiting.add(resolve);
                signal?.addEventListener("abort", () => resolve());
              });
            }
            return visit(id).end;
          },
        };
      },
      async complete(id, outcome = { status: "declined" }) {
        const wasOpen = visit(id).end === undefined;
        visit(id).end ??= outcome;
        return wasOpen;
      },
      vault: {
        async get(id) {
          fake.reads += 1;
          const value = secrets.get(key({ ...id }));
          return value === undefined ? undefined : new Secret(value);
        },
        delete: async (id) => secrets.delete(key({ ...id })),
      },
      tokens: {
        async get({ principal, server, provider }, scopes = []) {
          fake.reads += 1;
          const kept = secrets.get(key({ principal, server, name: `oauth:${provider}` }));
          if (typeof kept !== "object") return undefined;
          const granted = (kept["scope"] ?? "").split(" ").filter((scope) => scope !== "");
          if (!scopes.every((scope) => granted.includes(scope))) return undefined;
          const token = new Secret(kept["access_token"]!);
          return { token, scopes: granted, expiresAt: undefined };
        },
      },
      hasProvider: (name) => name === "github",
    },
  };
  return fake;
}
