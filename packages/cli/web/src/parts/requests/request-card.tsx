import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RequestView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { MeantInputContext, useMeantInput } from "../../hooks/use-meant-input.js";
import { timeOf } from "../../time-text.js";
import { Problem } from "../problem.js";
import { AnswerButton } from "./answer-button.js";
import { EndedRequest } from "./ended-request.js";
import { RootsForm } from "./roots-form.js";
import { SamplingForm } from "./sampling-form.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

/** What a request is, after the name of its server. */
export const REQUEST_TITLES = {
  sampling: "{0} wants an answer of a model",
  roots: "{0} wants to know your directories",
} as const satisfies Readonly<Record<RequestView["kind"], string>>;

export interface RequestCardProps {
  readonly request: RequestView;
  /** Identifies what is above it; with another value, the card has moved. */
  readonly above: string;
}

/** A request of a server for sampling or roots, which the user answers by hand. */
export function RequestCard({ request, above }: RequestCardProps): React.ReactNode {
  const { id, kind, server, needsApproval, ended } = request;
  const api = useApi();
  const { run, busy, problem } = useAction();
  const post = (what: string, body: object = {}): void =>
    void run(() => api(`/requests/${encodeURIComponent(id)}/${what}`, { body }));
  const title = `${id}-title`;
  const card = useRef<HTMLElement>(null);
  const height = useRef(0);
  const [keepsHeight, setKeepsHeight] = useState(true);
  useLayoutEffect(() => {
    // Once it has ended, it keeps its height, so that nothing below moves, until the user goes to another screen.
    if (!ended) height.current = card.current?.getBoundingClientRect().height ?? 0;
    else if (card.current) {
      card.current.style.minHeight = keepsHeight ? `${height.current}px` : "";
    }
  });
  useEffect(() => {
    if (!ended) return;
    const release = (): void => setKeepsHeight(false);
    addEventListener("hashchange", release);
    return () => removeEventListener("hashchange", release);
  }, [ended]);
  const [meant, handlers] = useMeantInput(
    `${above} ${needsApproval} ${ended ?? ""} ${keepsHeight}`,
  );
  return (
    <article
      ref={card}
      className="card request"
      aria-labelledby={title}
      data-question={id}
      data-request-call={request.call}
      {...handlers}
    >
      <h3 id={title} tabIndex={-1}>
        {phrase(REQUEST_TITLES[kind], <bdi>{server}</bdi>)}
      </h3>
      <MeantInputContext value={meant}>
        {ended ? (
          <EndedRequest why={ended} onDismiss={() => post("dismiss")} />
        ) : (
          <OpenRequest request={request} busy={busy} post={post} />
        )}
      </MeantInputContext>
      <Problem text={problem} />
    </article>
  );
}

function OpenRequest(props: {
  readonly request: RequestView;
  readonly busy: boolean;
  readonly post: (what: string, body?: object) => void;
}): React.ReactNode {
  const { request, busy, post } = props;
  const { id, server, needsApproval, endsAt } = request;
  const refuse = (
    <AnswerButton busy={busy} onAnswer={() => post("refuse")}>
      {t("Refuse")}
    </AnswerButton>
  );
  const admit = (decision: string) => () => post("admit", { decision });
  return (
    <>
      <p className="hint">
        {t("Until {0}, if the server waits that long.", timeOf(endsAt))}{" "}
        <button type="button" className="quiet" onClick={() => post("extend")}>
          {t("More time")}
        </button>
      </p>
      {needsApproval ? (
        <div className="actions">
          <AnswerButton className="primary" onAnswer={admit("show")}>
            {t("Show it")}
          </AnswerButton>
          <AnswerButton onAnswer={admit("always")}>{t("Always show")}</AnswerButton>
          <AnswerButton className="danger" onAnswer={admit("block")}>
            {phrase("Block “{0}”", <bdi>{server}</bdi>)}
          </AnswerButton>
        </div>
      ) : request.kind === "sampling" ? (
        <SamplingForm request={request} busy={busy} onAnswer={(body) => post("answer", body)}>
          {refuse}
        </SamplingForm>
      ) : (
        <RootsForm
          saved={[]}
          draft={`roots-${id}`}
          action={t("Send and remember")}
          onSave={(roots) => post("answer", { roots })}
        >
          {refuse}
        </RootsForm>
      )}
    </>
  );
}
