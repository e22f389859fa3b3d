import { FormFields } from "midcall/react";
import { displayText } from "midcall/form";
import { memo, type ReactNode, use } from "react";
import { flushSync } from "react-dom";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import { toText } from "../../../data/arguments/json-data.js";
import { ChoicePart } from "./choice-part.js";
import { Examples } from "./examples.js";
import { focusNode } from "./focus-node.js";
import { GroupPart } from "./group-part.js";
import { JsonPart } from "./json-part.js";
import { JsonSwitch } from "./json-switch.js";
import { ListPart } from "./list-part.js";
import { JsonSwitches, useNode } from "./node-context.js";
import { SecretPart } from "./secret-part.js";
import { t } from "../../../messages/text.js";

export interface NodePartProps {
  readonly node: ArgumentNode;
  /** Buttons of the place it is in, such as "Remove". */
  readonly actions?: ReactNode;
}

const renderPart = (node: ArgumentNode, actions?: ReactNode): ReactNode => (
  <NodePart node={node} actions={actions} />
);

/** What is in a node that is shown as a form, without its frame. */
export function NodeBodyPart({ node }: { readonly node: ArgumentNode }): ReactNode {
  const { body } = node;
  if (node.shape.kind === "choice") return <ChoicePart node={node} renderPart={renderPart} />;
  switch (body?.kind) {
    case "group":
      return <GroupPart node={node} body={body} renderPart={renderPart} />;
    case "list":
      return <ListPart node={node} body={body} renderPart={renderPart} />;
    case "constant":
      return (
        <p>
          <code dir="ltr">{displayText(toText(body.read().value))}</code>
        </p>
      );
    default:
      return null;
  }
}

/** One argument: a field, a group of fields, or JSON. */
const NodePart = memo(function NodePart({ node, actions }: NodePartProps): ReactNode {
  useNode(node);
  const switches = use(JsonSwitches);
  const { id, shape, body, mode } = node;
  if (mode === "json") {
    return (
      <JsonPart node={node}>
        <div className="argument-actions">
          {actions}
          {shape.kind !== "json" && <JsonSwitch node={node} />}
        </div>
      </JsonPart>
    );
  }
  if (body?.kind === "field") {
    return (
      <div id={id} className="argument">
        {node.isSecret ? (
          <SecretPart form={body.form} id={id} />
        ) : (
          <FormFields form={body.form} leaveOut={t("Leave out")} />
        )}
        <Examples node={node} />
        {(actions !== undefined || switches) && (
          <div className="argument-actions">
            {actions}
            {switches && <JsonSwitch node={node} />}
          </div>
        )}
      </div>
    );
  }
  return <Frame node={node} actions={actions} />;
});

/** Adds an optional value; where nothing could be entered in it yet, with a first member or item. */
function add(node: ArgumentNode): void {
  node.add();
  const { body } = node;
  if (body?.kind !== "group" || body.fields.length + body.rows.length > 0) return;
  if (body.canAddRow) body.addRow();
}

/** A group of controls with a legend. */
function Frame({ node, actions }: NodePartProps): ReactNode {
  const { id, label, shape, mode, slot, isOptional } = node;
  const isChoice = shape.kind === "choice";
  const description = shape.description && displayText(shape.description, { lines: true });
  const change = (action: () => void): void => {
    // The next key is meant for the new control.
    flushSync(action);
    focusNode(id);
  };
  return (
    <fieldset
      id={id}
      className="argument-group"
      aria-describedby={description ? `${id}-description` : undefined}
    >
      <legend>
        <bdi>{label}</bdi> <span className="muted">{slot.required ? "required" : "optional"}</span>
      </legend>
      {description && (
        <p id={`${id}-description`} className="hint words" dir="auto">
          {description}
        </p>
      )}
      {(mode === "form" || isChoice) && <NodeBodyPart node={node} />}
      <Examples node={node} />
      <div className="argument-actions">
        {actions}
        {mode === "absent" && !isChoice && (
          <button type="button" className="small" onClick={() => change(() => add(node))}>
            {t("Add")}
            <span className="unseen"> {label}</span>
          </button>
        )}
        {mode === "form" && isOptional && !isChoice && (
          <button
            type="button"
            className="quiet small"
            onClick={() => change(() => node.leaveOut())}
          >
            {t("Leave")}
            <span className="unseen"> {label}</span> {t("out")}
          </button>
        )}
        {shape.kind !== "constant" && <JsonSwitch node={node} />}
      </div>
    </fieldset>
  );
}
