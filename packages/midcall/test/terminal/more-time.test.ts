import { describe, expect, it, vi } from "vitest";
import { pass, useFastClock } from "../fast-clock.js";
import { createLab, form, KEYS, type Lab } from "./lab.js";

useFastClock();

const { enter, escape, down } = KEYS;

/** A terminal on an inbox, and the questions it asked more time for. */
function createTimed(): Lab & { readonly extended: readonly string[] } {
  const extended: string[] = [];
  const lab = createLab({
    inbox: { policy: { timeoutMs: 60_000 }, open: () => {} },
    wrap: (inbox) => ({
      ...inbox,
      extend(id) {
        extended.push(id);
        inbox.extend(id);
      },
    }),
  });
  return Object.assign(lab, { extended });
}

const endsAt = ({ inbox }: Lab): number => inbox.getSnapshot().showing[0]!.endsAt!;

describe("the time of a question", () => {
  it("is not told where it has no end", async () => {
    const lab = createLab({ inbox: { policy: { timeoutMs: Infinity } } });
    void lab.ask({ message: "Who?", requestedSchema: form({ age: { type: "integer" } }) });
    await lab.sees("Age (optional)");
    expect(lab.text()).not.toMatch(/to answer|The time starts|Infinity/);
    lab.mount.unmount();
  });

  it("starts again with every field that is answered", async () => {
    const lab = createTimed();
    const mail = { type: "string", format: "email" };
    const requestedSchema = form({ mail, age: { type: "integer" } }, ["mail"]);
    const answer = lab.ask({ message: "Who?", requestedSchema });
    await lab.sees("60 seconds to answer. The time restarts with each field");
    const first = endsAt(lab);
    const { id } = lab.inbox.getSnapshot().showing[0]!;
    // The clock has to go on before the new end can be another.
    await pass(1000);
    // What cannot be sent is no answer.
    await lab.answer("Mail (required)", `x${enter}`);
    await lab.sees("Enter an email address");
    expect(lab.extended).toEqual([]);
    lab.press(`@example.com${enter}`);
    await lab.sees("Age (optional)");
    expect(lab.extended).toEqual([id]);
    expect(endsAt(lab)).toBeGreaterThan(first);
    await lab.answer("Age (optional)", enter);
    await lab.answer("What next?", enter);
    expect(await answer).toEqual({ action: "accept", content: { mail: "x@example.com" } });
    expect(lab.extended).toEqual([id, id]);
    lab.mount.unmount();
  });

  it("starts again when the person stops and goes on, in a form and before a link", async () => {
    const lab = createTimed();
    const answer = lab.askFor({ type: "string" });
    await lab.answer("X (optional)", escape);
    await lab.sees("Stop answering?");
    expect(lab.extended).toHaveLength(0);
    await lab.answer("Stop answering?", enter);
    await lab.sees("X (optional)");
    expect(lab.extended).toHaveLength(1);
    await lab.answer("X (optional)", escape);
    await lab.answer("Stop answering?", down + enter);
    expect(await answer).toEqual({ action: "decline" });
    expect(lab.extended).toHaveLength(1);

    const visit = lab.ask({ mode: "url", message: "Look.", url: "https://example.com/" });
    await lab.answer("What next?", escape);
    await lab.answer("Stop answering?", escape);
    await lab.sees("What next?");
    expect(lab.extended).toHaveLength(2);
    lab.mount.unmount();
    expect(await visit).toMatchObject({ action: "cancel" });
  });

  it("does not start again for a field that cannot be shown", async () => {
    const lab = createTimed();
    void lab.ask({
      message: "Both.",
      requestedSchema: form({ x: { type: "object" }, y: { type: "string" } }),
    });
    await lab.sees("Y (optional)");
    await vi.waitFor(() => expect(lab.recent()).toMatch(/◆ +Y/));
    expect(lab.extended).toEqual([]);
    lab.mount.unmount();
  });
});
