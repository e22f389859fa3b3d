import type { CallResultView, ResultPart } from "../../../../src/console/views/api-types.js";

// Characters that are invisible or change the direction of text. Tabs, line breaks and the joiners of letters and
// emoji stay.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// More than five combining marks on one letter would cover the lines around it.
const STACKED = /((?:\p{M}[\u200c\u200d]?){5})[\p{M}\u200c\u200d]+/gu;
const visible = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, (found) => (found === "\n" || found === "\t" ? found : ""))
    .replace(STACKED, "$1");

function Part({ part }: { readonly part: ResultPart }): React.ReactNode {
  switch (part.type) {
    case "text":
      return (
        <>
          <TextPart text={visible(part.text)} />
          {part.cut && <Cut />}
        </>
      );
    case "json":
      return (
        <>
          <pre className="code" dir="ltr" tabIndex={0} role="group" aria-label="Structured result">
            {visible(part.text)}
          </pre>
          {part.cut && <Cut />}
        </>
      );
    case "image":
      return (
        <img
          className="result-image"
          src={`data:${part.mimeType};base64,${part.data}`}
          alt="Image from the server, without a description"
        />
      );
    case "note":
      return <p className="hint">{visible(part.text)}</p>;
  }
}

/** A longer text scrolls in its own box, which can be focused with the keyboard. */
const LONG_TEXT = 1_500;
const MANY_LINES = 20;

function TextPart({ text }: { readonly text: string }): React.ReactNode {
  const isLong = text.length > LONG_TEXT || text.split("\n", MANY_LINES + 1).length > MANY_LINES;
  return (
    <p
      className="words result-text"
      dir="auto"
      {...(isLong && { tabIndex: 0, role: "group", "aria-label": "Result text" })}
    >
      {text}
    </p>
  );
}

function Cut(): React.ReactNode {
  return <p className="hint">The rest is too long to be shown.</p>;
}

/** The result of a call as text, without links or active content. */
export function CallResult({
  result: { parts, problem },
  isError,
}: {
  readonly result: CallResultView;
  readonly isError: boolean;
}): React.ReactNode {
  return (
    <div className="result" data-error={isError || undefined}>
      {isError && <p className="problem">The tool reported an error:</p>}
      {problem !== undefined && <p className="problem words">{problem}</p>}
      {parts.length === 0 && problem === undefined && <p className="muted">The result is empty.</p>}
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}
