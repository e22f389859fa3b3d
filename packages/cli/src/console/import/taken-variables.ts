import { displayText } from "midcall/form";
import { namesIn, type Part } from "./expand-variables.js";

/** Where a text of a configuration goes. */
export type Use =
  | { readonly to: "program" | "argument" | "directory" | "address" }
  | { readonly to: "variable" | "header"; readonly name: string };

/** Collects what is read from the user's environment, one sentence for each variable and use. */
export interface TakenVariables {
  add(parts: readonly Part[], use: Use): void;
  /** @param host - that a URL leads to, as it is shown */
  sentences(host: string): string[];
}

export function createTakenVariables(): TakenVariables {
  const taken: { readonly name: string; readonly use: Use }[] = [];
  return {
    add(parts, use) {
      for (const name of namesIn(parts)) taken.push({ name, use });
    },
    sentences: (host) => [
      ...new Set(
        taken.map(({ name, use }) => {
          const what =
            name === "userHome"
              ? "Takes the path of your home"
              : `Takes ${name} from your environment`;
          return `${what} and ${goal(use, host)}.`;
        }),
      ),
    ],
  };
}

function goal(use: Use, host: string): string {
  switch (use.to) {
    case "program":
      return "runs the program that it names";
    case "argument":
      return "passes it to the program as an argument";
    case "directory":
      return "starts the program there";
    case "address":
      return `sends it to ${displayText(host)} in its address`;
    case "variable":
      return `passes it to the program as ${displayText(use.name)}`;
    case "header":
      return `sends it to ${displayText(host)} in the header ${displayText(use.name)}`;
  }
}
