import type { ReactNode } from "react";
import { useElicitations } from "../hooks/use-elicitations.js";
import { PartsMissing } from "../loading/parts-missing.js";
import { useParts } from "../loading/use-parts.js";

/**
 * The pages that the user has opened and whose calls still run: the message with its code, the state, and the controls
 * to open the page again and to stop the call. {@link ElicitationInbox} and {@link ElicitationDialog} contain it.
 *
 * When the user has opened a page with one of the components, the focus moves to the heading of its card.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * <aside>
 *   <OpenedLinks />
 * </aside>;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
 */
export function OpenedLinks(): ReactNode {
  const { links } = useElicitations();
  const { parts } = useParts();
  if (links.length === 0) return null;
  return parts ? <parts.OpenedCards /> : <PartsMissing />;
}
