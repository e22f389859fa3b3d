import { t } from "../messages/text.js";
/** Shown when the page has no valid token. */
export function Locked(): React.ReactNode {
  return (
    <main className="locked">
      <h1>{t("Open the complete address")}</h1>
      <p>
        {t("The address that the console printed contains a password after")} <code>#</code>
        {t(
          ". It prevents other pages and other users from using your servers. Go to the terminal in which the console is running, and open that address.",
        )}
      </p>
      <p>
        {t(
          "If the console is open in another tab, open its links from there: Ctrl-click, or the middle mouse button.",
        )}
      </p>
      <p className="muted">
        {t("To start a console:")} <code>midcall console</code>
        {t(". A page of")} <code>midcall bridge</code>{" "}
        {t("opens by itself when a server asks: its address works once.")}
      </p>
    </main>
  );
}
