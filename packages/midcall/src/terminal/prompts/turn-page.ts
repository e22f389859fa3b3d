import type { Readable } from "node:stream";
import { promptLibrary } from "../prompt-library.js";
import type { KeyPress } from "../input/key-press.js";
import type { Screen } from "../output/screen.js";
import { dim } from "../output/style.js";
import { wrapText } from "../output/wrap-text.js";

const { S_BAR } = promptLibrary;

const CLEAR_BELOW = "\u001b[J";
const ON = new Set(["space", "return", "down", "pagedown"]);

/** Says that there is more to read, until the user asks for it. No other key does anything; leaving ends it, too. */
export function turnPage(
  say: string,
  { screen, keys, signal }: { screen: Screen; keys: Readable; signal: AbortSignal },
): Promise<undefined> {
  const { stream } = screen;
  const lines = wrapText(say, stream.columns - 4);
  stream.write(lines.map((line) => `${dim(S_BAR)}  ${dim(line)}`).join("\n"));
  const up = lines.length > 1 ? `\u001b[${lines.length - 1}A` : "";
  return new Promise((resolve) => {
    const end = (): void => {
      keys.off("keypress", pressed);
      signal.removeEventListener("abort", end);
      stream.write(`\r${up}${CLEAR_BELOW}`);
      resolve(undefined);
    };
    const pressed = (_: string | undefined, { name = "" }: KeyPress): void => {
      if (name === "escape" || ON.has(name)) end();
    };
    keys.on("keypress", pressed);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}
