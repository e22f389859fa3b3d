// Programs of this user that have pages: a server with serveLoopback and a local page, a console, and a sign-in. Says where they are.
import { listenForCallback } from "../../packages/cli/dist/connect/oauth/authorizing/callback-listener.js";
import { startConsole } from "../../packages/cli/dist/console/start-console.js";
import { serveLoopback } from "../../packages/midcall/dist/pages/index.js";
import { createLocalPages } from "../../packages/midcall/dist/local-page/index.js";
import { createMemoryStore } from "../../packages/midcall/dist/store/index.js";
import { createVault } from "../../packages/midcall/dist/vault/index.js";

const { address } = await startConsole({ stateDir: process.env.STATE, port: 0 });
const { redirectUri } = await listenForCallback();
const store = createMemoryStore();
const secret = "a secret of these tests, long enough";
const logger = { warn() {}, error() {} };
const pages = await serveLoopback({ secret, store, vault: createVault({ secret, store }), logger });
const about = { principal: "local", server: "Invoices", message: "A message." };
const requestedSchema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const { url: link } = await pages.answerLink({ ...about, requestedSchema });
const local = createLocalPages({
  logger,
  open: async (ticket) =>
    process.send({ uid: process.getuid(), link, ticket, address, redirectUri }),
});
await local.show({
  ...{ id: "one", server: "Invoices", message: "A message.", mode: "form", requestedSchema },
  expiresAt: Date.now() + 600_000,
  onAnswer: async () => {},
});
process.once("disconnect", () => process.exit());
