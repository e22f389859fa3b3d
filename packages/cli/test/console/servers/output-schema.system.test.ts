import { afterEach, expect, it } from "vitest";
import { addServer, createLab, endOf, fixture, type Lab, startCall } from "../lab.js";

let lab: Lab;
afterEach(() => lab.close());

it("says of a result that its tool's output schema forbids it, and where", async () => {
  lab = await createLab();
  const page = await lab.page();
  const target = `node ${fixture("wrong-output.mjs")}`;
  const id = await addServer(page, { target, protocolVersion: "2025-11-25" });
  const end = await endOf(page, await startCall(page, id, "weather"));
  expect(end.state).toBe("failed");
  expect(end.problem).toContain("degrees");
});
