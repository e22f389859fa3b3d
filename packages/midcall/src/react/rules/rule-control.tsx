import { type ReactNode, useId } from "react";
import type { ServerRule as Rule } from "../../client/index.js";
import { shownName } from "../components/shown-name.js";
import { useAttributes, useQuestionLocalization } from "../context.js";
import { Select } from "../customizing/native-parts.js";
import type { ElementAttributes } from "../customizing/attributes.js";
import { useElicitations } from "../hooks/use-elicitations.js";

/** Properties of {@link ServerRule}. */
export interface ServerRuleProps extends ElementAttributes {
  /** The host's name for the server. */
  readonly server: string;
}

/** The control for the rule of a server. */
export function RuleControl({ server, ...attributes }: ServerRuleProps): ReactNode {
  const { rule, setRule } = useElicitations();
  const { messages } = useQuestionLocalization();
  const id = useId();
  return (
    <div {...useAttributes("rule", attributes)}>
      <label htmlFor={id} data-midcall="label">
        {messages.rule(shownName(server))}
      </label>
      <div data-midcall="select">
        <Select
          id={id}
          data-midcall="control"
          value={rule(server)}
          onChange={({ currentTarget }) => setRule(server, currentTarget.value as Rule)}
        >
          <option value="allow">{messages.ruleAllow}</option>
          <option value="ask">{messages.ruleAsk}</option>
          <option value="block">{messages.ruleBlock}</option>
        </Select>
      </div>
    </div>
  );
}
