// Writes the reference of every entry of the package from its TSDoc, into a folder that git ignores.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { entries } from "../api-report.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Where the pages are written. */
export const referenceFolder = join(root, "docs/reference/api");

/** One page for each entry. @throws {Error} if a declaration cannot be read */
export async function writeReference() {
  await rm(referenceFolder, { recursive: true, force: true });
  const all = entries();
  // Typedoc leaves out what is not there.
  const missing = all.filter(([, declarations]) => !existsSync(declarations));
  if (missing.length > 0)
    throw new Error(`No declarations of ${missing.map(([name]) => name).join(", ")}. Build them.`);
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: all.map(([, declarations]) => declarations),
    tsconfig: join(root, "scripts/docs/tsconfig.json"),
    out: referenceFolder,
    readme: "none",
    router: "module",
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeNotDocumented: false,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    sanitizeComments: true,
    useCodeBlocks: true,
    expandObjects: false,
    parametersFormat: "table",
    propertiesFormat: "table",
    interfacePropertiesFormat: "table",
    enumMembersFormat: "table",
    indexFormat: "table",
    logLevel: "Error",
    skipErrorChecking: true,
    gitRevision: "main",
  });
  const project = await app.convert();
  if (!project) throw new Error("typedoc could not read the declarations. Was the library built?");
  const names = new Map(all.map(([name, declarations]) => [declarations, name]));
  for (const module of project.children ?? []) {
    module.name = names.get(project.getSymbolIdFromReflection(module)?.fileName) ?? module.name;
  }
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error("typedoc reported errors.");
}
