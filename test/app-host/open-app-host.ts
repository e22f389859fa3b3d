import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Browser, FrameLocator, Page } from "playwright-core";
import {
  ANSWER_TOOL,
  type AnswerArguments,
  type AppQuestion,
  QUESTION_META,
} from "../../packages/midcall/src/contracts/app.js";

const ORIGIN = "http://host.test";
/** What hosts allow a View that asks for nothing more. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox allow-scripts";
const VIEW = new URL("../../packages/midcall/dist/app/question.html", import.meta.url);
const read = (url: URL): string => readFileSync(fileURLToPath(url), "utf8");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a host can do and how it differs from others. */
export interface HostOptions {
  /** Its `hostCapabilities`. Default: it passes calls of tools on, and nothing else. */
  readonly capabilities?: Readonly<Record<string, object>>;
  /** Its `hostContext`. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** It refuses capabilities that it does not know. */
  readonly strict?: boolean;
  /** It refuses calls of tools. */
  readonly refuseTools?: boolean;
  /** It declares `ui/message`, and refuses the messages. */
  readonly refuseMessages?: boolean;
  /** It answers nothing. */
  readonly silent?: boolean;
  /** In pixels. */
  readonly width?: number;
}

/** The answer tool of the server behind a host. */
export type AnswerTool = (args: AnswerArguments) => unknown;

/** A JSON-RPC message of the View. */
export interface Seen {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** What the page of the host does for a test. */
interface HostPage {
  readonly seen: readonly Seen[];
  render(): void;
  initialized(): Promise<void>;
  notify(method: string, params: object): void;
  request(method: string, params: object): Promise<unknown>;
  post(message: object): void;
  postFromElsewhere(message: object): Promise<void>;
}

/** A host with the View in it. */
export interface AppHost extends AsyncDisposable {
  readonly page: Page;
  readonly view: FrameLocator;
  /** The answers and looks that have reached the server. */
  readonly calls: readonly AnswerArguments[];
  /** From now on, the View gets only the content of results of the answer tool. */
  dropStructure(): void;
  /** Replaces the answer tool. */
  serve(tool: AnswerTool): void;
  /** The messages of the View, all of them or those of one method. */
  seen(method?: string): Promise<readonly Seen[]>;
  notify(method: string, params: object): Promise<void>;
  request(method: string, params: object): Promise<unknown>;
  post(message: object): Promise<void>;
  postFromElsewhere(message: object): Promise<void>;
  /** Shows the View again, as after a reload. */
  reload(): Promise<void>;
  /** Delivers the result of a tool, with a question or without one. */
  deliver(question?: unknown): Promise<void>;
  /** Delivers a result as it is. */
  deliverResult(result: object): Promise<void>;
  /** What axe finds in the View. */
  faults(): Promise<readonly string[]>;
  /** The title of what the View shows. */
  title(): Promise<string>;
  /** Requests of the View that are no messages; there must be none. */
  readonly requests: readonly string[];
  /** Errors in the View. */
  readonly errors: readonly string[];
}

/** A result with structured content. */
export const structured = (structuredContent: object): object => ({
  content: [{ type: "text", text: JSON.stringify(structuredContent) }],
  structuredContent,
});

/** A question with one field. */
export const question = (changes: Partial<AppQuestion> = {}): AppQuestion => ({
  id: "question-1",
  key: "one-time-key-4711",
  tool: "book_table",
  server: "tables",
  message: "A table at the Anchor: for how many?",
  requestedSchema: {
    type: "object",
    properties: { people: { type: "integer", title: "People", minimum: 1, maximum: 12 } },
    required: ["people"],
  },
  expiresAt: Date.now() + 3_600_000,
  ...changes,
});

/** An answer tool that takes the first answer. */
export function takingServer(): AnswerTool {
  let taken = false;
  return ({ action }) => {
    if (action === "look") return structured({ status: taken ? "answered" : "open" });
    const status = taken ? "closed" : "received";
    taken = true;
    return structured({ status });
  };
}

/** What happens to a page, and who is told: the host that is in it now. */
interface Tenant {
  readonly options: HostOptions;
  readonly requests: string[];
  readonly errors: string[];
  callTool(params: { name: string; arguments: never }): Promise<unknown>;
}

/** A page in which hosts live one after the other. Each loads it anew, which costs a fraction of a page of its own. */
interface Room {
  readonly page: Page;
  tenant: Tenant;
}

/** The rooms of a browser in which no host is any more. */
const freeRooms = new WeakMap<Browser, Room[]>();

async function furnish(browser: Browser, tenant: Tenant): Promise<Room> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const room: Room = { page, tenant };
  page.on("pageerror", (error) => room.tenant.errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") room.tenant.errors.push(message.text());
  });
  const files: Readonly<Record<string, () => object>> = {
    "/": () => ({ contentType: "text/html", body: read(new URL("host.html", import.meta.url)) }),
    "/host.js": () => ({
      contentType: "text/javascript",
      body: `window.hostOptions = ${JSON.stringify(room.tenant.options)};
${read(new URL("host.js", import.meta.url))}`,
    }),
    "/view": () => ({
      contentType: "text/html",
      headers: { "content-security-policy": POLICY },
      body: read(VIEW),
    }),
  };
  await page.route("**", (route) => {
    const file = files[new URL(route.request().url()).pathname];
    if (file) return route.fulfill(file());
    room.tenant.requests.push(route.request().url());
    return route.abort();
  });
  await page.exposeFunction("callTool", (params: never) => room.tenant.callTool(params));
  return room;
}

/** A host, in a page in which nothing is left of the host before. */
export async function openAppHost(browser: Browser, options: HostOptions = {}): Promise<AppHost> {
  const requests: string[] = [];
  const errors: string[] = [];
  let tool = takingServer();
  let hasStructure = true;
  const calls: AnswerArguments[] = [];
  const tenant: Tenant = {
    ...{ options, requests, errors },
    async callTool(params) {
      if (params.name !== ANSWER_TOOL) throw new Error(`No tool ${params.name}`);
      calls.push(params.arguments);
      const result = await tool(params.arguments);
      return hasStructure ? result : { content: (result as { content: unknown }).content };
    },
  };
  const free = freeRooms.get(browser) ?? [];
  freeRooms.set(browser, free);
  const room = free.pop() ?? (await furnish(browser, tenant));
  const { page } = room;
  // What is left of the host before is told to it, until its page is gone.
  await page.goto("about:blank");
  room.tenant = tenant;
  await page.setViewportSize({ width: options.width ?? 800, height: 900 });
  await page.goto(`${ORIGIN}/`);
  type HostWindow = { host: HostPage };
  const initialized = (): Promise<void> =>
    options.silent
      ? Promise.resolve()
      : page.evaluate(() => (window as unknown as HostWindow).host.initialized());
  await initialized();
  const view = page.frameLocator("iframe");
  const notify = (method: string, params: object): Promise<void> =>
    page.evaluate(([name, given]) => (window as unknown as HostWindow).host.notify(name, given), [
      method,
      params,
    ] as const);
  return {
    page,
    view,
    calls,
    requests,
    errors,
    dropStructure: () => void (hasStructure = false),
    serve: (next) => void (tool = next),
    async seen(method) {
      const all = await page.evaluate(() => (window as unknown as HostWindow).host.seen);
      return method === undefined ? all : all.filter((one) => one.method === method);
    },
    notify,
    request: (method, params) =>
      page.evaluate(
        ([name, given]) => (window as unknown as HostWindow).host.request(name, given),
        [method, params] as const,
      ),
    post: (message) =>
      page.evaluate((given) => (window as unknown as HostWindow).host.post(given), message),
    postFromElsewhere: (message) =>
      page.evaluate(
        (given) => (window as unknown as HostWindow).host.postFromElsewhere(given),
        message,
      ),
    async reload() {
      await page.evaluate(() => (window as unknown as HostWindow).host.render());
      await initialized();
    },
    deliver: (asked) =>
      notify("ui/notifications/tool-result", {
        content: [{ type: "text", text: "The user is being asked." }],
        ...(asked !== undefined && { _meta: { [QUESTION_META]: asked } }),
      }),
    deliverResult: (result) => notify("ui/notifications/tool-result", result),
    async faults() {
      const frame = page.frames().find((one) => one.url().endsWith("/view"))!;
      if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
      return frame.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: {
            run(
              root: Document,
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
        // It is a part of the host's page, which has the first heading.
        const rules = { "page-has-heading-one": { enabled: false } };
        const { violations } = await axe.run(document, { runOnly, rules });
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`,
        );
      });
    },
    title: async () => (await view.locator("h3").first().innerText()).trim(),
    [Symbol.asyncDispose]: async () => void free.push(room),
  };
}
