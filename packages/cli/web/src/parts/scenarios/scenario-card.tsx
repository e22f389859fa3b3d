import { useId, useState } from "react";
import type { ServerView } from "../../../../src/console/views/api-types.js";
import type {
  ScenarioAnswerView,
  ScenarioView,
} from "../../../../src/console/views/scenario-types.js";
import { useApi } from "../../context.js";
import { saveFile } from "../../data/save-file.js";
import { scenariosChanged } from "../../data/scenario-changes.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { RunScenario } from "./run-scenario.js";
import { visibleJson, visibleName } from "../../visible-text.js";
import { t } from "../../messages/text.js";

export interface ScenarioCardProps {
  readonly scenario: ScenarioView;
  readonly server: ServerView;
}

const fileName = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "scenario"}.json`;

/** A scenario: run, renamed, exported, deleted. */
export function ScenarioCard({ scenario, server }: ScenarioCardProps): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const [isNaming, setNaming] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { id, name, target, answers, ask, server: recordedWith } = scenario;

  const change = async (work: () => Promise<unknown>): Promise<void> => {
    if (await run(work)) scenariosChanged();
  };
  const exportFile = (): void =>
    void run(async () => {
      const file = await api<object>(`/scenarios/${id}/file`);
      saveFile(fileName(name), JSON.stringify(file, undefined, 2), "application/json");
    });
  const count = answers.length === 1 ? t("1 answer") : t("{0} answers", answers.length);
  return (
    <li className="card scenario" aria-label={name}>
      <div className="card-head">
        {isNaming ? (
          <Rename
            scenario={scenario}
            onDone={(next) => {
              setNaming(false);
              if (next === undefined || next === name) return;
              void change(() => api(`/scenarios/${id}`, { method: "PUT", body: { name: next } }));
            }}
          />
        ) : (
          <h3>
            <bdi>{name}</bdi>
          </h3>
        )}
      </div>
      <p className="muted">
        <code dir="ltr">{visibleName(target)}</code>
        {scenario.asTask && ` ${t("· as a task")}`} · {count}
        {recordedWith !== undefined && recordedWith !== server.name && (
          <>
            {" "}
            {t("· recorded with")} <bdi>{recordedWith}</bdi>
          </>
        )}
        {ask.length > 0 && (
          <>
            {" "}
            {t("· asks for")} <bdi>{visibleName(ask.join(", "))}</bdi>
          </>
        )}
      </p>
      <details>
        <summary>
          {t("Arguments and answers")}
          <span className="unseen">
            {" "}
            {t("of")} {name}
          </span>
        </summary>
        <pre className="code" dir="ltr">
          {visibleJson(scenario.arguments)}
        </pre>
        {scenario.meta && (
          <>
            <p className="hint">{t("Request metadata")}</p>
            <pre className="code" dir="ltr">
              {visibleJson(scenario.meta)}
            </pre>
          </>
        )}
        <ol className="scenario-answers">
          {answers.map((answer, index) => (
            <li key={index}>
              <Answer answer={answer} />
            </li>
          ))}
        </ol>
      </details>
      <div className="actions">
        <RunScenario scenario={scenario} server={server} />
        <button type="button" onClick={() => setNaming(true)}>
          {t("Rename")}
          <span className="unseen"> {name}</span>
        </button>
        <button type="button" onClick={exportFile}>
          {t("Export")}
          <span className="unseen"> {name}</span>
        </button>
        {isAsked ? (
          <span className="sure" role="group" aria-label={t("Delete {0}?", name)}>
            <button
              type="button"
              className="danger"
              autoFocus
              onClick={() => void change(() => api(`/scenarios/${id}`, { method: "DELETE" }))}
            >
              {t("Delete")}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              {t("Keep")}
            </button>
          </span>
        ) : (
          <button type="button" className="quiet" onClick={() => setAsked(true)}>
            {t("Delete…")}
            <span className="unseen"> {name}</span>
          </button>
        )}
      </div>
      <Problem text={problem} />
    </li>
  );
}

function Rename({
  scenario,
  onDone,
}: {
  readonly scenario: ScenarioView;
  readonly onDone: (name: string | undefined) => void;
}): React.ReactNode {
  const [name, setName] = useState(scenario.name);
  const id = useId();
  return (
    <form
      className="save-scenario"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(name);
      }}
    >
      <div className="labelled">
        <label htmlFor={id}>{t("New name")}</label>
        <input
          id={id}
          value={name}
          maxLength={100}
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="actions">
        <button type="submit">{t("Rename")}</button>
        <button type="button" className="quiet" onClick={() => onDone(undefined)}>
          {t("Keep the name")}
        </button>
      </div>
    </form>
  );
}

const ACTIONS: Readonly<Record<ScenarioAnswerView["action"], string>> = {
  accept: t("Accepted"),
  decline: t("Declined"),
  cancel: t("Cancelled"),
};

function Answer({ answer }: { readonly answer: ScenarioAnswerView }): React.ReactNode {
  const { message, action, content, url, ask } = answer;
  return (
    <>
      <p className="words" dir="auto">
        {message}
      </p>
      <p className="muted">
        {ACTIONS[action]}
        {ask.length > 0 && (
          <>
            {" "}
            {t("· you enter")} <bdi>{visibleName(ask.join(", "))}</bdi>
          </>
        )}
        {url !== undefined && ` ${t("· you open the link")}`}
      </p>
      {content && Object.keys(content).length > 0 && (
        <pre className="code" dir="ltr">
          {visibleJson(content)}
        </pre>
      )}
    </>
  );
}
