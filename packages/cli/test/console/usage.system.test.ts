import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { midcall, ownFolder } from "../run-midcall.js";

it("explains itself, and what cannot be", async () => {
  const { code, stdout } = await midcall(["console", "--help"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("--state") });

  using folder = ownFolder();
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const port = String((taken.address() as AddressInfo).port);
  const cannot: readonly [words: readonly string[], exit: number, said: string][] = [
    [["--port", "x"], 2, "0 to 65535"],
    [["--protocol-version", "2024-01-01"], 2, "2026-07-28"],
    [["server.js"], 2, "after --"],
    [["--port", port, "--state", folder.path], 1, "Cannot listen"],
    [["--state", "/dev/null/x"], 1, "--state DIR"],
  ];
  for (const [words, exit, said] of cannot) {
    const { code, stderr } = await midcall(["console", ...words]);
    expect({ words, code, stderr }).toEqual({
      words,
      code: exit,
      stderr: expect.stringContaining(said),
    });
  }
  taken.close();
});
