import type { ReactNode } from "react";
import { Button } from "../components/button.js";
import { useInboxContext, useLocalization } from "../context.js";
import { useParts } from "./use-parts.js";

/** Stands in the place of a question until the parts are loaded. If they cannot be, it says so and tries again. */
export function PartsMissing(): ReactNode {
  const { messages } = useLocalization();
  const { failures, retry } = useParts();
  // Only a provider loads the parts.
  useInboxContext();
  if (failures === 0) return <p data-midcall="empty">{messages.loading}</p>;
  return (
    <section aria-label={messages.notLoaded} data-midcall="held">
      {/* Another element for every attempt, so that each failure is announced. */}
      <p key={failures} role="alert">
        {messages.notLoaded}
      </p>
      <div data-midcall="actions">
        <Button onClick={retry}>{messages.tryAgain}</Button>
      </div>
    </section>
  );
}
