import { Hono } from "hono";
import { readAnswersFile } from "../../answers/read-answers.js";
import { writeScenario } from "../../answers/scenario.js";
import { setMember } from "../../json.js";
import { UsageError } from "../../errors.js";
import { startCall } from "../calls/start-call.js";
import { RequestError } from "../errors.js";
import { toScenarioView } from "../scenarios/scenario-store.js";
import type { ScenarioRunView, ScenariosView } from "../views/scenario-types.js";
import type { ApiParts } from "./api-parts.js";
import { objectIn, readBody, stringIn } from "./read-body.js";

const NOTHING: ScenarioRunView = { byHand: [], unused: [] };

/**
 * The routes below `/scenarios`.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `GET /` | | `ScenariosView` |
 * | `POST /` | `SaveScenario` | `{ id }` |
 * | `POST /import` | `{ text, name }`: the content of a file, and its name | `{ id }` |
 * | `GET /:id/file` | | the scenario as a file has it |
 * | `PUT /:id` | `{ name }` | |
 * | `DELETE /:id` | | |
 * | `POST /:id/run` | `RunScenario` | `{ id }` of the call |
 * | `GET /runs/:call` | | `ScenarioRunView` |
 */
export function createScenarioRoutes(
  parts: Pick<ApiParts, "scenarios" | "servers" | "calls">,
): Hono {
  const { calls, servers } = parts;
  const { store, recorder, replay } = parts.scenarios;
  const routes = new Hono();
  routes.get("/", (context) => {
    const view: ScenariosView = { scenarios: store.list().map(toScenarioView) };
    return context.json(view);
  });
  routes.post("/", async (context) => {
    const body = await readBody(context);
    const call = stringIn(body, "call");
    const server = calls.list().find(({ id }) => id === call)?.server;
    return context.json({ id: store.add(recorder.scenario(call, stringIn(body, "name")), server) });
  });
  routes.post("/import", async (context) => {
    const body = await readBody(context);
    const name = stringIn(body, "name");
    const { scenario } = readFile(stringIn(body, "text"), name);
    if (!scenario) {
      throw new RequestError(400, `${name} contains answers without a call, so it is no scenario.`);
    }
    const named = { ...scenario, name: scenario.name || name.replace(/\.json$/i, "") };
    return context.json({ id: store.add(named, undefined) });
  });
  routes.get("/runs/:call", (context) => {
    return context.json(replay.run(context.req.param("call")) ?? NOTHING);
  });
  routes.get("/:id/file", (context) => {
    return context.json(writeScenario(store.get(context.req.param("id")).scenario));
  });
  routes.put("/:id", async (context) => {
    store.rename(context.req.param("id"), stringIn(await readBody(context), "name"));
    return context.json({});
  });
  routes.delete("/:id", (context) => {
    store.remove(context.req.param("id"));
    return context.json({});
  });
  routes.post("/:id/run", async (context) => {
    const { scenario } = store.get(context.req.param("id"));
    const body = await readBody(context);
    const server = servers.get(stringIn(body, "server"));
    const { kind, name, arguments: kept, ask, meta, asTask } = scenario.call;
    const entered = objectIn(body, "arguments");
    const args: Record<string, unknown> = { ...kept };
    for (const one of ask) {
      if (Object.hasOwn(entered, one)) setMember(args, one, entered[one]);
      if (!Object.hasOwn(args, one)) {
        throw new RequestError(400, `Enter “${one}”: it is not saved with the scenario.`);
      }
    }
    const wanted = { kind, name, arguments: args, scenario: scenario.name, meta, asTask };
    const id = startCall(server, wanted, { calls, recorder });
    replay.begin(id, scenario);
    return context.json({ id });
  });
  return routes;
}

function readFile(text: string, name: string): ReturnType<typeof readAnswersFile> {
  try {
    return readAnswersFile(text, name.slice(0, 100));
  } catch (error) {
    if (error instanceof UsageError) throw new RequestError(400, error.message);
    throw error;
  }
}
