import { useState } from "react";
import type { ServerView, WireEntry } from "../../../../src/console/views/api-types.js";
import type { Exchange } from "../../data/exchanges.js";
import { sizeText } from "../../size-text.js";
import { durationText, exactTimeOf } from "../../time-text.js";
import { readRecordedCall, readRecordedRequest, type RecordedRequest } from "./recorded-call.js";
import { SendAgain } from "./send-again.js";
import { escapeJson, visibleName } from "../../visible-text.js";
import { t } from "../../messages/text.js";

/** What became of the first message. */
function outcomeOf({ first, answer, isCancelled }: Exchange): {
  readonly kind: string;
  readonly words: string;
} {
  if (first.kind !== "request") return { kind: first.kind, words: t(first.kind) };
  if (!answer) return { kind: "open", words: isCancelled ? t("cancelled") : t("no response yet") };
  const words = t(answer.kind === "error" ? "error" : "response");
  return { kind: answer.kind, words: t("{0} in {1}", words, durationText(answer.at - first.at)) };
}

export interface ExchangeRowProps {
  readonly exchange: Exchange;
  readonly server: ServerView;
  /** Lets the user edit a request and send it again. */
  readonly onEdit: (request: RecordedRequest) => void;
}

/** A request with its response, or another message: a line, and the messages themselves when it is opened. */
export function ExchangeRow({ exchange, server, onEdit }: ExchangeRowProps): React.ReactNode {
  const { first, answer } = exchange;
  const { direction, method, id, at } = first;
  const [open, setOpen] = useState(false);
  const call = first.call ?? answer?.call;
  const round = first.round ?? answer?.round;
  const outcome = outcomeOf(exchange);
  const recorded = open ? readRecordedCall(first) : undefined;
  const request = open && server.state === "ready" ? readRecordedRequest(first) : undefined;
  return (
    <li data-direction={direction} data-kind={outcome.kind}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="wire-way">
            <span aria-hidden="true" className="arrow" />
            <span className="unseen">
              {direction === "sent" ? t("To the server:") : t("From the server:")}
            </span>
          </span>
          <code className="wire-method" dir="ltr">
            {visibleName(method)}
          </code>
          {call && (
            <strong className="wire-call">
              <bdi>{visibleName(call.name)}</bdi>
            </strong>
          )}
          {round !== undefined && <span className="badge">{t("round {0}", round)}</span>}
          <span className="badge wire-outcome" data-kind={outcome.kind}>
            {outcome.words}
          </span>
          {id !== undefined && <span className="muted wire-id">#{visibleName(String(id))}</span>}
          <time className="muted" dateTime={new Date(at).toISOString()}>
            {exactTimeOf(at)}
          </time>
        </summary>
        {open && (
          <>
            <Message entry={first} />
            {recorded && <SendAgain server={server} call={recorded} />}
            {request && (
              <div className="wire-message">
                <button type="button" onClick={() => onEdit(request)}>
                  {t("Edit and send again")}
                </button>
              </div>
            )}
            {answer && <Message entry={answer} />}
          </>
        )}
      </details>
    </li>
  );
}

const TITLES: Readonly<Record<WireEntry["kind"], string>> = {
  request: t("Request"),
  response: t("Response"),
  error: t("Error"),
  notification: t("Notification"),
};

function Message({ entry }: { readonly entry: WireEntry }): React.ReactNode {
  const { body, cut, kind, at, size, direction, protocolVersion } = entry;
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    // A truncated message is not valid JSON and is shown as it is.
  }
  const title =
    direction === "sent"
      ? t("{0} to the server", TITLES[kind])
      : t("{0} from the server", TITLES[kind]);
  return (
    <div className="wire-message">
      <p className="hint">
        {title} · <bdi>{exactTimeOf(at)}</bdi> · <bdi>{sizeText(size)}</bdi>
        {protocolVersion !== "" && (
          <>
            {" "}
            · <bdi>{visibleName(protocolVersion)}</bdi>
          </>
        )}
      </p>
      <pre className="code" dir="ltr" tabIndex={0} role="region" aria-label={title}>
        {escapeJson(text)}
      </pre>
      {cut && <p className="hint">{t("Long parts were omitted.")}</p>}
    </div>
  );
}
