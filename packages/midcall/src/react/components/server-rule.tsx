import { type ReactNode, useId } from "react";
import type { ServerRule as Rule } from "../../client/index.js";
import { useLocalization } from "../context.js";
import { shownName } from "./shown-name.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/** Properties of {@link ServerRule}. */
export interface ServerRuleProps {
  /** The host's name for the server. */
  readonly server: string;
}

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
export function ServerRule({ server }: ServerRuleProps): ReactNode {
  const { rule, setRule } = useElicitations();
  const { messages } = useLocalization();
  const id = useId();
  return (
    <div data-midcall="rule">
      <label htmlFor={id} data-midcall="label">
        {messages.rule(shownName(server))}
      </label>
      <div data-midcall="select">
        <select
          id={id}
          data-midcall="control"
          value={rule(server)}
          onChange={({ currentTarget }) => setRule(server, currentTarget.value as Rule)}
        >
          <option value="allow">{messages.ruleAllow}</option>
          <option value="ask">{messages.ruleAsk}</option>
          <option value="block">{messages.ruleBlock}</option>
        </select>
      </div>
    </div>
  );
}
