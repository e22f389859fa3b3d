import { useEffect, useId, useRef, useState } from "react";
import type { RawResponseView, ServerView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { isObject, type JsonObject } from "../../data/arguments/json-data.js";
import { holdsSecretName } from "../../data/arguments/secret-names.js";
import { draftKey } from "../../data/drafts.js";
import { causeHere } from "../../data/own-calls.js";
import { useAction } from "../../hooks/use-action.js";
import { useDraft } from "../../hooks/use-draft.js";
import { Problem } from "../problem.js";
import { visibleJson } from "../../visible-text.js";
import { ContentPart } from "../result/content-part.js";
import type { RecordedRequest } from "./recorded-call.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

const METHODS = [
  "ping",
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "completion/complete",
  "logging/setLevel",
  "notifications/roots/list_changed",
];

/** The params, or why they are none. */
function readParams(text: string): { readonly params?: JsonObject; readonly why?: string } {
  if (text.trim() === "") return {};
  try {
    const params: unknown = JSON.parse(text);
    return isObject(params) ? { params } : { why: t("The params must be a JSON object.") };
  } catch (error) {
    return { why: t("Invalid JSON: {0}", (error as Error).message) };
  }
}

export interface RawRequestProps {
  readonly server: ServerView;
  /** What is filled in at first, if it is not what was entered last. */
  readonly start: RecordedRequest | undefined;
}

/** Any request, with params as JSON, and the answer as the server has sent it. */
export function RawRequest({ server, start }: RawRequestProps): React.ReactNode {
  const api = useApi();
  const { run, busy, problem } = useAction();
  const [method, setMethod] = useDraft(draftKey("raw-method", server.id), "ping");
  const [text, setText] = useDraft(draftKey("raw-params", server.id), "", (given) =>
    holdsSecretName(given) ? "" : given,
  );
  const [why, setWhy] = useState<string>();
  const [answer, setAnswer] = useState<RawResponseView>();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    if (!start) return;
    setMethod(start.method);
    setText(visibleJson(start.params));
    document.getElementById(`${id}-params`)?.focus();
    // Once, for each request that is to be edited.
  }, []);

  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const read = readParams(text);
    setWhy(read.why);
    if (read.why !== undefined) return document.getElementById(`${id}-params`)?.focus();
    setAnswer(undefined);
    const { signal } = (sending.current = new AbortController());
    const body = { method: method.trim(), ...(read.params && { params: read.params }) };
    const path = `/servers/${server.id}/request`;
    void run(async () => {
      try {
        setAnswer(await causeHere(() => api<RawResponseView>(path, { body, signal })));
      } catch (error) {
        throw signal.aborted ? new Error(t("You cancelled this request.")) : error;
      }
    });
  };
  return (
    <form
      ref={form}
      className="arguments"
      noValidate
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        form.current?.requestSubmit();
      }}
    >
      <div className="labelled wide">
        <label htmlFor={`${id}-method`}>{t("Method")}</label>
        <input
          id={`${id}-method`}
          dir="ltr"
          list={`${id}-methods`}
          value={method}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setMethod(event.target.value)}
        />
        <datalist id={`${id}-methods`}>
          {METHODS.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </div>
      <div className="labelled wide">
        <label htmlFor={`${id}-params`}>{t("Params as JSON")}</label>
        <p id={`${id}-hint`} className="hint">
          {phrase(
            "Nothing is checked. The client adds what the protocol version needs, such as {0}. Ctrl+Enter sends.",
            <code>_meta</code>,
          )}
        </p>
        <textarea
          id={`${id}-params`}
          className="code"
          dir="ltr"
          rows={Math.min(16, Math.max(4, text.split("\n").length))}
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={why === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-why`}
          onChange={(event) => {
            setText(event.target.value);
            setWhy(undefined);
          }}
        />
        <div role="alert" id={`${id}-why`}>
          {why !== undefined && <p className="problem">{why}</p>}
        </div>
      </div>
      <div className="actions">
        <button type="submit" className="primary">
          {t("Send")}
        </button>
        {busy && (
          <button type="button" onClick={() => sending.current?.abort()}>
            {t("Cancel")}
          </button>
        )}
      </div>
      <div role="status">
        {busy && <p className="muted">{t("Waiting for the server")}</p>}
        {answer?.kind === "sent" && <p>{t("Sent. A notification has no answer.")}</p>}
        {answer?.kind === "result" && <p className="hint">{t("Result")}</p>}
        {answer?.kind === "error" && (
          <p className="problem">{t("The server answered with an error:")}</p>
        )}
      </div>
      {answer && answer.kind !== "sent" && <ContentPart part={answer.part} />}
      <Problem text={problem} />
    </form>
  );
}
