import { useId, useState } from "react";
import type { RootView } from "../../../../src/console/views/api-types.js";
import { draftKey } from "../../data/drafts.js";
import { useDraft } from "../../hooks/use-draft.js";
import { AnswerButton } from "./answer-button.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

export interface RootsFormProps {
  readonly saved: readonly RootView[];
  /** Identifies the draft of this form. */
  readonly draft: string;
  readonly action: string;
  readonly onSave: (roots: readonly RootView[]) => void;
  readonly children?: React.ReactNode;
}

/** A path as a `file://` URI; a URI stays as it is. */
function toUri(line: string): string {
  if (/^file:\/\//i.test(line)) return line;
  const path = line.replaceAll("\\", "/");
  return new URL(`file://${path.startsWith("/") ? "" : "/"}${encodeURI(path)}`).href;
}

/** The directories that a server is told, one on each line. */
export function RootsForm(props: RootsFormProps): React.ReactNode {
  const { saved, draft, action, onSave, children } = props;
  const initial = saved.map(({ uri }) => uri).join("\n");
  const [text, setText] = useDraft(draftKey("roots", draft), initial);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const save = (event: React.FormEvent): void => {
    event.preventDefault();
    const lines = text.split("\n").flatMap((line) => line.trim() || []);
    try {
      onSave(lines.map((line) => ({ uri: toUri(line) })));
      setProblem(undefined);
    } catch {
      setProblem(t("Enter one complete path or file:// address on each line."));
    }
  };
  return (
    <form className="arguments" noValidate onSubmit={save}>
      <div className="labelled wide">
        <label htmlFor={id}>{t("Directories")}</label>
        <textarea
          id={id}
          className="code"
          dir="ltr"
          rows={3}
          value={text}
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-hint`} className="hint">
          {phrase(
            "One on each line, such as {0}. The server is told these addresses, and may take them as permission to read and change what is there.",
            <code>/home/me/project</code>,
          )}
        </p>
        <div role="alert">{problem !== undefined && <p className="problem">{problem}</p>}</div>
      </div>
      <div className="actions">
        <AnswerButton className="primary">{action}</AnswerButton>
        {children}
      </div>
    </form>
  );
}
