import { useDeferredValue, useId, useState } from "react";
import { t } from "../../messages/text.js";

export interface SearchedListProps<T> {
  /** The plural name of the items, such as `tools`. */
  readonly noun: string;
  readonly items: readonly T[];
  /** The text that the search looks at. */
  readonly textOf: (item: T) => string;
  readonly keyOf: (item: T) => string;
  readonly children: (item: T) => React.ReactNode;
}

/** Shorter lists need no search. */
const FEW = 6;

/** A list of cards with a search. */
export function SearchedList<T>(props: SearchedListProps<T>): React.ReactNode {
  const { noun, items, textOf, keyOf, children } = props;
  const [search, setSearch] = useState("");
  const id = useId();
  const words = useDeferredValue(search).trim().toLowerCase().split(/\s+/);
  const found = items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      {items.length > FEW && (
        <div className="labelled search">
          <label htmlFor={id} className="unseen">
            {t("Search {0} {1}", items.length, noun)}
          </label>
          <input
            id={id}
            type="search"
            value={search}
            placeholder={t("Search {0} {1}", items.length, noun)}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <p className="unseen" role="status">
        {search.trim() && t("{0} of {1} {2}", found.length, items.length, noun)}
      </p>
      {found.length === 0 && <p className="empty">{t("No {0} match your search.", noun)}</p>}
      <ul className="cards tools">
        {found.map((item) => (
          <li key={keyOf(item)} className="card tool-card">
            {children(item)}
          </li>
        ))}
      </ul>
    </>
  );
}
