/**
 * An MCP server for something real: invoices in a billing service that wants a key, customers in a service that
 * wants an OAuth account, payments that the person releases at their bank. None of what the person enters on the
 * pages passes through the host or the model.
 *
 *   node examples/dist/invoices/invoices.js            stdio, for the settings of a host
 *   node examples/dist/invoices/invoices.js --http     HTTP, for several people, with authorization
 *   node examples/dist/invoices/invoices.js --help
 *
 * Begin to read with tools/list-invoices.ts, then tools/customers.ts; pages.ts and build-server.ts put it together.
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
