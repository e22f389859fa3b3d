import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type ProtocolVersion, protocolVersions } from "midcall/testing";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createManualClock,
  createSimulatedHost,
  linkToProcess,
  type SimulatedHost,
  sound,
  walkingAway,
} from "../../packages/midcall/test/hosts/parts/index.js";
import { isNight } from "../night.js";
import { launch } from "./chromium.js";
import { createJumpClock } from "./jump-clock.js";
import { createNotingBrowser, type NotingBrowser } from "./noting-browser.js";
import { lands, openBrowserOf, press } from "./pages-lab.js";

const server = fileURLToPath(new URL("slow-user-server.mjs", import.meta.url));
const restaurant = { restaurant: "Chez Nous" };
const MINUTE = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A host without elicitation that gives each call 60 s, by a clock of its own, and a server on the user's machine. */
interface Desk extends AsyncDisposable {
  readonly host: SimulatedHost;
  readonly noting: NotingBrowser;
  /** Lets a minute pass in the host. */
  waitAMinute(): Promise<void>;
  /** Lets eleven seconds pass in the server. */
  waitInTheServer(): Promise<void>;
  /** What the server has done. */
  done(): readonly string[];
}

async function openDesk(protocolVersion: ProtocolVersion): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), "midcall-slow-user-"));
  const log = join(folder, "log");
  const noting = createNotingBrowser();
  const clock = createManualClock();
  const { nodeArgs, env, jump, ...serverClock } = createJumpClock(11_000);
  const host = await createSimulatedHost({
    link: linkToProcess(process.execPath, [...nodeArgs, server, log], { ...noting.env, ...env }),
    traits: {
      ...sound,
      protocolVersion,
      declares: "none",
      progress: "ignored",
      callTimeout: { ms: MINUTE, notifies: true },
    },
    user: walkingAway(),
    clock,
  });
  return {
    ...{ host, noting },
    waitAMinute: () => clock.pass(MINUTE),
    waitInTheServer: () => jump(Number(readFileSync(`${log}.pid`, "utf8"))),
    done: () => readFileSync(log, "utf8").trimEnd().split("\n"),
    async [Symbol.asyncDispose]() {
      await host.close();
      noting[Symbol.dispose]();
      serverClock[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.each(protocolVersions.slice(isNight ? 0 : -1))(
  "a host that gives a call up after 60 s, on %s",
  (version) => {
    it("gets the result with the next call: the user has answered once, in Chromium", async () => {
      await using desk = await openDesk(version);
      const { host, noting } = desk;
      const first = host.callTool("book_table", restaurant);
      const file = await noting.opened();
      await using person = await openBrowserOf(browser, { javaScriptEnabled: false });
      const { page } = person;
      await page.goto(pathToFileURL(file).href);
      await lands(page, "A question for you");
      await page.getByText("Tables asks, for its tool book_table").waitFor();
      await page.getByText("A table at Chez Nous: for how many?").waitFor();
      await page.getByLabel("People").fill("4");

      await desk.waitAMinute();
      expect(await first).toEqual({ kind: "timed-out" });
      expect(desk.done()).toEqual(["looked at Chez Nous"]);

      await press(page, "Review");
      await lands(page, "Check your answer");
      expect(await page.getByRole("definition").first().innerText()).toBe("4");
      await press(page, "Send");
      await lands(page, "Sent");
      await page.getByText("If it does not continue by itself, ask it to.").waitFor();
      expect(desk.done()).toEqual(["looked at Chez Nous"]);

      expect(await host.callTool("book_table", restaurant)).toMatchObject({
        kind: "result",
        result: { content: [{ text: "Booked for 4, by page." }] },
      });
      expect(desk.done()).toEqual(["looked at Chez Nous", "booked for 4"]);
      expect(noting.count()).toBe(1);
      await page.reload();
      await lands(page, "Sent");

      // The answer was used up: another call is another question.
      const other = host.callTool("book_table", restaurant);
      await expect.poll(() => desk.done().length).toBe(3);
      await desk.waitAMinute();
      expect(await other).toEqual({ kind: "timed-out" });
      expect(desk.done()).toEqual(["looked at Chez Nous", "booked for 4", "looked at Chez Nous"]);
    });

    it("shows the page once more with the next call, which gets the answer of the first tab", async () => {
      await using desk = await openDesk(version);
      const { host, noting } = desk;
      const first = host.callTool("book_table", restaurant);
      const file = await noting.opened();
      await using person = await openBrowserOf(browser, { javaScriptEnabled: false });
      await person.page.goto(pathToFileURL(file).href);
      await lands(person.page, "A question for you");
      await desk.waitAMinute();
      expect(await first).toEqual({ kind: "timed-out" });
      // The server opens no other tab for the same question within ten seconds.
      await desk.waitInTheServer();
      const second = host.callTool("book_table", restaurant);
      await expect.poll(() => noting.count()).toBe(2);
      await press(person.page, "Decline");
      await lands(person.page, "You declined");
      expect(await second).toMatchObject({
        result: { content: [{ text: "Nothing was booked (decline)." }] },
      });
      expect(desk.done()).toEqual(["looked at Chez Nous"]);
    });
  },
);
