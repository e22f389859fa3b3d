import { useId } from "react";
import type { EditServer } from "../../../../../src/console/views/api-types.js";
import { type EnteredRow, newRow, valuesOf } from "./entered-rows.js";
import { ValueRows } from "./value-rows.js";
import { phrase } from "../../../messages/phrase.js";
import { t } from "../../../messages/text.js";

/** What can be set for a server beside its address. */
export interface Options {
  readonly environment: readonly EnteredRow[];
  readonly headers: readonly EnteredRow[];
  readonly cwd: string;
  /** In seconds; empty for the default. */
  readonly timeout: string;
}

/** The options of a server that is being added. */
export const newOptions = (): Options => ({
  environment: [],
  headers: [newRow("Authorization")],
  cwd: "",
  timeout: "",
});

/** The options as they are sent. @throws Error that says what to correct */
export function optionsBody(
  { environment, headers, cwd, timeout }: Options,
  isUrl: boolean,
): Pick<EditServer, "environment" | "headers" | "cwd" | "timeout"> {
  const seconds = timeout.trim() === "" ? null : Number(timeout);
  if (Number.isNaN(seconds)) throw new Error(t("The time limit must be a number of seconds."));
  return isUrl
    ? { headers: valuesOf(headers, t("header"), true), timeout: seconds }
    : { environment: valuesOf(environment, t("variable"), false), cwd, timeout: seconds };
}

export interface ServerOptionsProps {
  readonly isUrl: boolean;
  readonly options: Options;
  readonly onChange: (options: Options) => void;
}

/** The fields for headers, or for variables and the working directory, and for the time limit. */
export function ServerOptions({ isUrl, options, onChange }: ServerOptionsProps): React.ReactNode {
  const id = useId();
  const change = (part: Partial<Options>): void => onChange({ ...options, ...part });
  return (
    <div className="server-options">
      {isUrl ? (
        <ValueRows
          legend={t("Headers")}
          what={t("header")}
          addText={t("Add a header")}
          hint={phrase(
            "Sent with every request to this server, for example {0} with {1}. Values are kept until the console ends, never written to disk and never shown again.",
            <code>Authorization</code>,
            <code>Bearer …</code>,
          )}
          rows={options.headers}
          onChange={(headers) => change({ headers })}
        />
      ) : (
        <>
          <ValueRows
            legend={t("Environment variables")}
            what={t("variable")}
            addText={t("Add a variable")}
            hint={t(
              "The program gets them in addition to those of the console. Values are kept in a file that only you can read, and never shown again.",
            )}
            rows={options.environment}
            onChange={(environment) => change({ environment })}
          />
          <div className="labelled">
            <label htmlFor={`${id}-cwd`}>
              {t("Working directory")} <span className="muted">{t("(optional)")}</span>
            </label>
            <input
              id={`${id}-cwd`}
              dir="ltr"
              value={options.cwd}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => change({ cwd: event.target.value })}
            />
          </div>
        </>
      )}
      <div className="labelled">
        <label htmlFor={id}>
          {t("Time limit of a call, in seconds")} <span className="muted">{t("(optional)")}</span>
        </label>
        <input
          id={id}
          inputMode="decimal"
          value={options.timeout}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => change({ timeout: event.target.value })}
        />
        <p className="hint" id={`${id}-hint`}>
          {t(
            "Without it, a call may take 15 minutes. Progress restarts it. On 2025 versions it includes the time that you take to answer.",
          )}
        </p>
      </div>
    </div>
  );
}
