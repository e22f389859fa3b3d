import type { connectServer } from "../../connect/connect-server.js";

export type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
export type { Target } from "../../connect/target.js";

/** How a server is reached: the way `midcall call` does it. */
export type ConnectServer = typeof connectServer;

/** A server, connected. */
export type Connection = Awaited<ReturnType<ConnectServer>>;
