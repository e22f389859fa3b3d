import { useMemo, useState } from "react";
import type {
  BlobPart,
  MediaPart,
  ResourceLinkPart,
  ResourcePart,
  ResultPart,
  TextPart,
} from "../../../../src/console/views/api-types.js";
import { sizeText } from "../../size-text.js";
import { escapeJson, visibleName, visibleText } from "../../visible-text.js";
import { hasLinesOfJson, indentJson } from "./indent-json.js";
import { t } from "../../messages/text.js";

export interface ContentPartProps {
  readonly part: ResultPart;
  /** Reads a resource of the server; without it, links are shown only. */
  readonly onRead?: ((uri: string) => void) | undefined;
}

/** A part of a result, as text, picture or sound; nothing in it is active. */
export function ContentPart({ part, onRead }: ContentPartProps): React.ReactNode {
  switch (part.type) {
    case "text":
    case "json":
      return <Text part={part} />;
    case "image":
    case "audio":
      return <Media part={part} />;
    case "blob":
      return <Blob part={part} />;
    case "note":
      return <p className="hint">{visibleText(part.text)}</p>;
    case "resource":
      return <Resource part={part} />;
    case "link":
      return <ResourceLink part={part} onRead={onRead} />;
    case "message":
      return (
        <div className="message" data-role={part.role}>
          <p className="badge">{part.role === "user" ? t("User") : t("Assistant")}</p>
          {part.parts.map((one, index) => (
            <ContentPart key={index} part={one} onRead={onRead} />
          ))}
        </div>
      );
  }
}

/** A longer text scrolls in its own box, which can be focused with the keyboard. */
const LONG_TEXT = 1_500;
const MANY_LINES = 20;

function Text({ part }: { readonly part: TextPart }): React.ReactNode {
  const { type, text: given, cut } = part;
  const [asSent, setAsSent] = useState(false);
  const indented = useMemo(
    () => (type === "text" && !cut ? indentJson(given) : undefined),
    [type, given, cut],
  );
  if (indented !== undefined && !asSent) {
    return (
      <>
        <pre
          className="code"
          dir="ltr"
          tabIndex={0}
          role="group"
          aria-label={t("Result text, indented")}
        >
          {escapeJson(indented)}
        </pre>
        <p>
          <button type="button" className="quiet small" onClick={() => setAsSent(true)}>
            {t("Show as it was sent")}
          </button>
        </p>
      </>
    );
  }
  const isCode = type === "json" || hasLinesOfJson(given);
  const text = type === "json" ? escapeJson(given) : visibleText(given);
  const isLong = text.length > LONG_TEXT || text.split("\n", MANY_LINES + 1).length > MANY_LINES;
  const box = { tabIndex: 0, role: "group" };
  return (
    <>
      {isCode ? (
        <pre
          className="code"
          dir="ltr"
          {...box}
          aria-label={type === "json" ? t("Structured result") : t("Result text")}
        >
          {text}
        </pre>
      ) : (
        <p
          className="words result-text"
          dir="auto"
          {...(isLong && { ...box, "aria-label": t("Result text") })}
        >
          {text}
        </p>
      )}
      {asSent && (
        <p>
          <button type="button" className="quiet small" onClick={() => setAsSent(false)}>
            {t("Show indented")}
          </button>
        </p>
      )}
      {cut && <p className="hint">{t("The rest is too long to be shown.")}</p>}
    </>
  );
}

function Media({ part: { type, mimeType, data } }: { readonly part: MediaPart }): React.ReactNode {
  const src = `data:${mimeType};base64,${data}`;
  return type === "image" ? (
    <img
      className="result-image"
      src={src}
      alt={t("Image from the server, without a description")}
    />
  ) : (
    <audio className="result-audio" controls preload="metadata" src={src}>
      {t("Audio from the server ({0})", mimeType)}
    </audio>
  );
}

function Blob({ part: { mimeType, data, size } }: { readonly part: BlobPart }): React.ReactNode {
  const save = (): void => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    // Not with the server's own type, which the browser could open.
    const url = URL.createObjectURL(
      new globalThis.Blob([bytes], { type: "application/octet-stream" }),
    );
    const link = document.createElement("a");
    link.href = url;
    link.download = "content.bin";
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <p className="blob">
      {t("Binary content,")} <bdi>{mimeType || t("unknown type")}</bdi>, <bdi>{sizeText(size)}</bdi>{" "}
      <button type="button" className="quiet" onClick={save}>
        {t("Save as a file")}
      </button>
    </p>
  );
}

function Resource({ part }: { readonly part: ResourcePart }): React.ReactNode {
  return (
    <figure className="resource">
      <figcaption className="muted">
        <span>{t("Resource")}</span> <code dir="ltr">{part.uri}</code>{" "}
        {part.mimeType !== undefined && <bdi className="badge">{part.mimeType}</bdi>}
      </figcaption>
      <ContentPart part={part.content} />
    </figure>
  );
}

function ResourceLink({
  part,
  onRead,
}: {
  readonly part: ResourceLinkPart;
  readonly onRead: ContentPartProps["onRead"];
}): React.ReactNode {
  const { uri, title, description, mimeType, size } = part;
  return (
    <div className="resource resource-link">
      <p>
        <strong>
          <bdi>{title || visibleName(uri)}</bdi>
        </strong>{" "}
        {mimeType !== undefined && <bdi className="badge">{mimeType}</bdi>}{" "}
        {size !== undefined && <bdi className="muted">{sizeText(size)}</bdi>}
      </p>
      <code className="muted" dir="ltr">
        {visibleName(uri)}
      </code>
      {description !== "" && <p className="words">{description}</p>}
      {onRead && (
        <p>
          <button type="button" onClick={() => onRead(uri)}>
            {t("Read")}
            <span className="unseen"> {title || visibleName(uri)}</span>
          </button>
        </p>
      )}
    </div>
  );
}
