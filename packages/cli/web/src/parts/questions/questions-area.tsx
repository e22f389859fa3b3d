import { ElicitationInbox } from "midcall/react";
import { useRef } from "react";
import { createPortal } from "react-dom";
import type { RequestView } from "../../../../src/console/views/api-types.js";
import { REQUEST_TITLES, RequestCard } from "../requests/request-card.js";
import { useConsole } from "../../context.js";
import { cardOfAnswered } from "../../hooks/use-call-focus.js";
import { useMedia, WIDE } from "../../hooks/use-media.js";
import { useRequestFocus } from "../../hooks/use-request-focus.js";
import { DoubtfulCall } from "./doubtful-call.js";
import { useQuestionSlot } from "./question-place.js";
import { QuestionBar } from "./question-bar.js";
import { t } from "../../messages/text.js";

const idsOf = (requests: readonly RequestView[]): string =>
  requests.map(({ id, ended = "" }) => `${id} ${ended}`).join(" ");

/**
 * The open questions. On wide screens they have a column of their own, so that nothing moves when a question comes or
 * goes; on others they are in the card of their call, or below the screen and behind a bar.
 */
export function QuestionsArea(): React.ReactNode {
  const isWide = useMedia(WIDE);
  const slot = useQuestionSlot();
  const area = useRef<HTMLElement>(null);
  const requests = useConsole((snapshot) => snapshot.requests);
  const calls = useConsole((snapshot) => snapshot.calls);
  const questions = useConsole(
    ({ questions: { showing, waiting, held } }) => showing.length + waiting.length + held.length,
  );
  const pages = useConsole((snapshot) => snapshot.questions.links.length);
  const open = questions + requests.filter(({ ended }) => !ended).length;
  const isEmpty = questions + pages + requests.length === 0;
  const shownAbove = useConsole(({ questions: { showing, waiting, held, links } }) =>
    JSON.stringify([[...showing, ...waiting, ...links].map(({ id }) => id), held]),
  );
  useRequestFocus(requests, calls, slot ?? isWide);
  const inbox = (
    <div className="questions-inbox" id="questions" tabIndex={-1}>
      <DoubtfulCall />
      {questions + pages > 0 || isEmpty ? (
        <ElicitationInbox returnFocus={cardOfAnswered} />
      ) : (
        <h2 className="questions-title" tabIndex={-1}>
          {t("Questions")}
        </h2>
      )}
      {requests.map((request, index) => (
        <RequestCard
          key={request.id}
          request={request}
          above={`${shownAbove} ${idsOf(requests.slice(0, index))}`}
        />
      ))}
    </div>
  );
  return (
    <>
      <aside
        className="questions"
        aria-label={t("Questions of servers")}
        ref={area}
        hidden={!isWide && (isEmpty || slot !== null)}
      >
        {!slot && (isWide || !isEmpty) && inbox}
        {isWide && isEmpty && (
          <p className="hint">{t("When a server asks something, its question appears here.")}</p>
        )}
      </aside>
      <p role="status" className="unseen">
        {requests
          .filter(({ ended }) => !ended)
          .map(({ server, kind }) => t(REQUEST_TITLES[kind], server))
          .join(". ")}
      </p>
      {slot && createPortal(inbox, slot)}
      {!isWide && open + pages > 0 && (
        <QuestionBar open={open} pages={pages} target={slot ?? area.current} />
      )}
    </>
  );
}
