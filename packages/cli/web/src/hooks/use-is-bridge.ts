import { useConsole } from "../context.js";

/** Whether the page is that of bridges, which has questions and no servers of its own. */
export function useIsBridge(): boolean {
  return useConsole(({ hello }) => hello?.isBridge === true);
}
