import { homedir } from "node:os";
import { Hono } from "hono";
import { displayText } from "midcall/form";
import { describeError } from "../../describe-error.js";
import { headersRefusal } from "../../connect/headers.js";
import { RequestError } from "../errors.js";
import { knownFiles, readKnownFile, type Surroundings } from "../../hosts/known-files.js";
import { createPendingImports } from "../import/pending-imports.js";
import { toImportable } from "../import/importable-view.js";
import { type ConfiguredServer, readConfiguration } from "../import/read-configuration.js";
import type { FoundImports, ImportedServers, ImportView } from "../views/import-types.js";
import type { ApiParts } from "./api-parts.js";
import { readBody, stringIn } from "./read-body.js";

const thisComputer = (): Surroundings => ({
  platform: process.platform,
  home: homedir(),
  folder: process.cwd(),
  env: process.env,
});

/**
 * The routes below `/import`: servers from the configuration of a host. Nothing is started by them.
 *
 * | route | body | answer |
 * | --- | --- | --- |
 * | `POST /read` | `{ text }`: a configuration that the user has pasted or chosen | `ImportView` |
 * | `POST /found` | `{}`: reads the files of known hosts on this computer | `FoundImports` |
 * | `POST /add` | `AddImported` | `ImportedServers` |
 */
export function createImportRoutes({ servers }: Pick<ApiParts, "servers">): Hono {
  const routes = new Hono();
  const pending = createPendingImports();

  const toImport = (text: string, source?: ImportView["source"]): ImportView => {
    const { env, home } = thisComputer();
    let found: readonly ConfiguredServer[] = [];
    let problem: string | undefined;
    try {
      found = readConfiguration(text, { env, home });
      if (found.length === 0) problem = "There are no servers in it.";
    } catch {
      problem =
        "It is not JSON. TOML (Codex) and YAML (Goose) are not read: enter the command instead.";
    }
    return {
      id: pending.add(found),
      source,
      problem,
      servers: found.map((one) => ({
        ...toImportable(one),
        known: one.target !== undefined && servers.has(one.target, one.cwd),
      })),
    };
  };

  routes.post("/read", async (context) => {
    return context.json(toImport(stringIn(await readBody(context), "text")));
  });
  routes.post("/found", async (context) => {
    await readBody(context);
    const imports: ImportView[] = [];
    const missing: string[] = [];
    for (const { host, path } of await knownFiles(thisComputer())) {
      const text = await readKnownFile(path);
      if (text === undefined) missing.push(path);
      else imports.push(toImport(text, { host, path }));
    }
    const answer: FoundImports = { imports, missing };
    return context.json(answer);
  });
  routes.post("/add", async (context) => {
    const body = await readBody(context);
    const list = pending.get(stringIn(body, "id"));
    const chosen: unknown = body["servers"];
    if (!Array.isArray(chosen)) throw new RequestError(400, '"servers" must be a list.');
    const added: { id: string; name: string }[] = [];
    const problems: string[] = [];
    for (const index of new Set(chosen)) {
      const one = list[Number(index)];
      if (!one?.target) continue;
      const refusal = Object.keys(one.headers).length > 0 ? headersRefusal(one.target) : undefined;
      try {
        if (refusal !== undefined) throw new RequestError(400, refusal);
        const server = servers.addImported(one.target, one.name, one);
        added.push({ id: server.saved.id, name: server.saved.name });
      } catch (error) {
        problems.push(`${displayText(one.name)}: ${describeError(error)}`);
      }
    }
    const answer: ImportedServers = { added, problems };
    return context.json(answer);
  });
  return routes;
}
