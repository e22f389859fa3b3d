import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import { freePort } from "../engines/free-port.mjs";
import { heading, lands, launch, openBrowserOf, press } from "./pages-lab.js";

const SECRET = "a secret of the pages that is long enough";

it("a real browser takes no more than a worthless cookie to another port, and needs no script", async () => {
  const store = createMemoryStore();
  const pages = await serveLoopback({
    // At an address that the pages share with others.
    port: await freePort(),
    secret: SECRET,
    store,
    vault: createVault({ store, secret: `${SECRET} for a vault` }),
    // This looks at what happens between the form and its end.
    review: "always",
  });
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const thief = createServer(({ url, headers }, response) => {
    seen.push({ url, headers });
    response.setHeader("content-type", "text/html").end("<title>Elsewhere</title><h1>Hello</h1>");
  });
  await new Promise<void>((resolve) => thief.listen(0, "127.0.0.1", resolve));
  const elsewhere = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/`;
  const browser = await launch();
  try {
    await using person = await openBrowserOf(browser, { javaScriptEnabled: false });
    const { page, context } = person;
    const link = await pages.answerLink({
      principal: "local",
      server: "Invoices",
      message: "A message for the person alone.",
      requestedSchema: {
        type: "object",
        properties: { name: { type: "string", title: "Name" } },
        required: ["name"],
      },
    });
    await page.goto(link.url);
    await page.getByLabel("Code").fill(link.code!);
    await press(page, "Continue");
    await lands(page, "A question for you");
    const inside = page.url();

    // The person goes to the other port and back; what they filled in before is looked at again.
    await page.getByLabel("Name").fill("Alice");
    await press(page, "Review");
    await lands(page, "Check your answer");
    await page.goto(elsewhere);
    const visit = seen.find(({ url }) => url === "/")!;
    expect(visit.headers.cookie).toMatch(/^midcall-\w+=[\w-]{43}$/);
    expect(visit.headers.referer).toBeUndefined();
    expect(JSON.stringify(seen)).not.toContain(new URL(inside).pathname.split("/").at(-1));
    await page.goBack();
    await lands(page, "Check your answer");
    await page.reload();
    await lands(page, "Check your answer");
    await page.goBack();
    await lands(page, "A question for you");

    // What the other port was sent, in a browser of its owner, at the link.
    await using other = await openBrowserOf(browser);
    const [name = "", value = ""] = (visit.headers.cookie ?? "").split("=");
    await other.context.addCookies([{ name, value, domain: "127.0.0.1", path: "/" }]);
    for (const url of [link.url, `${link.url}?review`, `${link.url}/${value}`]) {
      await other.page.goto(url);
      expect(await heading(other.page)).toBe("Enter the code");
    }

    // The link in a second tab asks for the code; the first tab is still in.
    const second = await context.newPage();
    await second.goto(link.url);
    expect(await heading(second)).toBe("Enter the code");
    await page.getByLabel("Name").fill("Alice");
    await press(page, "Review");
    await press(page, "Send");
    await lands(page, "Sent");
    expect(page.url()).toBe(inside);
    expect(await link.completed()).toEqual({ status: "done", content: { name: "Alice" } });
  } finally {
    await browser.close();
    thief.close();
    await pages.close();
  }
});
