import { fileURLToPath } from "node:url";
import { build, type BuildEnvironmentOptions, type Rolldown } from "vite";

const root = fileURLToPath(new URL("../../../../..", import.meta.url));
const source = `${root}packages/midcall/src`;

const entry = fileURLToPath(new URL("./page.tsx", import.meta.url));
const AS_A_LIBRARY: BuildEnvironmentOptions = {
  modulePreload: false,
  lib: { entry, formats: ["es"], fileName: "page", cssFileName: "page" },
};

export interface BundleOptions {
  /** Which React: `development` warns, and mounts twice under StrictMode; `production` is faster. */
  readonly mode?: "development" | "production";
  /** The folder of another React than the workspace's. */
  readonly react?: string;
  /** Built with Vite's defaults for an app, in a page that has no styles of its own. */
  readonly plainApp?: boolean;
  /** What is loaded later is in files of its own. */
  readonly inParts?: boolean;
}

/** The page's scripts by their paths, and its style. */
export interface Bundle {
  readonly scripts: Readonly<Record<string, string>>;
  readonly style: string;
}

/** Bundles the page. */
export async function bundle({
  mode = "development",
  plainApp = false,
  inParts = false,
  react,
}: BundleOptions): Promise<Bundle> {
  const result = (await build({
    configFile: false,
    logLevel: "silent",
    root,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    oxc: { jsx: { runtime: "automatic", development: false } },
    resolve: {
      alias: [
        {
          find: /^midcall\/(client|form|react|react\/headless)$/,
          replacement: `${source}/$1/index.ts`,
        },
        ...(react === undefined
          ? []
          : [{ find: /^(react|react-dom)(?=\/|$)/, replacement: `${react}/$1` }]),
      ],
    },
    build: {
      ...(!plainApp && AS_A_LIBRARY),
      write: false,
      rolldownOptions: { ...(plainApp && { input: entry }), output: { codeSplitting: inParts } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const files = [result].flat().flatMap(({ output }) => output);
  const chunks = files.filter((file) => file.type === "chunk");
  const scripts = chunks.map(({ isEntry, fileName, code }) => [
    isEntry ? "/page.js" : `/${fileName}`,
    code,
  ]);
  const style = files.find((file) => file.type === "asset" && file.fileName.endsWith(".css"));
  return {
    scripts: Object.fromEntries(scripts) as Record<string, string>,
    style: String(style?.type === "asset" && style.source),
  };
}
