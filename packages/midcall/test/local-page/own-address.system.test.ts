import { Server } from "node:net";
import { release } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isBrowserElsewhere, listenAtOwnAddress } from "../../src/open-page/own-address.js";
import { createLab, SURE } from "./lab.js";

const isWsl = isBrowserElsewhere({}, release());
beforeEach(() => void vi.stubEnv("SSH_CONNECTION", ""));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const hostAsked = (): Promise<string> => listenAtOwnAddress((host) => Promise.resolve(host));

describe.skipIf(isWsl)("where the browser is on this computer", () => {
  it("listens at another loopback address each time, which is never one that is known", async () => {
    const hosts = await Promise.all(Array.from({ length: 200 }, hostAsked));
    for (const host of hosts) {
      expect(host).toMatch(/^127(\.\d{1,3}){3}$/);
      expect(["127.0.0.0", "127.0.0.1", "127.255.255.255"]).not.toContain(host);
    }
    expect(new Set(hosts).size).toBeGreaterThan(190);
  });

  it("opens each local page at an address of its own, where nothing else listens", async () => {
    const origins: URL[] = [];
    for (let count = 0; count < 2; count++) {
      await using lab = createLab();
      await lab.ask({ requestedSchema: SURE });
      origins.push(new URL(lab.opened[0]!));
      await lab.arrive();
    }
    const [one, two] = origins.map(({ hostname }) => hostname);
    expect(one).not.toBe("127.0.0.1");
    expect(two).not.toBe("127.0.0.1");
    expect(one).not.toBe(two);
  });

  it("serves the local page at 127.0.0.1 where the system has no other loopback address", async () => {
    const listen = Server.prototype.listen as (...given: unknown[]) => Server;
    const refused = vi.spyOn(Server.prototype, "listen").mockImplementation(function (
      this: Server,
      ...given
    ) {
      const [port, host, ...rest] = given as unknown[];
      // As macOS says it: 192.0.2.0/24 belongs to no computer.
      return listen.call(this, port, host === "127.0.0.1" ? host : "192.0.2.1", ...rest);
    } as typeof Server.prototype.listen);
    await using lab = createLab();
    const { answers } = await lab.ask({ requestedSchema: SURE });
    expect(refused).toHaveBeenCalledTimes(2);
    expect(lab.opened[0]).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const { browser, page } = await lab.arrive();
    expect((await browser.press(page, "yes")).title).toBe("Sent");
    expect(answers).toEqual([{ action: "accept", content: { ok: true } }]);
  });

  it("listens at 127.0.0.1 where the system has no other loopback address", async () => {
    const asked: string[] = [];
    const host = await listenAtOwnAddress(async (one) => {
      asked.push(one);
      if (one !== "127.0.0.1") throw Object.assign(new Error(), { code: "EADDRNOTAVAIL" });
      return one;
    });
    expect([host, asked.length]).toEqual(["127.0.0.1", 2]);
  });
});

it("listens at 127.0.0.1 where the browser comes through a forwarded port", async () => {
  expect(isBrowserElsewhere({}, "6.8.0-41-generic")).toBe(false);
  expect(isBrowserElsewhere({}, "5.15.90.1-microsoft-standard-WSL2")).toBe(true);
  expect(isBrowserElsewhere({}, "4.4.0-19041-Microsoft")).toBe(true);
  expect(isBrowserElsewhere({ WSL_DISTRO_NAME: "Debian" }, "6.8.0")).toBe(true);
  vi.stubEnv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22");
  expect(await hostAsked()).toBe("127.0.0.1");
});

it("listens at no address that others know where they have used up the ports", async () => {
  vi.stubEnv("SSH_CONNECTION", "");
  const asked: string[] = [];
  const refused = listenAtOwnAddress((host) => {
    asked.push(host);
    return Promise.reject(Object.assign(new Error(`no ${host}`), { code: "EADDRINUSE" }));
  });
  if (isWsl) return expect(refused).rejects.toThrow("no 127.0.0.1");
  await expect(refused).rejects.toThrow(/^no 127\./);
  expect(asked).toHaveLength(5);
  expect(asked).not.toContain("127.0.0.1");
});
