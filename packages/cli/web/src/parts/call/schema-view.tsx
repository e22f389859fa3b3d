import { visibleJson } from "../../visible-text.js";
import { t } from "../../messages/text.js";

export interface SchemaViewProps {
  readonly schema: unknown;
  /** What it is the schema of; default: all arguments. */
  readonly of?: string | undefined;
}

/** The schema of a tool's arguments, for entering them as JSON. */
export function SchemaView({ schema, of }: SchemaViewProps): React.ReactNode {
  if (schema === undefined)
    return <p className="hint">{t("The schema is too large to be shown.")}</p>;
  const label = of === undefined ? t("Schema") : t("Schema of {0}", of);
  return (
    <details className="schema">
      <summary>
        {t("Schema")}
        {of !== undefined && (
          <span className="unseen">
            {" "}
            {t("of")} {of}
          </span>
        )}
      </summary>
      <pre className="code" dir="ltr" tabIndex={0} role="region" aria-label={label}>
        {visibleJson(schema)}
      </pre>
    </details>
  );
}
