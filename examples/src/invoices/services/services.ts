/**
 * The services that the invoices server uses, all on this machine and offline: an authorization server, a billing API
 * that requires a key, an accounts API that requires an OAuth token, and a bank.
 *
 *   node examples/dist/invoices/services/services.js --port 4000
 *
 * Prints its URL when it is ready. `--note FILE` logs the actions that were performed for users.
 */
import { appendFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createAccountsApi } from "./accounts-api.js";
import { createAuthorizationServer } from "./authorization-server.js";
import { createBank } from "./bank.js";
import { createBillingApi, createInvoices } from "./billing-api.js";
import { signInPages } from "./sign-in-pages.js";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    note: { type: "string" },
    "token-seconds": { type: "string", default: "600" },
    "server-token-seconds": { type: "string", default: "3600" },
  },
});
const note = async (line: string): Promise<void> => {
  if (values.note !== undefined) await appendFile(values.note, `${line}\n`);
};

const server = createServer();
await new Promise<void>((resolve) => server.listen(Number(values.port), "127.0.0.1", resolve));
// "localhost" here and "127.0.0.1" for the pages: for a browser these are two sites, as in production.
const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

const provider = createAuthorizationServer(issuer, {
  tokenSeconds: Number(values["token-seconds"]),
  serverTokenSeconds: Number(values["server-token-seconds"]),
});
const invoices = createInvoices();
const apis = new Hono()
  .route("/billing", createBillingApi(invoices))
  .route("/accounts", createAccountsApi(provider, `${issuer}/accounts`, note))
  .route("/bank", createBank(`${issuer}/bank`, invoices, note));

const toApis = getRequestListener(apis.fetch);
const toProvider = provider.callback();
const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname } = new URL(request.url ?? "/", issuer);
  if (/^\/(billing|accounts|bank)\//.test(pathname)) return toApis(request, response);
  if (pathname.startsWith("/interaction/")) return signInPages(provider, request, response);
  toProvider(request, response);
};
server.on("request", (request, response) => {
  answer(request, response).catch((error: Error) => {
    console.error(`services: ${error.message}`);
    if (!response.headersSent) response.writeHead(400);
    response.end();
  });
});
console.error(`services listen on ${issuer} (Ctrl-C ends them)`);

for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) {
  process.once(signal, () => process.exit(0));
}
