import { fileURLToPath } from "node:url";
import { build } from "vite";

const configFile = fileURLToPath(new URL("../../../web/vite.config.ts", import.meta.url));
const source = fileURLToPath(new URL("../../../../midcall/src/", import.meta.url));

/** Builds the console's page from the sources, so that a test needs no build before it. */
export async function buildPage(outDir: string): Promise<void> {
  const alias = [
    { find: /^midcall\/react\/theme\.css$/, replacement: `${source}react/theme.css` },
    { find: /^midcall\/([\w/]+)$/, replacement: `${source}$1/index.ts` },
  ];
  // As it is published, and not as tests are run.
  const define = { "process.env.NODE_ENV": '"production"' };
  const oxc = { jsx: { runtime: "automatic", development: false } } as const;
  const common = { configFile, logLevel: "error", resolve: { alias } } as const;
  await build({ ...common, define, oxc, build: { outDir } });
}
