import { waitForState } from "../../../data/console-store.js";
import { useApi, useStore } from "../../../context.js";
import { useAction } from "../../../hooks/use-action.js";
import { Problem } from "../../problem.js";
import { t } from "../../../messages/text.js";

export interface CloneServerProps {
  readonly id: string;
  /** Called with the id of the copy. */
  readonly onCloned: (id: string) => void;
}

/** Copies a server. The copy is not connected. */
export function CloneServer({ id, onCloned }: CloneServerProps): React.ReactNode {
  const api = useApi();
  const store = useStore();
  const { run, busy, problem } = useAction();
  const clone = (): void => {
    if (busy) return;
    void run(async () => {
      const copy = await api<{ id: string }>(`/servers/${id}/clone`, { body: {} });
      await waitForState(store, ({ servers }) => servers.some((one) => one.id === copy.id));
      onCloned(copy.id);
    });
  };
  return (
    <>
      <button type="button" onClick={clone}>
        {t("Clone")}
      </button>
      <Problem text={problem} />
    </>
  );
}
