import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useApi, useConsole } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { RootsForm } from "./roots-form.js";
import { t } from "../../messages/text.js";

/** The requests that a server has open, and the directories that it is told. */
export function Requests({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const open = useConsole((snapshot) => snapshot.requests).filter(
    ({ serverId, ended }) => serverId === server.id && !ended,
  );
  return (
    <>
      <section aria-labelledby="sampling-title">
        <h2 id="sampling-title">{t("Sampling")}</h2>
        <p className="empty">
          {open.length > 0
            ? t("The request is shown with the questions.")
            : t(
                "When the server asks for an answer of a model, the request appears with the questions, and you write the answer by hand.",
              )}
        </p>
      </section>
      <section aria-labelledby="roots-title">
        <h2 id="roots-title">{t("Roots")}</h2>
        <div className="card">
          <RootsForm
            saved={server.roots ?? []}
            draft={server.id}
            action={t("Save")}
            onSave={(roots) =>
              void run(() => api(`/servers/${server.id}/roots`, { method: "PUT", body: { roots } }))
            }
          />
          <p className="hint" role="status">
            {server.roots === undefined
              ? t("Nothing is saved yet: when the server asks, you are asked.")
              : server.roots.length === 0
                ? t("The server is told that there are none.")
                : t(
                    "The server is told {0} without asking you.",
                    server.roots.length === 1
                      ? t("this directory")
                      : t("these {0} directories", server.roots.length),
                  )}
          </p>
          <Problem text={problem} />
        </div>
      </section>
    </>
  );
}
