import { UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import { accept, cancel, decline, type Question } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, type Lab, said } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** A thrown -32042 waits on 2026-07-28 as `ctx.elicit(url)` does: quietly, and until its deadline. */

const protocolVersion = "2026-07-28";

interface Site {
  readonly lab: Lab;
  readonly connected: Set<string>;
  /** Runs of the handler. */
  runs(): number;
}

/** A tool that needs each of these services connected, and looks for itself. */
function createSite(ids: readonly string[], options: { now?: () => number } = {}): Site {
  const connected = new Set<string>();
  let runs = 0;
  const lab = createLab(
    async (ctx) => {
      runs += 1;
      const missing = ids.filter((id) => !connected.has(id));
      if (missing.length > 0) {
        throw new UrlElicitationRequiredError(
          missing.map((id) => ({
            mode: "url" as const,
            message: `Connect ${id}`,
            url: `https://pages.example/${id}`,
            elicitationId: id,
          })),
        );
      }
      const answer = await ctx.elicit("Go?", ["yes"]);
      return `${answer.action}, ${ids.length} connected`;
    },
    { holdMs: 10, ...options },
  );
  return { lab, connected, runs: () => runs };
}

const asked = (questions: readonly Question[], message: string | RegExp): number =>
  questions.filter((question) =>
    typeof message === "string" ? question.message === message : message.test(question.message),
  ).length;

describe("a thrown UrlElicitationRequiredError on 2026-07-28", () => {
  it("asks for its link once, waits quietly, then asks whether the person has finished", async () => {
    const { lab, connected } = createSite(["mail"]);
    await using host = await lab.host({
      protocolVersion,
      answers: {
        "Connect mail": accept(),
        "Finished at pages.example?": () => {
          connected.add("mail");
          return accept({ finished: true });
        },
        "Go?": accept({ value: "yes" }),
      },
    });
    expect(said(await host.callTool("run"))).toBe("accept, 1 connected");
    expect(host.questions.map(({ message }) => message.split("?")[0])).toEqual([
      "Connect mail",
      "Finished at pages.example",
      "Go",
    ]);
    // One round with the link, three held ones in which nothing was asked, one with the question.
    expect(host.questions.map(({ round }) => round)).toEqual([1, 5, 6]);
  });

  it("goes on when the completion comes during a hold, and does not run the handler for every hold", async () => {
    const { lab, connected, runs } = createSite(["mail"]);
    await using host = await lab.host({
      protocolVersion,
      answers: {
        "Connect mail": () => {
          setTimeout(() => {
            connected.add("mail");
            void lab.elicitation.complete("mail");
          }, 15);
          return accept();
        },
        "Go?": accept({ value: "yes" }),
      },
    });
    expect(said(await host.callTool("run"))).toBe("accept, 1 connected");
    expect(asked(host.questions, "Connect mail")).toBe(1);
    // Once to throw, once when it was done, once with the answer.
    expect(runs()).toBe(3);
  });

  it("ends at its deadline when the completion never comes, however many rounds that takes", async () => {
    let time = 1_000_000;
    const { lab } = createSite(["mail"], { now: () => time });
    await using host = await lab.host({
      protocolVersion,
      maxRounds: 200,
      answers: ({ message }) => {
        // The person leaves the question alone for minutes, and finally says that it is done.
        time += message.startsWith("Finished") ? 61_000 : 1_000;
        return accept({ finished: true });
      },
    });
    expect(said(await host.callTool("run"))).toBe(
      "error: This call needs https://pages.example/mail to be completed first, and that was not done in time.",
    );
    expect(asked(host.questions, "Connect mail")).toBe(1);
    expect(asked(host.questions, /^Finished at/)).toBeGreaterThan(5);
  });

  it("left alone ends at the deadline and not at the limit of rounds", async () => {
    let time = 1_000_000;
    const { lab } = createSite(["mail"], {
      // Every look at the clock takes a while, so that the holds add up.
      now: () => (time += 4_000),
    });
    await using host = await lab.host({
      protocolVersion,
      maxRounds: 2_000,
      answers: ({ message }) =>
        message.startsWith("Finished") ? { kind: "never", returnsAfterMs: 1 } : accept(),
    });
    expect(said(await host.callTool("run"))).toMatch(/and that was not done in time\.$/);
    expect(asked(host.questions, "Connect mail")).toBe(1);
  });

  it("asks for several links together, and waits for each", async () => {
    const { lab, connected } = createSite(["mail", "files", "chat"]);
    const done = (id: string) => () => {
      setTimeout(() => {
        connected.add(id);
        void lab.elicitation.complete(id);
      }, 12);
      return accept();
    };
    await using host = await lab.host({
      protocolVersion,
      answers: {
        "Connect mail": done("mail"),
        "Connect files": done("files"),
        "Connect chat": done("chat"),
        "Go?": accept({ value: "yes" }),
      },
    });
    expect(said(await host.callTool("run"))).toBe("accept, 3 connected");
    expect(asked(host.questions, /^Connect/)).toBe(3);
    expect(host.questions.slice(0, 3).map(({ round }) => round)).toEqual([1, 1, 1]);
  });

  it("asks for one that is needed later, too", async () => {
    const { lab, connected } = createSite(["mail", "files"]);
    const done = (id: string) => () => {
      connected.add(id);
      void lab.elicitation.complete(id);
      return accept();
    };
    connected.add("files");
    await using host = await lab.host({
      protocolVersion,
      answers: {
        "Connect mail": () => {
          // Meanwhile the other one was disconnected.
          connected.delete("files");
          return done("mail")();
        },
        "Connect files": done("files"),
        "Go?": accept({ value: "yes" }),
      },
    });
    expect(said(await host.callTool("run"))).toBe("accept, 2 connected");
    expect(asked(host.questions, /^Connect/)).toBe(2);
  });

  it.each([
    ["decline", decline()],
    ["cancel", cancel()],
  ])("ends with a %s of the link, or of what follows it", async (action, answer) => {
    for (const at of ["Connect mail", "Finished at pages.example?"]) {
      const { lab, runs } = createSite(["mail"]);
      await using host = await lab.host({
        protocolVersion,
        answers: ({ message }) => (message.startsWith(at) ? answer : accept()),
      });
      expect(said(await host.callTool("run"))).toBe(
        `error: This call needs https://pages.example/mail to be completed first, and the user's answer was: ${action}.`,
      );
      expect(runs()).toBe(1);
    }
  });
});
