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
import { t } from "../../messages/text.js";

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
          <summary>{t("System prompt")}</summary>
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
        <label htmlFor={id}>{t("Answer, as the model would give it")}</label>
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
          {t("Send")}
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
    [t("Models"), modelHints.join(", ") || undefined],
    [t("At most"), maxTokens === undefined ? undefined : t("{0} tokens", maxTokens)],
    [t("Temperature"), temperature?.toString()],
    [t("Stops at"), stopSequences.map((one) => JSON.stringify(one)).join(", ") || undefined],
    [t("Context"), includeContext === "none" ? undefined : includeContext],
    [t("Tools"), tools.map(({ name }) => visibleName(name)).join(", ") || undefined],
  ];
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <details>
      <summary>{t("What the server would like")}</summary>
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
