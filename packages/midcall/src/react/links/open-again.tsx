import { type ReactNode, useEffect, useRef, useState } from "react";
import type { RespondOutcome, UrlQuestion } from "../../client/index.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { Button } from "../components/button.js";
import { PlainLink } from "./plain-link.js";

/** Opens an opened page again, with a plain link where the browser blocks it. */
export function OpenAgain(props: {
  readonly id: string;
  readonly link: UrlQuestion["link"];
}): ReactNode {
  const { id, link } = props;
  const { store } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const [failed, setFailed] = useState<Extract<RespondOutcome, { ok: false }>>();
  const plain = useRef<HTMLAnchorElement>(null);
  const notOpened = failed?.notOpened;
  useEffect(() => {
    if (notOpened) plain.current?.focus();
  }, [notOpened]);
  const open = (via?: string): void => {
    // `openAgain` is called synchronously, because it opens the page. A store may throw or reject.
    void (async () => store.openAgain(id, via))()
      .catch((): RespondOutcome => ({ ok: false, errors: [messages.notSent] }))
      .then((outcome) => setFailed(outcome.ok ? undefined : outcome));
  };
  return (
    <>
      {notOpened ? (
        <PlainLink ref={plain} url={link.url} onOpen={() => open("link")}>
          {messages.openAgain}
        </PlainLink>
      ) : (
        <Button onClick={() => open()}>{messages.openAgain}</Button>
      )}
      <p role="status" data-midcall="error">
        {notOpened
          ? messages.notOpened(1)
          : failed?.errors.map((error) => messages.refusal?.(error) ?? error).join(" ")}
      </p>
    </>
  );
}
