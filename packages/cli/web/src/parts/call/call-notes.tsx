import type { CallNote, CallView, RefusalDetail } from "../../../../src/console/views/api-types.js";
import { endingOf } from "../../data/endings/end-of-question.js";
import { escapeJson } from "../../visible-text.js";
import { t } from "../../messages/text.js";

const sentence = ({ reason, count }: CallNote): string => {
  const words = endingOf(reason);
  if (count === 1) return t("A question {0}.", words);
  return t("{0} questions {1}.", count, words.replace(/^was /, "were "));
};

/** Reports the questions of a call that ended without the user's answer. */
export function CallNotes({ notes }: Pick<CallView, "notes">): React.ReactNode {
  return (
    <div role="status" className="notes">
      {notes.map((note) => (
        <div key={note.reason} className="note">
          <p>{sentence(note)}</p>
          {note.details?.map((detail, index) => (
            <Detail key={index} detail={detail} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The rule, what the author of the server can do, and the schema beside it. */
function Detail({ detail }: { readonly detail: RefusalDetail }): React.ReactNode {
  const { field, rule, advice, schema } = detail;
  return (
    <div className="refusal">
      <p className="words">
        {field !== undefined && (
          <>
            {t("Field")} <code dir="ltr">{field}</code>:{" "}
          </>
        )}
        {rule} <span className="muted">{advice}</span>
      </p>
      {schema !== undefined && (
        <details>
          <summary>{t("Schema of the question")}</summary>
          <pre
            className="code"
            dir="ltr"
            tabIndex={0}
            role="group"
            aria-label={t("Schema of the question")}
          >
            {escapeJson(schema)}
          </pre>
        </details>
      )}
    </div>
  );
}
