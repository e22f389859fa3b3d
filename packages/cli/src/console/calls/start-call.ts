import { RequestError } from "../errors.js";
import type { CallRecorder } from "../scenarios/call-recorder.js";
import type { ConsoleServer } from "../servers/console-server.js";
import type { CallKind } from "../views/api-types.js";
import type { Calls } from "./calls.js";

/** A call as the user wants it. */
export interface WantedCall {
  readonly kind: CallKind;
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  readonly scenario?: string | undefined;
}

/** Starts a call of a server, and records it. @returns its id. @throws RequestError when the server is not connected */
export function startCall(
  server: ConsoleServer,
  { kind, name, arguments: args, scenario }: WantedCall,
  { calls, recorder }: { readonly calls: Calls; readonly recorder: CallRecorder },
): string {
  const { id: serverId, name: serverName, state, negotiated } = server.view();
  if (state !== "ready") throw new RequestError(409, `${serverName} is not connected.`);
  const about = {
    serverId,
    server: serverName,
    kind,
    name,
    arguments: args,
    protocolVersion: negotiated ?? "",
    scenario,
  };
  const id = calls.start(about, (running) => server.call(kind, name, args, running));
  const tool = kind === "tool" ? server.lists.tools.find((one) => one.name === name) : undefined;
  recorder.begin(id, { kind, name, arguments: args, inputSchema: tool?.inputSchema });
  return id;
}
