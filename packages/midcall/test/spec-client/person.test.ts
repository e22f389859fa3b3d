import { accept, cancel, createInbox, decline } from "midcall/client";
import { describe, expect, it } from "vitest";
import { color, connect, protocolVersions, nextShown, until } from "../client/lab.js";
import { asking, run } from "./wire.js";

const form = { message: "Which?", requestedSchema: color };

describe.each(protocolVersions.map((protocolVersion) => ({ protocolVersion })))(
  "the person on $era",
  (wire) => {
    it("is told the host's name for the server, not the server's own [ELI-25A-02, ELI-25A-10, ELI-25B-03, ELI-25B-41, ELI-26-03, ELI-26-33]", async () => {
      const inbox = createInbox();
      inbox.mount();
      await using host = await connect(
        inbox,
        wire,
        asking({ ...form, server: "Your Trusted Bank", serverName: "Your Trusted Bank" }),
        { server: "notes (installed by you)" },
      );
      const answers = run(host.client);
      const question = await nextShown(inbox);
      expect(question.server).toBe("notes (installed by you)");
      expect(JSON.stringify(question)).not.toContain("Your Trusted Bank");
      inbox.respond(question.id, decline());
      expect(await answers).toEqual([{ action: "decline" }]);
    });

    it("can say no or walk away at any time, also after wrong answers [ELI-25A-04, ELI-25A-11, ELI-25B-04, ELI-25B-43, ELI-26-04, ELI-26-35]", async () => {
      for (const answer of [decline(), cancel()]) {
        const inbox = createInbox();
        inbox.mount();
        await using host = await connect(inbox, wire, asking(form, form));
        const answers = run(host.client);
        const first = await nextShown(inbox);
        inbox.respond(first.id, accept({ color: "green" }));
        expect(inbox.respond(first.id, answer)).toEqual({ ok: true });
        inbox.respond((await nextShown(inbox, first.id)).id, answer);
        const { action } = answer;
        expect(await answers).toEqual([{ action }, { action }]);
      }
    });

    it("decides whether a server may ask at all, before anything is answered [ELI-25A-07, ELI-25B-42, ELI-26-34]", async () => {
      const inbox = createInbox({ policy: { rule: "ask" } });
      inbox.mount();
      await using host = await connect(inbox, wire, asking(form));
      const admitted = run(host.client);
      const question = await nextShown(inbox);
      expect(question.needsApproval).toBe(true);
      expect(inbox.respond(question.id, accept({ color: "red" }))).toMatchObject({ ok: false });
      inbox.setPermission(question.id, "show");
      expect(inbox.respond(question.id, accept({ color: "red" }))).toEqual({ ok: true });
      expect(await admitted).toEqual([{ action: "accept", content: { color: "red" } }]);

      const blocked = run(host.client);
      inbox.setPermission((await nextShown(inbox)).id, "block");
      expect(await blocked).toEqual([{ unanswered: "blocked" }]);
      expect(await run(host.client)).toEqual([{ unanswered: "blocked" }]);
    });

    it("is not asked faster than the policy lets a server [ELI-25A-12, ELI-25B-44]", async () => {
      const inbox = createInbox({ policy: { burst: 2, perMinute: 1 }, now: () => 0 });
      inbox.mount();
      const seen = new Set<string>();
      inbox.subscribe(() => {
        const { showing, held } = inbox.getSnapshot();
        for (const { id } of showing) {
          seen.add(id);
          queueMicrotask(() => inbox.respond(id, decline()));
        }
        // What is over the limit is held back, until the user decides.
        for (const { server } of held) queueMicrotask(() => inbox.refuseHeld(server));
      });
      await using host = await connect(inbox, wire, asking(form, form, form, form));
      const [no, dropped] = [{ action: "decline" }, { unanswered: "rate-limit" }];
      expect(await run(host.client)).toEqual([no, no, dropped, dropped]);
      expect(seen.size).toBe(2);
    });

    it("is told what is wanted, and why, in words that hide nothing [ELI-25A-13, ELI-25B-45, ELI-26-36]", async () => {
      const inbox = createInbox();
      inbox.mount();
      const message = "For the \u202Einvoice\u200B: which color?";
      const requestedSchema = {
        type: "object",
        properties: { color: { type: "string", title: "Color", description: "On the label" } },
      };
      await using host = await connect(inbox, wire, asking({ message, requestedSchema }));
      const answers = run(host.client);
      const question = await until(() => inbox.getSnapshot().showing[0]);
      expect(question).toMatchObject({
        message: "For the invoice: which color?",
        schema: { fields: [{ title: "Color", description: "On the label" }] },
      });
      inbox.respond(question.id, cancel());
      await answers;
    });
  },
);
