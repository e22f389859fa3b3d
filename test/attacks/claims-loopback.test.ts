import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { createMemoryStore } from "midcall/store";
import { serveLoopback } from "midcall/pages";
import { createVault } from "midcall/vault";
import { expect, it } from "vitest";
import { createLab } from "../../packages/cli/test/console/lab.js";
import { freePort } from "../engines/free-port.mjs";
import { tally } from "./tally.js";

/** Every address of this machine, and others that lead back to it. */
const addresses = (): string[] => [
  "127.0.0.1",
  "127.0.0.2",
  "127.1.2.3",
  "::1",
  ...Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address)
    .filter((address) => !address.startsWith("fe80:")),
];

const reaches = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (reached: boolean) => () => {
      socket.destroy();
      resolve(reached);
    };
    socket.on("connect", end(true)).on("error", end(false));
  });

async function expectOneAlone(origin: string): Promise<void> {
  const { hostname, port: text } = new URL(origin);
  expect(hostname).toMatch(/^127\./);
  const port = Number(text);
  expect(await reaches(hostname, port)).toBe(true);
  const others = addresses().filter((address) => address !== hostname);
  for (const host of others) expect(await reaches(host, port), host).toBe(false);
  tally("connections to another address of this machine", others.length);
}

it("the console listens on one loopback address alone", async () => {
  for (const port of [0, await freePort()]) {
    const lab = await createLab({ port });
    try {
      await expectOneAlone(lab.console.address);
    } finally {
      await lab.close();
    }
  }
});

it("pages for this machine listen on one loopback address alone", async () => {
  const secret = "a secret of these tests, long enough";
  const store = createMemoryStore();
  const pages = await serveLoopback({ secret, store, vault: createVault({ secret, store }) });
  try {
    await expectOneAlone(pages.baseUrl);
  } finally {
    await pages.close();
  }
});
