import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** A block of TypeScript or JavaScript on a page. */
export interface Block {
  /** The page and line, `docs/react.md:42`. */
  readonly at: string;
  readonly language: "ts" | "tsx" | "js";
  readonly code: string;
  /** Lines the reader does not see, from `<!-- with: … -->` before the block. */
  readonly hidden: string;
  /** Why it is not checked, from `<!-- unchecked: … -->`. */
  readonly unchecked: string | undefined;
  /** The file that a test runs it as, from `<!-- run: … -->`. */
  readonly runs: string | undefined;
}

/** Every page with code in it. */
function pagesOf(): string[] {
  const listed = execFileSync("git", ["ls-files", "README.md", "docs", "packages/*/README.md"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => path.endsWith(".md"));
}

const COMMENT = /<!--\s*(with|unchecked|run):\s*((?:(?!-->)[^])*?)\s*-->\s*$/;

/** The blocks of a page, with what the comments right before them say. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(tsx?|jsx?|vue|svelte)\n([^]*?)^```$/gm)].map(
    ({ 1: language, 2: code, index }) => {
      const said: Record<string, string> = {};
      let before = text.slice(0, index);
      for (let found = COMMENT.exec(before); found; found = COMMENT.exec(before)) {
        said[found[1]!] = found[2]!;
        before = before.slice(0, found.index);
      }
      // Of a component of Vue or Svelte, the script; its template is compiled only where the framework is installed.
      const script = /^<script[^>]*>\n([^]*?)<\/script>/m.exec(code!);
      const isComponent = language === "vue" || language === "svelte";
      const scriptLine = isComponent ? code!.slice(0, script!.index).split("\n").length : 0;
      return {
        at: `${page}:${text.slice(0, index).split("\n").length + scriptLine}`,
        language: isComponent ? "ts" : language === "jsx" ? "tsx" : (language as Block["language"]),
        code: isComponent ? script![1]! : code!,
        hidden: said["with"] ?? "",
        unchecked: said["unchecked"],
        runs: said["run"],
      };
    },
  );
}

/** Every block of every page. */
export function allBlocks(): Block[] {
  return pagesOf().flatMap(blocksOf);
}
