import { useEffect, useId, useRef, useState } from "react";
import type { KeptAnswerView } from "../../../../src/console/views/api-types.js";
import { useApi, useConsole } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";
import { timeOf } from "../../time-text.js";
import { Answered } from "../call/answered.js";
import { Problem } from "../problem.js";

/** What was said last, and the kept answer that it is true of. */
interface Said {
  readonly about?: string;
  readonly text: string;
}

/** The answers that wait for their call to come again. Each can be withdrawn. */
export function KeptAnswers(): React.ReactNode {
  const api = useApi();
  const kept = useConsole((snapshot) => snapshot.kept);
  const [{ about, text }, say] = useState<Said>({ text: "" });
  const { run, problem } = useAction();
  const title = useRef<HTMLHeadingElement>(null);
  useSayNew(kept, say);
  const withdraw = (id: string): void =>
    void run(async () => {
      const { withdrawn } = await api<{ withdrawn: boolean }>(`/kept/${encodeURIComponent(id)}`, {
        method: "DELETE",
      });
      // Its button goes with it.
      const place = kept.length > 1 ? title.current : undefined;
      (place ?? document.querySelector<HTMLElement>("main h1"))?.focus();
      say({
        text: withdrawn
          ? t("The answer was withdrawn. The next call asks you again.")
          : t("The answer was no longer there: it was used, or its time was up."),
      });
    });
  return (
    <>
      {kept.length > 0 && (
        <section className="kept" aria-labelledby="kept-title">
          <h2 id="kept-title" tabIndex={-1} ref={title}>
            {t("Kept answers")}
          </h2>
          <p className="muted">
            {t(
              "When you answered, the call that asked had ended. If the same call comes again in time, it gets your answer, once.",
            )}
          </p>
          <ul>
            {kept.map((answer) => (
              <KeptAnswer key={answer.id} answer={answer} onWithdraw={() => withdraw(answer.id)} />
            ))}
          </ul>
        </section>
      )}
      <p role="status">{about === undefined || kept.some(({ id }) => id === about) ? text : ""}</p>
      <Problem text={problem} />
    </>
  );
}

/** Says that an answer is kept when it has just been given; those that were there before the page are on it. */
function useSayNew(kept: readonly KeptAnswerView[], say: (said: Said) => void): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    const added = known.current && kept.find(({ id }) => !known.current!.has(id));
    known.current = new Set(kept.map(({ id }) => id));
    if (added === undefined) return;
    const until = timeOf(added.until);
    const text = t("Your answer is kept until {0}: the call that asked had ended.", until);
    say({ about: added.id, text });
  }, [kept, say]);
}

function KeptAnswer(props: {
  readonly answer: KeptAnswerView;
  readonly onWithdraw: () => void;
}): React.ReactNode {
  const { answer, onWithdraw } = props;
  const id = useId();
  return (
    <li className="card" aria-labelledby={id}>
      <h3 id={id}>
        <bdi>{answer.server}</bdi> · <bdi>{answer.tool}</bdi>
      </h3>
      <Answered answer={answer} />
      <details>
        <summary>{t("Arguments")}</summary>
        <pre className="code" dir="ltr">
          {answer.arguments}
        </pre>
      </details>
      <p className="muted">
        {phrase(
          "Kept until {0}",
          <time dateTime={new Date(answer.until).toISOString()}>{timeOf(answer.until)}</time>,
        )}
      </p>
      <div className="actions">
        <button type="button" aria-describedby={id} onClick={onWithdraw}>
          {t("Withdraw this answer")}
        </button>
      </div>
    </li>
  );
}
