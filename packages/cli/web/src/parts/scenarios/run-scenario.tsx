import "../../styles/scenarios.css";
import { useId, useState } from "react";
import type { ServerView } from "../../../../src/console/views/api-types.js";
import type { ScenarioView } from "../../../../src/console/views/scenario-types.js";
import { useApi } from "../../context.js";
import { startOwnCall } from "../../data/own-calls.js";
import { useAction } from "../../hooks/use-action.js";
import { followCall } from "../../hooks/use-call-focus.js";
import { goTo } from "../../route.js";
import { Problem } from "../problem.js";
import { visibleName } from "../../visible-text.js";
import { t } from "../../messages/text.js";

export interface RunScenarioProps {
  readonly scenario: ScenarioView;
  readonly server: ServerView;
}

/** Runs a scenario, and shows the call. What it leaves out is entered first. */
export function RunScenario({ scenario, server }: RunScenarioProps): React.ReactNode {
  const api = useApi();
  const { run, busy, problem } = useAction();
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>();
  const formId = useId();
  const { id, name, kind, target, ask } = scenario;

  const start = (): void => {
    if (busy) return;
    const given = Object.fromEntries(ask.map((one) => [one, entered?.[one] ?? ""]));
    void run(async () => {
      const body = { server: server.id, ...(ask.length > 0 && { arguments: given }) };
      const call = await startOwnCall(() => api<{ id: string }>(`/scenarios/${id}/run`, { body }));
      followCall(call.id);
      if (kind === "tool") goTo({ screen: "tool", id: server.id, tool: target });
      else if (kind === "prompt") goTo({ screen: "prompt", id: server.id, prompt: target });
      else goTo({ screen: "resource", id: server.id, uri: target });
    });
  };
  const disabled = server.state !== "ready";
  if (entered) {
    return (
      <form
        className="save-scenario"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {ask.map((one, index) => (
          <div key={one} className="labelled">
            <label htmlFor={`${formId}-${index}`}>
              <bdi>{visibleName(one)}</bdi>
            </label>
            <input
              id={`${formId}-${index}`}
              type="password"
              autoFocus={index === 0}
              autoComplete="off"
              value={entered[one] ?? ""}
              onChange={(event) => setEntered({ ...entered, [one]: event.target.value })}
            />
          </div>
        ))}
        <p className="hint">{t("This is not saved with the scenario.")}</p>
        <div className="actions">
          <button type="submit" className="primary" disabled={disabled}>
            {t("Run")}
            <span className="unseen"> {name}</span>
          </button>
          <button type="button" onClick={() => setEntered(undefined)}>
            {t("Do not run")}
          </button>
        </div>
        <Problem text={problem} />
      </form>
    );
  }
  return (
    <>
      <button
        type="button"
        className="primary"
        disabled={disabled}
        onClick={() => (ask.length > 0 ? setEntered({}) : start())}
      >
        {t("Run")}
        <span className="unseen"> {name}</span>
      </button>
      <Problem text={problem} />
    </>
  );
}
