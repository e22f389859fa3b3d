import { parseRequestedSchema } from "midcall/schema";
import { type Answer, accept, cancel, decline, never, type Question } from "midcall/testing";
import { authenticate } from "./authenticate.js";
import { createScriptedBrowser, type PageStep } from "./scripted-browser.js";

/** The scripted user's reply to a question, independent of the protocol version. */
export type Reply =
  | { readonly fill: Readonly<Record<string, unknown>> }
  | { readonly visit: Readonly<Record<string, string>> }
  | { readonly browse: readonly PageStep[] }
  | { readonly leaveForMs: number }
  | "decline"
  | "cancel";

/** A user who gives a list of replies in order. */
export interface ScriptedUser {
  answer(question: Question): Answer | undefined;
  /** Does on the page of a link what the next reply says. Returns whether there was one. */
  follow(link: Question): Promise<boolean>;
  /** Comes to a page that the server has opened, and does what the next reply says. */
  comeTo(url: string): void;
  /** Waits for the visits to pages. Rejects if one of them failed. */
  errandsDone(): Promise<void>;
}

export function createScriptedUser(
  replies: readonly Reply[],
  note: (line: string) => void,
): ScriptedUser {
  const left = [...replies];
  const errands: Promise<readonly string[]>[] = [];
  return {
    answer(question) {
      note(`asked  ${question.message}${question.url === undefined ? "" : ` ${question.url}`}`);
      const reply = left.shift();
      if (reply === undefined) return undefined;
      note(`answer ${describe(reply)}`);
      if (reply === "decline") return decline();
      if (reply === "cancel") return cancel();
      if ("leaveForMs" in reply) return never({ returnsAfterMs: reply.leaveForMs });
      if ("fill" in reply) return accept(fillIn(question, reply.fill));
      const errand =
        "browse" in reply ? browse(question, reply.browse) : visit(question.url ?? "", reply.visit);
      errand.catch(() => {});
      errands.push(errand);
      return accept();
    },
    async follow(link) {
      const reply = left.shift();
      if (reply === undefined) return false;
      note(`asked  ${link.message} ${link.url}`);
      note(`answer ${describe(reply)}`);
      if (reply === "decline") {
        const browser = createScriptedBrowser();
        await browser.open(link.url ?? "");
        await authenticate(browser, link.message);
        await browser.press("Decline");
      } else if (typeof reply === "object" && "browse" in reply) {
        const errand = browse(link, reply.browse);
        errands.push(errand);
        await errand;
      } else throw new Error(`A page is no place to ${describe(reply)}.`);
      return true;
    },
    comeTo(url) {
      const reply = left.shift();
      note(`opened a page of the server's own`);
      const isBrowsing = typeof reply === "object" && "browse" in reply;
      const errand = isBrowsing
        ? browse({ message: "", url }, reply.browse, LOOK_MS)
        : Promise.reject(
            new Error(`A page was opened, and the reply is ${JSON.stringify(reply)}.`),
          );
      errand.catch(() => {});
      errands.push(errand);
    },
    async errandsDone() {
      // Printed afterwards, because a page and its call end at the same time.
      for (const pages of await Promise.all(errands))
        pages.forEach((page) => note(`page   ${page}`));
      if (left.length > 0)
        throw new Error(`The server never asked what ${JSON.stringify(left[0])} would answer.`);
    },
  };
}

function describe(reply: Reply): string {
  if (reply === "decline" || reply === "cancel") return reply;
  if ("leaveForMs" in reply) return "none, the user has left";
  if ("fill" in reply) return `accept ${JSON.stringify(reply.fill)}`;
  return "accept, then go to the page";
}

/**
 * Fills in the fields of a form. On a protocol version without multi-select, each option is a field of its own,
 * such as `days[fri]`.
 */
function fillIn(
  { requestedSchema }: Question,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { fields } = parseRequestedSchema(requestedSchema, { unknown: "field" });
  const content: Record<string, unknown> = {};
  for (const { name } of fields) {
    const [, list = "", option] = /^(.+)\[(.+)\]$/.exec(name) ?? [];
    const meant = values[list];
    if (Object.hasOwn(values, name)) content[name] = values[name];
    else if (Array.isArray(meant)) content[name] = meant.includes(option);
  }
  return content;
}

/** Opens the page after a short delay, and sends its form. */
async function visit(
  url: string,
  values: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const page = await fetch(url);
  if (!page.ok || !(await page.text()).includes("<form"))
    throw new Error(`The page at ${url} has no form.`);
  const sent = await fetch(url, { method: "POST", body: new URLSearchParams(values) });
  if (!sent.ok) throw new Error(`The page at ${url} refused the form with ${sent.status}.`);
  const again = await fetch(url, { method: "POST", body: new URLSearchParams(values) });
  if (again.ok) throw new Error(`The link ${url} worked twice.`);
  return [];
}

/** How long one looks at a page that has opened by itself: it takes no answer before that. */
const LOOK_MS = 1_000;

/** Goes through the pages of a link. @param lookMs - before the first button is pressed. @returns their headings and buttons */
async function browse(
  question: Pick<Question, "message" | "url">,
  steps: readonly PageStep[],
  lookMs: number = 0,
): Promise<readonly string[]> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const url = question.url ?? "";
  const browser = createScriptedBrowser();
  const seen: string[] = [];
  await browser.open(url);
  await new Promise((resolve) => setTimeout(resolve, lookMs));
  for (const { on, fill, press } of steps) {
    await authenticate(browser, question.message);
    if (browser.heading() !== on) {
      throw new Error(`The page is headed "${browser.heading()}" instead of "${on}".`);
    }
    seen.push(press === undefined ? on : `${on} [${press}]`);
    if (press !== undefined) await browser.press(press, fill);
  }
  return seen;
}
