import { t } from "../messages/text.js";
import { KeptAnswers } from "../parts/questions/kept-answers.js";

/** The page of bridges, beside its questions. */
export function BridgeScreen(): React.ReactNode {
  return (
    <>
      <h1 tabIndex={-1}>{t("Questions of your hosts")}</h1>
      <p>
        {t(
          "The servers of your hosts ask here what the hosts themselves cannot ask. Leave this page open: the next question appears on it.",
        )}
      </p>
      <p className="muted">
        {t(
          "Your answer goes to the server that asks, and to nobody else. If a host stops waiting before you answer, its question says so.",
        )}
      </p>
      <KeptAnswers />
    </>
  );
}
