import { useEffect, useState, type ReactNode } from "react";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import type { GroupBody } from "../../../data/arguments/bodies/group-body.js";
import type { Row } from "../../../data/arguments/bodies/group-rows.js";
import { focusNode } from "./focus-node.js";
import type { PartProps } from "./node-context.js";
import { visibleName } from "../../../visible-text.js";
import { t } from "../../../messages/text.js";

/** The members of an object: its properties, and rows for others. */
export function GroupPart({ node, body, renderPart }: PartProps & { body: GroupBody }): ReactNode {
  const [focus, setFocus] = useState<{ readonly id: string }>();
  useEffect(() => {
    if (!focus) return;
    const found = document.getElementById(focus.id);
    if (found instanceof HTMLButtonElement) found.focus();
    else focusNode(focus.id);
  }, [focus]);
  const addId = `${node.id}-add`;
  const of = node.depth === 0 ? t("the arguments") : node.label;
  const remove = (row: Row): void => {
    const at = body.rows.indexOf(row);
    body.removeRow(row.id);
    const next = body.rows[at] ?? body.rows.at(-1);
    setFocus({ id: next?.id ?? (body.canAddRow ? addId : node.id) });
  };
  const showMore = (): void => {
    const before = new Set(body.fields);
    body.showMore();
    const first = body.fields.find((field) => !before.has(field));
    if (first) setFocus({ id: first.id });
  };
  return (
    <>
      {body.fields.map((field) => (
        <div key={field.id}>{renderPart(field as ArgumentNode)}</div>
      ))}
      {body.hidden > 0 && (
        <button type="button" className="small" onClick={showMore}>
          {t("Show more fields ({0} left)", body.hidden)}
        </button>
      )}
      {body.rows.map((row, index) => (
        <fieldset key={row.id} id={row.id} className="argument-row">
          <legend>
            {t("Member")} {index + 1}
            <span className="unseen">
              {" "}
              {t("of")} {of}
            </span>
          </legend>
          <div className="labelled">
            <label htmlFor={`${row.id}-key`}>{t("Name")}</label>
            <input
              id={`${row.id}-key`}
              dir="auto"
              value={row.key}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => body.renameRow(row.id, event.target.value)}
            />
          </div>
          {renderPart(
            row.node as ArgumentNode,
            <button
              type="button"
              className="quiet small"
              aria-label={t("Remove member {0} of {1}", visibleName(row.key) || index + 1, of)}
              title={t("Remove")}
              onClick={() => remove(row)}
            >
              <span aria-hidden="true">✕</span>
            </button>,
          )}
        </fieldset>
      ))}
      {body.canAddRow && (
        <button
          id={addId}
          type="button"
          className="small"
          onClick={() => setFocus({ id: body.addRow().id })}
        >
          {t("Add a member")}
          <span className="unseen">
            {" "}
            {t("to")} {of}
          </span>
        </button>
      )}
    </>
  );
}
