import { expect, it } from "vitest";
import { createProgress } from "../../examples/src/start/progress.js";

it("writes a line every five seconds where there is no terminal", () => {
  let time = 0;
  let written = "";
  const write = (text: string): void => void (written += text);
  const progress = createProgress({ total: 138, isTerminal: false, write, now: () => time });
  for (let second = 1; second <= 11; second += 1) {
    time = second * 1000;
    progress.step(`scenario ${second}`);
  }
  progress.end();
  expect(written).toBe("[5/138] scenario 5\n[10/138] scenario 10\n");
});

it("writes over its own line in a terminal, and takes it away at the end", () => {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  const progress = createProgress({ total: 2, isTerminal: true, write });
  progress.step("one");
  progress.step("long ".repeat(40));
  progress.end();
  expect(written[0]).toBe("\r\u001b[K[1/2] one");
  expect(written[1]).toMatch(/^\r\u001b\[K\[2\/2\] long .{60,63}$/);
  expect(written[2]).toBe("\r\u001b[K");
});
