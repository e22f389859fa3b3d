import { useId } from "react";
import { t } from "../../messages/text.js";

export interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field to search a list that can be filtered. */
export function SearchField({ value, onChange }: SearchFieldProps): React.ReactNode {
  const id = useId();
  return (
    <div className="labelled search">
      <label htmlFor={id}>{t("Search")}</label>
      <input
        id={id}
        type="search"
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
