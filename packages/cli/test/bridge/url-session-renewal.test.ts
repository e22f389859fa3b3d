import { describe, expect, it, onTestFinished } from "vitest";
import { As2026 } from "../../src/bridge/translate/as-2026.js";
import type { ServerEnd } from "../../src/bridge/ends/ends.js";
import { call, elicit, modern, settle } from "./relay-lab.js";
import { openSession, urlServer } from "./sessions-lab.js";

const yes = { action: "accept", content: {} };

describe("when a server behind a URL begins a new session while a call of the old one runs", () => {
  /** Call 1 is in the old session, call 2 has begun the new one. */
  async function renewed(capabilities = {}) {
    const server = urlServer();
    const at = await openSession(server, capabilities);
    onTestFinished(() => at.relay.close());
    await expect.poll(() => at.responseTo("init")).toBeDefined();
    at.fromHost({ method: "notifications/initialized" });
    at.fromHost(call(1));
    await expect.poll(() => server.calls.has(1)).toBe(true);
    const renew = async (): Promise<void> => {
      server.forget();
      at.fromHost(call(2));
      await expect.poll(() => server.calls.get(2)?.session).toBe("s2");
    };
    return { ...at, server, renew };
  }

  it("what the old one asks is not asked, and its call ends with a reason", async () => {
    const { server, renew, questions, responseTo } = await renewed();
    await renew();
    server.calls.get(1)!.say(elicit(0));
    await expect
      .poll(() => responseTo(1))
      .toMatchObject({
        error: { message: expect.stringContaining("another session") as string },
      });
    expect(questions).toEqual([]);
  });

  it("an answer reaches the session alone that has asked", async () => {
    const { server, renew, questions } = await renewed();
    await renew();
    server.calls.get(2)!.say(elicit(0));
    await expect.poll(() => questions).toHaveLength(1);
    server.calls.get(1)!.say(elicit(0));
    questions[0]!.answer(yes);
    await expect.poll(() => server.answers).toMatchObject([{ session: "s2", message: { id: 0 } }]);
    expect(questions).toHaveLength(1);
  });

  it("a call ends that waits for an answer in the old one", async () => {
    const { server, renew, questions, responseTo } = await renewed();
    server.calls.get(1)!.say(elicit(0));
    await expect.poll(() => questions).toHaveLength(1);
    await renew();
    await expect.poll(() => responseTo(1)).toMatchObject({ error: {} });
    questions[0]!.answer(yes);
    await settle();
    expect(server.answers).toEqual([]);
  });

  it("a call that asks nothing comes to its end", async () => {
    const { server, renew, responseTo } = await renewed();
    await renew();
    server.calls.get(1)!.say({ id: 1, result: { is: "done" } });
    await expect.poll(() => responseTo(1)).toMatchObject({ result: { is: "done" } });
  });

  it("a refusal of the old one that comes late begins no third session", async () => {
    const { server, renew, fromHost, questions } = await renewed();
    const { fetch } = server;
    let refuse = (): void => {};
    const held = new Promise<void>((resolve) => (refuse = resolve));
    let isHeld = false;
    server.fetch = async (url, init) => {
      const isThird = init?.method === "POST" && String(init.body).includes('"id":3');
      if (!isThird || isHeld) return fetch(url, init);
      isHeld = true;
      await held;
      return new Response("Unknown session.", { status: 404 });
    };
    fromHost(call(3));
    await expect.poll(() => isHeld).toBe(true);
    await renew();
    server.calls.get(2)!.say(elicit(0));
    await expect.poll(() => questions).toHaveLength(1);
    refuse();
    await expect.poll(() => server.calls.get(3)?.session).toBe("s2");
    expect(questions[0]!.about.signal.aborted).toBe(false);
  });
});

it("a call of 2026-07-28 that finds its session forgotten is made once, and ends once", async () => {
  const server = urlServer();
  const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
  const translated = (end: ServerEnd): ServerEnd => new As2026(end, initialized);
  const at = await openSession(server, {}, translated);
  onTestFinished(() => at.relay.close());
  await expect.poll(() => server.posted).toHaveLength(1);
  server.forget();
  at.fromHost(call(1, modern({})));
  await expect.poll(() => server.calls.size).toBe(1);
  for (const [id, stream] of server.calls) stream.say({ id, result: { content: [] } });
  await expect.poll(() => at.responseTo(1)).toMatchObject({ result: { content: [] } });
  expect(at.toHost.filter((message) => message["id"] === 1)).toHaveLength(1);
});
