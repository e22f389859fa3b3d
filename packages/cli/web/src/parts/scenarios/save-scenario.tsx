import "../../styles/scenarios.css";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CallView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { scenariosChanged } from "../../data/scenario-changes.js";
import { useAction } from "../../hooks/use-action.js";
import { hrefOf } from "../../route.js";
import { Problem } from "../problem.js";
import { visibleName } from "../../visible-text.js";
import { t } from "../../messages/text.js";

export interface SaveScenarioProps {
  readonly call: CallView;
  /** What the call is called on its card. */
  readonly title: string;
}

/** Saves a call and the answers that were sent in it, to be run again. */
export function SaveScenario({ call, title }: SaveScenarioProps): React.ReactNode {
  const api = useApi();
  const { run, busy, problem, clear } = useAction();
  const [name, setName] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    // The form had the focus.
    flushSync(() => setName(undefined));
    button.current?.focus();
  };

  const save = (event: React.FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    void run(() => api("/scenarios", { body: { call: call.id, name } })).then((good) => {
      if (!good) return;
      close();
      setSaved(true);
      scenariosChanged();
    });
  };
  const open = (): void => {
    clear();
    setSaved(false);
    setName(call.scenario ?? visibleName(call.name));
  };
  return (
    <>
      {name === undefined ? (
        <button ref={button} type="button" className="quiet" onClick={open}>
          {t("Save as scenario")}
          <span className="unseen"> {title}</span>
        </button>
      ) : (
        <form className="save-scenario" onSubmit={save}>
          <div className="labelled">
            <label htmlFor={id}>{t("Name of the scenario")}</label>
            <input
              id={id}
              value={name}
              maxLength={100}
              autoComplete="off"
              autoFocus
              aria-describedby={`${id}-hint`}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <p id={`${id}-hint`} className="hint">
            {t(
              "The arguments and your answers are written to a file on this computer, without what seems to be a secret.",
            )}
          </p>
          <div className="actions">
            <button type="submit" className="primary">
              {t("Save")}
            </button>
            <button type="button" onClick={close}>
              {t("Do not save")}
            </button>
          </div>
        </form>
      )}
      <span role="status">
        {isSaved && (
          <span className="hint">
            {t("Saved.")}{" "}
            <a href={hrefOf({ screen: "server", id: call.serverId, tab: "scenarios" })}>
              {t("Show the scenarios")}
            </a>
          </span>
        )}
      </span>
      <Problem text={problem} />
    </>
  );
}
