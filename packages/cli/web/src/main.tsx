import { createRoot } from "react-dom/client";
import "midcall/react/theme.css";
import "./styles/index.css";
import { createApi } from "./data/api-client.js";
import { App } from "./app.js";
import { createConsoleStore } from "./data/console-store.js";
import { ConsoleContext } from "./context.js";
import { loadDrafts } from "./data/drafts.js";
import { openLinksInNewTabs } from "./data/new-tab.js";
import { createQuestionStore } from "./data/question-store.js";
import { Locked } from "./screens/locked.js";
import { hasCredential, readToken } from "./data/session.js";
import { layout, theme } from "./theme.js";

theme.apply();
layout.apply();
// The URL of a newer console was entered in this tab. Only the fragment differs, so the browser does not reload.
addEventListener("hashchange", () => {
  if (hasCredential()) location.reload();
});
const root = createRoot(document.getElementById("app")!);
const token = await readToken();
if (token === undefined) root.render(<Locked />);
else {
  const api = createApi(token);
  const store = createConsoleStore(token);
  const questions = createQuestionStore(store, api);
  const drafts = await loadDrafts(api);
  openLinksInNewTabs();
  root.render(
    <ConsoleContext value={{ api, store, drafts }}>
      <App questions={questions} />
    </ConsoleContext>,
  );
}
