import assert from "node:assert/strict";
import { type ContractCase, range, RISKY_NAMES } from "../contract-case.js";

/** Messages between subscribers. */
export const messageCases: readonly ContractCase[] = [
  [
    "delivers messages to all subscribers of a channel, in order, and to no others",
    async ({ store, other, until }) => {
      const heard: Record<"here" | "there" | "elsewhere", string[]> = {
        here: [],
        there: [],
        elsewhere: [],
      };
      const leave = [
        await store.subscribe("c", (message) => heard.here.push(message)),
        await other.subscribe("c", (message) => heard.there.push(message)),
        await other.subscribe("c2", (message) => heard.elsewhere.push(message)),
      ];
      const sent = range(20).map(String);
      for (const message of sent) await store.publish("c", message);
      await until(() => heard.here.length >= sent.length && heard.there.length >= sent.length);
      assert.deepEqual(heard, { here: sent, there: sent, elsewhere: [] });
      for (const end of leave) await end();
    },
  ],
  [
    "delivers nothing to those who unsubscribed or subscribed later",
    async ({ store, other, until }) => {
      const left: string[] = [];
      const stayed: string[] = [];
      const late: string[] = [];
      const listener = (message: string): void => void left.push(message);
      const leave = await other.subscribe("c", listener);
      const stay = await other.subscribe("c", (message) => stayed.push(message));
      await leave();
      await leave();
      await store.publish("c", "one");
      await until(() => stayed.length === 1);
      const lateLeave = await other.subscribe("c", (message) => late.push(message));
      await store.publish("c", "two");
      await until(() => stayed.length === 2 && late.length === 1);
      assert.deepEqual({ left, stayed, late }, { left: [], stayed: ["one", "two"], late: ["two"] });
      await stay();
      await lateLeave();
    },
  ],
  [
    "treats every subscription of the same listener separately",
    async ({ store, until }) => {
      const heard: string[] = [];
      const listener = (message: string): void => void heard.push(message);
      const first = await store.subscribe("c", listener);
      const second = await store.subscribe("c", listener);
      await store.publish("c", "both");
      await until(() => heard.length === 2);
      await first();
      await store.publish("c", "one");
      await until(() => heard.length === 3);
      await second();
      assert.deepEqual(heard, ["both", "both", "one"]);
    },
  ],
  [
    "publishes to any channel, with or without subscribers",
    async ({ store, until }) => {
      await store.publish("nobody", "there");
      for (const channel of [...RISKY_NAMES, "a*", "日本", "a\nb"]) {
        const heard: string[] = [];
        const leave = await store.subscribe(channel, (message) => heard.push(message));
        await store.publish(channel, "");
        await store.publish(channel, channel);
        await until(() => heard.length === 2);
        assert.deepEqual(heard, ["", channel]);
        await leave();
      }
    },
  ],
];
