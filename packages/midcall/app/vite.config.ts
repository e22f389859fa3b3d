import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const ofPreact = (path: string): string => fileURLToPath(import.meta.resolve(`preact${path}`));

/** What stands above the page: the licence of what it contains. */
const notice = `<!-- Contains Preact.
${readFileSync(new URL("../LICENSE", import.meta.resolve("preact")), "utf8").trim()}
-->
`;

/** Moves the script and the style sheet into the page: a View is one file, and its host allows no other. */
function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const page = files.find(({ fileName }) => fileName.endsWith(".html"));
      if (page?.type !== "asset") throw new Error("The View has no page.");
      let script = "";
      let styles = "";
      for (const file of files) {
        if (file === page) continue;
        if (file.type === "chunk") script += file.code;
        else if (file.fileName.endsWith(".css")) styles += String(file.source);
        else throw new Error(`The View cannot contain ${file.fileName}.`);
        delete bundle[file.fileName];
      }
      page.fileName = "question.html";
      page.source = String(page.source)
        .replace("<html", () => `${notice}<html`)
        .replace(/\s*<(script|link)\b[^>]*(src|href)="[^"]*"[^>]*>(<\/script>)?/g, "")
        // Functions, because the texts may contain `$&`.
        .replace("</head>", () => `<style>${styles.replaceAll("</", "<\\/")}</style></head>`)
        .replace("</body>", () => {
          const safe = script.replace(/<(?=\/script|!--)/gi, "\\x3c");
          return `<script type="module">${safe}</script></body>`;
        });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  resolve: {
    // React itself is larger than a View may be.
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: ofPreact("/jsx-runtime") },
      { find: /^react$/, replacement: ofPreact("/compat") },
    ],
  },
  plugins: [inOneFile()],
  build: {
    outDir: "../dist/app",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
