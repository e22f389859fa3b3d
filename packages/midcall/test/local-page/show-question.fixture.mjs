// Shows a question on the local page of the build, says what became of it, and ends by itself when it is told to.
import { createLocalPages } from "../../dist/local-page/index.js";

// Until then, only this keeps it alive.
process.once("message", () => process.disconnect());
const warn = (text) => console.error(text);
const pages = createLocalPages({ logger: { warn, error: warn } });
const shown = await pages.show({
  id: "a question",
  server: "Invoices",
  message: "Who signs?",
  mode: "form",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  expiresAt: Date.now() + 600_000,
  onAnswer: async (response) => void process.send({ response }),
});
process.send({ canOpen: pages.canOpen(), isShown: shown !== undefined });
