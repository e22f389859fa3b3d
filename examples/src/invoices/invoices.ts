/**
 * A realistic MCP server: invoices in a billing service that requires a key, customers in a service that requires an
 * OAuth account, and payments that the user approves at a bank. What the user enters on the pages does not pass through
 * the host or the model.
 *
 *   node examples/dist/invoices/invoices.js            stdio, for a host's configuration
 *   node examples/dist/invoices/invoices.js --http     HTTP, for several users, with authorization
 *   node examples/dist/invoices/invoices.js --help
 *
 * Start reading with tools/list-invoices.ts and tools/customers.ts, then pages.ts and build-server.ts.
 */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { closeOnSignal } from "./close-on-signal.js";
import { openKeeping } from "./keeping.js";
import { readOptions } from "./options.js";
import { serveLocalPages } from "./pages.js";
import { createInvoicesServer } from "./build-server.js";
import { serveHttp } from "./serve-http.js";
import { startServices } from "./start-services.js";

const options = readOptions();
const services = options.services ?? (await startServices(options.root)).url;
const keeping = await openKeeping(options);

if (options.http) {
  const { url, close } = await serveHttp({ ...options, services, keeping });
  console.error(`invoices listens on ${url} (Ctrl-C ends it)`);
  closeOnSignal(() => close().then(keeping.close));
} else {
  const pages = await serveLocalPages({ ...options, services, keeping });
  const { build } = createInvoicesServer({ ...options, services, keeping, pages });
  const connection = serveStdio(build);
  closeOnSignal(() => connection.close().then(pages.close).then(keeping.close));
}
