import { type Client, ProtocolError, specTypeSchemas } from "@modelcontextprotocol/client";
import type { OtherInput } from "midcall/client";
import { isObject, member } from "../../json.js";
import type { CallHint } from "../calls/call-records.js";
import { kindOf } from "../calls/call-kind.js";
import type { RootView } from "../views/api-types.js";
import type { NewRequest, Requests } from "./requests.js";
import { readRoots } from "./roots.js";
import { readSamplingAnswer, readSamplingRequest } from "./sampling.js";

/** The server whose requests are answered. */
export interface RequestingServer {
  readonly id: string;
  /** The user's name for it. */
  name(): string;
  /** The roots that the user has saved; `undefined` if the user has not been asked yet. */
  roots(): readonly RootView[] | undefined;
  saveRoots(roots: readonly RootView[]): void;
  /** The call that a request belongs to, if that is certain. */
  findCall(hint: CallHint): string | undefined;
}

/** Answers requests of one server other than questions. */
export interface RequestAnswers {
  /** Declares the capabilities and handles the requests of 2025. Must be called before the client connects. */
  prepare(client: Client): void;
  /** Handles the requests of 2026-07-28, and of tasks. */
  onInput(
    input: OtherInput,
    context: {
      readonly call: { readonly method: string; readonly name: string };
      readonly signal: AbortSignal;
    },
  ): Promise<object>;
}

type Hint = Omit<CallHint, "server">;
type Origin = Pick<NewRequest, "serverId" | "server" | "call">;

/** Shows requests for sampling and roots to the user. Roots that the user has saved are sent without asking again. */
export function createRequestAnswers(requests: Requests, server: RequestingServer): RequestAnswers {
  const about = (hint: Hint): Origin => {
    const name = server.name();
    return { serverId: server.id, server: name, call: server.findCall({ server: name, ...hint }) };
  };
  const sample = (params: unknown, signal: AbortSignal, hint: Hint): Promise<object> => {
    const given = isObject(params) ? params : {};
    return requests.ask(
      { ...readSamplingRequest(params), ...about(hint) },
      { signal, read: (entered) => readSamplingAnswer(entered, given) },
    );
  };
  const listRoots = async (signal: AbortSignal, hint: Hint): Promise<object> => {
    const saved = server.roots();
    if (saved) return { roots: saved };
    return requests.ask(
      { kind: "roots", ...about(hint) },
      {
        signal,
        read(entered) {
          const roots = readRoots(entered["roots"]);
          server.saveRoots(roots);
          return { roots };
        },
      },
    );
  };

  return {
    prepare(client) {
      client.registerCapabilities({
        sampling: { tools: {} },
        roots: { listChanged: true },
      });
      // A handler of the SDK's own cannot respond with a task.
      client.fallbackRequestHandler = async (request, { mcpReq }) => {
        if (request.method !== "sampling/createMessage") {
          throw new ProtocolError(-32601, "Method not found");
        }
        return { ...(await sample(validSampling(request), mcpReq.signal, {})) };
      };
      client.setRequestHandler("roots/list", async (_, { mcpReq }) => {
        return (await listRoots(mcpReq.signal, {})) as never;
      });
    },
    async onInput({ method, params }, { call, signal }) {
      const hint = { kind: kindOf(call.method), name: call.name };
      if (method === "sampling/createMessage") return sample(params, signal, hint);
      if (method === "roots/list") return listRoots(signal, hint);
      throw new ProtocolError(
        -32601,
        `The server asks for “${method.slice(0, 100)}”, which does not exist.`,
      );
    },
  };
}

/** The params of a request for sampling of 2025. @throws ProtocolError when it is invalid */
function validSampling(request: unknown): unknown {
  const { issues } = specTypeSchemas.CreateMessageRequest["~standard"].validate(request) as {
    readonly issues?: readonly { readonly message: string }[];
  };
  if (issues) throw new ProtocolError(-32602, `Invalid sampling request: ${issues[0]?.message}`);
  return member(request, "params");
}
