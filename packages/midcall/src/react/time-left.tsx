import { type ReactNode, useEffect, useState } from "react";
import { useWording } from "./context.js";
import { LiveRegion } from "./live-region.js";

const MINUTE = 60;
const TICK_MS = 1000;
/** Said aloud when so many seconds are left. */
const SAID = [MINUTE, 20];

/** Whole minutes, in the last one tens of seconds. */
function rounded(ms: number): number {
  const seconds = Math.max(0, ms / 1000);
  const step = seconds > MINUTE ? MINUTE : 10;
  return Math.ceil(seconds / step) * step;
}

/** How much time is left, in words. */
export function TimeLeft({ endsAt }: { readonly endsAt: number | undefined }): ReactNode {
  const { messages } = useWording();
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (endsAt === undefined) return;
    const tick = (): void => setLeft(rounded(endsAt - Date.now()));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  if (endsAt === undefined || left === undefined) return null;
  return (
    <>
      <p data-midcall="time" data-soon={left <= MINUTE || undefined}>
        {messages.timeLeft(left)}
      </p>
      <LiveRegion>{SAID.includes(left) && messages.timeLeft(left)}</LiveRegion>
    </>
  );
}
