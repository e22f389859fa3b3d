import { type ReactNode, useEffect, useId, useState } from "react";
import type { UrlQuestion } from "../../client/index.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { attempt, type Refused } from "../hooks/respond.js";
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
  const [failed, setFailed] = useState<Refused>();
  const plain = useId();
  const notOpened = failed?.notOpened;
  useEffect(() => {
    if (notOpened) document.getElementById(plain)?.focus();
  }, [notOpened, plain]);
  const open = (via?: string): void => {
    void attempt(() => store.openAgain(id, via), messages).then(setFailed);
  };
  return (
    <>
      {notOpened ? (
        <PlainLink id={plain} url={link.url} onOpen={() => open("link")}>
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
