import { type ReactNode, useEffect, useId, useRef } from "react";
import { accept, type UrlQuestion } from "../../client/index.js";
import { useResponding } from "../hooks/respond.js";
import { AnswerButton } from "../answering/answer-button.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { ErrorSummary } from "../components/error-summary.js";
import { LinkCode } from "./link-code.js";
import { hostOf, LinkHost } from "./link-host.js";
import { OpenAgain } from "./open-again.js";
import { PlainLink } from "./plain-link.js";
import { QuestionFrame, useMarkVisible, QuestionActions } from "../components/question-frame.js";

/** Properties of {@link UrlConsent}. */
export interface UrlConsentProps extends ElementAttributes {
  readonly question: UrlQuestion;
}

/** Longer addresses scroll in their own box. */
const LONG_URL = 500;

/** A URL-mode question: the address, and the buttons. Another question needs another `key`. */
export function LinkAnswer({ question, ...attributes }: UrlConsentProps): ReactNode {
  const { id, server, link, code, opened, attempts } = question;
  const { openedHere } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const answering = useResponding(id);
  useMarkVisible(id);
  const { rejected: refused, busy, answer } = answering;
  // An asynchronous opener may fail after the answer was accepted; `attempts` counts that.
  const notOpened = !opened && (attempts > 0 || refused?.notOpened === true);
  const news = opened ? messages.opened : notOpened && messages.notOpened(Math.max(attempts, 1));
  const plain = useId();
  const wasNotOpened = useRef(notOpened);
  useEffect(() => {
    // The link has replaced the button that had the focus.
    if (notOpened && !wasNotOpened.current) document.getElementById(plain)?.focus();
    wasNotOpened.current = notOpened;
  }, [notOpened, plain]);
  const open = (via?: string): void => {
    openedHere.add(id);
    answer(accept(), via);
  };
  const label = messages.open(hostOf(link));
  return (
    <QuestionFrame question={question} step={opened} isUnended={!!refused} attributes={attributes}>
      {refused && !refused.notOpened && <ErrorSummary failed={refused} />}
      <LinkAddress link={link} />
      {code !== undefined && <LinkCode code={code} server={server} />}
      <p data-midcall="hint" hidden={!!news}>
        {messages.outside}
      </p>
      <p role="status" data-midcall={notOpened ? "error" : "hint"}>
        {news}
      </p>
      <QuestionActions question={question} answering={answering}>
        {notOpened ? (
          <PlainLink id={plain} data-variant="primary" url={link.url} onOpen={() => open("link")}>
            {label}
          </PlainLink>
        ) : (
          <AnswerButton variant="primary" disabled={busy} onClick={() => open()}>
            {opened ? messages.continue : label}
          </AnswerButton>
        )}
        {opened && <OpenAgain id={id} link={link} />}
      </QuestionActions>
    </QuestionFrame>
  );
}

/** The whole address, its domain, and the warnings about it. */
function LinkAddress({ link }: Pick<UrlQuestion, "link">): ReactNode {
  const { url, parts, domain, unicodeHost, warnings } = link;
  const { messages } = useQuestionLocalization();
  const long = url.length > LONG_URL;
  // If the decoded host differs, it is shown in addition to the ASCII host, which comes first.
  const respelled = !url.includes(`//${unicodeHost}`);
  return (
    <div data-midcall="link">
      <p data-midcall="host">
        <span>{messages.leadsTo}</span> <LinkHost link={link} />
      </p>
      {domain === undefined && <p data-midcall="hint">{messages.ownerUnknown}</p>}
      {respelled && <p data-midcall="hint">{messages.alsoWritten(unicodeHost)}</p>}
      <div
        data-midcall="url"
        dir="ltr"
        role="group"
        aria-label={messages.fullAddress}
        tabIndex={long ? 0 : undefined}
      >
        {parts.before}
        {domain === undefined ? <span>{parts.highlight}</span> : <mark>{parts.highlight}</mark>}
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
  );
}
