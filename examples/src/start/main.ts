import { parseArgs } from "node:util";
import { type ProtocolVersion, protocolVersions } from "midcall/testing";
import { removeSandboxes } from "./sandbox.js";
import { runScripted } from "./scripted.js";
import { killAll } from "./server-process.js";
import { type ExampleServer, exampleServers, runPerson, signalTerminal } from "./terminal.js";

const HELP = `Starts the example server and talks to it.

From a terminal this opens a page in your browser, where you call its tools and
answer what they ask ("midcall console"); with --terminal you do so right there
("midcall call"). Without a terminal, or with --script, a scripted person goes
through every example on every protocol version, and the exit code is 1 if any
outcome differs from what it must be.

Usage: npm start -- [options]

  --terminal        call its tools here, in the terminal
  --no-open         print the address of the page, and open no browser
  --script          let the scripted person do it, in a terminal too
  --protocol-version REVISION    ${protocolVersions.join(", ")}
                    (default: the best one for you, all in a script)
  --transport KIND  stdio or http (default: stdio for you, both in a script)
  --server NAME     with --terminal: examples (default) or invoices, the one that needs
                    a key and an account; the page in the browser lists both
  --only TEXT       play only scenarios with this in their title
  --planted-fault   add a tool with a mistake, to see the script find it
  --help            show this`;

const SCRIPT_MS = 240_000;
const DEFAULT_WIDTH = 132;

const transports = ["stdio", "http"] as const;

function leave(code: number): never {
  // Nothing started here outlives this process, whichever way it ends.
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
        protocolVersion: { type: "string" },
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
      throw new Error("--terminal is for you, and the other options are for the script.");
    }
    if (values.terminal && !isTerminal) {
      throw new Error("--terminal needs a terminal, and there is none here.");
    }
    if (values.server !== undefined && !values.terminal) {
      throw new Error("--server is for --terminal; everything else knows both servers.");
    }
    if (values.server === "invoices" && values.transport === "http") {
      throw new Error("Over HTTP the invoices server wants a token, so use --transport stdio.");
    }
    return {
      server: oneOf("server", values.server, exampleServers),
      mode: script || !isTerminal ? "script" : values.terminal ? "call" : "console",
      open: !values["no-open"],
      protocolVersion: oneOf("protocolVersion", values.protocolVersion, protocolVersions),
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
      console.error(`The run did not end within ${SCRIPT_MS / 60_000} minutes, so it was stopped.`);
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
      await runPerson({
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
