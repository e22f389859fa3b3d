import type { CallResultView, ResultPart } from "../../../src/console/api-types.js";

// What has no glyph, or turns its neighbours around; tabs and line ends stay.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const visible = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(UNSEEN, (found) => (found === "\n" || found === "\t" ? found : ""));

function Part({ part }: { readonly part: ResultPart }): React.ReactNode {
  switch (part.type) {
    case "text":
      return (
        <>
          <p className="words result-text" dir="auto">
            {visible(part.text)}
          </p>
          {part.cut && <Cut />}
        </>
      );
    case "json":
      return (
        <>
          <pre className="code" dir="ltr" tabIndex={0} role="region" aria-label="Structured result">
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
          alt="Sent by the server, without a description"
        />
      );
    case "note":
      return <p className="hint">{visible(part.text)}</p>;
  }
}

function Cut(): React.ReactNode {
  return <p className="hint">The rest is too long to show.</p>;
}

/** What a call gave, as text: nothing in it is a link, and nothing in it runs. */
export function CallResult({
  result: { parts, problem },
  isError,
}: {
  readonly result: CallResultView;
  readonly isError: boolean;
}): React.ReactNode {
  return (
    <div className="result" data-error={isError || undefined}>
      {isError && <p className="problem">The tool says that it failed:</p>}
      {problem !== undefined && <p className="problem words">{problem}</p>}
      {parts.length === 0 && problem === undefined && <p className="muted">An empty result.</p>}
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}
