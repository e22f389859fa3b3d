import { createRoot } from "react-dom/client";
import "midcall/react/theme.css";
import "./styles/index.css";
import { createApi } from "./data/api-client.js";
import { App } from "./app.js";
import { createConsoleStore } from "./data/console-store.js";
import { ConsoleContext } from "./context.js";
import { createQuestionStore } from "./data/question-store.js";
import { Locked } from "./screens/locked.js";
import { hasPassword, readToken } from "./data/session.js";
import { applyTheme, readTheme } from "./theme.js";

applyTheme(readTheme());
// The address of another start, entered into this tab: only the part after # differs, so nothing loads.
addEventListener("hashchange", () => {
  if (hasPassword()) location.reload();
});
const root = createRoot(document.getElementById("app")!);
const token = await readToken();
if (token === undefined) root.render(<Locked />);
else {
  const api = createApi(token);
  const store = createConsoleStore(token);
  const questions = createQuestionStore(store, api);
  root.render(
    <ConsoleContext value={{ api, store }}>
      <App questions={questions} />
    </ConsoleContext>,
  );
}
