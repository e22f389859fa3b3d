import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import type { ListBody } from "../../../data/arguments/bodies/list-body.js";
import { focusNode } from "./focus-node.js";
import type { PartProps } from "./node-context.js";
import { t } from "../../../messages/text.js";

interface Next {
  /** The `id` of a button, or of an item whose first control is meant. */
  readonly focus: string;
  readonly news: string;
}

/** The items of a list: added, moved and removed. */
export function ListPart({ node, body, renderPart }: PartProps & { body: ListBody }): ReactNode {
  const [next, setNext] = useState<Next>();
  const last = useRef<Next | undefined>(undefined);
  // After the items have been rendered.
  useEffect(() => {
    if (!next || next === last.current) return;
    last.current = next;
    const found = document.getElementById(next.focus);
    if (found instanceof HTMLButtonElement) found.focus();
    else focusNode(next.focus);
  });
  const { items } = body;
  const { id, label } = node;
  const addId = `${id}-add`;
  const count = (): string =>
    body.items.length === 1 ? t("1 item") : t("{0} items", body.items.length);
  const add = (): void => {
    const made = body.add();
    if (made) setNext({ focus: made.id, news: t("{0} added.", made.label) });
  };
  const remove = (index: number): void => {
    const name = items[index]!.label;
    body.remove(index);
    const after = body.items[index] ?? body.items.at(-1);
    const focus = after && body.canRemove(body.items.indexOf(after)) ? `${after.id}-remove` : addId;
    setNext({ focus, news: t("{0} removed. {1}.", name, count()) });
  };
  const move = (index: number, by: -1 | 1): void => {
    const moved = items[index]!;
    const from = moved.label;
    body.move(index, by);
    const at = index + by;
    const same = by === -1 ? "up" : "down";
    const button = body.canMove(at, by) ? same : by === -1 ? "down" : "up";
    setNext({ focus: `${moved.id}-${button}`, news: t("{0} is now {1}.", from, moved.label) });
  };
  const actions = (item: ArgumentNode, index: number): ReactNode => {
    const of = t("{0} of {1}", item.label, label);
    const button = (kind: string, name: string, sign: string, action: () => void): ReactNode => (
      <button
        key={kind}
        id={`${item.id}-${kind}`}
        type="button"
        className="quiet small"
        aria-label={`${name} ${of}`}
        title={name}
        onClick={action}
      >
        <span aria-hidden="true">{sign}</span>
      </button>
    );
    return (
      <>
        {body.canMove(index, -1) && button("up", t("Move up"), "↑", () => move(index, -1))}
        {body.canMove(index, 1) && button("down", t("Move down"), "↓", () => move(index, 1))}
        {body.canRemove(index) && button("remove", t("Remove"), "✕", () => remove(index))}
      </>
    );
  };
  return (
    <>
      {items.length === 0 && <p className="hint">{t("No items. An empty list is sent.")}</p>}
      {items.length > 0 && (
        <ol className="argument-items">
          {items.map((item, index) => (
            <li key={item.id}>
              {renderPart(item as ArgumentNode, actions(item as ArgumentNode, index))}
            </li>
          ))}
        </ol>
      )}
      {body.canAdd && (
        <button id={addId} type="button" className="small" onClick={add}>
          {t("Add an item")}
          <span className="unseen">
            {" "}
            {t("to")} {label}
          </span>
        </button>
      )}
      <span role="status" className="unseen">
        {next?.news}
      </span>
    </>
  );
}
