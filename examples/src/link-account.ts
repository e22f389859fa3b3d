import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { createLinkPages } from "./link-pages.js";
import { type Example, isMain, serve, text } from "./serve.js";

/**
 * Sends the user to a page and waits until it is complete. Only this server receives what the user enters there;
 * the host and the model do not.
 */
export const linkAccount: Example = ({ elicitation, root }) => {
  const pages = createLinkPages({
    save: (account) =>
      writeFile(join(root, "linked-account.json"), JSON.stringify({ account }), { mode: 0o600 }),
    finished: (id) => elicitation.complete(id),
  });
  return (server) => {
    server.registerTool(
      "link_account",
      {
        title: "Link an account",
        description: "Links the user's account; the user does it on a page.",
        inputSchema: z.object({
          service: z
            .string()
            .regex(/^[\p{L}\p{N} -]{1,40}$/u)
            .default("Calendar")
            .describe("Any name: letters, digits, spaces and hyphens"),
        }),
      },
      elicitation.handler(async ({ service }, ctx) => {
        if (!ctx.canElicit("url")) {
          return text(
            `To link ${service} a page has to be opened, and this host has no way to offer one. Nothing was linked.`,
          );
        }
        // A step, so that later rounds offer the same link.
        const { id, url } = await ctx.step("link", () => pages.open(service));
        const answer = await ctx.elicit(`Link your ${service} account on this page.`, url, {
          elicitationId: id,
        });
        // With an elicitationId, accept means that complete(id) was called, not only that the user opened the link.
        if (answer.action !== "accept") return text(`Nothing was linked (${answer.action}).`);
        return text(`Your ${service} account is linked.`);
      }),
    );
  };
};

if (isMain(import.meta.url)) {
  serve("link-account", "Links an account on a page that the user opens.", [linkAccount]);
}
