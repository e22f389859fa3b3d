import { expect, it } from "vitest";
import { eventually } from "./built.js";
import { startConsole } from "./console-lab.js";

it("keeps its port from start to start, and says so when another console has it", async () => {
  await using first = await startConsole();
  await using second = await startConsole();
  const told = /^Port 32255 is used by another /m;
  expect(await eventually(() => told.test(second.said()))).toBe(true);
  expect(second.said()).toContain(`This console uses port ${new URL(second.origin).port} instead.`);
  expect(second.origin).not.toBe(first.origin);
  if (first.said().includes("is used by")) return;
  expect(first.origin).toBe("http://127.0.0.1:32255");
  expect(second.said()).toContain("another console, whose address is in the terminal");
});
