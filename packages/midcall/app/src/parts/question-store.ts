import type { FormQuestion } from "../../../src/client/index.js";
import type { ElicitationStore } from "../../../src/react/hooks/store.js";

const nothing = (): void => {};

/** The components of midcall/react show the questions of an inbox. This one has one question, and no limits. */
export function questionStore(
  question: FormQuestion,
  respond: ElicitationStore["respond"],
): ElicitationStore {
  const snapshot = { showing: [question], waiting: [], held: [], links: [] };
  return {
    subscribe: () => nothing,
    getSnapshot: () => snapshot,
    respond,
    markVisible: () => nothing,
    mount: () => nothing,
    rule: () => "allow",
    setPermission: nothing,
    setRule: nothing,
    extend: nothing,
    showHeld: nothing,
    refuseHeld: nothing,
    openAgain: () => ({ ok: true }),
    closeLink: nothing,
    stopCall: nothing,
  };
}
