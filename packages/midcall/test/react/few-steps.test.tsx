// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { ElicitationDialog, ElicitationInbox } from "midcall/react";
import { type ReactNode, useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { quietDialogs, settle, show } from "./lab.js";
import { guest, size, suggested, sure, sureOrNot, terms } from "./questions.js";

quietDialogs();
afterEach(cleanup);

const server = "GitHub";
/** The form of `ctx.confirm`. */
const plainConfirm = {
  type: "object",
  properties: { confirm: { type: "boolean", title: "Yes" } },
  required: ["confirm"],
};
const press = (name: string): boolean => fireEvent.click(screen.getByRole("button", { name }));
const buttons = (): (string | null)[] =>
  screen.getAllByRole("button").map(({ textContent }) => textContent);

/** Shows the inbox in one of two places. */
function places(): { Place: () => ReactNode; moveTo: (place: string) => void } {
  let moveTo = (_place: string): void => {};
  const Place = (): ReactNode => {
    const [place, setPlace] = useState("here");
    moveTo = setPlace;
    return <ElicitationInbox key={place} />;
  };
  return { Place, moveTo: (place) => moveTo(place) };
}

it("a message that cannot be shown to its end gets no button that says yes, and no user's answer", async () => {
  const { ask } = await show();
  const message = "x".repeat(16_384);
  expect(await ask({ ...sure, message: `${message}!` }, { server })).toMatchObject({
    action: "cancel",
    content: { "midcall/cannotAsk": "message-too-long" },
  });
  expect(screen.queryAllByRole("button")).toEqual([]);
  void ask({ ...sure, message }, { server });
  await settle();
  // All of it, before anything is pressed: nobody may answer what they have not been shown.
  screen.getByText(message);
});

it("an optional field whose text cannot be shown to its end is left out", async () => {
  const { ask } = await show();
  const requestedSchema = {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      also: { type: "boolean", title: "t".repeat(1_001), default: true },
    },
  };
  const answer = ask({ message: "Who?", requestedSchema }, { server });
  await settle();
  screen.getByText(/cannot be shown here because of its title/);
  press("Send");
  expect(await answer).toEqual({ action: "accept", content: {} });
});

describe("a question with one yes/no field", () => {
  it.each([
    ["Yes", true],
    ["No", false],
  ])("is answered by one click on “%s”", async (name, value) => {
    const { ask } = await show();
    const answer = ask(sure, { server });
    await settle();
    press(name);
    expect(await answer).toEqual({ action: "accept", content: { sure: value } });
  });

  it("has a named group of two answers, and quiet ways out", async () => {
    const { ask } = await show();
    void ask(sure, { server });
    await settle();
    expect(buttons()).toEqual(["Yes", "No", "Decline", "Not now"]);
    const group = screen.getByRole("group", { name: "Delete them" });
    expect(within(group).getAllByRole("button")).toHaveLength(2);
    expect(group.getAttribute("aria-describedby")).toContain(
      screen.getByText("They cannot be restored.").id,
    );
    for (const name of ["Decline", "Not now"]) {
      expect(screen.getByRole("button", { name }).dataset["variant"]).toBe("quiet");
    }
    expect(screen.queryByRole("radio")).toBeNull();
  });

  it("says Yes once where its label says no more", async () => {
    const { ask } = await show();
    const answer = ask({ ...sure, requestedSchema: plainConfirm }, { server });
    await settle();
    expect(screen.getAllByText("Yes")).toEqual([screen.getByRole("button", { name: "Yes" })]);
    press("No");
    expect(await answer).toEqual({ action: "accept", content: { confirm: false } });
  });

  it("can be left out if it is optional", async () => {
    const { ask } = await show();
    const answer = ask(sureOrNot, { server });
    await settle();
    expect(buttons()).toEqual(["Yes", "No", "No answer", "Decline", "Not now"]);
    press("No answer");
    expect(await answer).toEqual({ action: "accept", content: {} });
  });

  it("offers only the answer that can be sent", async () => {
    const { ask } = await show();
    const answer = ask(terms, { server });
    await settle();
    expect(buttons()).toEqual(["Yes", "Decline", "Not now"]);
    screen.getByText("Only “Yes” can be sent.");
    press("Yes");
    expect(await answer).toEqual({ action: "accept", content: { terms: true } });
  });

  it("is reviewed where the host wants every answer reviewed", async () => {
    const { ask } = await show({ review: "always" });
    const answer = ask(sure, { server });
    await settle();
    press("No");
    screen.getByRole("heading", { name: "Check your answer" });
    press("Edit");
    press("Yes");
    press("Send");
    expect(await answer).toEqual({ action: "accept", content: { sure: true } });
  });

  it("shows why its answer was refused", async () => {
    const { ask } = await show({
      store: (inbox) => ({ ...inbox, respond: () => ({ ok: false, errors: ["Too late."] }) }),
    });
    void ask(sure, { server });
    await settle();
    press("Yes");
    await settle();
    screen.getByText("Too late.");
    expect(document.activeElement?.getAttribute("data-midcall")).toBe("summary");
  });
});

describe("a question with one choice", () => {
  it("is answered by choosing and Send", async () => {
    const { ask } = await show();
    const answer = ask(size, { server });
    await settle();
    fireEvent.click(screen.getByRole("radio", { name: "Medium" }));
    press("Send");
    expect(await answer).toEqual({ action: "accept", content: { size: "Medium" } });
  });

  it("lists up to fifteen options", async () => {
    const options = Array.from({ length: 15 }, (_, index) => `Option ${index}`);
    const { ask } = await show();
    void ask(
      {
        message: "Which?",
        requestedSchema: {
          type: "object",
          properties: { which: { type: "string", enum: options } },
          required: ["which"],
        },
      },
      { server },
    );
    await settle();
    expect(screen.getAllByRole("radio")).toHaveLength(15);
  });
});

describe("a form", () => {
  it("is sent without a review if everything in it is on the screen", async () => {
    const { ask } = await show();
    const answer = ask(guest, { server });
    await settle();
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    press("Send");
    expect(await answer).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  it("is reviewed while a value of the server is in it, after a failed attempt as well", async () => {
    const { ask } = await show();
    const answer = ask(suggested, { server });
    await settle();
    press("Review");
    screen.getByText("Name: This is required.");
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    press("Review");
    screen.getByRole("heading", { name: "Check your answer" });
    const rows = [...document.querySelectorAll("[data-midcall=review] > div")];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "NameAda",
      "Seats2suggested by the server",
    ]);
    press("Edit");
    fireEvent.change(screen.getByLabelText(/^Seats/), { target: { value: "3" } });
    press("Send");
    expect(await answer).toEqual({ action: "accept", content: { name: "Ada", seats: 3 } });
  });

  it("stays under review when it is shown in another place", async () => {
    const { Place, moveTo } = places();
    const { ask } = await show({ review: "always", children: <Place /> });
    const answer = ask(guest, { server });
    await settle();
    fireEvent.change(screen.getByRole("textbox", { name: /^Name/ }), { target: { value: "Ada" } });
    press("Review");
    act(() => moveTo("there"));
    screen.getByText("Check your answer");
    press("Send");
    expect(await answer).toMatchObject({ action: "accept", content: { name: "Ada" } });
  });

  it("is not sent as reviewed when it was edited in another place since", async () => {
    const { ask, inbox } = await show({
      review: "always",
      children: (
        <>
          <section aria-label="Here">
            <ElicitationInbox />
          </section>
          <section aria-label="There">
            <ElicitationInbox />
          </section>
        </>
      ),
    });
    void ask(guest, { server });
    await settle();
    const here = within(screen.getByRole("region", { name: "Here" }));
    const there = within(screen.getByRole("region", { name: "There" }));
    fireEvent.change(here.getByRole("textbox", { name: /^Name/ }), { target: { value: "Ada" } });
    fireEvent.click(here.getByRole("button", { name: "Review" }));
    fireEvent.change(there.getByRole("textbox", { name: /^Name/ }), { target: { value: "Eve" } });
    fireEvent.click(here.getByRole("button", { name: "Send" }));
    await settle();
    expect(inbox.getSnapshot().showing).toHaveLength(1);
    here.getByRole("button", { name: "Review" });
  });

  it("is reviewed if it seems to contain a secret", async () => {
    const { ask } = await show();
    void ask(
      {
        message: "Connect.",
        requestedSchema: {
          type: "object",
          properties: { token: { type: "string", title: "API token" } },
        },
      },
      { server },
    );
    await settle();
    fireEvent.change(screen.getByLabelText(/^API token/), { target: { value: "x" } });
    press("Review");
    screen.getByRole("heading", { name: "Check your answer" });
  });
});

describe("what was entered", () => {
  const enter = async (children = <ElicitationDialog />) => {
    const shown = await show({ children });
    const answer = shown.ask(guest, { server });
    await settle();
    const field = screen.getByLabelText(/^Name/);
    field.focus();
    fireEvent.change(field, { target: { value: "Ada" } });
    return { answer, field };
  };
  const escape = (): boolean =>
    fireEvent(
      document.querySelector("dialog")!,
      new Event("cancel", { cancelable: true, bubbles: false }),
    );

  it("is not thrown away by Escape in the dialog: it asks, and takes no for an answer", async () => {
    const { answer, field } = await enter();
    escape();
    const group = screen.getByRole("group", { name: "Discard what you entered?" });
    expect(group.contains(document.activeElement)).toBe(true);
    expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
    press("Keep editing");
    expect(document.activeElement).toBe(field);
    expect((field as HTMLInputElement).value).toBe("Ada");
    escape();
    escape();
    expect(screen.queryByRole("group", { name: "Discard what you entered?" })).toBeNull();
    escape();
    press("Discard");
    expect(await answer).toEqual({ action: "cancel" });
  });

  it.each([
    ["Decline", "decline"],
    ["Not now", "cancel"],
  ])("is not thrown away by “%s”", async (name, action) => {
    const { answer } = await enter();
    const button = screen.getByRole("button", { name });
    button.focus();
    fireEvent.click(button);
    fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    press("Discard");
    expect(await answer).toEqual({ action });
  });

  it("cannot be sent while it is in question", async () => {
    const { field } = await enter();
    press("Not now");
    fireEvent.submit(field.closest("form")!);
    await settle();
    screen.getByRole("group", { name: "Discard what you entered?" });
  });

  it("does not stop Escape if there is nothing: one click on an option is soon repeated", async () => {
    const { ask } = await show({ children: <ElicitationDialog /> });
    const answer = ask(size, { server });
    await settle();
    fireEvent.click(screen.getByRole("radio", { name: "Medium" }));
    escape();
    expect(await answer).toEqual({ action: "cancel" });
  });
});
