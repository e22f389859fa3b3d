import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Browser, type BrowserContext, type Page } from "playwright-core";
import { getToken } from "../../examples/src/start/get-token.js";
import { accept, type Answer, createTestHost, type Question, type TestHost } from "midcall/testing";
import { built } from "./built.js";
import { createJumpClock } from "./jump-clock.js";

export { launch } from "./chromium.js";

/** A way to reach the invoices server whose host shows links. */
export interface Wire {
  readonly protocolVersion: "2025-11-25" | "2026-07-28";
  readonly transport: "stdio" | "http";
}

export const wires: readonly Wire[] = [
  { protocolVersion: "2025-11-25", transport: "stdio" },
  { protocolVersion: "2025-11-25", transport: "http" },
  { protocolVersion: "2026-07-28", transport: "stdio" },
  { protocolVersion: "2026-07-28", transport: "http" },
];

/** A program of the example in a process of its own. */
export interface Running extends AsyncDisposable {
  readonly child: ChildProcess;
  /** What it has written to stderr. */
  said(): string;
  /** Ends it at once, wherever it is. */
  kill(): Promise<void>;
}

export interface Listening extends Running {
  readonly url: string;
}

/** Starts a program that says where it listens. */
async function listening(
  file: string,
  args: readonly string[],
  { node = process.execPath, nodeArgs = [], env = {} }: ProgramOptions = {},
): Promise<Listening> {
  const child = spawn(node, [...nodeArgs, built(file), ...args], {
    // The channel ends with this process, however it ends, and the program with the channel.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, ...env },
  });
  let said = "";
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}: ${said}`)));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [, address] = /listens? on (http:\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  const kill = (): Promise<void> => {
    child.kill("SIGKILL");
    return closed;
  };
  return { url, child, said: () => said, kill, [Symbol.asyncDispose]: kill };
}

interface ProgramOptions {
  readonly node?: string;
  readonly nodeArgs?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** The authorization server, the APIs and the bank. */
export function startServices(
  args: readonly string[] = [],
  options?: ProgramOptions,
): Promise<Listening> {
  return listening("invoices/services/services.js", args, options);
}

export interface InvoicesOptions extends ProgramOptions {
  readonly services: string;
  readonly args?: readonly string[];
}

/** The invoices server over HTTP. */
export function startInvoices({
  services,
  args = [],
  ...more
}: InvoicesOptions): Promise<Listening> {
  return listening("invoices/invoices.js", ["--http", "--services", services, ...args], more);
}

/** Alice's connection to the server over HTTP. */
export async function connectTo(url: string): Promise<Transport> {
  const token = await getToken(new URL(url));
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
}

/** The invoices server on a pipe. */
export function pipeTo({
  services,
  args = [],
  node,
  nodeArgs = [],
  env,
}: InvoicesOptions): Transport {
  return new StdioClientTransport({
    command: node ?? process.execPath,
    args: [...nodeArgs, built("invoices/invoices.js"), "--services", services, ...args],
    stderr: "ignore",
    env: { MIDCALL_SECRET: randomBytes(32).toString("base64url"), ...env } as Record<
      string,
      string
    >,
  });
}

/** A host with a person in front of it, whose answers a test gives one by one. */
export interface Desk extends AsyncDisposable {
  readonly host: TestHost;
  /** Calls a tool; resolves with what it says, errors included. */
  call(tool: string, args?: Record<string, unknown>): Promise<string>;
  /** The next question, with what answers it. The default is to agree. */
  asked(): Promise<Asked>;
}

export interface Asked {
  readonly question: Question;
  readonly url: string;
  /** What the person does in the host. Agrees by itself when `asked()` is awaited without `hold`. */
  reply(answer: Answer): void;
}

/** @param hold - leaves questions open until `reply` is called; otherwise the person agrees at once. */
export async function openDesk(
  wire: Pick<Wire, "protocolVersion"> | { readonly protocolVersion: "2025-06-18" },
  connection: Transport,
  { hold = false }: { readonly hold?: boolean } = {},
): Promise<Desk> {
  const waiting: Asked[] = [];
  const listeners: { resolve(asked: Asked): void; reject(error: Error): void }[] = [];
  const host = await createTestHost({
    protocolVersion: wire.protocolVersion,
    connection,
    timeoutMs: 170_000,
    answers: (question) => {
      const answered = new Promise<Answer>((reply) => {
        const asked = { question, url: question.url ?? "", reply };
        const listener = listeners.shift();
        if (listener) listener.resolve(asked);
        else waiting.push(asked);
        if (!hold) reply(accept());
      });
      return answered;
    },
  });
  const callAndTell = async (tool: string, args?: Record<string, unknown>): Promise<string> => {
    try {
      const { content, isError } = await host.callTool(tool, args);
      const words = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      return isError === true ? `error: ${words}` : words;
    } catch (error) {
      return `error: ${(error as Error).message}`;
    }
  };
  return {
    host,
    async call(tool, args) {
      const said = await callAndTell(tool, args);
      for (const { reject } of listeners.splice(0)) {
        reject(new Error(`The call ended before anything was asked: ${said}`));
      }
      return said;
    },
    asked: () =>
      new Promise((resolve, reject) => {
        const first = waiting.shift();
        if (first) resolve(first);
        else listeners.push({ resolve, reject });
      }),
    [Symbol.asyncDispose]: () => host.close(),
  };
}

/** What is to expire within a test is good for ten minutes, and the clock jumps by more. */
const JUMP_MS = 700_000;

export interface Office extends Desk {
  readonly server: Listening | undefined;
  /** Lets more than ten minutes pass for the server. */
  jump(): Promise<void>;
}

/** A desk at a server of its own, for one wire. */
export async function openOffice(
  wire: Wire,
  services: string,
  args: readonly string[] = [],
  options?: { readonly hold?: boolean },
): Promise<Office> {
  const { jump, ...clock } = createJumpClock(JUMP_MS);
  if (wire.transport === "stdio") {
    const pipe = pipeTo({ services, args, ...clock }) as Transport & { readonly pid: number };
    const desk = await openDesk(wire, pipe, options);
    const close = async (): Promise<void> => {
      await desk[Symbol.asyncDispose]();
      clock[Symbol.dispose]();
    };
    return {
      ...{ ...desk, server: undefined, jump: () => jump(pipe.pid) },
      [Symbol.asyncDispose]: close,
    };
  }
  const server = await startInvoices({ services, args, ...clock });
  try {
    const desk = await openDesk(wire, await connectTo(server.url), options);
    const close = async (): Promise<void> => {
      await desk[Symbol.asyncDispose]();
      await server.kill();
      clock[Symbol.dispose]();
    };
    return {
      ...{ ...desk, server, jump: () => jump(server.child.pid!) },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await server.kill();
    throw error;
  }
}

/** A browser of somebody's own, closed at the end. */
export async function openBrowserOf(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ context: BrowserContext; page: Page } & AsyncDisposable> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  return { context, page, [Symbol.asyncDispose]: () => context.close() };
}

export const heading = (page: Page): Promise<string> =>
  page.getByRole("heading", { level: 1 }).innerText();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

/** Presses a button or a link that leads to another page, and waits until that one has come. */
export async function follow(
  page: Page,
  name: string,
  role: "button" | "link" = "button",
): Promise<void> {
  const come = page.waitForEvent("framenavigated", (frame) => frame === page.mainFrame());
  await Promise.all([come, page.getByRole(role, { name, exact: true }).click()]);
  await page.waitForLoadState();
  // A page that only leads on is no page to look at.
  await page.waitForFunction(() => document.querySelector("meta[http-equiv=refresh]") === null);
}

/** Waits until the page has this heading. */
export const lands = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Opens a link and shows who one is: with the code of the question, or at the sign-in. */
export async function enter(
  page: Page,
  { question, url }: Pick<Asked, "question" | "url">,
  person: "Alice" | "Bob" = "Alice",
): Promise<void> {
  await page.goto(url);
  for (let gates = 0; gates < 5; gates++) {
    const now = await heading(page);
    if (now === "Enter the code") {
      const [, code = ""] = /this code: (\S+)/.exec(question.message) ?? [];
      await page.getByLabel("Code").fill(code);
      await follow(page, "Continue");
    } else if (now === "Sign in to continue") {
      await follow(page, "Sign in");
    } else if (now === "Who are you?") {
      await follow(page, `${person} Example`);
    } else if (now === "Allow invoices-pages?") {
      await follow(page, "Allow");
    } else {
      return;
    }
  }
}
