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
  const { kind, name, arguments: args } = wanted;
  const { id: serverId, name: serverName, state, negotiated } = server.view();
  if (state !== "ready") throw new RequestError(409, `${serverName} is not connected.`);
  const about = {
    serverId,
    server: serverName,
    ...wanted,
    protocolVersion: negotiated ?? "",
  };
  const id = calls.start(about, (running) => server.call(wanted, running));
  const tool = kind === "tool" ? server.lists.tools.find((one) => one.name === name) : undefined;
  recorder.begin(id, { kind, name, arguments: args, inputSchema: tool?.inputSchema });
  return id;
}
