import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { createLinkPages } from "./link-pages.js";
import { type Example, isMain, serve, text } from "./serve.js";

/**
 * Sends the person to a page, and waits until they are done there. What they enter on the page reaches
 * this server alone: neither the host nor the model sees it.
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
        description: "Links the person's account; they do it themselves on a page.",
        inputSchema: z.object({ service: z.string().regex(/^[\p{L}\p{N} -]{1,40}$/u) }),
      },
      elicitation.handler(async ({ service }, ctx) => {
        if (!ctx.canElicit("url")) {
          return text(
            `To link ${service} a page has to be opened, and this host has no way to offer one. Nothing was linked.`,
          );
        }
        // A step: later rounds must offer the same link, not a new one.
        const { id, url } = await ctx.step("link", () => pages.open(service));
        const answer = await ctx.elicit(`Link your ${service} account on this page.`, url, {
          elicitationId: id,
        });
        // With an elicitationId, accept means that complete(id) was called; consent alone would not be enough.
        if (answer.action !== "accept") return text(`Nothing was linked (${answer.action}).`);
        return text(`Your ${service} account is linked.`);
      }),
    );
  };
};

if (isMain(import.meta.url)) {
  serve("link-account", "Links an account on a page that the person opens.", [linkAccount]);
}
