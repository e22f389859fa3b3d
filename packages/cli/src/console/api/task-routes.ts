import type { Hono } from "hono";
import type { ApiParts } from "./api-parts.js";
import { readBody, stringIn } from "./read-body.js";

/**
 * Adds the routes for the tasks of a server.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `GET /:id/tasks` | | `TasksView`: asks the server |
 * | `POST /:id/tasks/cancel` | `{ task }` | |
 */
export function addTaskRoutes(routes: Hono, { servers }: Pick<ApiParts, "servers">): void {
  routes.get("/:id/tasks", async (context) => {
    return context.json(await servers.get(context.req.param("id")).listTasks());
  });
  routes.post("/:id/tasks/cancel", async (context) => {
    const server = servers.get(context.req.param("id"));
    await server.cancelTask(stringIn(await readBody(context), "task"));
    return context.json({});
  });
}
