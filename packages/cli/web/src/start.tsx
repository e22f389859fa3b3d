import type { ElicitationMessages } from "midcall/react";
import { createRoot } from "react-dom/client";
import { createApi } from "./data/api-client.js";
import { App } from "./app.js";
import { createConsoleStore } from "./data/console-store.js";
import { ConsoleContext } from "./context.js";
import { loadDrafts } from "./data/drafts.js";
import { createExchange } from "./data/exchange.js";
import { openLinksInNewTabs } from "./data/new-tab.js";
import { preloadParts } from "./lazy-part.js";
import { createQuestionStore } from "./data/question-store.js";
import { Locked } from "./screens/locked.js";
import { hasCredential, readToken } from "./data/session.js";

/** After the first screen has been painted. */
const PRELOAD_AFTER_MS = 500;

/** Shows the page. @param messages - the texts of questions, where they are not in English */
export async function start(messages: ElicitationMessages | undefined): Promise<void> {
  // The URL of a newer console was entered in this tab. Only the fragment differs, so the browser does not reload.
  addEventListener("hashchange", () => {
    if (hasCredential()) location.reload();
  });
  const root = createRoot(document.getElementById("app")!);
  const token = await readToken();
  if (token === undefined) root.render(<Locked />);
  else {
    const exchange = await createExchange(token);
    const api = createApi(exchange);
    const store = createConsoleStore(exchange);
    const questions = createQuestionStore(store, api);
    const drafts = await loadDrafts(api, () => store.getSnapshot().hello?.isBridge === false);
    openLinksInNewTabs();
    root.render(
      <ConsoleContext value={{ api, store, drafts }}>
        <App questions={questions} messages={messages} />
      </ConsoleContext>,
    );
    setTimeout(preloadParts, PRELOAD_AFTER_MS);
  }
}
