import { mcp } from "./mcp.js";

interface Env {
  readonly SESSIONS: DurableObjectNamespace;
}

export const withEnvironment = { fetch: mcp.fetch } satisfies ExportedHandler<Env>;
export default { fetch: mcp.fetch } satisfies ExportedHandler;

export class Sessions implements DurableObject {
  fetch(request: Request): Promise<Response> {
    return mcp(request);
  }
}
