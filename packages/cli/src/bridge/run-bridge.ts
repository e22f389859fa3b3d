import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { ServerProcess } from "../connect/process/server-process.js";
import type { Target } from "../connect/target.js";
import { createOwnPage } from "./asking/own-page.js";
import { Relay } from "./relay/relay.js";

export interface BridgeOptions {
  readonly target: Target;
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly open?: ((url: string) => Promise<void>) | undefined;
}

/** Connects the host on stdin and stdout with a server, until one of them ends. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const { target, name, headers } = options;
  const print = (line: string): void => void process.stderr.write(`midcall bridge: ${line}\n`);
  const onError = (error: unknown): void =>
    print(error instanceof Error ? error.message : String(error));
  const server: Transport =
    target.kind === "command"
      ? new ServerProcess(target.command, target.args, (text) => void process.stderr.write(text))
      : new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers } });
  const page = await createOwnPage({ server: () => name, open: options.open, print, onError });
  const relay = new Relay({ host: new StdioServerTransport(), server, ask: page.ask, onError });
  const stop = (): void => void relay.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  await relay.start();
  await relay.ended;
  await page.close();
}
