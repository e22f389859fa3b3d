import type { Connection } from "../../../connect/connection.js";
import { describeCallError } from "../../calls/describe-call-error.js";
import type { PromptsView, ResourcesView, ToolView } from "../../views/api-types.js";
import { toPromptViews, toResourceViews, toTemplateViews } from "../../views/list-views.js";
import { readToolViews } from "../../views/tool-views.js";
import { coalesce } from "./coalesce.js";

/** The tools, prompts and resources of a server, as last read. */
export interface ServerLists {
  readonly tools: readonly ToolView[];
  readonly prompts: PromptsView;
  readonly resources: ResourcesView;
  /** These numbers grow with every reading. */
  readonly toolsSeq: number;
  readonly promptsSeq: number;
  readonly resourcesSeq: number;
  /**
   * Reads the lists of a new connection, and again whenever the server reports a change on it, until `signal` aborts.
   * Rejects if the tools cannot be read; other lists tell their problem themselves.
   *
   * @returns a function that reads all lists again
   */
  follow(connection: Connection, signal: AbortSignal): Promise<() => void>;
}

const READ_MS = 30_000;
const NO_PROMPTS: PromptsView = { prompts: [] };
const NO_RESOURCES: ResourcesView = { resources: [], templates: [] };

/** Creates empty lists. @param onChange - called after every reading */
export function createServerLists(onChange: () => void): ServerLists {
  let tools: readonly ToolView[] = [];
  let prompts = NO_PROMPTS;
  let resources = NO_RESOURCES;
  let toolsSeq = 0;
  let promptsSeq = 0;
  let resourcesSeq = 0;

  return {
    get tools() {
      return tools;
    },
    get prompts() {
      return prompts;
    },
    get resources() {
      return resources;
    },
    get toolsSeq() {
      return toolsSeq;
    },
    get promptsSeq() {
      return promptsSeq;
    },
    get resourcesSeq() {
      return resourcesSeq;
    },
    async follow(connection, signal) {
      const { client } = connection;
      const readTools = coalesce(async () => {
        const next = await readToolViews(connection, signal);
        if (signal.aborted) return;
        tools = next;
        toolsSeq += 1;
        onChange();
      });
      const readPrompts = coalesce(async () => {
        const next = await readPromptList(connection, signal);
        if (signal.aborted) return;
        prompts = next;
        promptsSeq += 1;
        onChange();
      });
      const readResources = coalesce(async () => {
        const next = await readResourceLists(connection, signal);
        if (signal.aborted) return;
        resources = next;
        resourcesSeq += 1;
        onChange();
      });
      const again = (read: () => Promise<void>): void => void read().catch(() => {});
      client.setNotificationHandler("notifications/tools/list_changed", () => again(readTools));
      client.setNotificationHandler("notifications/prompts/list_changed", () => again(readPrompts));
      client.setNotificationHandler("notifications/resources/list_changed", () =>
        again(readResources),
      );
      prompts = NO_PROMPTS;
      resources = NO_RESOURCES;
      await readTools();
      again(readPrompts);
      again(readResources);
      return () => [readTools, readPrompts, readResources].forEach(again);
    },
  };
}

async function readPromptList({ client }: Connection, signal: AbortSignal): Promise<PromptsView> {
  // Without the capability the SDK sends no request and prints a line to stdout.
  if (!client.getServerCapabilities()?.prompts) return NO_PROMPTS;
  try {
    const { prompts } = await client.listPrompts(undefined, { signal, timeout: READ_MS });
    return { prompts: toPromptViews(prompts) };
  } catch (error) {
    return { prompts: [], problem: describeCallError(error) };
  }
}

async function readResourceLists(
  { client }: Connection,
  signal: AbortSignal,
): Promise<ResourcesView> {
  if (!client.getServerCapabilities()?.resources) return NO_RESOURCES;
  const options = { signal, timeout: READ_MS };
  const [listed, templated] = await Promise.allSettled([
    client.listResources(undefined, options),
    client.listResourceTemplates(undefined, options),
  ]);
  // Many servers have resources and do not know the method for templates.
  const problem = listed.status === "rejected" ? describeCallError(listed.reason) : undefined;
  return {
    resources: listed.status === "fulfilled" ? toResourceViews(listed.value.resources) : [],
    templates:
      templated.status === "fulfilled" ? toTemplateViews(templated.value.resourceTemplates) : [],
    problem,
  };
}
