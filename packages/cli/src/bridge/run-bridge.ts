import type { Target } from "../connect/target.js";
import { createOwnPage } from "./asking/own-page.js";
import { HttpServer } from "./ends/http-server.js";
import { ProcessServer } from "./ends/process-server.js";
import { StdioHost } from "./ends/stdio-host.js";
import { Relay } from "./relay/relay.js";
import { AnyVersionServer } from "./translate/any-version-server.js";

export interface BridgeOptions {
  readonly target: Target;
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ui: "browser" | "none";
  readonly open?: ((url: string) => Promise<void>) | undefined;
}

/** Connects the host on stdin and stdout with a server, until one of them ends. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const { target, name, headers } = options;
  const print = (line: string): void => void process.stderr.write(`midcall bridge: ${line}\n`);
  const onError = (error: unknown): void =>
    print(error instanceof Error ? error.message : String(error));
  const connect = () =>
    target.kind === "command"
      ? new ProcessServer({
          ...{ command: target.command, args: target.args, onError },
          onStderr: (text) => void process.stderr.write(text),
        })
      : new HttpServer({
          ...{ url: new URL(target.url), transport: { requestInit: { headers } }, onError },
        });
  const page =
    options.ui === "none"
      ? undefined
      : await createOwnPage({ server: name, open: options.open, print, onError });
  const host = new StdioHost(process.stdin, process.stdout, onError);
  const relay = new Relay({ host, server: new AnyVersionServer(connect), asker: page, onError });
  const stop = (): void => void relay.close();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  await relay.start();
  await relay.ended;
  await page?.close();
}
