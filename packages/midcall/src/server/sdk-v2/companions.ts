import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { isObject } from "../../internal/is-object.js";
import {
  answerFromModel,
  answerFromView,
  APP_TOOL_DEFINITION,
  RELAY_TOOL_DEFINITION,
} from "../fallback/answer-tools.js";
import {
  ANSWER_TOOL,
  type AnswerResult,
  APP_EXTENSION,
  APP_MIME_TYPE,
  type LookResult,
  QUESTION_VIEW_URI,
} from "../../contracts/app.js";
import { RELAY_TOOL } from "../fallback/relay-tool.js";
import { sessionOf } from "../fallback/saved/sessions.js";
import { readView } from "../fallback/view.js";
import type { RequestChannel } from "../framework/request-channel.js";
import type { Companions, RequestContext } from "../framework/request-context.js";
import type { NeedsStructure } from "../framework/structured-tools.js";
import type { Settings } from "../options.js";

/** The facts about a tool that its registration has. */
interface ToolFacts {
  readonly asks: boolean;
  readonly needsStructure: boolean;
  readonly hasOwnView: boolean;
}

/** A request handler of the SDK's. */
export type Handle = (request: { params?: unknown }, ctx: ServerContext) => unknown;

/** The companions of one server. */
export interface ServerCompanions extends Companions {
  readonly needsStructure: NeedsStructure;
  /** The result of `tools/list` or `resources/list`, for this host. */
  listed(method: string, result: unknown, host: RequestChannel["host"]): unknown;
  /** Handles a call of a companion tool; `undefined` for any other call. @param handle - handles the author's tools */
  call(
    request: { params?: unknown },
    ctx: ServerContext,
    context: RequestContext,
    handle: Handle,
  ): Promise<unknown> | undefined;
}

/**
 * Gives a server the view and the tools of `fallback: ["app", "relay"]`.
 *
 * @param asks - whether a callback is a handler of midcall's
 */
export function addCompanions(
  server: McpServer,
  settings: Settings,
  asks: (callback: unknown) => boolean,
): ServerCompanions {
  const { fallback, store, appElicits } = settings;
  const hasApp = fallback?.includes("app") ?? store !== undefined;
  const hasRelay = fallback?.includes("relay") ?? false;
  const tools = new Map<unknown, ToolFacts>();
  let hasResource = false;
  if (appElicits) declareElicitation(server);

  const registerTool = server.registerTool.bind(server) as (...args: unknown[]) => never;
  const noting = (name: string, config: unknown, callback: unknown): never => {
    const { outputSchema, _meta } = isObject(config) ? config : {};
    const isAsking = asks(callback);
    tools.set(name, {
      asks: isAsking,
      needsStructure: outputSchema !== undefined,
      hasOwnView: isObject(_meta) && ("ui" in _meta || "ui/resourceUri" in _meta),
    });
    if (isAsking && (hasApp || appElicits) && !hasResource) {
      hasResource = true;
      registerView(server);
    }
    return registerTool(name, config, callback);
  };
  server.registerTool = noting as unknown as typeof server.registerTool;

  const hasView = (name: unknown): boolean => {
    const facts = tools.get(name);
    return hasApp && facts?.asks === true && !facts.hasOwnView;
  };

  return {
    needsStructure: (name) => tools.get(name)?.needsStructure === true,
    hasView,

    listed(method, result, host) {
      if (!isObject(result)) return result;
      const showsApp = hasApp && host.app;
      const showsView = showsApp || (appElicits && host.app);
      if (method === "resources/list" && Array.isArray(result["resources"]) && !showsView) {
        const resources = (result["resources"] as { uri?: unknown }[]).filter(
          ({ uri }) => uri !== QUESTION_VIEW_URI,
        );
        return { ...result, resources };
      }
      if (method !== "tools/list" || !Array.isArray(result["tools"])) return result;
      const listed = (result["tools"] as { name?: unknown; _meta?: object }[]).map((tool) =>
        showsApp && hasView(tool.name) ? { ...tool, _meta: { ...tool._meta, ...VIEW } } : tool,
      );
      const isLast = result["nextCursor"] === undefined;
      const isAsking = [...tools.values()].some((tool) => tool.asks);
      const own = [
        ...(showsApp && isAsking ? [APP_TOOL_DEFINITION] : []),
        ...(hasRelay && isAsking ? [RELAY_TOOL_DEFINITION] : []),
      ];
      return { ...result, tools: isLast ? [...listed, ...own] : listed };
    },

    call(request, ctx, context, handle) {
      const { name, arguments: given } = isObject(request.params) ? request.params : {};
      const { binding, channel } = context;
      const asked = { settings, binding, session: sessionOf(channel), arguments: given };
      if (name === ANSWER_TOOL && hasApp) return answerFromView(asked).then(structured);
      if (name !== RELAY_TOOL || !hasRelay) return undefined;
      return answerFromModel(asked).then((relayed) => {
        if ("refused" in relayed) return { isError: true, content: [textOf(relayed.refused)] };
        // The call that asked goes on, with the answer that is in the store now.
        return handle({ ...request, params: { ...relayed.params } }, ctx);
      });
    },
  };
}

const VIEW = { ui: { resourceUri: QUESTION_VIEW_URI }, "ui/resourceUri": QUESTION_VIEW_URI };

/** Declares that this server names the view in its elicitations (SEP-3118). */
function declareElicitation({ server }: McpServer): void {
  const declared = server.getCapabilities().extensions?.[APP_EXTENSION];
  server.registerCapabilities({
    extensions: { [APP_EXTENSION]: { ...declared, elicitation: {} } },
  });
}

function registerView(server: McpServer): void {
  server.registerResource(
    "midcall_question",
    QUESTION_VIEW_URI,
    { title: "Question to the user", mimeType: APP_MIME_TYPE },
    async () => ({
      contents: [
        {
          uri: QUESTION_VIEW_URI,
          mimeType: APP_MIME_TYPE,
          text: await readView(),
          _meta: { ui: { prefersBorder: true } },
        },
      ],
    }),
  );
}

function textOf(text: string): object {
  return { type: "text", text };
}

/** A result that the view reads, also where the host passes on its text alone. That contains nothing of the question. */
function structured(result: AnswerResult | LookResult): object {
  const { status } = result;
  return { content: [textOf(JSON.stringify({ status }))], structuredContent: result };
}
