import type { CallView } from "../../../../src/console/views/api-types.js";
import { useApi, useConsole } from "../../context.js";
import { sentWith } from "../../data/sent-arguments.js";
import { useAction } from "../../hooks/use-action.js";
import { useStartCall } from "../../hooks/use-start-call.js";
import { Problem } from "../problem.js";
import { useAskingCall } from "./question-place.js";
import { visibleName } from "../../visible-text.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

/** Says before the user answers that the server may not take the answer: it was started again since it asked. */
export function DoubtfulCall(): React.ReactNode {
  const asking = useAskingCall();
  const call = useConsole(({ calls }) => calls.find(({ id }) => id === asking));
  const doubtful = call?.resumed === "doubtful" ? call : undefined;
  return (
    <div className={doubtful ? "note doubt" : "unseen"}>
      <div role="status">
        {doubtful && (
          <p className="words">
            {phrase(
              "{0} was started again since it asked this. It may refuse the answer.",
              <bdi>{doubtful.server}</bdi>,
            )}
          </p>
        )}
      </div>
      {doubtful && <CallAgain call={doubtful} />}
    </div>
  );
}

function CallAgain({ call }: { readonly call: CallView }): React.ReactNode {
  const { id, serverId, kind, name, asTask } = call;
  const api = useApi();
  const { run, problem } = useAction();
  const again = useStartCall(serverId);
  const given = sentWith(call);
  const callAgain = (): void =>
    void run(async () => {
      await api(`/calls/${id}/cancel`, { method: "POST" });
      again.start({ kind, name, asTask, ...given });
    });
  return (
    <>
      {given && (
        <button type="button" onClick={callAgain}>
          {t("Call again")}
          <span className="unseen">
            {" "}
            {visibleName(name)}
            {t(", and give this question up")}
          </span>
        </button>
      )}
      <Problem text={problem ?? again.problem} />
    </>
  );
}
