import type { ReactNode } from "react";
import type { ElementAttributes } from "../customizing/attributes.js";
import { useElicitations } from "../hooks/use-elicitations.js";
import { usePart } from "../loading/use-part.js";

/**
 * The pages that the user has opened and whose calls still run: the message with its code, the state, and the controls
 * to open the page again and to stop the call. {@link ElicitationInbox} and {@link ElicitationDialog} contain it.
 *
 * When the user has opened a page with one of the components, the focus moves to the heading of its card.
 *
 * @param props - attributes of each of its cards
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
export function OpenedLinks(props: ElementAttributes): ReactNode {
  const { links } = useElicitations();
  const part = usePart("OpenedCards", props);
  return links.length > 0 && part;
}
