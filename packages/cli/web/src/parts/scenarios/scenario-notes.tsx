import type { CallView } from "../../../../src/console/views/api-types.js";
import type { ScenarioRunView } from "../../../../src/console/views/scenario-types.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

/** What a scenario did not answer in a call that was started from it. */
export function ScenarioNotes({ call }: { readonly call: CallView }): React.ReactNode {
  const { id, scenario, state, questions } = call;
  const path = scenario === undefined ? undefined : `/scenarios/runs/${id}`;
  const { data } = useFetched<ScenarioRunView>(path, `${state} ${questions.join()}`);
  if (scenario === undefined) return null;
  const unused = state === "running" ? [] : (data?.unused ?? []);
  return (
    <div role="status" className="notes">
      <p className="muted">
        {t("From the scenario")} <bdi>{scenario}</bdi>
      </p>
      {data?.byHand.map(({ message, why }, index) => (
        <p key={index} className="note words">
          {phrase("Answered by you, not by the scenario: “{0}”", <bdi>{message}</bdi>)} {why}
        </p>
      ))}
      {unused.length > 0 && (
        <p className="note words">
          {t("Not asked this time:")} <bdi>{unused.join(" · ")}</bdi>
        </p>
      )}
    </div>
  );
}
