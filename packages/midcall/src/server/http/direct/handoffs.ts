import type { AuthInfo, McpServer } from "@modelcontextprotocol/server";
import type { ServerFactory } from "../types.js";

/** Lets the SDK's HTTP handler answer a request. */
export interface SdkRequest {
  readonly request: Request;
  /** The JSON body, as it was read. */
  readonly body: unknown;
  readonly authInfo: AuthInfo | undefined;
}

/** Requests that the SDK answers with a server that is there already. */
export interface Handoffs {
  /** The factory for the SDK's handler: gives out the server that is there, or builds one. */
  readonly factory: ServerFactory;
  /** Lets the SDK answer a request; with this server, if there is one. */
  serve(sdk: SdkRequest, server?: McpServer): Promise<Response>;
  /** Lets the SDK answer a request whose server could not be built. */
  fail(sdk: SdkRequest, error: unknown): Promise<Response>;
}

type SdkFetch = (
  request: Request,
  options: { readonly parsedBody?: unknown; readonly authInfo?: AuthInfo },
) => Promise<Response>;

/**
 * @param build - builds the author's server
 * @param fetch - the SDK's handler, made with the factory
 * @param onBuilt - called with each server that is built for one request, before it is used
 */
export function createHandoffs(
  build: ServerFactory,
  fetch: () => SdkFetch,
  onBuilt: (server: McpServer) => void = () => {},
): Handoffs {
  const prepared = new WeakMap<Request, () => McpServer>();
  const serve = ({ request, body, authInfo }: SdkRequest): Promise<Response> =>
    fetch()(request, { parsedBody: body, ...(authInfo !== undefined && { authInfo }) });

  return {
    factory: async (context) => {
      const { requestInfo } = context;
      const give = requestInfo && prepared.get(requestInfo);
      if (requestInfo === undefined || give === undefined) {
        const server = await build(context);
        onBuilt(server);
        return server;
      }
      // For one answer: the same `Request` may be passed again, with another body.
      prepared.delete(requestInfo);
      return give();
    },
    serve(sdk, server) {
      if (server !== undefined) prepared.set(sdk.request, () => server);
      return serve(sdk);
    },
    fail(sdk, error) {
      prepared.set(sdk.request, () => {
        throw error as Error;
      });
      return serve(sdk);
    },
  };
}
