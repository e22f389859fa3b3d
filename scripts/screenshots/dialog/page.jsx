// A page of somebody's own with the dialog of midcall/react on a real inbox.
import { createRoot } from "react-dom/client";
import { createInbox } from "midcall/client";
import { ElicitationDialog, ElicitationProvider } from "midcall/react";
import "midcall/react/theme.css";

const inbox = createInbox({ open: () => true });
window.ask = (params) =>
  void inbox.handleUntilDone(params, {
    server: "Examples",
    call: { method: "tools/call", name: "register_guest" },
    signal: new AbortController().signal,
  });

createRoot(document.getElementById("root")).render(
  <ElicitationProvider inbox={inbox}>
    <main>
      <h1>An app</h1>
      <p>The text of the app.</p>
    </main>
    <ElicitationDialog />
  </ElicitationProvider>,
);
