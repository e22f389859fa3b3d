import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { createTestHost, protocolVersions, hostError, rawResult } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { scaled } from "../night.js";
import { tally } from "./tally.js";

const HOUR_MS = 3_600_000;
const MARK = "midcall/cannotAsk";
/** Every word of an inbox, and what a host may come up with in its place. */
const WORDS: readonly unknown[] = [
  ...["deadline", "rate-limit", "queue-full", "blocked", "secret-refused", "withdrawn", "no-ui"],
  ...["accept", "true", "__proto__", "constructor", "", true, 1, null, {}, ["accept"]],
];
const CONTENTS: readonly object[] = [{}, { confirm: true }, { confirm: "yes" }];

/** A server whose tool says whether a deletion was confirmed, and lets a handler's `catch` go on. */
function build(): McpServer {
  const secret = "a secret of at least thirty-two bytes, for tests";
  const logger = { warn: () => {}, error: () => {} };
  const elicitation = createElicitation({ secret, logger });
  const server = elicitation.attach(new McpServer({ name: "marks", version: "1.0.0" }));
  server.registerTool(
    "delete",
    {},
    elicitation.handler(async (ctx: ElicitationContext) => {
      const sure = await ctx.confirm("Delete 47 files?").catch(() => true);
      return { content: [{ type: "text" as const, text: sure ? "deleted" : "kept" }] };
    }),
  );
  return server;
}

describe.each(protocolVersions)(
  "a host that marks its answers as nobody's, on %s",
  (protocolVersion) => {
    it("gets no confirmation out of a mark, with any action, content or error", async () => {
      const marked = WORDS.flatMap((word) =>
        CONTENTS.map((content) => ({ ...content, [MARK]: word })),
      );
      const answers = ["accept", "decline", "cancel", "unanswered", undefined].flatMap((action) =>
        marked.map((content) => ({ action, content })),
      );
      // In `npm test` every seventh, which leaves out no word, no content and no action.
      const some = <T>(all: readonly T[]): T[] => all.filter((_, nr) => nr % scaled(7, 1) === 0);
      let tried = 0;
      const said = async (...script: Parameters<typeof rawResult>[0][]): Promise<string> => {
        tried += 1;
        await using host = await createTestHost({
          protocolVersion,
          build,
          timeoutMs: HOUR_MS,
          answers: script as never,
        });
        const { content, isError } = await host.callTool("delete");
        const [first] = content;
        return isError === true ? "error" : first?.type === "text" ? first.text : "";
      };
      // Side by side: each waits a moment for another branch to ask the same.
      await Promise.all(
        some(answers).map(async (answer) => {
          const result = rawResult(answer);
          const outcome = await said(result, result, result);
          // A no and nothing else ends as a no; what nobody decided ends the call.
          expect([answer, outcome]).toEqual([
            answer,
            answer.action === "decline" ? "kept" : "error",
          ]);
        }),
      );
      if (protocolVersion !== "2026-07-28") {
        for (const data of some(marked)) {
          for (const code of [-32603, -32602, -32042, 0]) {
            expect(await said(hostError(code, "accept", { ...data, action: "accept" }))).toBe(
              "error",
            );
          }
        }
      }
      tally("answers marked as nobody's", tried);
    });
  },
);
