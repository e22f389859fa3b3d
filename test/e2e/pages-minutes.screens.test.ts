import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getToken } from "../../examples/src/start/get-token.js";
import {
  enter,
  lands,
  launch,
  type Listening,
  openBrowserOf,
  press,
  startInvoices,
  startServices,
} from "./pages-lab.js";

/**
 * A person who needs three minutes, and the unmodified official client, which gives a request 60 s. Injected is
 * the speed of time, in the process of the server and in that of the client: three minutes there are 22 seconds
 * here. The browser, its person, the services and the network keep real time.
 */
const FAST = 8;
/** Where it comes down to a few seconds: the faster the clock, the less of them is left to a busy machine. */
const NOT_SO_FAST = 3;

/** For the server and for the client alike. */
interface Clock {
  readonly nodeArgs: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}
const clockOf = (speed: number): Clock => ({
  nodeArgs: ["--import", new URL("fast-clock.mjs", import.meta.url).href],
  env: { FAST_CLOCK: String(speed) },
});

let browser: Browser;
let services: Listening;
beforeAll(async () => {
  [browser, services] = await Promise.all([launch(), startServices()]);
});
afterAll(async () => {
  await browser.close();
  await services.kill();
});

interface Line {
  readonly asked?: { readonly mode: string; readonly message: string; readonly url: string };
  readonly said?: string;
  readonly isError?: boolean;
  readonly failed?: string;
  readonly seconds?: number;
}

interface OfficialClient extends Disposable {
  /** Calls the tool; resolves with the result, after any number of questions. */
  call(): Promise<Line>;
  /** The first question about a link. */
  readonly link: Promise<Line>;
  readonly asked: readonly Line[];
}

function startClient({ nodeArgs, env }: Clock, options: object): OfficialClient {
  const program = fileURLToPath(new URL("official-client.mjs", import.meta.url));
  const child = spawn(process.execPath, [...nodeArgs, program, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const asked: Line[] = [];
  let onLink: (line: Line) => void;
  let onEnd: (line: Line) => void;
  const link = new Promise<Line>((resolve) => (onLink = resolve));
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    if (line.asked === undefined) return onEnd(line);
    asked.push(line);
    if (line.asked.mode === "url") onLink(line);
  });
  return {
    asked,
    link,
    call: () =>
      new Promise((resolve) => {
        onEnd = resolve;
        child.stdin.write("call\n");
      }),
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

const after = (seconds: number, speed: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, (seconds / speed) * 1000));
const INVOICES = "A-1 Globex 120.00 euros\nA-2 Initech 75.00 euros";

it.concurrent.each([
  ["2026-07-28, asked now and then whether they have finished", "2026-07-28", false],
  ["2025-11-25 where the client asks for progress", "2025-11-25", true],
] as const)(
  "a person who needs three minutes is waited for on %s",
  async (_, protocolVersion, progress) => {
    const clock = clockOf(FAST);
    await using server = await startInvoices({ services: services.url, ...clock });
    const token = await getToken(new URL(server.url));
    using client = startClient(clock, { url: server.url, token, protocolVersion, progress });
    await using alice = await openBrowserOf(browser);
    const called = client.call();
    const { asked } = await client.link;
    const waited = after(180, FAST);
    await enter(alice.page, { question: asked as never, url: asked!.url });
    await alice.page.getByLabel("Secret").fill("billing-key-of-alice");
    await waited;
    await press(alice.page, "Save");
    await lands(alice.page, "Tested and saved");
    const { said, seconds } = await called;
    expect(said).toBe(INVOICES);
    expect(seconds).toBeGreaterThanOrEqual(180);
    const finished = client.asked.filter(({ asked }) => asked?.message.startsWith("Finished at"));
    if (protocolVersion === "2026-07-28") expect(finished.length).toBeGreaterThan(0);
    else expect(client.asked).toHaveLength(1);
  },
);

it.concurrent("on 2025-11-25 without progress the call ends in time with the truth, and the next finds what was entered", async () => {
  const clock = clockOf(NOT_SO_FAST);
  await using server = await startInvoices({ services: services.url, ...clock });
  const token = await getToken(new URL(server.url));
  using client = startClient(clock, {
    url: server.url,
    token,
    protocolVersion: "2025-11-25",
    progress: false,
  });
  await using alice = await openBrowserOf(browser);
  const called = client.call();
  const { asked } = await client.link;
  const waited = after(90, NOT_SO_FAST);
  await enter(alice.page, { question: asked as never, url: asked!.url });
  const first = await called;
  expect(first.isError).toBe(false);
  expect(first.said).toMatch(/^The user has to answer .* call "list_invoices" again/s);
  expect(first.seconds).toBeLessThanOrEqual(60);
  await waited;
  await alice.page.getByLabel("Secret").fill("billing-key-of-alice");
  await press(alice.page, "Save");
  await lands(alice.page, "Tested and saved");
  const second = await client.call();
  expect(second.said).toBe(INVOICES);
  expect(client.asked).toHaveLength(1);
});
