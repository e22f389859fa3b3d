import type { ReactNode } from "react";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import type { PartProps } from "./node-context.js";
import { t } from "../../../messages/text.js";

/** A union: the variants, or none, and the value of the chosen one. */
export function ChoicePart({ node, renderPart }: PartProps): ReactNode {
  const { id, label, shape, body, isOptional } = node;
  if (shape.kind !== "choice") return null;
  const chosen = body?.kind === "choice" ? body : undefined;
  const choose = (value: string): void => {
    if (value === "") return node.leaveOut();
    if (!chosen) node.add();
    const { body } = node;
    if (body?.kind === "choice") body.choose(Number(value));
  };
  return (
    <>
      <div className="labelled">
        <label htmlFor={`${id}-variant`}>
          {t("Kind")}
          <span className="unseen">
            {" "}
            {t("of")} {label}
          </span>
        </label>
        <select
          id={`${id}-variant`}
          value={chosen?.index ?? ""}
          onChange={(event) => choose(event.target.value)}
        >
          {isOptional && <option value="">{t("Left out")}</option>}
          {shape.variants.map(({ title }, index) => (
            <option key={index} value={index}>
              {title}
            </option>
          ))}
        </select>
      </div>
      {chosen && chosen.node.shape.kind !== "constant" && (
        <div key={chosen.node.id}>{renderPart(chosen.node as ArgumentNode)}</div>
      )}
    </>
  );
}
