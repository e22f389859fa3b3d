import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AppHost,
  type HostOptions,
  openAppHost,
  question,
  structured,
  takingServer,
} from "../app-host/open-app-host.js";
import { isNight } from "../night.js";
import { launch } from "./chromium.js";

/** The View in a host that plays the differences of hosts: what it says, what it sends, and what it never sends. */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const open = (options?: HostOptions): Promise<AppHost> => openAppHost(browser, options);

/** Waits until the View says this. */
const says = (host: AppHost, title: string | RegExp): Promise<void> =>
  expect.poll(() => host.title()).toMatch(title);
const text = (host: AppHost): Promise<string> => host.view.locator(".notice p").innerText();

async function fillIn(host: AppHost, people = "4"): Promise<void> {
  await host.view.getByLabel("People").fill(people);
  await host.view.getByRole("button", { name: "Send" }).click();
}

const sent = (host: AppHost): unknown[] => host.calls.filter(({ action }) => action !== "look");

/** At night all of them, otherwise the first. */
const some = <T>(all: readonly T[]): readonly T[] => (isNight ? all : all.slice(0, 1));

describe("after an answer", () => {
  it.each(
    some([
      [
        "a host with ui/message: the chat goes on by itself",
        { capabilities: { serverTools: {}, message: {}, updateModelContext: {} } },
        "The chat continues by itself.",
        ["ui/message"],
      ],
      [
        "a host without ui/message: the model reads it with the next message",
        { capabilities: { serverTools: {}, updateModelContext: {} } },
        "Send a message in the chat",
        ["ui/update-model-context"],
      ],
      [
        "a host that refuses the message: the model reads it with the next message",
        {
          capabilities: { serverTools: {}, message: {}, updateModelContext: {} },
          refuseMessages: true,
        },
        "Send a message in the chat",
        ["ui/message", "ui/update-model-context"],
      ],
      [
        "a host with neither: the user asks for the tool again",
        {},
        "To go on, ask in the chat for “book_table” again.",
        [],
      ],
    ] as const),
  )("%s", async (_, options, next, methods) => {
    await using host = await open(options);
    await host.deliver(question());
    await fillIn(host);
    await says(host, "Your answer was sent to “tables”.");
    await expect.poll(() => text(host)).toContain(next);
    expect(sent(host)).toEqual([
      { id: "question-1", key: "one-time-key-4711", action: "accept", content: { people: 4 } },
    ]);
    const told = (await host.seen()).filter(({ method }) => /message|context$/.test(method ?? ""));
    expect(told.map(({ method }) => method)).toEqual(methods);
    for (const { params } of told) {
      expect(params).toMatchObject({
        content: [
          {
            type: "text",
            text: "I have answered the question of the tool “book_table”. Please call it again with the same arguments.",
          },
        ],
      });
    }
    expect(host.errors).toEqual([]);
  });

  it.each([
    ["Decline", "decline", "You declined. “tables” has been told no."],
    ["Not now", "cancel", "You closed the question without an answer."],
  ])("%s is a button of its own and goes the same way", async (button, action, title) => {
    await using host = await open({ capabilities: { serverTools: {}, message: {} } });
    await host.deliver(question());
    await host.view.getByRole("button", { name: button }).click();
    await says(host, title);
    expect(sent(host)).toEqual([{ id: "question-1", key: "one-time-key-4711", action }]);
    await expect.poll(async () => (await host.seen("ui/message")).length).toBe(1);
  });

  it("the key is in the calls of the answer tool, and nowhere else", async () => {
    await using host = await open({
      capabilities: { serverTools: {}, message: {}, updateModelContext: {} },
      refuseMessages: true,
    });
    await host.deliver(question());
    await host.view.getByLabel("People").fill("4");
    const shown = host.view.locator("html");
    expect(await shown.evaluate((root) => root.outerHTML)).not.toContain("one-time-key");
    await host.view.getByRole("button", { name: "Send" }).click();
    await says(host, "Your answer was sent");
    expect(await shown.evaluate((root) => root.outerHTML)).not.toContain("one-time-key");
    for (const message of await host.seen()) {
      if (message.method === "tools/call") continue;
      expect(JSON.stringify(message)).not.toContain("one-time-key");
    }
    expect(host.requests).toEqual([]);
  });
});

describe("an answer that is not taken", () => {
  it("an invalid one stays in the form, with the server's reason", async () => {
    await using host = await open();
    host.serve(({ action }) =>
      action === "look"
        ? structured({ status: "open" })
        : structured({ status: "invalid", reason: "The Anchor has \u202Eno table for 12." }),
    );
    await host.deliver(question());
    await fillIn(host, "12");
    await host.view.getByText("The Anchor has no table for 12.").waitFor();
    expect(await host.view.getByLabel("People").inputValue()).toBe("12");
    host.serve(takingServer());
    await fillIn(host, "3");
    await says(host, "Your answer was sent");
  });

  it("a host that refuses the call: the user can try again, and is told where to go on", async () => {
    await using host = await open({ refuseTools: true });
    await host.deliver(question());
    await fillIn(host);
    const error = host.view.getByText("This app did not pass your answer on to “tables”.");
    await error.waitFor();
    expect(await error.innerText()).toContain("continue in the chat");
    expect(await host.view.getByLabel("People").inputValue()).toBe("4");
    await host.view.getByRole("button", { name: "Send" }).click();
    await expect.poll(async () => (await host.seen("tools/call")).length).toBe(3);
  });

  it.each(
    some([
      ["closed", "This question is closed."],
      ["expired", "The time for this question is over."],
      ["unknown", "The server no longer knows this question."],
    ] as const),
  )("%s: it says so and takes no answer any more", async (status, title) => {
    await using host = await open();
    host.serve(({ action }) => structured({ status: action === "look" ? "open" : status }));
    await host.deliver(question());
    await fillIn(host);
    await says(host, title);
    expect(await host.view.getByRole("button").count()).toBe(0);
    expect(await host.seen("ui/message")).toEqual([]);
  });
});

describe("what a host may do differently", () => {
  it("a View without a call says that there is nothing to answer", async () => {
    await using host = await open();
    await says(host, "Nothing to answer here.");
  });

  it("a result that is delivered again, or again without its _meta, keeps what was entered", async () => {
    await using host = await open();
    await host.deliver(question());
    await host.view.getByLabel("People").fill("7");
    await host.deliver(question());
    await host.deliver();
    await host.view.getByRole("button", { name: "Send" }).click();
    await says(host, "Your answer was sent");
    expect(sent(host)).toMatchObject([{ content: { people: 7 } }]);
    await host.deliver(question());
    expect(await host.title()).toMatch("Your answer was sent");
  });

  it("after a reload it says that the question is answered", async () => {
    await using host = await open();
    await host.deliver(question());
    await fillIn(host);
    await says(host, "Your answer was sent");
    await host.reload();
    await host.deliver(question());
    await says(host, "This question is already answered.");
    expect(sent(host)).toHaveLength(1);
  });

  it("an open question is shown again after a reload, as the server has it now", async () => {
    await using host = await open();
    host.serve(() =>
      structured({
        status: "open",
        question: question({ reason: "No table for 12.", previous: { people: 12 } }),
      }),
    );
    await host.deliver(question());
    await host.view.getByText("No table for 12.").waitFor();
    expect(await host.view.getByLabel("People").inputValue()).toBe("12");
  });

  it("a slow answer is shown as being sent, and cannot be sent twice", async () => {
    await using host = await open();
    let bring = (_: object): void => {};
    host.serve(({ action }) =>
      action === "look"
        ? structured({ status: "open" })
        : new Promise((resolve) => (bring = resolve)),
    );
    await host.deliver(question());
    await fillIn(host);
    await host.view.getByRole("status").getByText("Sending…").waitFor();
    const send = host.view.getByRole("button", { name: "Send" });
    expect(await send.getAttribute("aria-disabled")).toBe("true");
    await send.click({ force: true });
    await host.view.getByRole("button", { name: "Decline" }).click({ force: true });
    expect(sent(host)).toHaveLength(1);
    bring(structured({ status: "received" }));
    await says(host, "Your answer was sent");
  });

  it("a host that refuses what it does not know is asked again without it", async () => {
    await using host = await open({ strict: true });
    const [first, second] = await host.seen("ui/initialize");
    expect(first?.params?.["appCapabilities"]).toHaveProperty("elicitation");
    expect(second?.params?.["appCapabilities"]).not.toHaveProperty("elicitation");
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
  });

  it("a form that cannot be shown is not shown in part", async () => {
    await using host = await open();
    await host.deliver(question({ requestedSchema: { type: "array", items: {} } as never }));
    await says(host, "This question cannot be shown here.");
  });

  it("the host learns the size, and is answered before the View is removed", async () => {
    await using host = await open();
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    const height = (): Promise<number> =>
      host.view.locator("body").evaluate((body) => body.getBoundingClientRect().height);
    await expect
      .poll(
        async () => (await host.seen("ui/notifications/size-changed")).at(-1)?.params?.["height"],
      )
      .toBe(Math.ceil(await height()));
    expect(await host.request("ui/resource-teardown", { reason: "closed" })).toEqual({});
    expect(await host.request("tools/list", {})).toMatchObject({ code: -32601 });
  });
});

describe("what is hostile", () => {
  it("a message of another window is ignored", async () => {
    await using host = await open();
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    await host.postFromElsewhere({
      jsonrpc: "2.0",
      method: "ui/notifications/tool-result",
      params: { _meta: { "midcall/question": question({ id: "other", message: "Planted" }) } },
    });
    await host.deliver(question({ id: "question-2", message: "The host's own" }));
    await host.view.getByRole("blockquote").getByText("The host's own").waitFor();
    expect(await host.view.getByText("Planted").count()).toBe(0);
  });

  it("what is no message of the protocol, and answers to nothing, change nothing", async () => {
    await using host = await open();
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    for (const message of [
      { id: 99, result: { structuredContent: { status: "received" } } },
      { method: 7 },
      { method: "ui/notifications/tool-result", params: [] },
      { method: "ui/notifications/tool-result", params: { _meta: { "midcall/question": "x" } } },
      { method: "ui/notifications/host-context-changed", params: { theme: { dark: true } } },
      { method: "ui/notifications/unknown", params: null },
      { jsonrpc: "1.0", method: "ui/notifications/tool-result", params: {} },
    ]) {
      await host.post(message);
    }
    await host.view.getByLabel("People").fill("4");
    expect(host.errors).toEqual([]);
  });

  it("texts are shown as text, without what is invisible", async () => {
    await using host = await open();
    await host.deliver(
      question({
        server: "<b>tab\u200Bles</b>",
        message: "<img src=x onerror=alert(1)> Pay \u202E5 EUR?",
        more: 2,
      }),
    );
    await host.view
      .getByRole("blockquote")
      .getByText("<img src=x onerror=alert(1)> Pay 5 EUR?")
      .waitFor();
    expect(await host.title()).toBe("<b>tables</b> asks");
    await host.view.getByText("2 more questions follow.").waitFor();
    expect(host.requests).toEqual([]);
  });
});

it("changes its language and direction with the host, and keeps what was entered", async () => {
  await using host = await openAppHost(browser);
  await host.deliver(question());
  const people = host.view.locator("input");
  await people.fill("7");
  await host.view.getByRole("button", { name: "Send" }).waitFor();
  await host.notify("ui/notifications/host-context-changed", { locale: "ar-EG" });
  const send = host.view.getByRole("button", { name: "إرسال" });
  await send.waitFor();
  expect(await people.inputValue()).toBe("7");
  // From right to left: the main button is on the right of the others.
  const decline = host.view.getByRole("button", { name: "رفض" });
  expect((await send.boundingBox())!.x).toBeGreaterThan((await decline.boundingBox())!.x);
  // Digits are those that the form accepts, whatever the region's are.
  expect(await host.view.locator(".aside").innerText()).toMatch(/\d:\d\d/);
  await host.notify("ui/notifications/host-context-changed", { locale: "pl" });
  await host.view.getByRole("button", { name: "Send" }).waitFor();
  expect(await host.view.locator("html").getAttribute("dir")).toBe("ltr");
});

/** packages/midcall/test/app tries these in its own process, with a host that it plays. */
if (isNight)
  describe("what else a host may do differently", () => {
    it("a result without a question, of another call or without its _meta: nothing to answer", async () => {
      await using host = await open();
      await host.notify("ui/notifications/tool-input", { arguments: {} });
      await says(host, "The tool is running.");
      await host.deliver();
      await says(host, "Nothing to answer here.");
    });

    it("a question that comes after the empty state is shown", async () => {
      await using host = await open();
      await says(host, "Nothing to answer here.");
      await host.deliver(question());
      await host.view.getByLabel("People").waitFor();
    });

    it("tool-input that comes only with the result", async () => {
      await using host = await open();
      await host.deliver(question());
      await host.notify("ui/notifications/tool-input", { arguments: {} });
      await fillIn(host);
      await says(host, "Your answer was sent");
    });

    it("a call that is cancelled has no question", async () => {
      await using host = await open();
      await host.notify("ui/notifications/tool-input", { arguments: {} });
      await host.notify("ui/notifications/tool-cancelled", { reason: "user action" });
      await says(host, "Nothing to answer here.");
    });

    it("after a reload without the data it says that there is nothing to answer", async () => {
      await using host = await open();
      await host.deliver(question());
      await host.view.getByLabel("People").waitFor();
      await host.reload();
      await says(host, "Nothing to answer here.");
    });

    it("a question is shown without the server's news when that is slow, and ends when it comes", async () => {
      await using host = await open();
      let bring = (_: object): void => {};
      host.serve(() => new Promise((resolve) => (bring = resolve)));
      await host.deliver(question());
      await host.view.getByLabel("People").waitFor();
      bring(structured({ status: "answered" }));
      await says(host, "This question is already answered.");
    });

    it("structured content that is dropped: the text of the result is read", async () => {
      await using host = await open();
      host.serve(({ action }) => ({
        content: [
          {
            type: "text",
            text: JSON.stringify({ status: action === "look" ? "open" : "received" }),
          },
        ],
      }));
      await host.deliver(question());
      await fillIn(host);
      await says(host, "Your answer was sent");
    });

    it("an answer that the form does not allow is not sent", async () => {
      await using host = await open();
      await host.deliver(question());
      await fillIn(host, "13");
      await host.view.getByText("Please fix the following problem").waitFor();
      expect(sent(host)).toEqual([]);
    });

    it("a result that is an error, or no result of the answer tool, counts as refused", async () => {
      await using host = await open();
      host.serve(() => ({ isError: true, content: [{ type: "text", text: "Not allowed" }] }));
      await host.deliver(question());
      await fillIn(host);
      await host.view.getByText("This app did not pass your answer on").waitFor();
    });
  });
