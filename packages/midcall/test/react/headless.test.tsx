// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import fc from "fast-check";
import type { OpenQuestion } from "midcall/client";
import { createForm } from "midcall/form";
import { useElicitations } from "midcall/react";
import { useElicitation, type UsedElicitation } from "midcall/react/headless";
import { Fragment, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { settle, show } from "./lab.js";
import { guest, suggested, sure } from "./questions.js";
import { scaled } from "../../../../test/night.js";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const server = "GitHub";

function Field({ it, index }: { readonly it: UsedElicitation; readonly index: number }): ReactNode {
  const { field, error } = it.fields[index]!;
  const { name, kind, label } = field;
  const choices =
    kind === "boolean"
      ? ([
          ["Yes", true],
          ["No", false],
        ] as const)
      : kind === "multi-select"
        ? field.options.map(({ title, value }) => [title, value] as const)
        : undefined;
  const control = choices ? (
    <span {...it.getGroupProps(name)}>
      {choices.map(([title, value]) => {
        const props = it.getChoiceProps(name, value);
        return (
          <label key={title}>
            <input {...props} /> {title}
          </label>
        );
      })}
    </span>
  ) : kind === "select" ? (
    <select {...it.getFieldProps(name)}>
      <option {...it.getOptionProps(name, -1)}>Choose…</option>
      {field.options.map(({ title }, position) => (
        <option key={position} {...it.getOptionProps(name, position)}>
          {title}
        </option>
      ))}
    </select>
  ) : (
    kind !== "unsupported" && <input {...it.getFieldProps(name)} />
  );
  return (
    <p>
      <label {...it.getLabelProps(name)}>{label}</label> {control}
      {field.description && <small {...it.getDescriptionProps(name)}>{field.description}</small>}
      {error && <em {...it.getErrorProps(name)}>{error}</em>}
    </p>
  );
}

/** A small user interface of a host's own. */
export function OwnQuestion({ question }: { readonly question: OpenQuestion }): ReactNode {
  const it = useElicitation(question);
  return (
    <article {...it.getQuestionProps()}>
      <h3 {...it.getHeadingProps()}>{question.server} asks</h3>
      {it.step === "permission" ? (
        <button {...it.getPermissionProps("show")}>Show it</button>
      ) : (
        <>
          <p>{question.message}</p>
          {it.errors.length > 0 && <p role="alert">{it.errors.join(" ")}</p>}
          <form {...it.getFormProps()}>
            {it.step === "form" &&
              it.layout !== "yes-no" &&
              it.fields.map(({ field }, index) => <Field key={field.name} it={it} index={index} />)}
            {it.review.map(({ label, values }) => (
              <p key={label}>
                {label} = {values.join(", ")}
              </p>
            ))}
            {question.mode === "url" && <p>{question.link.url}</p>}
            {it.isNotOpened ? (
              <a {...it.getLinkProps()}>Open it yourself</a>
            ) : it.step === "form" && it.layout === "yes-no" ? (
              <>
                <button {...it.getAcceptProps(true)}>Yes</button>
                <button {...it.getAcceptProps(false)}>No</button>
              </>
            ) : (
              (it.canSubmit || it.step === "link") && (
                <button {...it.getAcceptProps()}>{it.leadsToReview ? "Review" : "Send"}</button>
              )
            )}
            {it.step === "review" && <button {...it.getEditProps()}>Edit</button>}
            {it.isDiscarding ? (
              <>
                <button {...it.getKeepProps()}>Keep</button>
                <button {...it.getDiscardProps()}>Discard</button>
              </>
            ) : (
              <>
                <button {...it.getDeclineProps()}>Decline</button>
                <button {...it.getCancelProps()}>Not now</button>
              </>
            )}
          </form>
        </>
      )}
    </article>
  );
}

/** Without a `key`, on purpose. */
function Questions(): ReactNode {
  const [question] = useElicitations().showing;
  return question ? <OwnQuestion question={question} /> : <p>Nothing</p>;
}

const press = (name: string): boolean => fireEvent.click(screen.getByRole("button", { name }));
const own = { children: <Questions /> };

describe("a headless question", () => {
  it("is filled in and sent", async () => {
    const { ask } = await show(own);
    const answer = ask(guest, { server });
    await settle();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ada" } });
    fireEvent.change(screen.getByLabelText("Seats"), { target: { value: "2" } });
    fireEvent.change(screen.getByLabelText("Size"), { target: { value: "1" } });
    press("Send");
    expect(await answer).toEqual({
      action: "accept",
      content: { name: "Ada", seats: 2, size: "Large" },
    });
  });

  it("says what is wrong, at its control, and takes the focus there", async () => {
    const { ask } = await show(own);
    void ask(guest, { server });
    await settle();
    press("Send");
    const name = screen.getByLabelText("Name");
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute("aria-invalid")).toBe("true");
    const said = document.getElementById(name.getAttribute("aria-describedby")!);
    expect(said?.textContent).toBe("This is required.");
    expect(screen.getByRole("alert").textContent).toContain("This is required.");
  });

  it("sends a yes or no with one button", async () => {
    const { ask } = await show(own);
    const answer = ask(sure, { server });
    await settle();
    press("No");
    expect(await answer).toEqual({ action: "accept", content: { sure: false } });
  });

  it("is reviewed where the server has filled something in", async () => {
    const { ask } = await show(own);
    const answer = ask(suggested, { server });
    await settle();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ada" } });
    press("Review");
    screen.getByText("Seats = 2");
    press("Edit");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Grace" } });
    press("Review");
    press("Send");
    expect(await answer).toEqual({ action: "accept", content: { name: "Grace", seats: 2 } });
  });

  it("asks before it throws input away", async () => {
    const { ask } = await show(own);
    const answer = ask(guest, { server });
    await settle();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ada" } });
    press("Decline");
    press("Keep");
    press("Decline");
    press("Discard");
    expect(await answer).toEqual({ action: "decline" });
  });

  it("asks first whether the server may ask", async () => {
    const { ask } = await show({ ...own, inbox: { policy: { rule: "ask" } } });
    const answer = ask(sure, { server });
    await settle();
    expect(screen.queryByText("Delete 47 files?")).toBeNull();
    press("Show it");
    press("Yes");
    expect(await answer).toEqual({ action: "accept", content: { sure: true } });
  });

  it("opens a link in the click, and accepts nothing if the page did not open", async () => {
    let blocked = true;
    const open = vi.fn(() => !blocked);
    const { ask } = await show({ ...own, inbox: { open } });
    const url = "https://example.com/go";
    const answered = vi.fn();
    void ask({ mode: "url", message: "Sign in", url }, { server }).then(answered);
    await settle();
    press("Send");
    expect(open).toHaveBeenCalledWith(url);
    await settle();
    expect(answered).not.toHaveBeenCalled();
    blocked = false;
    const link = screen.getByRole("link", { name: "Open it yourself" });
    expect(link.getAttribute("href")).toBe(url);
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    // The test's browser must not open it.
    link.removeAttribute("href");
    fireEvent.click(link);
    await settle(5);
    expect(answered).toHaveBeenCalledWith({ action: "accept" });
  });

  it("keeps a draft over a reload, but none of a suspected secret", async () => {
    sessionStorage.clear();
    const drafts = sessionStorage;
    const params = {
      message: "Connect",
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", title: "Name" },
          token: { type: "string", title: "API token" },
        },
      },
    };
    const first = await show({ ...own, drafts });
    void first.ask(params, { server });
    await settle();
    expect(screen.getByLabelText("API token").getAttribute("autocomplete")).toBe("off");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ada" } });
    fireEvent.change(screen.getByLabelText("API token"), { target: { value: "hunter2" } });
    cleanup();
    expect(JSON.stringify(sessionStorage)).not.toContain("hunter2");
    const again = await show({ ...own, drafts });
    void again.ask(params, { server });
    await settle();
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Ada");
  });
});

describe("an answer is only for its question, without a key on the component", () => {
  it("nothing of one question is left in the next", async () => {
    const { ask } = await show(own);
    const first = ask(guest, { server });
    const second = ask({ ...guest, message: "And who else?" }, { server });
    const answered = vi.fn();
    void second.then(answered);
    await settle();
    press("Send");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ada" } });
    press("Send");
    expect(await first).toEqual({ action: "accept", content: { name: "Ada" } });
    await settle();
    screen.getByText("And who else?");
    expect(screen.queryByRole("alert")).toBeNull();
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("");
    expect(answered).not.toHaveBeenCalled();
  });

  it("a decline that waits for the user ends with its question", async () => {
    const { ask, inbox } = await show(own);
    const withdrawn = new AbortController();
    ask(guest, { server, signal: withdrawn.signal }).catch(() => {});
    await settle();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ada" } });
    press("Decline");
    screen.getByRole("button", { name: "Discard" });
    void ask({ ...guest, message: "And who else?" }, { server });
    act(() => withdrawn.abort());
    await settle();
    screen.getByText("And who else?");
    expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
    expect(inbox.getSnapshot().showing).toHaveLength(1);
  });

  it("props of an earlier question answer nothing", async () => {
    let stale: UsedElicitation | undefined;
    function Keeping({ question }: { readonly question: OpenQuestion }): ReactNode {
      const used = useElicitation(question);
      stale ??= used;
      return (
        <article {...used.getQuestionProps()}>
          <h3 {...used.getHeadingProps()}>{question.message}</h3>
          <button {...stale.getAcceptProps(true)}>Yes</button>
          <button {...used.getDeclineProps()}>Decline</button>
        </article>
      );
    }
    function Current(): ReactNode {
      const [question] = useElicitations().showing;
      return question && <Keeping question={question} />;
    }
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { ask } = await show({ children: <Current /> });
    const first = ask(sure, { server });
    const answered = vi.fn();
    void ask({ ...sure, message: "And these?" }, { server }).then(answered);
    await settle();
    press("Decline");
    expect(await first).toEqual({ action: "decline" });
    await settle();
    press("Yes");
    await settle();
    expect(answered).not.toHaveBeenCalled();
    expect(error).toHaveBeenCalled();
  });
});

describe("the guard of a headless question", () => {
  it("accepts no click that came before it could be noticed", async () => {
    let now = 50_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { ask } = await show(own);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answered = vi.fn();
    void ask(sure, { server }).then(answered);
    const pass = async (ms: number): Promise<void> => {
      now += ms;
      await act(() => vi.advanceTimersByTimeAsync(ms));
    };
    const click = (): void => {
      const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
      Object.defineProperty(event, "timeStamp", { value: now });
      const button = screen.getByRole("button", { name: "Yes" });
      fireEvent.pointerDown(button);
      fireEvent(button, event);
    };
    await pass(500);
    click();
    await pass(0);
    expect(answered).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Yes" }).getAttribute("aria-disabled")).toBe("true");
    await pass(600);
    click();
    await pass(0);
    expect(answered).toHaveBeenCalledTimes(1);
  });

  it("accepts nothing without the props of the element around it, and says so", async () => {
    function Bare({ question }: { readonly question: OpenQuestion }): ReactNode {
      const { getAcceptProps } = useElicitation(question);
      return <button {...getAcceptProps(true)}>Yes</button>;
    }
    function Current(): ReactNode {
      const [question] = useElicitations().showing;
      return question && <Bare question={question} />;
    }
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { ask } = await show({ children: <Current /> });
    const answered = vi.fn();
    void ask(sure, { server }).then(answered);
    await settle();
    press("Yes");
    await settle();
    expect(answered).not.toHaveBeenCalled();
    expect(error).toHaveBeenCalledWith(expect.stringContaining("getQuestionProps"));
  });
});

it("an unknown field and a getter that does not fit are told to the developer", async () => {
  const thrown: unknown[] = [];
  function Wrong({ question }: { readonly question: OpenQuestion }): ReactNode {
    const it = useElicitation(question);
    for (const name of ["nobody", "sure"]) {
      try {
        it.getFieldProps(name);
      } catch (error) {
        thrown.push(error);
      }
    }
    return null;
  }
  function Current(): ReactNode {
    return useElicitations().showing.map((question) => (
      <Wrong key={question.id} question={question} />
    ));
  }
  const { ask } = await show({ children: <Current /> });
  void ask(sure, { server });
  await settle();
  expect(String(thrown[0])).toContain('no field "nobody"');
  expect(String(thrown[1])).toContain("getChoiceProps");
});

const value = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== "");
const properties = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.oneof(
    fc.record({ type: fc.constant("string") }),
    fc.record({ type: fc.constant("boolean") }),
    fc.record({ type: fc.constantFrom("number", "integer") }),
    fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "email", "uri") }),
    fc.record({ type: fc.constant("string"), enum: fc.uniqueArray(value, { minLength: 1 }) }),
    fc.record({
      type: fc.constant("array"),
      items: fc.record({
        type: fc.constant("string"),
        enum: fc.uniqueArray(value, { minLength: 1 }),
      }),
    }),
  ),
  { minKeys: 2, maxKeys: 6 },
);

it("any form has one labelled control or group for each field, with ids of its own", async () => {
  await fc.assert(
    fc.asyncProperty(properties, async (fields) => {
      const { ask } = await show(own);
      void ask(
        { message: "?", requestedSchema: { type: "object", properties: fields } },
        { server },
      );
      await settle();
      const known = createForm({ type: "object", properties: fields }).fields;
      const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const supported = known.filter(({ kind }) => kind !== "unsupported");
      const groups =
        screen.queryAllByRole("group").length + screen.queryAllByRole("radiogroup").length;
      const singles = document.querySelectorAll(
        "input[id]:not([type=radio], [type=checkbox]), select",
      );
      if (document.querySelector("article")) expect(groups + singles.length).toBe(supported.length);
      cleanup();
    }),
    { numRuns: scaled(5, 15) },
  );
});

it("outside of a provider, the hook says so", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const question = { id: "1", mode: "form", requestedSchema: {}, secretFields: [] };
  expect(() => render(<OwnQuestion question={question as never} />)).toThrow("ElicitationProvider");
  render(<Fragment />);
});
