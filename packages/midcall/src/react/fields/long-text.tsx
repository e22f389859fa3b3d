import { type ReactNode, useState } from "react";
import { Button } from "../components/button.js";
import { useLocalization } from "../context.js";

/** A text that may be folded is, from so many lines on. */
const MANY_LINES = 30;

/** The lines of a text show without a stylesheet, too: "Delete a" and "Keep b" in one line would read as something else. */
export const LINES = { whiteSpace: "pre-wrap" } as const;

/** Words such as `ABCD-1234`, which must not break at their hyphen. */
const CODE = /(?<![\w-])([A-Z\d]{2,8}(?:-[A-Z\d]{2,8}){1,3})(?![\w-])/;

/** A text whose codes stay on one line. */
function unbroken(text: string): ReactNode {
  const parts = text.split(CODE);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 ? (
      <span key={index} data-midcall="code">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/**
 * Text from a server, shown as plain text in its own direction. What a question says is shown whole, as nobody may answer what
 * they have not seen.
 *
 * @param props - `limit`: from how many characters on another text is folded
 */
export function LongText(props: {
  readonly id?: string | undefined;
  readonly part: string;
  readonly text: string;
  readonly limit?: number;
}): ReactNode {
  const { id, part, text, limit } = props;
  const { messages } = useLocalization();
  const [open, setOpen] = useState(false);
  const beginning =
    limit === undefined ? text : text.split("\n", MANY_LINES).join("\n").slice(0, limit);
  const long = beginning.length < text.length;
  return (
    <div data-midcall={part}>
      <div id={id} data-midcall="text" dir="auto" style={LINES}>
        {unbroken(long && !open ? `${beginning.trimEnd()}…` : text)}
      </div>
      {long && (
        <Button
          variant="link"
          aria-expanded={open}
          aria-describedby={id}
          onClick={() => setOpen(!open)}
        >
          {open ? messages.showLess : messages.showMore(text.length)}
        </Button>
      )}
    </div>
  );
}
