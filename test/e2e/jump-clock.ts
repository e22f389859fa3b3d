import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

/** How a program is started whose clock a test moves. */
export interface JumpClock extends Disposable {
  readonly nodeArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Moves the clock of the program, and waits until it has been. */
  jump(pid: number): Promise<void>;
}

/** @param ms - how far the clock jumps each time */
export function createJumpClock(ms: number): JumpClock {
  const folder = mkdtempSync(join(tmpdir(), "midcall-clock-"));
  const file = join(folder, "jumps");
  const jumps = (): number => {
    try {
      return readFileSync(file, "utf8").length;
    } catch {
      return 0;
    }
  };
  return {
    nodeArgs: ["--import", new URL("jump-clock.mjs", import.meta.url).href],
    env: { JUMP_MS: String(ms), JUMP_FILE: file },
    async jump(pid) {
      const before = jumps();
      process.kill(pid, "SIGUSR2");
      await vi.waitFor(() => {
        if (jumps() <= before) throw new Error("The clock has not jumped yet.");
      });
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
