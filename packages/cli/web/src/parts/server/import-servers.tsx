import { useEffect, useId, useRef, useState } from "react";
import type {
  FoundImports,
  ImportedServers,
  ImportView,
} from "../../../../src/console/views/import-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { ImportChoice } from "./import-choice.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

const LARGEST = 900_000;

/** Adds servers from the configuration of another host. Nothing is read before the user's click. */
export function ImportServers(): React.ReactNode {
  const api = useApi();
  const { run, busy, problem } = useAction();
  const [text, setText] = useState("");
  const [imports, setImports] = useState<readonly ImportView[]>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [done, setDone] = useState<ImportedServers>();
  const results = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    if (imports) results.current?.focus();
  }, [imports]);

  const show = (found: readonly ImportView[], without: readonly string[] = []): void => {
    setDone(undefined);
    setMissing(without);
    setImports(found);
  };
  const read = (configuration: string): void => {
    if (busy) return;
    void run(async () => {
      if (configuration.length > LARGEST) throw new Error(t("The configuration is too large."));
      show([await api<ImportView>("/import/read", { body: { text: configuration } })]);
    });
  };
  const look = (): void => {
    if (busy) return;
    void run(async () => {
      const found = await api<FoundImports>("/import/found", { body: {} });
      show(found.imports, found.missing);
    });
  };
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    if (file.size <= LARGEST) {
      const content = await file.text();
      read(content);
    } else void run(() => Promise.reject(new Error(t("{0} is too large.", file.name))));
    input.value = "";
  };
  const added = (answer: ImportedServers): void => {
    setDone(answer);
    setImports(undefined);
    // What was pasted may contain secrets.
    setText("");
  };
  return (
    <details className="card import">
      <summary>{t("Import from another host")}</summary>
      <About />
      <div className="actions">
        <button type="button" onClick={look}>
          {t("Look on this computer")}
        </button>
      </div>
      <div className="labelled">
        <label htmlFor={`${id}-file`}>{t("Choose a file")}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".json,.jsonc,application/json"
          onChange={(event) => void choose(event.currentTarget)}
        />
      </div>
      <form
        className="labelled wide"
        onSubmit={(event) => {
          event.preventDefault();
          read(text);
        }}
      >
        <label htmlFor={id}>{t("Or paste it")}</label>
        <textarea
          id={id}
          className="code"
          dir="ltr"
          rows={4}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <div className="actions">
          <button type="submit">{t("Read")}</button>
        </div>
      </form>
      <Problem text={problem} />
      {imports && (
        <>
          <h3 ref={results} tabIndex={-1}>
            {imports.length === 0 ? t("No configuration was found") : t("Servers to import")}
          </h3>
          {imports.map((one) => (
            <ImportChoice key={one.id} found={one} onAdded={added} />
          ))}
          {missing.length > 0 && (
            <details>
              <summary>{t("Where nothing was found")}</summary>
              <ul>
                {missing.map((path) => (
                  <li key={path}>
                    <code dir="ltr">{path}</code>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      <div role="status">{done && <Done {...done} />}</div>
    </details>
  );
}

/** What can be imported. */
function About(): React.ReactNode {
  return (
    <p className="hint">
      {phrase(
        "Reads the configuration of Claude Desktop and Code, VS Code, Cursor, Copilot, Zed and others with {0}, or a {1} of the MCP registry. You see each server before it is added.",
        <code>mcpServers</code>,
        <code>server.json</code>,
      )}
    </p>
  );
}

function Done({ added, problems }: ImportedServers): React.ReactNode {
  return (
    <>
      {added.length > 0 && (
        <p>
          {phrase(
            "Added {0}. Connect a server to start it.",
            <bdi>{added.map(({ name }) => name).join(", ")}</bdi>,
          )}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} className="problem">
          {problem}
        </p>
      ))}
    </>
  );
}
