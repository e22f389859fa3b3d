import { useEffect, useRef } from "react";
import type { RequestView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { timeOf } from "../../time-text.js";
import { Problem } from "../problem.js";
import { RootsForm } from "./roots-form.js";
import { SamplingForm } from "./sampling-form.js";

/** What a request is, after the name of its server. */
export const REQUEST_TITLES: Readonly<Record<RequestView["kind"], string>> = {
  sampling: "wants an answer of a model",
  roots: "wants to know your directories",
};

/** A request of a server for sampling or roots, which the user answers by hand. */
export function RequestCard({ request }: { readonly request: RequestView }): React.ReactNode {
  const { id, kind, server, needsApproval, endsAt } = request;
  const api = useApi();
  const { run, busy, problem } = useAction();
  const post = (what: string, body: object = {}): void =>
    void run(() => api(`/requests/${encodeURIComponent(id)}/${what}`, { body }));
  const title = `${id}-title`;
  const heading = useRef<HTMLHeadingElement>(null);
  const call = request.call;
  useEffect(() => {
    // The user has started the call and is waiting for it. Any other request does not take the focus.
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !call || activeElement.dataset["call"] !== call)
      return;
    heading.current?.focus();
  }, [call]);
  return (
    <article className="card request" aria-labelledby={title} data-question={id}>
      <h3 ref={heading} id={title} tabIndex={-1}>
        <bdi>{server}</bdi> {REQUEST_TITLES[kind]}
      </h3>
      <p className="hint">
        Until {timeOf(endsAt)}{" "}
        <button type="button" className="quiet" onClick={() => post("extend")}>
          More time
        </button>
      </p>
      {needsApproval ? (
        <div className="actions">
          <button
            type="button"
            className="primary"
            onClick={() => post("admit", { decision: "show" })}
          >
            Show it
          </button>
          <button type="button" onClick={() => post("admit", { decision: "always" })}>
            Always show
          </button>
          <button
            type="button"
            className="danger"
            onClick={() => post("admit", { decision: "block" })}
          >
            Block <bdi>{server}</bdi>
          </button>
        </div>
      ) : request.kind === "sampling" ? (
        <SamplingForm request={request} busy={busy} onAnswer={(body) => post("answer", body)}>
          <Refuse onRefuse={() => post("refuse")} />
        </SamplingForm>
      ) : (
        <RootsForm
          saved={[]}
          draft={`roots-${id}`}
          action="Send and remember"
          onSave={(roots) => post("answer", { roots })}
        >
          <Refuse onRefuse={() => post("refuse")} />
        </RootsForm>
      )}
      <Problem text={problem} />
    </article>
  );
}

function Refuse({ onRefuse }: { readonly onRefuse: () => void }): React.ReactNode {
  return (
    <button type="button" onClick={onRefuse}>
      Refuse
    </button>
  );
}
