import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppHost, openAppHost, question } from "../app-host/open-app-host.js";
import { launch } from "./chromium.js";

/** An elicitation that the host has answered in the View (experimental, SEP-3118). */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const { message, requestedSchema } = question();
const params = {
  message,
  requestedSchema,
  _meta: { ui: { resourceUri: "ui://midcall/question.html" } },
};
const says = (host: AppHost, title: string): Promise<void> =>
  expect.poll(() => host.title()).toBe(title);

it("the View declares it, and returns the standard result", async () => {
  await using host = await openAppHost(browser);
  const [{ params: said } = {}] = await host.seen("ui/initialize");
  expect(said?.["appCapabilities"]).toMatchObject({ elicitation: {} });
  const result = host.request("elicitation/create", params);
  await host.view.getByLabel("People").fill("4");
  await says(host, "A question for you");
  await host.view.getByRole("button", { name: "Send" }).click();
  expect(await result).toEqual({ action: "accept", content: { people: 4 } });
  await says(host, "Your answer was sent to the server.");
  // The host has the answer, so no tool is called and no message is written.
  expect(host.calls).toEqual([]);
  expect(await host.seen("ui/message")).toEqual([]);
});

it("a form without fields is accepted with empty content, because hosts want an object", async () => {
  await using host = await openAppHost(browser);
  const result = host.request("elicitation/create", {
    message: "Delete 47 files?",
    requestedSchema: { type: "object", properties: {} },
  });
  await host.view.getByRole("button", { name: "Agree" }).click();
  expect(await result).toEqual({ action: "accept", content: {} });
});

it.each([
  ["Decline", "decline"],
  ["Not now", "cancel"],
])("%s is a result of its own", async (button, action) => {
  await using host = await openAppHost(browser);
  const result = host.request("elicitation/create", params);
  await host.view.getByRole("button", { name: button }).click();
  expect(await result).toEqual({ action });
});

it("what it cannot show it refuses, so that the host asks by itself", async () => {
  await using host = await openAppHost(browser);
  for (const given of [
    { ...params, mode: "url", url: "https://example.com" },
    { requestedSchema },
    { message, requestedSchema: { type: "array" } },
  ]) {
    expect(await host.request("elicitation/create", given)).toMatchObject({ code: -32602 });
  }
  // It stays open until the page is closed.
  host.request("elicitation/create", params).catch(() => {});
  await host.view.getByLabel("People").waitFor();
  expect(await host.request("elicitation/create", params)).toMatchObject({ code: -32000 });
});

it("a request that the host withdraws takes no answer any more", async () => {
  await using host = await openAppHost(browser);
  // It stays open until the page is closed.
  host.request("elicitation/create", params).catch(() => {});
  await host.view.getByLabel("People").waitFor();
  await host.notify("notifications/cancelled", { requestId: "host-1" });
  await says(host, "This question is closed.");
  expect(await host.view.getByRole("button").count()).toBe(0);
});
