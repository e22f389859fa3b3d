import { t } from "../messages/text.js";
/** Shown when the URL names a server that does not exist. */
export function NotFound(): React.ReactNode {
  return (
    <>
      <h1 tabIndex={-1}>{t("Not found")}</h1>
      <div className="empty">
        <p>{t("This server does not exist. It may have been removed.")}</p>
        <p>
          <a href="#/">{t("All servers")}</a>
        </p>
      </div>
    </>
  );
}
