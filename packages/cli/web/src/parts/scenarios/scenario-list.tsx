import "../../styles/scenarios.css";
import { useId } from "react";
import type { ServerView } from "../../../../src/console/views/api-types.js";
import type { ScenariosView } from "../../../../src/console/views/scenario-types.js";
import { useApi } from "../../context.js";
import { scenariosChanged, useScenarioChanges } from "../../data/scenario-changes.js";
import { useAction } from "../../hooks/use-action.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { Problem } from "../problem.js";
import { ScenarioCard } from "./scenario-card.js";
import { t } from "../../messages/text.js";

/** The saved scenarios, those of this server first. */
export function ScenarioList({ server }: { readonly server: ServerView }): React.ReactNode {
  const changes = useScenarioChanges();
  const { data, problem } = useFetched<ScenariosView>("/scenarios", changes);
  const isOwn = (recordedWith: string | undefined): number =>
    recordedWith === server.name ? 0 : 1;
  const scenarios = data?.scenarios.toSorted(
    (one, other) => isOwn(one.server) - isOwn(other.server),
  );
  return (
    <section aria-labelledby="scenarios-title" className="scenarios">
      <h2 id="scenarios-title">{t("Scenarios")}</h2>
      <p className="hint">
        {t(
          "A scenario is a call with your answers to its questions. Only a question that is exactly the same is answered; you answer all others.",
        )}
      </p>
      {problem !== undefined && <Problem text={problem} />}
      {scenarios?.length === 0 && (
        <p className="empty">
          {t("No scenarios yet. “Save as scenario” is on each call that has ended.")}
        </p>
      )}
      <ul className="scenario-list">
        {scenarios?.map((scenario) => (
          <ScenarioCard key={scenario.id} scenario={scenario} server={server} />
        ))}
      </ul>
      <ImportScenario />
    </section>
  );
}

const LARGEST = 500_000;

function ImportScenario(): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const id = useId();
  const take = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    const good = await run(async () => {
      if (file.size > LARGEST) throw new Error(t("{0} is too large.", file.name));
      const body = { text: await file.text(), name: file.name };
      await api("/scenarios/import", { body });
    });
    input.value = "";
    if (good) scenariosChanged();
  };
  return (
    <div className="labelled">
      <label htmlFor={id}>{t("Import a scenario")}</label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        onChange={(event) => void take(event.currentTarget)}
      />
      <Problem text={problem} />
    </div>
  );
}
