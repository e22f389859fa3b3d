import type { Hono } from "hono";
import { cancelTask, listTasks } from "../servers/calling/task-list.js";
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
    return context.json(await listTasks(servers.get(context.req.param("id")).client));
  });
  routes.post("/:id/tasks/cancel", async (context) => {
    const { client } = servers.get(context.req.param("id"));
    await cancelTask(client, stringIn(await readBody(context), "task"));
    return context.json({});
  });
}
