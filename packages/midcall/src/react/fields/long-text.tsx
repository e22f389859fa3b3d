import { type ReactNode, useState } from "react";
import { Button } from "../components/button.js";
import { useLocalization } from "../context.js";

/** Longer texts are folded. The limit is much longer than an explanation of a field should be. */
const LONG = 600;
const MANY_LINES = 30;

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
        {long && !open ? `${beginning.trimEnd()}…` : text}
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
