import { createSealer } from "../../src/server/state/sealer.js";
import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import { accept, type Answers, type Question, type TestHost } from "midcall/testing";
import { type Responder } from "../../src/testing/answers.js";
import { onTestFinished } from "vitest";
import type { Browser, Seen } from "../pages/browser.js";
import { createLab as createPagesLab, type Lab as PagesLab } from "../pages/lab.js";
import { createLab, type Lab, SECRET, wires } from "./lab.js";

export type Wire = (typeof wires)[number];

/** The ways to reach a server whose host shows links. */
export const urlWires: readonly Wire[] = wires.filter(
  ({ protocolVersion }) => protocolVersion !== "2025-06-18",
);

/** Alice, as the authorization layer in front names her; on a pipe there is only the local person. */
export const alice = {
  token: "t",
  clientId: "app",
  scopes: [],
  extra: { sub: "alice" },
};

/** A server with real pages: on a pipe with confirmation codes, over HTTP with the site's own accounts. */
export interface Site {
  readonly pages: PagesLab;
  readonly lab: Lab;
  host(answers: Answers, more?: object): Promise<TestHost>;
  /** Opens the link of a question in somebody's browser, past the gate where they can. */
  open(question: Question, browser?: Browser): Promise<Seen>;
  /** Does the page of a question in one go. */
  enter(question: Question, value: string): Promise<Seen>;
}

export function createSite(
  wire: Pick<Wire, "protocolVersion" | "transport">,
  handler: (ctx: ElicitationContext) => unknown,
  { site, ...options }: ElicitationOptions & { readonly site?: PagesLab } = {},
): Site {
  const pages = site ?? createPagesLab(wire.transport === "stdio" ? "local" : "custom");
  const begun = Date.now();
  const lab = createLab(handler, {
    pages: pages.pages,
    // The clock of the pages, and running.
    now: () => pages.clock.now + Date.now() - begun,
    ...options,
  });
  const open: Site["open"] = (question, browser = pages.browserOf("alice")) => {
    const code = /code: (\S+)/.exec(question.message)?.[1];
    return pages.enter(browser, {
      url: question.url!,
      ...(code !== undefined && { code }),
    } as never);
  };
  return {
    pages,
    lab,
    open,
    host: (answers, more) =>
      lab.host({
        ...wire,
        ...(wire.transport === "http" && { authInfo: alice }),
        answers,
        ...more,
      }),
    async enter(question, value) {
      const browser = pages.browserOf("alice");
      return browser.press(await open(question, browser), "save", { f0: value });
    },
  };
}

/** A person who agrees and is on the page a moment later. An error there fails the test. */
export function later(work: (question: Question) => Promise<unknown>, ms = 20): Responder {
  const visits: Promise<unknown>[] = [];
  onTestFinished(async () => void (await Promise.all(visits)));
  return (question) => {
    setTimeout(() => {
      const visit = work(question);
      // Reported when the test ends, not as an unhandled rejection in the middle of any test.
      visit.catch(() => {});
      visits.push(visit);
    }, ms);
    return accept();
  };
}

const sealer = createSealer(SECRET);

/** Everything a host was told and everything the states in it hold, unsealed. */
export function wireText({ transcript }: TestHost): string {
  const text = JSON.stringify(transcript);
  const states = text.match(/mc2\.[\w.-]+/g) ?? [];
  return [text, ...states.map((state) => sealer.open(state))].join("\n");
}

/** What the records hold that this library has sealed. @param written Each key with its value behind it. */
export function unsealed(written: readonly string[]): string[] {
  return written.flatMap((value, n) =>
    value.startsWith("mc2.") ? [sealer.open(value, written[n - 1])] : [],
  );
}
