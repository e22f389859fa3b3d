import type { ReactNode } from "react";
import { useElicitations } from "../hooks/use-elicitations.js";
import { PartsMissing } from "../loading/parts-missing.js";
import { useParts } from "../loading/use-parts.js";

/**
 * The servers whose questions a limit holds back, with the choice to show or to refuse them. {@link ElicitationInbox}
 * and {@link ElicitationDialog} contain it.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * <aside>
 *   <HeldQuestionList />
 * </aside>;
 * ```
 */
export function HeldQuestionList(): ReactNode {
  const { held } = useElicitations();
  const { parts } = useParts();
  if (held.length === 0) return null;
  return parts ? <parts.HeldSections /> : <PartsMissing />;
}
