import type { ReactNode } from "react";
import type { ElementAttributes } from "../customizing/attributes.js";
import { useElicitations } from "../hooks/use-elicitations.js";
import { usePart } from "../loading/use-part.js";

/**
 * The servers whose questions a limit holds back, with the choice to show or to refuse them. {@link ElicitationInbox}
 * and {@link ElicitationDialog} contain it.
 *
 * @param props - attributes of each of its sections
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * <aside>
 *   <HeldQuestionList />
 * </aside>;
 * ```
 */
export function HeldQuestionList(props: ElementAttributes): ReactNode {
  const { held } = useElicitations();
  const part = usePart("HeldSections", props);
  return held.length > 0 && part;
}
