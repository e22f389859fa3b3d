import { createContext, useSyncExternalStore } from "react";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";

/** Whether each plain field, too, has a button that switches it to JSON. */
export const JsonSwitches = createContext(false);

/** Renders a component again when the node changes. */
export function useNode({ subscribe, version }: ArgumentNode): void {
  useSyncExternalStore(subscribe, version, version);
}

/** Renders the nodes inside another one. `actions` are the buttons of that place, such as "Remove". */
export interface PartProps {
  readonly node: ArgumentNode;
  readonly renderPart: (node: ArgumentNode, actions?: React.ReactNode) => React.ReactNode;
}
