import { type ReactNode, useEffect, useState } from "react";
import type { OpenQuestion } from "../../client/index.js";
import { Button } from "./button.js";
import { useInboxContext, useQuestionLocalization } from "../context.js";
import { LiveRegion } from "./live-region.js";

const MINUTE = 60;
const TICK_MS = 1000;
/** From this many seconds on, there is a button for more time. */
const LITTLE = 120;
/** Announced when this many seconds are left. */
const SAID = [LITTLE, MINUTE, 20];

/** Milliseconds as seconds, rounded up to whole minutes, or to tens of seconds in the last minute. */
function rounded(ms: number): number {
  const seconds = Math.max(0, ms / 1000);
  const step = seconds > MINUTE ? MINUTE : 10;
  return Math.ceil(seconds / step) * step;
}

/** The remaining time as text, with a button for more time. */
export function TimeLeft({ question }: { readonly question: OpenQuestion }): ReactNode {
  const { id, endsAt } = question;
  const { store } = useInboxContext();
  const { messages } = useQuestionLocalization();
  const [left, setLeft] = useState<number>();
  // Once shown, the button stays, because the user who has pressed it has the focus there.
  const [said, setSaid] = useState<number>();
  useEffect(() => {
    if (endsAt === undefined) return;
    const tick = (atOnce?: boolean): void => {
      const next = rounded(endsAt - Date.now());
      setLeft(next);
      setSaid((before) =>
        SAID.includes(next) || (before === undefined ? next <= LITTLE : atOnce) ? next : before,
      );
    };
    tick(true);
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  if (left === undefined) return null;
  const text = messages.timeLeft(left);
  return (
    <>
      <p data-midcall="time" data-soon={left <= MINUTE || undefined}>
        {text}
      </p>
      {said !== undefined && <Button onClick={() => store.extend(id)}>{messages.moreTime}</Button>}
      <LiveRegion>{said === left && messages.canHaveMoreTime(text)}</LiveRegion>
    </>
  );
}
