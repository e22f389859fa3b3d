/**
 * The attributes of midcall's spans and metrics. Those with `mcp`, `gen_ai`, `jsonrpc` and `rpc` are of OpenTelemetry's
 * conventions for MCP, which are in development: names may change with them.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/
 */
export const TELEMETRY_ATTRIBUTES = {
  method: "mcp.method.name",
  protocolVersion: "mcp.protocol.version",
  /** A digest of the session's id, which would give access to the session. */
  session: "mcp.session.id",
  tool: "gen_ai.tool.name",
  operation: "gen_ai.operation.name",
  requestId: "jsonrpc.request.id",
  statusCode: "rpc.response.status_code",
  errorType: "error.type",
  transport: "network.transport",
  mode: "midcall.elicitation.mode",
  action: "midcall.elicitation.action",
  reason: "midcall.elicitation.reason",
  attempts: "midcall.elicitation.attempts",
  fieldCount: "midcall.elicitation.field_count",
  round: "midcall.round",
  replayed: "midcall.replayed",
  /** Whether the request goes on here because the replica that ran it is gone (2025). */
  failover: "midcall.failover",
  storeOperation: "midcall.store.operation",
} as const;

/** The names of midcall's metrics. Durations are in seconds, sizes in bytes. */
export const TELEMETRY_METRICS = {
  operationDuration: "mcp.server.operation.duration",
  elicitationDuration: "midcall.elicitation.duration",
  elicitationCount: "midcall.elicitation.count",
  elicitationOpen: "midcall.elicitation.open",
  rounds: "midcall.rounds",
  stateSize: "midcall.state.size",
  stateRejected: "midcall.state.rejected",
  stepInterrupted: "midcall.step.interrupted",
  failovers: "midcall.failovers",
  storeDuration: "midcall.store.operation.duration",
} as const;
