// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { createForm } from "midcall/form";
import {
  ElicitationDialog,
  ElicitationForm,
  ElicitationInbox,
  ElicitationQuestion,
  FormFields,
  HeldQuestionList,
  OpenedLinks,
  ServerRule,
  UrlConsent,
  useElicitations,
} from "midcall/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { color, quietDialogs, settle, show } from "./lab.js";

afterEach(cleanup);
quietDialogs();

const parts = [
  "dialog",
  "inbox",
  "question",
  "form",
  "fields",
  "button",
  "aside",
  "held",
  "opened",
  "rule",
] as const;
const classNames = Object.fromEntries(parts.map((part) => [part, `my-${part}`]));

const own = { className: "own", id: "own", "data-test": "own" } as const;
const link = { mode: "url", message: "Sign in", url: "https://example.com/go" } as const;

/** A component for the first open question. */
const forQuestion = (Component: (props: never) => ReactNode): ReactNode => {
  const One = Component as (props: { readonly question: object }) => ReactNode;
  function First(): ReactNode {
    const [question] = useElicitations().showing;
    return question && <One question={question} {...own} />;
  }
  return <First key="first" />;
};

it.each([
  ["inbox", <ElicitationInbox key="inbox" />],
  ["dialog", <ElicitationDialog key="dialog" />],
] as const)(
  "every part has the class that the provider is given, in the %s",
  async (ui, children) => {
    const { ask } = await show({ children, classNames });
    void ask(color, { server: "GitHub" });
    await settle();
    for (const part of [ui, "question", "form", "fields", "button"] as const) {
      const found = [...document.querySelectorAll(`[data-midcall="${part}"]`)];
      expect(found.length, part).toBeGreaterThan(0);
      for (const element of found) expect(element.className).toBe(`my-${part}`);
    }
  },
);

describe("the outermost element of a component has its own class, id and data, and the provider's class", () => {
  it.each([
    ["ElicitationDialog", "dialog", <ElicitationDialog key="it" {...own} />, color],
    ["ElicitationInbox", "inbox", <ElicitationInbox key="it" {...own} />, color],
    ["ElicitationForm", "question", forQuestion(ElicitationForm), color],
    ["ElicitationQuestion", "question", forQuestion(ElicitationQuestion), color],
    ["UrlConsent", "question", forQuestion(UrlConsent), link],
    ["FormFields", "fields", <FormFields key="it" form={createForm({})} {...own} />, undefined],
    ["ServerRule", "rule", <ServerRule key="it" server="GitHub" {...own} />, undefined],
  ] as const)("%s", async (_, part, children, params) => {
    const { ask } = await show({ children, classNames });
    if (params) void ask(params, { server: "GitHub" });
    await settle();
    const element = document.querySelector("#own");
    expect(element?.className).toBe(`my-${part} own`);
    expect(element?.getAttribute("data-midcall")).toBe(part);
    expect(element?.getAttribute("data-test")).toBe("own");
  });

  it("HeldQuestionList, and a dialog without a question", async () => {
    const { ask, inbox } = await show({
      children: (
        <>
          <HeldQuestionList className="own" />
          <ElicitationDialog className="own" />
        </>
      ),
      classNames,
      inbox: { policy: { burst: 1 } },
    });
    void ask(color, { server: "GitHub" });
    void ask(color, { server: "GitHub" });
    await settle();
    inbox.respond(inbox.getSnapshot().showing[0]!.id, { action: "cancel" });
    await settle();
    expect(document.querySelector('[data-midcall="aside"]')?.className).toBe("my-aside own");
    const [first, inDialog] = document.querySelectorAll('[data-midcall="held"]');
    expect(first?.className).toBe("my-held own");
    expect(inDialog?.className).toBe("my-held");
  });

  it("OpenedLinks", async () => {
    const { ask, inbox } = await show({
      children: <OpenedLinks className="own" />,
      classNames,
    });
    const run = { ended: new AbortController().signal };
    void ask(link, { server: "GitHub", run });
    await settle();
    inbox.respond(inbox.getSnapshot().showing[0]!.id, { action: "accept" });
    await settle();
    expect(document.querySelector('[data-midcall="opened"]')?.className).toBe("my-opened own");
  });
});
