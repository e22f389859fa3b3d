import type { ToolView } from "../../../src/console/views/api-types.js";
import { type ArgumentTree, createArgumentTree } from "./arguments/argument-tree.js";

/** The arguments entered for a tool, kept while the page is open. */
export interface ArgumentDraft {
  /** Its `toDraft` and `fromDraft` keep the arguments over a reload. */
  readonly tree: ArgumentTree;
  /** As sent by the server. */
  readonly schema: unknown;
}

const MOST_DRAFTS = 100;
const drafts = new Map<string, ArgumentDraft>();

/** The draft for a tool; a new one if the schema has changed. */
export function draftFor(server: string, { name, inputSchema }: ToolView): ArgumentDraft {
  const key = JSON.stringify([server, name, inputSchema]);
  const known = drafts.get(key);
  if (known) return known;
  const draft: ArgumentDraft = { tree: createArgumentTree(inputSchema), schema: inputSchema };
  drafts.set(key, draft);
  if (drafts.size > MOST_DRAFTS) drafts.delete(drafts.keys().next().value!);
  return draft;
}
