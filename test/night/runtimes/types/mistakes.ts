import type { IncomingMessage } from "node:http";
import { mcp } from "./mcp.js";

declare const request: Request;
const authInfo = { token: "Ada's", clientId: "host", scopes: [] };

void mcp(request, { authInfo });
void mcp(request, { parsedBody: {} });

// @ts-expect-error: the option is `authInfo`
void mcp(request, { authinfo: authInfo });
// @ts-expect-error: the option is `parsedBody`
void mcp(request, { parsedbody: {} });
// @ts-expect-error: a token alone says nothing of who has it
void mcp(request, { authInfo: "Ada's" });
// @ts-expect-error: `clientId` is missing
void mcp(request, { authInfo: { token: "Ada's", scopes: [] } });
// @ts-expect-error: `clientId` is missing, on Node
void mcp.node({} as never, {} as never, { authInfo: { token: "Ada's", scopes: [] } });
// @ts-expect-error: Node's request is for `mcp.node`
void mcp({} as IncomingMessage);
