import { realpathSync } from "node:fs";
import { parseArgs } from "node:util";

/** The options of the command line. */
export interface Options {
  readonly http: boolean;
  readonly port: number;
  readonly publicOrigin: string | undefined;
  readonly root: string | undefined;
  readonly services: string | undefined;
  readonly store: string;
  readonly vault: "store" | "local";
  readonly timeoutMs: number | undefined;
  readonly linkTtlMs: number | undefined;
}

const HELP = `Invoices: an MCP server that needs a key, an OAuth account and approvals, all offline.

Usage: node examples/dist/invoices/invoices.js [options]

  --http                 serve HTTP on 127.0.0.1 instead of stdio, with authorization and for several users
  --port N               port of --http, or of the pages of a stdio server (default: any free port)
  --public URL           with --http: the public URL, if there is a load balancer
  --services URL         the URL of services/services.js (default: starts its own)
  --store KIND           memory (default), or what survives a restart: sqlite:FILE, redis://HOST:PORT or
                         postgres://USER@HOST/DATABASE
  --vault KIND           store (default) or local: a directory of your user account
  --timeout SECONDS      how long the user has to answer
  --link-seconds SECONDS how long a link is valid (default: 900)
  --root DIR             log to DIR what was done on behalf of users
  --help                 show this help

The demonstration has the users alice and bob, with the billing keys billing-key-of-alice and billing-key-of-bob.
MIDCALL_SECRET, at least 32 bytes, encrypts everything that is stored. Default: a random secret.`;

/** Parses the command line. If it is invalid, prints an error and exits. */
export function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        http: { type: "boolean", default: false },
        port: { type: "string", default: "0" },
        public: { type: "string" },
        root: { type: "string" },
        services: { type: "string" },
        store: { type: "string", default: "memory" },
        vault: { type: "string", default: "store" },
        timeout: { type: "string" },
        "link-seconds": { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new RangeError(`--port must be a number from 0 to 65535, not ${values.port}.`);
    }
    if (values.vault !== "store" && values.vault !== "local") {
      throw new RangeError(`--vault must be store or local, not ${values.vault}.`);
    }
    return {
      http: values.http,
      port,
      publicOrigin: values.public && new URL(values.public).origin,
      root: values.root === undefined ? undefined : realpathSync(values.root),
      services: values.services,
      store: values.store,
      vault: values.vault,
      timeoutMs: seconds("--timeout", values.timeout),
      linkTtlMs: seconds("--link-seconds", values["link-seconds"]),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

function seconds(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Number(text) * 1000;
  if (ms > 0 && ms < 2 ** 31) return ms;
  throw new RangeError(`${name} must be a number of seconds, not ${text}.`);
}
