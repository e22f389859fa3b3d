import { displayText } from "midcall/form";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import { toText } from "../../../data/arguments/json-data.js";
import { focusNode } from "./focus-node.js";
import { t } from "../../../messages/text.js";

const LONGEST = 60;

function shorten(value: unknown): string {
  const text = displayText(typeof value === "string" ? value : JSON.stringify(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The values that the schema gives as examples; each fills the field. */
export function Examples({ node }: { readonly node: ArgumentNode }): React.ReactNode {
  const { examples } = node.shape;
  if (examples.length === 0) return null;
  const use = (value: unknown): void => {
    if (node.shape.kind === "json") node.setText(toText(value));
    else node.fill(value);
    focusNode(node.id);
  };
  return (
    <p className="examples">
      <span className="muted">{t("For example")}</span>
      {examples.map((value, index) => (
        <button key={index} type="button" className="chip" onClick={() => use(value)}>
          <span className="unseen">{t("Use")} </span>
          <bdi dir="ltr">{shorten(value) || t("an empty text")}</bdi>
          <span className="unseen">
            {" "}
            {t("for")} {node.label}
          </span>
        </button>
      ))}
    </p>
  );
}
