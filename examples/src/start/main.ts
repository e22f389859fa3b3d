import { parseArgs } from "node:util";
import { type ProtocolVersion, protocolVersions } from "midcall/testing";
import { removeSandboxes } from "./sandbox.js";
import { runScripted } from "./scripted.js";
import { killAll } from "./server-process.js";
import { type ExampleServer, exampleServers, runInteractive, signalTerminal } from "./terminal.js";

const HELP = `Starts the example server and connects to it.

In a terminal, this opens a page in your browser where you call its tools and
answer their questions ("midcall console"). With --terminal you use the terminal
instead ("midcall call"). Without a terminal, or with --script, a scripted user
runs every example on every protocol version; the exit code is 1 if an outcome
differs from the expected one.

Usage: npm start -- [options]

  --terminal        call the tools in this terminal
  --no-open         print the address of the page without opening a browser
  --script          run the script, even in a terminal
  --protocol-version VERSION
                    ${protocolVersions.join(", ")}
                    (default: the newest; with --script: all)
  --transport KIND  stdio or http (default: stdio; with --script: both)
  --server NAME     with --terminal: examples (default) or invoices, which needs a key
                    and an account; the page in the browser lists both. Over http you
                    sign in to it
  --only TEXT       run only the scenarios with this text in their title
  --planted-fault   add a tool with a bug, to show that the script finds it
  --help            show this help`;

const SCRIPT_MS = 600_000;
const DEFAULT_WIDTH = 132;

const transports = ["stdio", "http"] as const;

function leave(code: number): never {
  // The exit handler below ends every process that was started.
  process.exit(code);
}
process.once("exit", () => {
  killAll();
  removeSandboxes();
});
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.on(signal, () => {
    if (!signalTerminal(signal)) leave(code);
  });
}

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  known: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = known.find((item) => item === value);
  if (found === undefined)
    throw new Error(`--${name} must be one of ${known.join(", ")}, not ${value}.`);
  return found;
}

function readOptions(): {
  mode: "console" | "call" | "script";
  open: boolean;
  protocolVersion: ProtocolVersion | undefined;
  transport: "stdio" | "http" | undefined;
  server: ExampleServer | undefined;
  fault: boolean;
  only: string;
} {
  try {
    const { values } = parseArgs({
      options: {
        terminal: { type: "boolean", default: false },
        "no-open": { type: "boolean", default: false },
        script: { type: "boolean", default: false },
        "protocol-version": { type: "string" },
        transport: { type: "string" },
        server: { type: "string" },
        only: { type: "string", default: "" },
        "planted-fault": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      leave(0);
    }
    const fault = values["planted-fault"];
    const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    const script = values.script || fault || values.only !== "";
    if (values.terminal && script) {
      throw new Error("--terminal cannot be combined with --script, --only or --planted-fault.");
    }
    if (values.terminal && !isTerminal) {
      throw new Error("--terminal requires a terminal for stdin and stdout.");
    }
    if (values.server !== undefined && !values.terminal) {
      throw new Error("--server requires --terminal; the other modes use both servers.");
    }
    return {
      server: oneOf("server", values.server, exampleServers),
      mode: script || !isTerminal ? "script" : values.terminal ? "call" : "console",
      open: !values["no-open"],
      protocolVersion: oneOf("protocol-version", values["protocol-version"], protocolVersions),
      transport: oneOf("transport", values.transport, transports),
      fault,
      only: values.only,
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    leave(2);
  }
}

const { mode, open, protocolVersion, transport, server, fault, only } = readOptions();
try {
  if (mode === "script") {
    setTimeout(() => {
      console.error(`The script timed out after ${SCRIPT_MS / 60_000} minutes.`);
      leave(1);
    }, SCRIPT_MS).unref();
    const good = await runScripted({
      protocolVersions: protocolVersion === undefined ? protocolVersions : [protocolVersion],
      transports: transport === undefined ? transports : [transport],
      plantedFault: fault,
      only,
      width: process.stdout.columns ?? DEFAULT_WIDTH,
      say: (text) => console.log(text),
      progress: {
        isTerminal: process.stderr.isTTY === true,
        write: (text) => void process.stderr.write(text),
      },
    });
    process.exitCode = good ? 0 : 1;
  } else {
    leave(
      await runInteractive({
        with: mode,
        open,
        protocolVersion,
        transport: transport ?? "stdio",
        server,
      }),
    );
  }
} catch (error) {
  console.error((error as Error).message);
  leave(1);
}
