import { useId, useRef } from "react";
import { type EnteredRow, newRow } from "./entered-rows.js";
import { t } from "../../../messages/text.js";

export interface ValueRowsProps {
  readonly legend: string;
  /** Such as `variable`. */
  readonly what: string;
  /** The text of the button that adds one. */
  readonly addText: string;
  readonly hint: React.ReactNode;
  readonly rows: readonly EnteredRow[];
  readonly onChange: (rows: readonly EnteredRow[]) => void;
}

/** Names with secret values. A value that the console has is never shown: it is kept, replaced or removed. */
export function ValueRows(props: ValueRowsProps): React.ReactNode {
  const { legend, what, addText, hint, rows, onChange } = props;
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const added = useRef<number>(undefined);
  const change = (key: number, part: Partial<EnteredRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = (): void => {
    const row = newRow();
    added.current = row.key;
    onChange([...rows, row]);
  };
  const remove = (key: number): void => {
    addButton.current?.focus();
    onChange(rows.filter((row) => row.key !== key));
  };
  const replace = (key: number): void => {
    added.current = key;
    change(key, { value: "" });
  };
  const focusNew = (key: number) => (input: HTMLInputElement | null) => {
    if (!input || added.current !== key) return;
    added.current = undefined;
    input.focus();
  };
  return (
    <fieldset className="value-rows" aria-describedby={`${id}-hint`}>
      <legend>{legend}</legend>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          title={`${what} ${index + 1}`}
          focusNew={focusNew(row.key)}
          onChange={(part) => change(row.key, part)}
          onReplace={() => replace(row.key)}
          onRemove={() => remove(row.key)}
        />
      ))}
      <button type="button" ref={addButton} onClick={add}>
        {addText}
      </button>
    </fieldset>
  );
}

interface RowProps {
  readonly row: EnteredRow;
  readonly title: string;
  readonly focusNew: (input: HTMLInputElement | null) => void;
  readonly onChange: (part: Partial<EnteredRow>) => void;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}

function Row({ row, title, focusNew, onChange, onReplace, onRemove }: RowProps): React.ReactNode {
  const id = useId();
  const { name, value } = row;
  const field = { dir: "ltr", autoComplete: "off", autoCapitalize: "off", spellCheck: false };
  const shownName = name.trim() || title;
  if (value === undefined) {
    return (
      <div className="value-row" role="group" aria-label={shownName}>
        <code dir="ltr">{name}</code>
        <span className="muted">{t("kept")}</span>
        <span className="actions">
          <button type="button" className="quiet" onClick={onReplace}>
            {t("Replace")}
            <span className="unseen"> {name}</span>
          </button>
          <button type="button" className="quiet" onClick={onRemove}>
            {t("Remove")}
            <span className="unseen"> {name}</span>
          </button>
        </span>
      </div>
    );
  }
  return (
    <div className="value-row" role="group" aria-label={shownName}>
      <div className="labelled">
        <label htmlFor={`${id}-name`}>{t("Name of {0}", title)}</label>
        <input
          {...field}
          id={`${id}-name`}
          ref={name === "" ? focusNew : undefined}
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </div>
      <div className="labelled">
        <label htmlFor={id}>{t("Value of {0}", title)}</label>
        <input
          {...field}
          id={id}
          type="password"
          ref={name === "" ? undefined : focusNew}
          value={value}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      </div>
      <span className="actions">
        <button type="button" className="quiet" onClick={onRemove}>
          {t("Remove")}
          <span className="unseen"> {shownName}</span>
        </button>
      </span>
    </div>
  );
}
