import { useState } from "react";
import type {
  ImportableServer,
  ImportedServers,
  ImportView,
} from "../../../../src/console/views/import-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { Target } from "./target.js";
import { t } from "../../messages/text.js";

export interface ImportChoiceProps {
  readonly found: ImportView;
  readonly onAdded: (answer: ImportedServers) => void;
}

const canAdd = ({ known, problem }: ImportableServer): boolean => !known && problem === undefined;

/** The servers of one configuration, each with its command, to choose from. */
export function ImportChoice({ found, onAdded }: ImportChoiceProps): React.ReactNode {
  const api = useApi();
  const { run, busy, problem } = useAction();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { id, source, servers } = found;

  const toggle = (index: number): void => {
    const next = new Set(chosen);
    if (!next.delete(index)) next.add(index);
    setChosen(next);
  };
  const add = (event: React.FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    void run(async () => {
      if (chosen.size === 0) throw new Error(t("Choose a server."));
      const body = { id, servers: [...chosen] };
      onAdded(await api<ImportedServers>("/import/add", { body }));
    });
  };
  return (
    <form className="import-choice" onSubmit={add}>
      <fieldset>
        <legend>
          {source ? (
            <>
              {source.host} <code dir="ltr">{source.path}</code>
            </>
          ) : (
            t("What you have pasted")
          )}
        </legend>
        {found.problem !== undefined && <p className="problem">{found.problem}</p>}
        {servers.map((server, index) => (
          <Choice
            key={index}
            server={server}
            chosen={chosen.has(index)}
            onToggle={() => toggle(index)}
          />
        ))}
      </fieldset>
      {servers.some(canAdd) && (
        <>
          <p className="hint">
            {t(
              "A command runs on this computer with your permissions once you connect it. Environment variables are kept in a file that only you can read; headers only until the console ends.",
            )}
          </p>
          <div className="actions">
            <button type="submit" className="primary">
              {t("Add the chosen servers")}
            </button>
          </div>
        </>
      )}
      <Problem text={problem} />
    </form>
  );
}

/** A variable or header, as the program or the server gets it. */
function Value({ text }: { readonly text: string }): React.ReactNode {
  return (
    <span className="said">
      <code className="target" dir="ltr">
        {text}
      </code>
    </span>
  );
}

interface ChoiceProps {
  readonly server: ImportableServer;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}

function Choice({ server, chosen, onToggle }: ChoiceProps): React.ReactNode {
  const { name, target, environment, headers, taken, warnings, known, problem, notes } = server;
  return (
    <label className="check">
      <input type="checkbox" checked={chosen} disabled={!canAdd(server)} onChange={onToggle} />
      <span>
        <strong>
          <bdi>{name || t("Without a name")}</bdi>
        </strong>{" "}
        {target && (
          <span className="said">
            <Target target={target} />
          </span>
        )}
        {environment.map(({ name: key, value }) => (
          <Value key={key} text={`${key}=${value}`} />
        ))}
        {headers.map(({ name: key, value }) => (
          <Value key={key} text={`${key}: ${value}`} />
        ))}
        {[...taken, ...warnings].map((warning) => (
          <span key={warning} className="said problem">
            {warning}
          </span>
        ))}
        {known && <span className="said muted">{t("The console has it already.")}</span>}
        {problem !== undefined && <span className="said problem">{problem}</span>}
        {notes.map((note) => (
          <span key={note} className="said muted">
            {note}
          </span>
        ))}
      </span>
    </label>
  );
}
