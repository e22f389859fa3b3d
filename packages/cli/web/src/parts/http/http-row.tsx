import { useState } from "react";
import type { HttpEntry, HttpHeader } from "../../../../src/console/views/api-types.js";
import { durationText, exactTimeOf } from "../../time-text.js";
import { t } from "../../messages/text.js";

/** What became of a request. */
function outcomeOf({ status, ms = 0, problem }: HttpEntry): {
  readonly kind: string;
  readonly words: string;
} {
  if (problem !== undefined)
    return { kind: "error", words: t("failed after {0}", durationText(ms)) };
  if (status === undefined) return { kind: "open", words: t("no response yet") };
  return {
    kind: status >= 400 ? "error" : "response",
    words: t("{0} in {1}", status, durationText(ms)),
  };
}

/** What a request is about: its message, or signing in. */
function aboutOf({ purpose, message }: HttpEntry): string | undefined {
  if (purpose === "sign-in") return "sign-in";
  return message && (message.method ?? "response");
}

/** One HTTP request: a line, and its headers when it is opened. */
export function HttpRow({ entry }: { readonly entry: HttpEntry }): React.ReactNode {
  const { method, url, at, message, requestHeaders, responseHeaders, problem } = entry;
  const [open, setOpen] = useState(false);
  const outcome = outcomeOf(entry);
  const about = aboutOf(entry);
  return (
    <li data-direction="sent" data-kind={outcome.kind}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <strong>{method}</strong>
          <code className="wire-method" dir="ltr">
            {about ?? url}
          </code>
          {message?.name !== undefined && (
            <strong className="wire-call">
              <bdi>{message.name}</bdi>
            </strong>
          )}
          <span className="badge wire-outcome" data-kind={outcome.kind}>
            {outcome.words}
          </span>
          {message?.id !== undefined && <span className="muted wire-id">#{message.id}</span>}
          <time className="muted" dateTime={new Date(at).toISOString()}>
            {exactTimeOf(at)}
          </time>
        </summary>
        {open && (
          <div className="wire-message">
            <p>
              <code className="target" dir="ltr">
                {method} {url}
              </code>
            </p>
            <HeaderList title={t("Request headers")} headers={requestHeaders} />
            {problem !== undefined && <p className="problem words">{problem}</p>}
            {responseHeaders && (
              <HeaderList title={t("Response headers")} headers={responseHeaders} />
            )}
          </div>
        )}
      </details>
    </li>
  );
}

function HeaderList({
  title,
  headers,
}: {
  readonly title: string;
  readonly headers: readonly HttpHeader[];
}): React.ReactNode {
  const text = headers.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return (
    <>
      <p className="hint">{title}</p>
      <pre className="code" dir="ltr" tabIndex={0} role="region" aria-label={title}>
        {text === "" ? "none" : text}
      </pre>
    </>
  );
}
