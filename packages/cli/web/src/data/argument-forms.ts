import type { ToolView } from "../../../src/console/views/api-types.js";
import { type Drafts, draftKey } from "./drafts.js";
import { type ArgumentTree, createArgumentTree } from "./arguments/argument-tree.js";

/** The arguments entered for a tool. */
export interface ArgumentDraft {
  /** Its `toDraft` and `fromDraft` keep the arguments over a reload. */
  readonly tree: ArgumentTree;
  /** As sent by the server. */
  readonly schema: unknown;
}

const MOST_DRAFTS = 100;
const open = new Map<string, ArgumentDraft>();

/** The draft for a tool, as it was left; a new one if the schema has changed. */
export function draftFor(
  server: string,
  { name, inputSchema }: Pick<ToolView, "name" | "inputSchema">,
  drafts?: Drafts,
): ArgumentDraft {
  const key = JSON.stringify([server, name, inputSchema]);
  const known = open.get(key);
  if (known) return known;
  const tree = createArgumentTree(inputSchema);
  const stored = draftKey("args", server, "tool", name);
  const before = drafts?.get(stored);
  if (before !== undefined) tree.fromDraft(before);
  tree.subscribe(() => drafts?.set(stored, tree.toDraft()));
  const draft: ArgumentDraft = { tree, schema: inputSchema };
  open.set(key, draft);
  if (open.size > MOST_DRAFTS) open.delete(open.keys().next().value!);
  return draft;
}
