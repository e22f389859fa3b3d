import { Hono } from "hono";
import type { ApiParts } from "./api-parts.js";

const MOST = 500;

/** The routes below `/audit`: `GET /` answers `{ entries: AuditEntry[] }`, the latest ones, oldest first. */
export function createAuditRoutes({ audit }: Pick<ApiParts, "audit">): Hono {
  const routes = new Hono();
  routes.get("/", (context) => context.json({ entries: audit.entries().slice(-MOST) }));
  return routes;
}
