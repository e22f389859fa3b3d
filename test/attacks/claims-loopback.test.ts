import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { createMemoryStore } from "midcall/store";
import { serveLoopback } from "midcall/pages";
import { createVault } from "midcall/vault";
import { expect, it } from "vitest";
import { createLab } from "../../packages/cli/test/console/lab.js";
import { tally } from "./tally.js";

/** Every address of this machine but 127.0.0.1, and others that lead back to it. */
const elsewhere = (): string[] => [
  "127.0.0.2",
  "127.1.2.3",
  "::1",
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => address !== "127.0.0.1" && !address.startsWith("fe80:")),
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

async function expectLoopbackAlone(port: number): Promise<void> {
  expect(await reaches("127.0.0.1", port)).toBe(true);
  const others = elsewhere();
  for (const host of others) expect(await reaches(host, port), host).toBe(false);
  tally("connections from beyond 127.0.0.1", others.length);
}

it("the console listens on 127.0.0.1 alone", async () => {
  const lab = await createLab();
  try {
    await expectLoopbackAlone(Number(new URL(lab.console.origin).port));
  } finally {
    await lab.close();
  }
});

it("pages for this machine listen on 127.0.0.1 alone", async () => {
  const secret = "a secret of these tests, long enough";
  const store = createMemoryStore();
  const pages = await serveLoopback({ secret, store, vault: createVault({ secret, store }) });
  try {
    await expectLoopbackAlone(pages.port);
  } finally {
    await pages.close();
  }
});
