import { useId } from "react";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

/** A header as it was entered. */
export interface TypedHeader {
  readonly name: string;
  readonly value: string;
}

export const NO_HEADER: TypedHeader = { name: "Authorization", value: "" };

/** The part of a request with this header; empty if there is no value. */
export const headersOf = ({ name, value }: TypedHeader): object =>
  value.trim() === "" ? {} : { headers: { [name.trim()]: value } };

export interface HeaderFieldsProps {
  readonly header: TypedHeader;
  readonly onChange: (header: TypedHeader) => void;
}

/** A header for servers that require authentication. */
export function HeaderFields({ header, onChange }: HeaderFieldsProps): React.ReactNode {
  const id = useId();
  const field = { dir: "ltr", autoComplete: "off", autoCapitalize: "off", spellCheck: false };
  return (
    <fieldset className="header-fields" aria-describedby={`${id}-hint`}>
      <legend className="unseen">{t("A header for every request")}</legend>
      <div className="labelled">
        <label htmlFor={`${id}-name`}>{t("Header (optional)")}</label>
        <input
          {...field}
          id={`${id}-name`}
          value={header.name}
          onChange={(event) => onChange({ ...header, name: event.target.value })}
        />
      </div>
      <div className="labelled">
        <label htmlFor={id}>{t("Its value")}</label>
        <input
          {...field}
          id={id}
          type="password"
          value={header.value}
          onChange={(event) => onChange({ ...header, value: event.target.value })}
        />
      </div>
      <p id={`${id}-hint`} className="hint">
        {phrase(
          "For example {0}. It is sent with every request to this server. It is kept until the console ends, and never written to disk.",
          <code>Bearer …</code>,
        )}
      </p>
    </fieldset>
  );
}
