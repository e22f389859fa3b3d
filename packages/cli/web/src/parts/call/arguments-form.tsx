import { useEffect, useRef, useState } from "react";
import type { ArgumentDraft } from "../../data/argument-forms.js";
import type { ArgumentIssue } from "../../data/arguments/node-contracts.js";
import { focusNode } from "./arguments/focus-node.js";
import { IssueSummary } from "./arguments/issue-summary.js";
import { JsonPart } from "./arguments/json-part.js";
import { JsonSwitches, useNode } from "./arguments/node-context.js";
import { NodeBodyPart } from "./arguments/node-part.js";
import { t } from "../../messages/text.js";

export interface ArgumentsFormProps {
  readonly draft: ArgumentDraft;
  readonly disabled: boolean;
  /** More choices, between the fields and the button. */
  readonly choices?: React.ReactNode;
  readonly onCall: (args: Record<string, unknown>) => void;
  /** More buttons, with what they show; it receives the current arguments. */
  readonly children: (args: () => Record<string, unknown> | undefined) => React.ReactNode;
}

/** The problems since the last attempt to call. */
interface Tried {
  readonly issues: readonly ArgumentIssue[];
  readonly attempt: object;
}

/** The arguments of a tool: fields, JSON for single ones, or JSON for all of them. */
export function ArgumentsForm(props: ArgumentsFormProps): React.ReactNode {
  const { draft, disabled, choices, onCall, children } = props;
  const { tree, schema } = draft;
  const { root, jsonOnly } = tree;
  const [switches, setSwitches] = useState(false);
  const [tried, setTried] = useState<Tried>();
  const [problem, setProblem] = useState<string>();
  const refusedAt = useRef("");
  useNode(root);
  useEffect(
    // What is fixed disappears from the summary; the focus stays where it is.
    () =>
      tried &&
      tree.subscribe(() => {
        const issues = tree.issues();
        setTried(issues.length > 0 ? { ...tried, issues } : undefined);
      }),
    [tree, tried],
  );
  const isJson = root.mode === "json";
  // A problem with the whole is over as soon as its text changes.
  const shown = isJson && refusedAt.current === root.text ? problem : undefined;

  const refuse = (why: string): void => {
    refusedAt.current = root.text;
    setProblem(why);
    focusNode(root.id);
  };
  const change = (): void => {
    setTried(undefined);
    setProblem(undefined);
    if (!isJson) return root.toJson();
    if (root.text.trim() !== "" && tree.values() === undefined) {
      return refuse(tree.issues()[0]?.text ?? "");
    }
    const why = root.toForm();
    if (why !== undefined) refuse(why);
  };
  const call = (event: React.FormEvent): void => {
    event.preventDefault();
    const found = tree.issues();
    setProblem(undefined);
    if (found.length > 0) {
      if (isJson) return refuse(found[0]!.text);
      root.touch();
      return setTried({ issues: found, attempt: {} });
    }
    setTried(undefined);
    onCall(tree.values() ?? {});
  };
  const sendAnyway = (): void => {
    const values = tree.values();
    if (values) onCall(values);
  };
  return (
    <form className="arguments" noValidate onSubmit={call}>
      {tree.isEmpty && !isJson && <p className="muted">{t("This tool takes no arguments.")}</p>}
      {!isJson && tried && (
        <IssueSummary
          {...tried}
          onSendAnyway={tried.issues.some(({ unsendable }) => unsendable) ? undefined : sendAnyway}
        />
      )}
      {isJson ? (
        <JsonPart
          node={root}
          problem={shown}
          schema={schema}
          hint={
            jsonOnly
              ? t("There is no form for the arguments of this tool.")
              : t("A JSON object with one member for each argument.")
          }
        />
      ) : (
        <JsonSwitches value={switches}>
          <div id={root.id} className="argument-fields">
            <NodeBodyPart node={root} />
          </div>
        </JsonSwitches>
      )}
      {choices}
      <div className="actions">
        <button type="submit" className="primary" disabled={disabled}>
          {t("Call")}
        </button>
        {!jsonOnly && (
          <button type="button" className="quiet" onClick={change}>
            {isJson ? t("Back to the form") : t("Edit as JSON")}
          </button>
        )}
        {!isJson && !tree.isEmpty && (
          <button
            type="button"
            className="quiet"
            aria-pressed={switches}
            onClick={() => setSwitches(!switches)}
          >
            {t("JSON for single fields")}
          </button>
        )}
        {children(() => tree.values())}
      </div>
    </form>
  );
}
