import { RequestError } from "../errors.js";
import type { CallRecorder } from "../scenarios/call-recorder.js";
import type { ConsoleServer } from "../servers/console-server.js";
import type { Calls } from "./calls.js";
import type { WantedCall } from "./run-call.js";

/** Starts a call of a server, and records it. @returns its id. @throws RequestError when the server is not connected */
export function startCall(
  server: ConsoleServer,
  wanted: WantedCall,
  { calls, recorder }: { readonly calls: Calls; readonly recorder: CallRecorder },
): string {
  const { kind, name, arguments: args, meta, asTask } = wanted;
  const { id: serverId, name: serverName, state, negotiated } = server.view();
  if (state !== "ready") throw new RequestError(409, `${serverName} is not connected.`);
  const tool = kind === "tool" ? server.lists.tools.find((one) => one.name === name) : undefined;
  const inputSchema = tool?.inputSchema;
  const about = {
    serverId,
    server: serverName,
    ...wanted,
    protocolVersion: negotiated ?? "",
    inputSchema,
  };
  const id = calls.start(about, (running) => server.call(wanted, running));
  recorder.begin(id, { kind, name, arguments: args, inputSchema, meta, asTask });
  return id;
}
