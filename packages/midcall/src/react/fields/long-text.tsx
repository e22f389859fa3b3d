import { type ReactNode, useState } from "react";
import { Button } from "../components/button.js";
import { useLocalization } from "../context.js";

/** Longer texts are folded. The limit is much longer than an explanation of a field should be. */
const LONG = 600;
const MANY_LINES = 30;

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

/** Text from a server, shown as plain text in its own direction. Very long text is folded. */
export function LongText(props: {
  readonly id?: string | undefined;
  readonly part: string;
  readonly text: string;
  readonly limit?: number;
}): ReactNode {
  const { id, part, text, limit = LONG } = props;
  const { messages } = useLocalization();
  const [open, setOpen] = useState(false);
  const beginning = text.split("\n", MANY_LINES).join("\n").slice(0, limit);
  const long = beginning.length < text.length;
  return (
    <div data-midcall={part}>
      <div id={id} data-midcall="text" dir="auto">
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
