import { useId, useState } from "react";
import { useDrafts } from "../../context.js";
import { isObject, type JsonObject } from "../../data/arguments/json-data.js";
import { holdsSecretName } from "../../data/arguments/secret-names.js";
import { draftKey } from "../../data/drafts.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

/** The metadata of the requests of one tool, prompt or resource, as it is entered. */
export interface RequestMetaText {
  readonly id: string;
  readonly text: string;
  readonly problem: string | undefined;
  setText(text: string): void;
  /** What to send. `undefined` if it is not valid: the field then says why, and has the focus. */
  read(): { readonly meta?: JsonObject | undefined } | undefined;
}

/** Where the text is kept. */
export const metaKey = (server: string, kind: string, name: string): string =>
  draftKey("meta", server, kind, name);

/** The text survives a reload, unless it seems to contain a secret. */
export function useRequestMeta(server: string, kind: string, name: string): RequestMetaText {
  const drafts = useDrafts();
  const key = metaKey(server, kind, name);
  const id = useId();
  const [text, setText] = useState(() => {
    const draft = drafts.get(key);
    return typeof draft === "string" ? draft : "";
  });
  const [problem, setProblem] = useState<string>();
  return {
    id,
    text,
    problem,
    setText(next) {
      setText(next);
      setProblem(undefined);
      drafts.set(key, next === "" || holdsSecretName(next) ? undefined : next);
    },
    read() {
      if (text.trim() === "") return {};
      try {
        const meta: unknown = JSON.parse(text);
        if (isObject(meta)) return { meta };
      } catch {
        // Invalid JSON is reported in the same way as a value of another type.
      }
      setProblem(t('Enter a JSON object, such as { "example.com/trace": "1" }.'));
      requestAnimationFrame(() => document.getElementById(id)?.focus());
      return undefined;
    },
  };
}

/** A field for the `_meta` of a request, which is closed until it is needed. */
export function RequestMeta({ of }: { readonly of: RequestMetaText }): React.ReactNode {
  const { id, text, problem } = of;
  const [isOpen, setOpen] = useState(text !== "");
  return (
    <details
      className="request-meta"
      open={isOpen || problem !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("Request metadata")}</summary>
      <div className="labelled wide">
        <label htmlFor={id}>{t("Metadata as JSON")}</label>
        <p id={`${id}-hint`} className="hint">
          {phrase("Sent as {0}, beside what the console sends itself.", <code>_meta</code>)}
        </p>
        <textarea
          id={id}
          className="code"
          dir="ltr"
          rows={Math.min(12, Math.max(3, text.split("\n").length))}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => of.setText(event.target.value)}
        />
        <div role="alert" id={`${id}-problem`}>
          {problem !== undefined && <p className="problem">{problem}</p>}
        </div>
      </div>
    </details>
  );
}
