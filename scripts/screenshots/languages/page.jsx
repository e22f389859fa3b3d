// A page of somebody's own with midcall/react in a language, on a real inbox.
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { createInbox } from "midcall/client";
import { ElicitationDialog, ElicitationInbox, ElicitationProvider } from "midcall/react";
import { react as ar } from "midcall/locales/ar";
import { react as de } from "midcall/locales/de";
import { react as es } from "midcall/locales/es";
import { react as fr } from "midcall/locales/fr";
import { react as ja } from "midcall/locales/ja";
import "midcall/react/theme.css";

const MESSAGES = { ar, de, es, fr, ja };

const call = { method: "tools/call", name: "register_guest" };

function App({ language, questions, inbox, isInbox, server }) {
  // After the effect of the provider, from which on there is somebody to ask.
  useEffect(() => {
    const { signal } = new AbortController();
    for (const params of questions) void inbox.handleUntilDone(params, { server, call, signal });
  }, [inbox, questions, server]);
  return (
    <ElicitationProvider inbox={inbox} messages={MESSAGES[language]} locale={language}>
      <main>
        <h1>midcall</h1>
        {isInbox && <ElicitationInbox servers={[server]} />}
      </main>
      {!isInbox && <ElicitationDialog />}
    </ElicitationProvider>
  );
}

/** Shows questions in a language, in a dialog or in the inbox. */
window.show = (language, { questions, inbox: isInbox, policy, server }) => {
  const inbox = createInbox({ open: () => true, policy });
  document.documentElement.lang = language;
  document.documentElement.dir = MESSAGES[language]?.dir ?? "ltr";
  createRoot(document.getElementById("root")).render(
    <App {...{ language, questions, inbox, isInbox, server }} />,
  );
};
