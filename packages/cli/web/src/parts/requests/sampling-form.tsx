import { useId } from "react";
import type {
  SamplingAnswer,
  SamplingRequestView,
} from "../../../../src/console/views/api-types.js";
import { draftKey } from "../../data/drafts.js";
import { useDraft } from "../../hooks/use-draft.js";
import { AnswerButton } from "./answer-button.js";
import { ContentPart } from "../result/content-part.js";
import { visibleName } from "../../visible-text.js";

export interface SamplingFormProps {
  readonly request: SamplingRequestView;
  readonly busy: boolean;
  readonly onAnswer: (answer: SamplingAnswer) => void;
  readonly children?: React.ReactNode;
}

/** What a server asks of a model, and the message that the user writes in its place. */
export function SamplingForm(props: SamplingFormProps): React.ReactNode {
  const { request, busy, onAnswer, children } = props;
  const [text, setText] = useDraft(draftKey("sampling", request.id), "");
  const id = useId();
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    if (!busy) onAnswer({ text, model: "written by hand", stopReason: "endTurn" });
  };
  return (
    <form className="arguments" noValidate onSubmit={send}>
      {request.systemPrompt !== undefined && (
        <details>
          <summary>System prompt</summary>
          <p className="words">{request.systemPrompt}</p>
        </details>
      )}
      <div className="messages">
        {request.messages.map((message, index) => (
          <ContentPart key={index} part={message} />
        ))}
      </div>
      <Wishes request={request} />
      <div className="labelled wide">
        <label htmlFor={id}>Answer, as the model would give it</label>
        <textarea
          id={id}
          rows={5}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="actions">
        <AnswerButton className="primary" busy={busy}>
          Send
        </AnswerButton>
        {children}
      </div>
    </form>
  );
}

/** What the server would like: models, limits and tools. */
function Wishes({ request }: { readonly request: SamplingRequestView }): React.ReactNode {
  const { modelHints, maxTokens, temperature, stopSequences, tools, includeContext } = request;
  const facts: readonly [string, string | undefined][] = [
    ["Models", modelHints.join(", ") || undefined],
    ["At most", maxTokens === undefined ? undefined : `${maxTokens} tokens`],
    ["Temperature", temperature?.toString()],
    ["Stops at", stopSequences.map((one) => JSON.stringify(one)).join(", ") || undefined],
    ["Context", includeContext === "none" ? undefined : includeContext],
    ["Tools", tools.map(({ name }) => visibleName(name)).join(", ") || undefined],
  ];
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <details>
      <summary>What the server would like</summary>
      <dl className="facts">
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
