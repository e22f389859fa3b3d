import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type ListenOptions, listenForHosts } from "../../src/bridge/http/listen.js";
import { type Listener, listen, listenFrom } from "../../src/console/listen.js";
import { runDoctorHost } from "../../src/doctor/host/run-doctor-host.js";

const open: (Server | Listener)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const page = (title: string) => (): Response => new Response(`<title>${title}</title>`);
const consolePage = page("midcall console");

async function listening(title: string): Promise<number> {
  const listener = await listen(page(title), 0);
  open.push(listener);
  return listener.port;
}

it("listens on the port it prefers, and says nothing", async () => {
  const probe = await listen(consolePage, 0);
  await probe.close();
  const { listener, taken } = await listenFrom(consolePage, probe.port);
  open.push(listener);
  expect(listener.port).toBe(probe.port);
  expect(taken).toBeUndefined();
});

it.each([
  ["another console", "midcall console", true],
  ["another program", "My app", false],
])("takes another port if %s has it, and says so", async (_, title, isConsole) => {
  const port = await listening(title);
  const { listener, taken } = await listenFrom(consolePage, port);
  open.push(listener);
  expect(listener.port).not.toBe(port);
  expect(taken).toEqual({ port, isConsole });
});

it("does not wait for a program that accepts connections and never answers", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  open.push(silent);
  const { port } = silent.address() as AddressInfo;
  const { listener, taken } = await listenFrom(consolePage, port);
  open.push(listener);
  expect(taken).toEqual({ port, isConsole: false });
});

it("reads no more than the beginning of what a program at the port sends without end", async () => {
  const endless = createServer((_, response) => {
    const more = (): void => void (response.write("x".repeat(65_536)) && setImmediate(more));
    response.on("drain", more).on("error", () => {});
    response.write("<title>midcall console</title>");
    more();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => endless.once("listening", resolve));
  open.push(endless);
  const { port } = endless.address() as AddressInfo;
  const { listener, taken } = await listenFrom(consolePage, port);
  open.push(listener);
  expect(taken).toEqual({ port, isConsole: true });
});

it("refuses a port that was asked for and is taken, with what to do", async () => {
  const port = await listening("My app");
  const refused = await listen(consolePage, port).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "ERR_MIDCALL_CONSOLE",
    message: expect.stringContaining("Choose another port with --port, or omit it.") as string,
  });
});

it("names the option of the bridge, and leads to the page about the command line", async () => {
  const port = await listening("My app");
  const front = {} as ListenOptions["front"];
  const refused = await listenForHosts({ front, port, onError() {} }).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({
    code: "ERR_MIDCALL_USAGE",
    message: expect.stringMatching(
      new RegExp(
        `^Cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE.*\\. Choose another port with --listen, or 0 for any free one\\.$`,
      ),
    ) as string,
  });
});

it("names the option of the doctor, and leads to the page about the command line", async () => {
  const httpPort = await listening("My app");
  const { signal } = new AbortController();
  const refused = await runDoctorHost({ httpPort, signal }).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "ERR_MIDCALL_USAGE",
    message: expect.stringContaining(
      "Choose another port with --http, or 0 for any free one.",
    ) as string,
  });
});
