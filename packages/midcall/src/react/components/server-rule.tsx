import type { ReactNode } from "react";
import { usePart } from "../loading/use-part.js";
import type { ServerRuleProps } from "../rules/rule-control.js";

/**
 * A control for the rule of a server: its questions are shown, need the user's approval first, or are refused without
 * being shown.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * <ServerRule server="GitHub" />;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#security-considerations
 */
export function ServerRule(props: ServerRuleProps): ReactNode {
  return usePart("RuleControl", props);
}
