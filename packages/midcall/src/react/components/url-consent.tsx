import type { ReactNode } from "react";
import { accept, type UrlQuestion } from "../../client/index.js";
import { useResponding } from "../hooks/respond.js";
import { Button } from "./button.js";
import { useLocalization } from "../context.js";
import { ErrorSummary } from "./error-summary.js";
import { LiveRegion } from "./live-region.js";
import { QuestionFrame, useMarkVisible, QuestionActions } from "./question-frame.js";

/** Properties of {@link UrlConsent}. */
export interface UrlConsentProps {
  readonly question: UrlQuestion;
}

/** Longer addresses scroll in their own box. */
const LONG_URL = 500;

/**
 * A URL-mode question: shows the whole address, its host and the warnings about it before it is opened. The address is
 * shown as text and nothing is fetched; the inbox opens it from the user's click.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * question.mode === "url" && <UrlConsent question={question} />;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
export function UrlConsent(props: UrlConsentProps): ReactNode {
  return <LinkAnswer key={props.question.id} {...props} />;
}

function LinkAnswer({ question }: UrlConsentProps): ReactNode {
  const { id, link, opened, attempts } = question;
  const { url, parts, unicodeHost, warnings } = link;
  const { messages } = useLocalization();
  const answering = useResponding(id);
  useMarkVisible(id);
  const { rejected: refused, busy, answer } = answering;
  const long = url.length > LONG_URL;
  // If the decoded host differs, it is shown in addition to the ASCII host, which comes first.
  const respelled = !url.includes(`//${unicodeHost}`);
  // An asynchronous opener may fail after the answer was accepted; `attempts` counts that.
  const failed = !opened && attempts > 0;
  const news = opened ? messages.opened : failed && messages.notOpened(attempts);
  return (
    <QuestionFrame question={question} step={opened}>
      {refused && <ErrorSummary failed={refused} />}
      <div data-midcall="link">
        <p data-midcall="host">
          <span>{messages.leadsTo}</span> <strong dir="ltr">{parts.highlight}</strong>
        </p>
        {respelled && <p data-midcall="hint">{messages.alsoWritten(unicodeHost)}</p>}
        <div
          data-midcall="url"
          dir="ltr"
          role="group"
          aria-label={messages.fullAddress}
          tabIndex={long ? 0 : undefined}
        >
          {parts.before}
          <mark>{parts.highlight}</mark>
          {parts.after}
        </div>
        {warnings.length > 0 && (
          <div data-midcall="warnings">
            <p data-midcall="title">{messages.warnings}</p>
            <ul aria-label={messages.warnings}>
              {warnings.map((warning) => (
                <li key={warning.code}>{messages.urlWarning?.(warning) ?? warning.message}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p data-midcall={failed ? "error" : "hint"}>{news || messages.outside}</p>
      <LiveRegion>{news}</LiveRegion>
      <QuestionActions question={question} answering={answering}>
        <Button variant="primary" accepts disabled={busy} onClick={() => answer(accept())}>
          {opened ? messages.continue : messages.open(parts.highlight)}
        </Button>
      </QuestionActions>
    </QuestionFrame>
  );
}
