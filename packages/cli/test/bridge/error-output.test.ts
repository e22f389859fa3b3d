import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createErrorOutput } from "../../src/bridge/error-output.js";

const MIB = 1024 * 1024;
const line = `${"x".repeat(1_023)}\n`;

it("lines that nobody reads are left out after 1 MiB, and a line says how many", async () => {
  const output = new PassThrough();
  const write = createErrorOutput(output);
  for (let sent = 0; sent < 10_000; sent += 1) write(line);
  expect(output.writableLength + output.readableLength).toBeLessThan(2 * MIB);
  let text = "";
  output.on("data", (chunk: Buffer) => void (text += String(chunk)));
  await expect.poll(() => text).toMatch(/Nobody has read this, so \d+ lines were left out\.\n$/);
  const [, left] = /so (\d+) lines/.exec(text)!;
  expect(Number(left) + text.split(line).length - 1).toBe(10_000);
  write("again\n");
  await expect.poll(() => text).toMatch(/left out\.\nagain\n$/);
});
