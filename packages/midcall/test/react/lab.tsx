import { act, render, type RenderResult } from "@testing-library/react";
import { createInbox, type Inbox, type InboxOptions } from "midcall/client";
import { ElicitationInbox, ElicitationProvider, type ElicitationStore } from "midcall/react";
import { type ElicitationProviderProps } from "../../src/react/components/elicitation-provider.js";
import { StrictMode, type ReactNode } from "react";
import { afterEach, beforeEach, vi } from "vitest";

export const color = {
  message: "Which colour?",
  requestedSchema: {
    type: "object",
    properties: { color: { type: "string", title: "Colour" } },
    required: ["color"],
  },
};

/** Lets promises and effects of React settle. */
export const settle = (ms = 0): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));

/** Dialogs of happy-dom report that they were closed while StrictMode mounts them again; those of browsers do not. */
export function quietDialogs(): void {
  beforeEach(() => {
    vi.spyOn(HTMLDialogElement.prototype, "close").mockImplementation(function (this: Element) {
      this.removeAttribute("open");
    });
  });
  afterEach(() => void vi.restoreAllMocks());
}

/** Lets the provider load what shows questions. */
export const loadParts = async (): Promise<void> => {
  await act(() => import("../../src/react/loading/question-parts.js"));
  await settle();
};

/** An inbox with a UI in the page. */
export async function show(
  options: {
    inbox?: InboxOptions;
    children?: ReactNode;
    store?: (inbox: Inbox) => ElicitationStore;
  } & Partial<Omit<ElicitationProviderProps, "inbox">> = {},
): Promise<RenderResult & { inbox: Inbox; ask: Inbox["handle"] }> {
  const { inbox: inboxOptions, store, children = <ElicitationInbox />, ...props } = options;
  const inbox = createInbox({ open: () => {}, ...inboxOptions });
  await inbox.ready;
  const rendered = render(
    <StrictMode>
      <ElicitationProvider inbox={store?.(inbox) ?? inbox} {...props}>
        {children}
      </ElicitationProvider>
    </StrictMode>,
  );
  await loadParts();
  return {
    ...rendered,
    inbox,
    ask: (params, origin) => {
      const answer = inbox.handle(params, origin);
      return answer;
    },
  };
}
