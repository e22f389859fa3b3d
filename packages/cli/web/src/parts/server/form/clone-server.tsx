import { waitForState } from "../../../data/console-store.js";
import { useApi, useStore } from "../../../context.js";
import { useAction } from "../../../hooks/use-action.js";
import { goTo } from "../../../route.js";
import { Problem } from "../../problem.js";

/** Copies a server and opens the form for the copy, which is not connected. */
export function CloneServer({ id }: { readonly id: string }): React.ReactNode {
  const api = useApi();
  const store = useStore();
  const { run, busy, problem } = useAction();
  const clone = (): void => {
    if (busy) return;
    void run(async () => {
      const copy = await api<{ id: string }>(`/servers/${id}/clone`, { body: {} });
      await waitForState(store, ({ servers }) => servers.some((one) => one.id === copy.id));
      goTo({ screen: "server", id: copy.id, tab: "edit" });
    });
  };
  return (
    <>
      <button type="button" onClick={clone}>
        Clone
      </button>
      <Problem text={problem} />
    </>
  );
}
