// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import * as sdk from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import * as midcallClient from "midcall/client";
import * as midcallReact from "midcall/react";
import { createElicitation } from "midcall/server";
import * as react from "react";
import * as jsx from "react/jsx-runtime";
import ts from "typescript";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const modules: Record<string, unknown> = {
  "@modelcontextprotocol/client": sdk,
  "midcall/client": midcallClient,
  "midcall/react": midcallReact,
  "midcall/react/theme.css": {},
  react,
  "react/jsx-runtime": jsx,
};

interface Page {
  readonly Questions: react.ComponentType;
  readonly client: sdk.Client;
}

/** The code for an app that has a client already, as it stands on the page. */
function load(): Page {
  const page = readFileSync(join(import.meta.dirname, "../../docs/start/host-react.md"), "utf8");
  const [code] = [...page.matchAll(/^```tsx\n([^]*?)^```$/gm)]
    .map(([, block]) => block!)
    .filter((block) => block.includes("inbox.attach"));
  const { outputText } = ts.transpileModule(code!, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      jsx: ts.JsxEmit.ReactJSX,
    },
  });
  const exported = {} as Page;
  compileFunction(outputText, ["exports", "require"])(exported, (name: string) => modules[name]);
  return exported;
}

const elicitation = createElicitation({
  secret: "a secret of at least thirty-two bytes, for tests",
});
const mcp = elicitation.createHandler(() => {
  const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
  const ask = elicitation.handler(async (ctx) => {
    const answer = await ctx.elicit("Which colour?", ["red", "blue"]);
    const text = answer.action === "accept" ? `It is ${answer.data}.` : answer.action;
    return { content: [{ type: "text" as const, text }] };
  });
  server.registerTool("ask", {}, ask);
  return server;
});

// Dialogs of happy-dom report that they were closed while StrictMode mounts them again; those of browsers do not.
beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, "close").mockImplementation(function (this: Element) {
    this.removeAttribute("open");
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (Questions: react.ComponentType): unknown =>
  render(react.createElement(react.StrictMode, null, react.createElement(Questions)));

it("the page's code for an app with a client connects once in StrictMode, and shows questions", async () => {
  const opened = vi.fn();
  vi.stubGlobal("fetch", async (url: URL | string, init: RequestInit & { method?: string }) => {
    const body = typeof init.body === "string" ? init.body : undefined;
    if (body?.includes('"initialize"') || body?.includes('"server/discover"')) opened(body);
    return mcp(new Request(String(url), { ...init, signal: null }));
  });
  const { Questions, client } = load();
  show(Questions);
  await vi.waitFor(() => expect(client.getServerVersion()?.name).toBe("lab"));
  const call = client.callTool({ name: "ask", arguments: {} });
  const button = await vi.waitFor(() => screen.getByRole("button", { name: "Decline" }));
  await vi.waitFor(() => {
    fireEvent.click(button);
    expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
  });
  expect(await act(() => call)).toMatchObject({ content: [{ text: "decline" }] });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(opened).toHaveBeenCalledOnce();
  await client.close();
});

it("the page's code says that a connection has failed", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("nobody is there")));
  show(load().Questions);
  const alert = await vi.waitFor(() => screen.getByRole("alert"));
  expect(alert.textContent).toMatch(/cannot be reached: .*nobody/);
});
