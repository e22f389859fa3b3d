import { FormFields, useForm } from "midcall/react";
import { useId, useState } from "react";
import { type ArgumentDraft, fillForm, readJson, valuesOf } from "../../data/argument-forms.js";
import { SchemaView } from "./schema-view.js";

export interface ArgumentsFormProps {
  readonly draft: ArgumentDraft;
  readonly disabled: boolean;
  readonly onCall: (args: Record<string, unknown>) => void;
  /** The content below the fields; it receives the current arguments. */
  readonly children: (args: () => Record<string, unknown> | undefined) => React.ReactNode;
}

/** The arguments of a tool, as a form or as JSON. */
export function ArgumentsForm(props: ArgumentsFormProps): React.ReactNode {
  const { draft, disabled, onCall, children } = props;
  const [mode, setMode] = useState(draft.mode);
  const [json, setJson] = useState(draft.json);
  const [problem, setProblem] = useState<string>();
  const { submit, failed } = useForm(draft.form);
  const id = useId();

  const change = (text: string): void => {
    draft.json = text;
    setJson(text);
    setProblem(undefined);
  };
  const refuse = (why: string): void => {
    setProblem(why);
    document.getElementById(id)?.focus();
  };
  /** Switches between form and JSON and keeps the arguments. */
  const show = (next: ArgumentDraft["mode"]): void => {
    if (next === "json") change(JSON.stringify(valuesOf(draft), undefined, 2));
    else {
      const read = readJson(json);
      if (!read.ok) return refuse(read.problem);
      fillForm(draft, read.value);
    }
    draft.mode = next;
    setMode(next);
  };
  const current = (): Record<string, unknown> | undefined => {
    if (mode === "form") return valuesOf(draft);
    const read = readJson(json);
    return read.ok ? read.value : undefined;
  };
  const call = (event: React.FormEvent): void => {
    event.preventDefault();
    if (mode === "form") {
      const result = submit();
      if (result.ok) onCall({ ...draft.rest, ...result.content });
      return;
    }
    const read = readJson(json);
    if (read.ok) return onCall(read.value);
    refuse(read.problem);
  };
  const kept = Object.keys(draft.rest);
  return (
    <form className="arguments" noValidate onSubmit={call}>
      {draft.noArguments && mode === "form" && (
        <p className="muted">This tool takes no arguments.</p>
      )}
      {mode === "form" ? (
        <FormFields form={draft.form} failed={failed} />
      ) : (
        <div className="labelled wide">
          <label htmlFor={id}>Arguments as JSON</label>
          <textarea
            id={id}
            className="code"
            dir="ltr"
            rows={Math.min(16, Math.max(5, json.split("\n").length + 1))}
            value={json}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
            onChange={(event) => change(event.target.value)}
          />
          <p id={`${id}-hint`} className="hint">
            {draft.jsonOnly
              ? "There is no form for the arguments of this tool."
              : "A JSON object with one member for each argument."}
          </p>
          <div role="alert" id={`${id}-problem`}>
            {problem !== undefined && <p className="problem">{problem}</p>}
          </div>
        </div>
      )}
      {mode === "json" && <SchemaView schema={draft.schema} />}
      {mode === "form" && draft.partial && (
        <p className="hint">Some arguments are not in this form. Edit as JSON to enter them.</p>
      )}
      {mode === "form" && kept.length > 0 && (
        <p className="hint">
          Also sent, as entered in JSON: <bdi>{kept.join(", ")}</bdi>
        </p>
      )}
      <div className="actions">
        <button type="submit" className="primary" disabled={disabled}>
          Call
        </button>
        {!draft.jsonOnly && (
          <button
            type="button"
            className="quiet"
            onClick={() => show(mode === "form" ? "json" : "form")}
          >
            {mode === "form" ? "Edit as JSON" : "Back to the form"}
          </button>
        )}
      </div>
      {children(current)}
    </form>
  );
}
