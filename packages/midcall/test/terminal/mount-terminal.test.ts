import { afterEach, describe, expect, it, vi } from "vitest";

import { cannotAsk, createInbox, type ElicitResult } from "../../src/client/index.js";
import { mountTerminal } from "../../src/terminal/index.js";
import { pass, useFastClock } from "../fast-clock.js";
import { createLab, form, KEYS } from "./lab.js";
import { createFakeTty } from "./tty.js";

useFastClock();

const name = form({ name: { type: "string" } }, ["name"]);
const { enter, escape, down, ctrlC } = KEYS;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("without a terminal", () => {
  it.each(["input", "output"] as const)("mounts nothing where %s is none", async (side) => {
    const tty = createFakeTty();
    tty[side].isTTY = false;
    const inbox = createInbox();
    const mount = mountTerminal(inbox, { input: tty.input, output: tty.output });
    expect(mount.interactive).toBe(false);
    expect(inbox.capability()).toBeUndefined();
    await expect(inbox.handle({}, { server: "S" })).rejects.toThrow(/nothing|answer/i);
    mount.unmount();
    expect(tty.raw()).toBe("");
  });
});

describe("what is above a question", () => {
  it("is the server's name, and the tool where it is known", async () => {
    const lab = createLab();
    expect(lab.mount.interactive).toBe(true);
    const params = { message: "Who?", requestedSchema: name };
    const call = { method: "tools/call", name: "book\u001b[2J_table" };
    const answer = lab.inbox.handle(params, { server: "Bistro", call });
    await lab.sees("Bistro asks (during book[2J_table):");
    await lab.sees("> Who?");
    await lab.answer("Name (required)", `Ann${enter}`);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { name: "Ann" } });
    lab.mount.unmount();
  });

  it("is how many others wait, and whose they are", async () => {
    const lab = createLab();
    const params = { message: "Who?", requestedSchema: name };
    const answers = ["A", "B", "C", "B"].map((server) => lab.ask(params, server));
    await lab.sees("A asks:");
    // The first one came alone; the next knows of the others.
    await lab.answer("Name (required)", escape);
    await lab.answer("Stop answering?", down + enter);
    await lab.sees("B asks:");
    await lab.sees("2 more questions waiting, from C, B.");
    lab.mount.unmount();
    expect((await Promise.all(answers)).map(({ action }) => action)).toEqual([
      "decline",
      "cancel",
      "cancel",
      "cancel",
    ]);
  });

  it("is the time that is left, and a warning about secrets", async () => {
    const lab = createLab({ inbox: { policy: { timeoutMs: 90_000 } } });
    const password = { type: "string", title: "Account password" };
    void lab.askFor(password);
    await lab.sees("90 seconds to answer.");
    await lab.sees(/seems to ask for a secret \(Account\s+│?\s*password\)/);
    lab.mount.unmount();
  });
});

describe("a server that may not ask yet", () => {
  const params = { message: "The server's own words", requestedSchema: form({}) };
  const ask = () => createLab({ inbox: { policy: { rule: "ask" } } });

  it("is let in once", async () => {
    const lab = ask();
    const answer = lab.ask(params);
    await lab.sees("Allow Bistro to ask you a question?");
    expect(lab.text()).not.toContain("own words");
    lab.press(enter);
    await lab.sees("own words");
    await lab.answer("Only your agreement", "a");
    expect(await answer).toEqual({ action: "accept", content: {} });
    expect(lab.inbox.rule("Bistro")).toBe("ask");
    lab.mount.unmount();
  });

  it("is let in for good, or blocked for good", async () => {
    const lab = ask();
    void lab.ask(params, "Good");
    const bad = lab.ask(params, "Bad");
    await lab.answer("Allow Good to ask", "a");
    await lab.answer("Only your agreement", "A");
    expect(lab.inbox.rule("Good")).toBe("allow");
    await lab.answer("Allow Bad to ask", down + down + enter);
    expect(await bad).toEqual(cannotAsk("blocked"));
    expect(lab.inbox.rule("Bad")).toBe("block");
    await lab.sees("Bad is blocked.");
    lab.mount.unmount();
  });

  it("can be left: declined, or cancelled", async () => {
    const lab = ask();
    const answer = lab.ask(params);
    await lab.answer("Allow Bistro to ask you a question?", escape);
    await lab.answer("Stop answering?", enter);
    await lab.answer("Allow Bistro to ask you a question?", escape);
    await lab.answer("Stop answering?", down + down + enter);
    expect(await answer).toEqual({ action: "cancel" });
    expect(lab.text()).not.toContain("own words");
    lab.mount.unmount();
  });

  it("is shown when it is let in elsewhere", async () => {
    const lab = ask();
    void lab.ask(params);
    await lab.sees("Allow Bistro");
    lab.inbox.setRule("Bistro", "allow");
    await lab.sees("own words");
    lab.mount.unmount();
  });
});

describe("a question that goes away", () => {
  it("is taken off the screen when the server takes it back", async () => {
    const lab = createLab();
    const server = new AbortController();
    const answer = lab.ask({ message: "Who?", requestedSchema: name }, "Bistro", server.signal);
    await lab.sees("Name (required)");
    server.abort();
    expect(await answer).toEqual(cannotAsk("withdrawn"));
    await lab.sees("This question is closed");
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    lab.mount.unmount();
  });

  it("is taken off the screen when its time is up", async () => {
    const lab = createLab({ inbox: { policy: { timeoutMs: 150 } } });
    const answer = lab.ask({ message: "Who?", requestedSchema: name });
    await lab.sees("Time ran out.");
    expect(await answer).toEqual(cannotAsk("deadline"));
    lab.mount.unmount();
  });

  it("is taken off the screen when it is answered elsewhere, and the next one is shown", async () => {
    const lab = createLab();
    const first = lab.ask({ message: "First?", requestedSchema: name }, "A");
    const second = lab.ask({ message: "Second?", requestedSchema: name }, "B");
    await lab.sees("First?");
    await lab.answer("Name (required)", escape);
    await lab.sees("Stop answering?");
    const [{ id } = { id: "" }] = lab.inbox.getSnapshot().showing;
    lab.inbox.respond(id, { action: "accept", content: { name: "Eve" } });
    expect(await first).toMatchObject({ content: { name: "Eve" } });
    await lab.sees(/This question is closed[^]*Second\?[^]*◆ +Name/);
    lab.press(`Bo${enter}`);
    await lab.answer("What next?", enter);
    expect(await second).toMatchObject({ content: { name: "Bo" } });
    lab.mount.unmount();
  });
});

describe("answers", () => {
  it.each([
    ["decline", down + down, "Declined: your answer is no."],
    ["cancel", down + down + down, "Closed: no answer was sent."],
  ])("%s from the review", async (action, keys, said) => {
    const record = vi.fn();
    const lab = createLab({ inbox: { audit: { record } } });
    const answer = lab.askFor({ type: "string" });
    await lab.answer("X (optional)", enter);
    await lab.answer("What next?", keys + enter);
    expect(await answer).toEqual({ action });
    await lab.sees(said);
    expect(record).toHaveBeenCalledWith(expect.objectContaining({ action, via: "terminal" }));
    lab.mount.unmount();
  });

  it("that the inbox refuses are shown with the reason, and kept", async () => {
    const sent: ElicitResult[] = [];
    const lab = createLab({
      wrap: (inbox) => ({
        ...inbox,
        respond(id, result, via) {
          sent.push(result);
          if (sent.length > 1) return inbox.respond(id, result, via);
          return { ok: false, errors: ["Name: not that one."] };
        },
      }),
    });
    const answer = lab.ask({ message: "Who?", requestedSchema: name });
    await lab.answer("Name (required)", `Ann${enter}`);
    await lab.answer("What next?", enter);
    await lab.sees(/Name: not that one\.[^]*Name: Ann[^]*◆ +What next/);
    lab.press(enter);
    expect(await answer).toEqual({ action: "accept", content: { name: "Ann" } });
    expect(sent).toHaveLength(2);
    lab.mount.unmount();
  });
});

describe("Ctrl-C", () => {
  it("asks what to do, and twice cancels; then the program has its keyboard back for a second", async () => {
    const lab = createLab();
    const first = lab.ask({ message: "First?", requestedSchema: name }, "A");
    void lab.ask({ message: "Second?", requestedSchema: name }, "B");
    await lab.answer("Name (required)", ctrlC);
    await lab.answer("Stop answering?", ctrlC);
    expect(await first).toEqual({ action: "cancel" });
    await lab.sees("Press Ctrl-C again to stop the program.");
    expect(lab.input.isRaw).toBe(false);
    await pass(300);
    expect(lab.text()).not.toContain("Second?");
    await lab.sees("Second?");
    expect(lab.input.isRaw).toBe(true);
    lab.mount.unmount();
  });

  it("cancels when both come at once", async () => {
    const onInterrupt = vi.fn();
    const lab = createLab({ terminal: { onInterrupt } });
    const answer = lab.ask({ message: "First?", requestedSchema: name });
    await lab.answer("Name (required)", ctrlC + ctrlC);
    expect(await answer).toEqual({ action: "cancel" });
    await vi.waitFor(() => expect(onInterrupt).toHaveBeenCalledOnce());
    expect(lab.input.isRaw).toBe(false);
    lab.mount.unmount();
  });
});

describe("the terminal afterwards", () => {
  const counts = ({ input, output }: ReturnType<typeof createLab>): Record<string, number> =>
    Object.fromEntries(
      [input, output].flatMap((stream, index) =>
        stream
          .eventNames()
          .map((event) => [`${index} ${String(event)}`, stream.listenerCount(event)]),
      ),
    );

  it("is as before: no listeners, not raw, paste brackets off, cursor on", async () => {
    const lab = createLab({ inbox: { policy: { burst: 1000 } } });
    const before = counts(lab);
    const processBefore = process.eventNames().map((event) => process.listenerCount(event));
    for (let nr = 0; nr < 9; nr++) {
      const answer = lab.askFor({ type: "string" });
      await lab.answer("X (optional)", `a${nr % 3 ? enter : escape}`);
      if (nr % 3 === 0) await lab.answer("Stop answering?", down + enter);
      else await lab.answer("What next?", enter);
      await answer;
    }
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    expect(counts(lab)).toEqual(before);
    expect(process.eventNames().map((event) => process.listenerCount(event))).toEqual(
      processBefore,
    );
    expect(lab.input.isPaused()).toBe(true);
    lab.mount.unmount();
    expect(lab.output.listenerCount("resize")).toBe(0);
    const raw = lab.raw();
    expect(raw.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(raw.lastIndexOf("\u001b[?2004h"));
    expect(raw.lastIndexOf("\u001b[?25h")).toBeGreaterThan(raw.lastIndexOf("\u001b[?25l"));
  });

  it("is given back when it is unmounted in the middle, and the question is left to others", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string" });
    await lab.sees("X (optional)");
    lab.mount.unmount();
    lab.mount.unmount();
    expect(lab.mount.interactive).toBe(false);
    expect(lab.input.isRaw).toBe(false);
    const [question] = lab.inbox.getSnapshot().showing;
    lab.inbox.mount();
    lab.inbox.respond(question!.id, { action: "decline" });
    expect(await answer).toEqual({ action: "decline" });
    expect(lab.text()).not.toContain("gone");
  });

  it("counts as gone when it closes", async () => {
    const lab = createLab();
    const answer = lab.askFor({ type: "string" });
    await lab.sees("X (optional)");
    lab.input.end();
    expect(await answer).toEqual({
      action: "cancel",
      content: { "midcall/cannotAsk": "no-ui" },
    });
    expect(lab.mount.interactive).toBe(false);
  });
});

describe("what is written", () => {
  it("has no colours where NO_COLOR is set", async () => {
    vi.stubEnv("NO_COLOR", "1");
    const lab = createLab();
    void lab.askFor({ type: "string", description: "About it." });
    await lab.sees("X (optional)");
    // Cursor movements, and inverse for the cursor, are no colours.
    expect(
      lab
        .raw()
        .match(/\u001b\[[\d;]*m/g)
        ?.filter((code) => !/\[2?[78]m/.test(code)),
    ).toEqual([]);
    lab.mount.unmount();
  });

  it("has what was left struck through without colours too", async () => {
    vi.stubEnv("NO_COLOR", "1");
    const lab = createLab();
    void lab.askFor({ type: "string", enum: [..."abcdefghijk"] });
    await lab.answer("X (optional)", escape);
    await lab.sees("Stop answering?");
    expect(lab.raw()).toContain("\u001b[9mNo answer\u001b[29m");
    lab.mount.unmount();
  });

  it("has colours otherwise", async () => {
    vi.stubEnv("NO_COLOR", undefined);
    const lab = createLab();
    void lab.askFor({ type: "string" });
    await lab.sees("X (optional)");
    expect(lab.raw()).toContain("\u001b[1m");
    lab.mount.unmount();
  });

  it("can be in another language", async () => {
    const lab = createLab({
      terminal: {
        messages: { asks: (server) => `${server} fragt:`, required: "nötig", send: "Absenden" },
        formMessages: ({ code }) => (code === "required" ? "Das fehlt noch." : undefined),
      },
    });
    void lab.ask({ message: "Wer?", requestedSchema: name });
    await lab.sees("Bistro fragt:");
    await lab.answer("Name (nötig)", enter);
    await lab.sees("Das fehlt noch.");
    lab.press(`Ann${enter}`);
    await lab.sees("Absenden");
    lab.mount.unmount();
  });
});
