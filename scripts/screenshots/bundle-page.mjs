// Bundles a page for the pictures.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A page as one script and one style.
 *
 * @param {URL} entry - its source
 */
export async function bundlePage(entry) {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(entry),
        formats: ["es"],
        fileName: "page",
        cssFileName: "page",
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const files = [result].flat().flatMap(({ output }) => output);
  return {
    script: files.find(({ type }) => type === "chunk").code,
    style: String(files.find(({ fileName }) => fileName.endsWith(".css")).source),
  };
}
