import { fileURLToPath } from "node:url";
import { VERSION } from "../version.js";

/** What decides which command a host runs for the bridge. */
export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly node: string;
  /** The path of the CLI's main.js. */
  readonly main: string;
}

/** How this process was started. */
export const thisInstallation = (): Installation => ({
  platform: process.platform,
  node: process.execPath,
  main: fileURLToPath(new URL("../main.js", import.meta.url)),
});

/** Caches that npx, pnpm dlx, yarn dlx and bunx empty at any time. */
const CACHE = /[\\/](?:_npx|dlx|dlx-[^\\/]+|xfs-[^\\/]+|bunx-[^\\/]+)[\\/]/;

/** The words that start midcall from a host: the installed one, or npx with this version. */
export function bridgeProgram({ platform, node, main }: Installation): readonly string[] {
  if (!CACHE.test(main)) return [node, main];
  const npx = ["npx", "-y", `@midcall/cli@${VERSION}`];
  return platform === "win32" ? ["cmd", "/c", ...npx] : npx;
}
