import { accept, createInbox, type FormQuestion } from "midcall/client";
import { InvalidAnswerError } from "../../src/client/errors.js";
import { createForm } from "midcall/form";
import { describe, expect, it, vi } from "vitest";
import { color, connect, protocolVersions, nextShown } from "../client/lab.js";
import { asking, linking, nothingMore, run } from "./wire.js";

const requestedSchema = {
  type: "object",
  properties: {
    name: { type: "string", default: "Ada" },
    share: { type: "number", default: 0 },
    seats: { type: "integer", default: 3 },
    notify: { type: "boolean", default: false },
    size: { type: "string", enum: ["S", "M"], default: "M" },
    extras: { type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["b"] },
  },
  required: ["name"],
};
const defaults = { name: "Ada", share: 0, seats: 3, notify: false, size: "M", extras: ["b"] };

describe.each(linking)("a form on $era", (wire) => {
  it("is what a question without a mode is taken for [ELI-25B-12, ELI-26-12]", async () => {
    const inbox = createInbox();
    inbox.mount();
    await using host = await connect(
      inbox,
      wire,
      asking({ message: "Which?", requestedSchema: color }),
    );
    const answers = run(host.client);
    const question = await nextShown(inbox);
    expect(question).toMatchObject({ mode: "form", schema: { fields: [{ name: "color" }] } });
    inbox.respond(question.id, accept({ color: "blue" }));
    expect(await answers).toEqual([{ action: "accept", content: { color: "blue" } }]);
  });

  it("comes filled in with its defaults [ELI-25B-15, ELI-26-15]", async () => {
    const inbox = createInbox();
    inbox.mount();
    await using host = await connect(inbox, wire, asking({ message: "Order?", requestedSchema }));
    const answers = run(host.client);
    const question = (await nextShown(inbox)) as FormQuestion;
    const form = createForm(question.requestedSchema);
    const values = form.getSnapshot().fields.map(({ field, value }) => [field.name, value]);
    expect(Object.fromEntries(values)).toEqual(defaults);
    const filled = form.submit();
    if (filled.ok) inbox.respond(question.id, accept(filled.content));
    expect(await answers).toEqual([{ action: "accept", content: defaults }]);
  });
});

describe.each(protocolVersions.map((protocolVersion) => ({ protocolVersion })))(
  "an answer on $era",
  (wire) => {
    it("can be changed until the person sends it, and is not sent before [ELI-25A-03, ELI-25B-05, ELI-26-05]", async () => {
      const inbox = createInbox();
      inbox.mount();
      await using host = await connect(inbox, wire, asking({ message: "Order?", requestedSchema }));
      const answered = vi.fn();
      const answers = run(host.client).finally(answered);
      const question = (await nextShown(inbox)) as FormQuestion;
      const form = createForm(question.requestedSchema);
      form.set("name", "Bob");
      expect(form.submit().ok).toBe(true);
      form.set("name", "Eve");
      await nothingMore();
      expect(answered).not.toHaveBeenCalled();
      const filled = form.submit();
      if (filled.ok) inbox.respond(question.id, accept(filled.content));
      expect(await answers).toMatchObject([{ content: { ...defaults, name: "Eve" } }]);
    });

    it("leaves only if the schema takes it [ELI-25A-09, ELI-25B-61, ELI-26-52]", async () => {
      const inbox = createInbox();
      inbox.mount();
      await using host = await connect(
        inbox,
        wire,
        asking({ message: "Which?", requestedSchema: color }),
      );
      const answers = run(host.client);
      const { id } = await nextShown(inbox);
      for (const content of [undefined, {}, { color: "green" }, { color: 1 }]) {
        expect(inbox.respond(id, accept(content as never))).toMatchObject({ ok: false });
      }
      inbox.respond(id, accept({ color: "red", extra: "x" }));
      expect(await answers).toEqual([{ action: "accept", content: { color: "red" } }]);
    });

    it("of a callback is held to the schema as well [ELI-25A-09, ELI-25B-61, ELI-26-52]", async () => {
      const onError = vi.fn();
      const inbox = createInbox({ onElicitation: () => accept({ color: "green" }), onError });
      await using host = await connect(
        inbox,
        wire,
        asking({ message: "Which?", requestedSchema: color }),
      );
      expect(await run(host.client)).toEqual([{ unanswered: "error" }]);
      expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(InvalidAnswerError);
    });
  },
);
