import { type ReactNode, useEffect, useId, useState } from "react";
import { useQuestionLocalization } from "../context.js";
import { Button } from "../components/button.js";
import { HIDDEN } from "../components/hidden.js";
import { LiveRegion } from "../components/live-region.js";
import { shownName } from "../components/shown-name.js";

/** How long the button says that the code was copied, in milliseconds. */
const COPIED_MS = 4000;

/** The code that a page asks for: large, in one piece, and read out letter by letter. */
export function LinkCode(props: { readonly code: string; readonly server: string }): ReactNode {
  const { code, server } = props;
  const { messages } = useQuestionLocalization();
  const label = useId();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // Only for pages over https, and on this computer.
  const clipboard = globalThis.navigator?.clipboard as Clipboard | undefined;
  return (
    <div role="group" aria-labelledby={label} data-midcall="link-code">
      <p id={label} data-midcall="hint">
        {messages.codeFrom(shownName(server))}
      </p>
      <p>
        <span aria-hidden="true" data-midcall="large-code" dir="ltr">
          {code}
        </span>
        <span style={HIDDEN}>{[...code].join(" ")}</span>
      </p>
      {clipboard && (
        <Button
          variant="link"
          onClick={() => {
            clipboard.writeText(code).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {copied ? messages.copied : messages.copyCode}
        </Button>
      )}
      <LiveRegion>{copied && messages.copied}</LiveRegion>
    </div>
  );
}
