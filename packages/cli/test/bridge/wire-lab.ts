import { PassThrough } from "node:stream";
import { StdioHost } from "../../src/bridge/ends/stdio-host.js";
import type { Asker } from "../../src/bridge/relay/asker.js";
import { Relay } from "../../src/bridge/relay/relay.js";
import { toLine } from "../../src/bridge/wire/json-lines.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { readServerLines } from "../../src/bridge/wire/server-lines.js";
import { fakeServer } from "./relay-lab.js";

/** A bridge between two pipes, whose texts are in the hands of the test. */
export async function openPipes(asker?: Asker) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const toServer: string[] = [];
  const toHost: string[] = [];
  output.on("data", (chunk: Buffer) => toHost.push(...chunk.toString().trim().split("\n")));
  const server = fakeServer((message) => void toServer.push(toLine(message).toString().trim()));
  const read = readServerLines({
    on: (message) => server.onmessage?.(message),
    back: (message) => void server.send(message),
    onError,
  });
  const host = new StdioHost(input, output, onError);
  const relay = new Relay({ host, server, asker, onError });
  await relay.start();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ toServer, toHost, errors },
    async fromHost(text: string): Promise<void> {
      input.write(`${text}\n`);
      await settle();
    },
    async fromServer(text: string): Promise<void> {
      read(Buffer.from(`${text}\n`));
      await settle();
    },
    close: () => relay.close(),
  };
}

export const parsed = (texts: readonly string[]): Members[] =>
  texts.map((text) => JSON.parse(text) as Members);
