import type { ReactNode } from "react";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import { SchemaView } from "../schema-view.js";
import { Examples } from "./examples.js";
import { visibleText } from "../../../visible-text.js";
import { t } from "../../../messages/text.js";

export interface JsonPartProps {
  readonly node: ArgumentNode;
  readonly hint?: string | undefined;
  /** What is wrong with it, if not what the node says. */
  readonly problem?: string | undefined;
  /** Default: that of the node. */
  readonly schema?: unknown;
  readonly children?: ReactNode;
}

/** One argument, or all of them, as JSON. */
export function JsonPart(props: JsonPartProps): ReactNode {
  const { node, hint, schema, children } = props;
  const { id, label, text, shape, slot, depth } = node;
  const problem = props.problem ?? node.problem;
  const lines = text.split("\n").length;
  const why = hint ?? (shape.kind === "json" ? shape.why : undefined);
  const isWhole = depth === 0;
  const shown = schema ?? slot.schema;
  const isTold = typeof shown === "object" && shown !== null && Object.keys(shown).length > 0;
  return (
    <div id={id} className="labelled wide argument-json">
      <label htmlFor={`${id}-json`}>
        {label} {t("as JSON")}{" "}
        {!isWhole && <span className="muted">{slot.required ? "required" : "optional"}</span>}
      </label>
      {!isWhole && shape.description !== undefined && (
        <p id={`${id}-description`} className="hint words">
          {visibleText(shape.description)}
        </p>
      )}
      {isWhole && why !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {why}
        </p>
      )}
      {!isWhole && (
        <p id={`${id}-hint`} className="hint">
          {[why, t("Put text in double quotes.")].filter(Boolean).join(" ")}
        </p>
      )}
      <textarea
        id={`${id}-json`}
        className="code"
        dir="ltr"
        rows={Math.min(16, Math.max(isWhole ? 5 : 2, lines + (isWhole ? 1 : 0)))}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-required={!isWhole && slot.required ? true : undefined}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-description ${id}-hint ${id}-problem`}
        onChange={(event) => node.setText(event.target.value)}
      />
      <div role="alert" id={`${id}-problem`}>
        {problem !== undefined && <p className="problem">{problem}</p>}
      </div>
      {!isWhole && <Examples node={node} />}
      {(isWhole || isTold) && <SchemaView schema={shown} of={isWhole ? undefined : label} />}
      {children}
    </div>
  );
}
