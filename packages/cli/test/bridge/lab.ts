import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { createTestHost, type TestHost, type TestHostOptions } from "midcall/testing";
import { bundled } from "../../../../test/bundled.js";
import { ProcessServer } from "../../src/bridge/ends/process-server.js";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { Front } from "../../src/bridge/http/front.js";
import { listenForHosts } from "../../src/bridge/http/listen.js";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import type { HostEnd, ServerEnd } from "../../src/bridge/ends/ends.js";
import type { AskAbout, Asker } from "../../src/bridge/relay/asker.js";
import { Relay } from "../../src/bridge/relay/relay.js";
import { AnyVersionServer } from "../../src/bridge/translate/any-version-server.js";
import type { Members } from "../../src/bridge/wire/messages.js";

export const fixture = (name: string): string =>
  bundled(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url)));

/** The host's end of a bridge and the transport of its client, in one process. */
export function memoryHost(): { readonly end: HostEnd; readonly transport: Transport } {
  const copy = <T>(message: T): T => structuredClone(message);
  const transport: Transport = {
    async start() {},
    async send(message) {
      const sent = copy(message) as unknown as Members;
      setImmediate(() => end.onmessage?.(sent));
    },
    async close() {
      transport.onclose?.();
      end.onclose?.();
    },
  };
  const end: HostEnd = {
    onmessage: undefined,
    onclose: undefined,
    async start() {},
    async send(message) {
      const sent = copy(message) as unknown as JSONRPCMessage;
      setImmediate(() => transport.onmessage?.(sent));
    },
    async close() {
      transport.onclose?.();
    },
  };
  return { end, transport };
}

/** A question that the bridge has asked its user. */
export interface OwnQuestion {
  readonly params: Members;
  readonly about: AskAbout;
}

/** A user at the bridge's own place, who answers each question with the function. */
export function scriptedAsker(
  answer: (question: OwnQuestion) => Members | Promise<Members>,
): Asker & { readonly questions: OwnQuestion[]; readonly completed: string[] } {
  const questions: OwnQuestion[] = [];
  const completed: string[] = [];
  return {
    questions,
    completed,
    async ask(params, about) {
      const question = { params, about };
      questions.push(question);
      return answer(question);
    },
    complete: (id) => void completed.push(id),
  };
}

export interface BridgedHost extends AsyncDisposable {
  readonly host: TestHost;
  readonly errors: unknown[];
}

/** The asking server over HTTP, in a process of its own. */
export async function httpServer(speaks: string): Promise<AsyncDisposable & { readonly url: URL }> {
  const child = spawn(process.execPath, [fixture("asking-server.mjs"), speaks, "http"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    url: new URL(line),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
    },
  };
}

/** No limit of the product ends what a slow machine takes long for. */
export const LONG_MS = 600_000;

/** A bridge in this process that listens for hosts over HTTP, in front of a program or a URL. */
export async function listeningBridge(
  server: string | URL,
  asker: Asker | undefined,
): Promise<AsyncDisposable & { readonly url: URL; readonly errors: unknown[] }> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const args = typeof server === "string" ? [fixture("asking-server.mjs"), server] : [];
  const command = process.execPath;
  const front =
    typeof server === "string"
      ? new Front({
          connect: () => new ProcessServer({ command, args, onStderr: () => {}, onError }),
          ...{ asker, onError, idleMs: LONG_MS },
        })
      : new UrlFront({
          connect: () => new HttpServer({ url: server, transport: {}, onError }),
          ...{ asker, onError, idleMs: LONG_MS, url: server, headers: {}, fetch },
        });
  const listener = await listenForHosts({ front, port: 0, onError });
  return {
    url: new URL(`http://127.0.0.1:${listener.port}/mcp`),
    errors,
    async [Symbol.asyncDispose]() {
      await front.close();
      await listener.close();
    },
  };
}

/** A host of the official SDK, a bridge in this process, and a server. */
export async function bridge(
  server: string | (() => ServerEnd),
  options: Omit<TestHostOptions, "connection" | "build" | "handler"> & {
    readonly asker?: Asker | undefined;
  },
): Promise<BridgedHost> {
  const { end, transport } = memoryHost();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const create =
    typeof server === "function"
      ? server
      : () =>
          new ProcessServer({
            command: process.execPath,
            args: [fixture("asking-server.mjs"), server],
            onStderr: () => {},
            onError,
          });
  const { asker, ...rest } = options;
  const relay = new Relay({ host: end, server: new AnyVersionServer(create), asker, onError });
  await relay.start();
  const host = await createTestHost({ timeoutMs: LONG_MS, ...rest, connection: transport }).catch(
    async (error: unknown) => {
      await relay.close();
      throw error;
    },
  );
  return {
    host,
    errors,
    async [Symbol.asyncDispose]() {
      await host.close();
      await relay.close();
    },
  };
}
