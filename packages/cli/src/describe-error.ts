import { ConnectError } from "./errors.js";
import { safeLine } from "./safe-text.js";

/** An error as lines that are safe to print. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = [safeLine(message, 2_000)];
  if (error instanceof ConnectError) lines.push(...error.stderr.map((line) => `  | ${line}`));
  return lines.join("\n");
}
