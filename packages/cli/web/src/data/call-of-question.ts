import type { CallView } from "../../../src/console/views/api-types.js";

/** The running call that an open question or an opened link belongs to. */
export const callOfQuestion = (id: string, calls: readonly CallView[]): CallView | undefined =>
  calls.find(({ questions }) => questions.includes(id));
