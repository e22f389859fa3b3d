import { useState } from "react";
import type { CallResultView, CallView } from "../../../../src/console/views/api-types.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { timeOf } from "../../time-text.js";
import { visibleJson } from "../../visible-text.js";
import { CallResult } from "../result/call-result.js";
import { t } from "../../messages/text.js";

/** Two results side by side. */
export function Comparison({ calls }: { readonly calls: readonly CallView[] }): React.ReactNode {
  return (
    <div className="comparison card" role="group" aria-label={t("Comparison")}>
      <Compared calls={calls} start={1} label={t("First call")} />
      <Compared calls={calls} start={0} label={t("Second call")} />
    </div>
  );
}

function Compared(props: {
  readonly calls: readonly CallView[];
  readonly start: number;
  readonly label: string;
}): React.ReactNode {
  const { calls, start, label } = props;
  const [chosen, setChosen] = useState(calls[start]!.id);
  const call = calls.find(({ id }) => id === chosen) ?? calls[start]!;
  const { data } = useFetched<CallResultView>(`/calls/${call.id}`, call.state);
  return (
    <div className="compared">
      <label className="labelled">
        <span className="hint">{label}</span>
        <select value={call.id} onChange={(event) => setChosen(event.target.value)}>
          {calls.map(({ id, startedAt }) => (
            <option key={id} value={id}>
              {timeOf(startedAt)}
            </option>
          ))}
        </select>
      </label>
      <pre
        className="code"
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={t("{0}: arguments", label)}
      >
        {visibleJson(call.arguments)}
      </pre>
      {data && <CallResult result={data} isError={call.isError} />}
    </div>
  );
}
