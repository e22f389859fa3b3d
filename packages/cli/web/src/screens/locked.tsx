import { phrase } from "../messages/phrase.js";
import { t } from "../messages/text.js";
/** Shown when the page has no valid token. */
export function Locked(): React.ReactNode {
  return (
    <main className="locked">
      <h1>{t("Open the complete address")}</h1>
      <p>
        {phrase(
          "The address that the console printed contains a password after {0}. It prevents other pages and other users from using your servers. Go to the terminal in which the console is running, and open that address.",
          <code>#</code>,
        )}
      </p>
      <p>
        {t(
          "If the console is open in another tab, open its links from there: Ctrl-click, or the middle mouse button.",
        )}
      </p>
      <p className="muted">
        {phrase(
          "To start a console: {0}. A page of {1} opens by itself when a server asks: its address works once.",
          <code>midcall console</code>,
          <code>midcall bridge</code>,
        )}
      </p>
    </main>
  );
}
