/** A replica behind the proxy. */
export interface Backend {
  readonly name: string;
  readonly port: number;
}

/**
 * HAProxy's configuration: replicas in turn. A 2025 session lives in the replica that opened it, so its requests stick to
 * that one by the session's id; 2026-07-28 has no sessions, and any replica serves any round.
 */
export function proxyConfig(port: number, backends: readonly Backend[]): string {
  const servers = backends.map(
    ({ name, port: at }) => `  server ${name} 127.0.0.1:${at} check inter 500ms fall 2 rise 1`,
  );
  return `global
  maxconn 2000

defaults
  mode http
  timeout connect 5s
  # A question may be open for as long as the user thinks; midcall sends a comment every 8 seconds.
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 2

frontend mcp
  bind 127.0.0.1:${port}
  # Health checks are not for the public.
  http-request deny deny_status 404 if { path /livez /readyz }
  default_backend replicas

backend replicas
  balance roundrobin
  option httpchk GET /readyz
  # A replica that drains answers 404: it gets no new clients, and keeps those it has.
  http-check disable-on-404
  stick-table type string len 64 size 100k expire 30m
  stick match req.hdr(mcp-session-id)
  stick store-response res.hdr(mcp-session-id)
${servers.join("\n")}
`;
}
