import { createMemoryStore } from "midcall/store";
import { createVault, type Vault } from "midcall/vault";
import { readBase } from "../../packages/midcall/src/pages/http/base.js";
import { createSubmissionState } from "../../packages/midcall/src/pages/views/submission-state.js";
import { createFlows, type Flows } from "../../packages/midcall/src/pages/flows/flows.js";
import { createKeys } from "../../packages/midcall/src/pages/flows/keys.js";
import { createSessions, type Session } from "../../packages/midcall/src/pages/identity/session.js";
import {
  createTransactions,
  type Transactions,
} from "../../packages/midcall/src/pages/oauth/transactions.js";
import type { Visit } from "../../packages/midcall/src/pages/links/visit.js";
import {
  type Completions,
  createCompletions,
} from "../../packages/midcall/src/server/url-mode/completions.js";
import {
  createFlowStore,
  type FlowStore,
} from "../../packages/midcall/src/server/state/flow-store.js";
import { resolveOptions, type Settings } from "../../packages/midcall/src/server/options.js";
import {
  createQuestionSlots,
  type QuestionSlots,
} from "../../packages/midcall/src/server/fallback/places/question-slots.js";
import {
  ownerOf,
  type SavedCall,
  savedCallOf,
} from "../../packages/midcall/src/server/fallback/saved/saved-calls.js";
import {
  type TaskRecord,
  TaskRecords,
} from "../../packages/midcall/src/server/tasks/task-records.js";
import { Fleet } from "../../packages/midcall/src/server/http/shared/replicas/fleet.js";
import {
  createSessionRecords,
  type SessionRecords,
} from "../../packages/midcall/src/server/http/shared/session-record.js";
import { openState, sealState } from "../../packages/midcall/src/server/state/request-state.js";
import { firstState } from "../../packages/midcall/src/server/state/records.js";
import { createLog, SECRET } from "../../packages/midcall/test/server/lab.js";
import { type OpenStore, openStore } from "./open-store.js";

/** Whom something is sealed for, and what. */
export interface Owner {
  readonly person: string;
  readonly server: string;
  /** Which call, link, browser, step or secret. */
  readonly thing: string;
}

/** Everything that seals, on one store, with a clock of its own. */
export interface World {
  readonly store: OpenStore;
  readonly clock: { now: number };
  readonly settings: Settings;
  readonly flows: Flows;
  /** What was learned while writing: tokens and ids that are random. */
  readonly learned: Map<string, unknown>;
}

const TEN_MINUTES = 600_000;
/** For clocks that differ. */
const MINUTE = 60_000;
const keys = createKeys(SECRET);

export function createWorld(): World {
  const clock = { now: Date.UTC(2026, 10, 21) };
  const now = (): number => clock.now;
  const store = openStore(createMemoryStore({ now }));
  const settings = resolveOptions({ secret: SECRET, store, now, logger: createLog() });
  const flows = createFlows(store, keys, now, undefined, createLog(), Infinity);
  return { store, clock, settings, flows, learned: new Map() };
}

/** One kind of thing that is sealed. */
export interface Place {
  readonly kind: string;
  /** Where it lies: a key of the store; the state travels with the client. */
  readonly key: string;
  /** The same as a pattern, with what differs left open. */
  readonly pattern: RegExp;
  readonly secret: "createElicitation" | "createPages" | "createVault";
  /** Authenticated with it, besides its key. */
  readonly boundTo: readonly ("key" | "person" | "server" | "client" | "request")[];
  /** Who notices that its time is up: what is sealed says it, the store alone, or it has no end. */
  readonly expires: "sealed" | "store" | "never";
  /** Its life in the scenario, in milliseconds. */
  readonly lifeMs?: number;
  /** The places in the source that seal it. */
  readonly madeIn: readonly string[];
  write(world: World, owner: Owner): Promise<void>;
  /** Whether it is accepted for this owner. */
  read(world: World, owner: Owner): Promise<boolean>;
}

const refusedOr = async (work: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await work();
  } catch {
    return false;
  }
};

/* What lies with calls. */

const STATE = "the client";
const bindingOf = ({ person, server, thing }: Owner) => ({
  server,
  principal: person,
  client: "app",
  method: "tools/call",
  params: { name: "run", arguments: { thing } },
});
const flowStoreOf = ({ settings, clock }: World, owner: Owner): FlowStore => {
  const state = {
    ...firstState(),
    // The name of a call is random; it says nothing of its server.
    flow: `call-of-${owner.person}-${owner.thing}`,
    round: 1,
    expiresAt: clock.now + TEN_MINUTES,
  };
  const { server, person: principal } = owner;
  return createFlowStore(settings.store!, state, { go: "yes" }, { server, principal }, settings);
};
const endsOf = ({ settings }: World, { server, person }: Owner): Completions =>
  createCompletions(settings).of({ server, principal: person });

const savedCallFor = ({ settings }: World, owner: Owner): SavedCall => {
  const binding = bindingOf(owner);
  return savedCallOf(binding, ownerOf(binding, undefined)!, settings.callStore, settings);
};
const taskFor = ({ settings }: World, owner: Owner): TaskRecords =>
  new TaskRecords(`task-${owner.thing}`, bindingOf(owner), settings);
const taskOf = ({ clock }: World): TaskRecord => ({
  createdAt: clock.now,
  updatedAt: clock.now,
  expiresAt: clock.now + TEN_MINUTES,
  params: {},
  envelope: {},
  requestState: "a state",
  open: {},
  call: { flow: "a call" },
});
const slotsOf = ({ settings }: World, { server }: Owner): QuestionSlots =>
  createQuestionSlots(settings.callStore, server, settings);
const openSlot = (world: World, owner: Owner): Promise<string> =>
  learn(world, owner, () =>
    slotsOf(world, owner).open({
      via: "page",
      asked: owner.person,
      user: owner.person,
      server: owner.server,
      tool: "run",
      message: nameOf(owner),
      expiresAt: world.clock.now + TEN_MINUTES,
      keptUntil: world.clock.now + 2 * TEN_MINUTES,
      key: "a key",
      params: { name: "run", arguments: { thing: owner.thing } },
    }),
  );

/* What lies with sessions that replicas share. */

const sessionRecordsOf = ({ settings }: World): SessionRecords =>
  createSessionRecords(settings.store!, TEN_MINUTES);
const fleetOf = ({ settings }: World): Fleet => new Fleet(settings.store!, settings, 1_000);
/** The name of a session: that of its id, its service and its owner. */
const sharedOf = ({ person, server, thing }: Owner): string =>
  JSON.stringify([thing, server, person]);

/* What lies with pages. */

const flowOf = ({ clock }: World, { person, server, thing }: Owner) =>
  ({
    v: 1,
    kind: "secret",
    principal: person,
    server,
    message: "Please",
    name: thing,
    plain: [],
    checked: false,
    askedAt: clock.now,
    expiresAt: clock.now + TEN_MINUTES,
  }) as const;
const nameOf = (owner: Owner): string => JSON.stringify(owner);
const learn = async <T>(world: World, owner: Owner, make: () => Promise<T>): Promise<T> => {
  const made = await make();
  world.learned.set(nameOf(owner), made);
  return made;
};
const learned = <T>(world: World, owner: Owner): T => world.learned.get(nameOf(owner)) as T;
const linkOf = (world: World, owner: Owner) =>
  learn(world, owner, () => world.flows.create(flowOf(world, owner)));
const idOf = (world: World, owner: Owner): string => learned<{ id: string }>(world, owner).id;
const sessionsOf = ({ store, clock }: World) =>
  createSessions(
    store,
    keys,
    readBase("https://mcp.example.org/ask"),
    () => clock.now,
    TEN_MINUTES,
  );
const ASK = "https://mcp.example.org/ask";
const tripsOf = ({ store, clock }: World): Transactions =>
  createTransactions(store, keys, readBase(ASK), () => clock.now);
const browserOf = ({ thing }: Owner): Session => ({ id: `b-${thing}`, fresh: false, data: {} });
const visitOf = (owner: Owner): Visit => ({
  request: new Request("https://mcp.example.org/ask/l/x?again"),
  token: "t",
  id: `link-of-${owner.thing}`,
  pass: undefined,
  session: browserOf(owner),
  form: undefined,
});

/* What lies with a vault. */

const vaultOf = ({ store, clock }: World): Vault =>
  createVault({ store, secret: SECRET, now: () => clock.now });
const vaultId = ({ person, server, thing }: Owner) => ({ principal: person, server, name: thing });
const putSecret = (world: World, owner: Owner): Promise<void> =>
  vaultOf(world).put(vaultId(owner), `value of ${nameOf(owner)}`, { ttlMs: TEN_MINUTES });
const getSecret = (world: World, owner: Owner): Promise<boolean> =>
  refusedOr(
    async () =>
      (await vaultOf(world).get(vaultId(owner)))?.reveal() === `value of ${nameOf(owner)}`,
  );

/** Everything that is sealed, and what it is bound to. SECURITY.md has the same table in words. */
export const places: readonly Place[] = [
  {
    kind: "the state of a call",
    key: STATE,
    pattern: /^the client$/,
    secret: "createElicitation",
    boundTo: ["server", "person", "client", "request"],
    expires: "sealed",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/request-state.ts"],
    async write({ store, settings }, owner) {
      await store.put(STATE, sealState({ ...firstState(), round: 1 }, bindingOf(owner), settings));
    },
    read: ({ store, settings }, owner) =>
      refusedOr(async () => {
        openState((await store.get(STATE))!, bindingOf(owner), settings);
        return true;
      }),
  },
  {
    kind: "the use of a round",
    key: "midcall:flow:<hash of the call>:use:<round>",
    pattern: /^midcall:flow:.*:use:1$/,
    secret: "createElicitation",
    boundTo: ["key", "server"],
    expires: "store",
    madeIn: ["server/state/sealed-store.ts"],
    write: async (world, owner) => void (await flowStoreOf(world, owner).consume()),
    read: (world, owner) =>
      refusedOr(async () => {
        const use = await flowStoreOf(world, owner).consume();
        return "isFirst" in use && !use.isFirst;
      }),
  },
  {
    kind: "the result of a step",
    key: "midcall:flow:<hash of the call>:step:<hash of call and key>",
    pattern: /^midcall:flow:.*:step:/,
    secret: "createElicitation",
    boundTo: ["key", "server"],
    expires: "store",
    lifeMs: 2 * TEN_MINUTES + MINUTE,
    madeIn: ["server/state/sealed-store.ts"],
    write: (world, owner) =>
      flowStoreOf(world, owner).recordStep({ kind: "step", key: "pay", value: "paid" }),
    read: (world, owner) =>
      refusedOr(async () => typeof (await flowStoreOf(world, owner).claimStep("pay")) === "object"),
  },
  {
    kind: "the end of a call",
    key: "midcall:flow:<hash of the call>:end",
    pattern: /^midcall:flow:.*:end$/,
    secret: "createElicitation",
    boundTo: ["key", "server"],
    expires: "store",
    lifeMs: 2 * TEN_MINUTES + MINUTE,
    madeIn: ["server/state/sealed-store.ts"],
    write: (world, owner) => flowStoreOf(world, owner).finish("a result", []),
    read: (world, owner) =>
      refusedOr(async () => (await flowStoreOf(world, owner).consume())?.result === "a result"),
  },
  {
    kind: "a call that waits outside of the host",
    key: "midcall:call:<keyed hash of the call>",
    pattern: /^midcall:call:[^:]+$/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person", "client", "request"],
    expires: "sealed",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    async write(world, owner) {
      const lease = (await savedCallFor(world, owner).claim())!;
      await lease.save({ result: "saved" }, world.clock.now + TEN_MINUTES);
      await lease.release();
    },
    read: (world, owner) =>
      refusedOr(async () => (await savedCallFor(world, owner).load())?.result === "saved"),
  },
  {
    kind: "a question outside of the host",
    key: "midcall:question:<hash of its random id>",
    pattern: /^midcall:question:/,
    secret: "createElicitation",
    boundTo: ["key", "server"],
    expires: "store",
    lifeMs: 2 * TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: async (world, owner) => void (await openSlot(world, owner)),
    read: (world, owner) =>
      refusedOr(
        async () =>
          (await slotsOf(world, owner).read(learned(world, owner)))?.message === nameOf(owner),
      ),
  },
  {
    kind: "an answer outside of the host",
    key: "midcall:answer:<hash of the question's random id>",
    pattern: /^midcall:answer:/,
    secret: "createElicitation",
    boundTo: ["key", "server"],
    expires: "store",
    lifeMs: 2 * TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    async write(world, owner) {
      await slotsOf(world, owner).answer(await openSlot(world, owner), { action: "decline" });
    },
    read: (world, owner) =>
      refusedOr(
        async () =>
          (await slotsOf(world, owner).answerTo(learned(world, owner)))?.action === "decline",
      ),
  },
  {
    kind: "a task",
    key: "midcall:task:<hash of the task>",
    pattern: /^midcall:task:[^:]+$/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person", "client"],
    expires: "store",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: async (world, owner) => void (await taskFor(world, owner).create(taskOf(world))),
    read: (world, owner) =>
      refusedOr(async () => (await taskFor(world, owner).load())?.requestState === "a state"),
  },
  {
    kind: "the end of a task",
    key: "midcall:task:<hash of the task>:end",
    pattern: /^midcall:task:.*:end$/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person", "client"],
    expires: "store",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: async (world, owner) =>
      void (await taskFor(world, owner).end(
        { ...taskOf(world), status: "completed" },
        taskOf(world),
      )),
    read: (world, owner) =>
      refusedOr(async () => (await taskFor(world, owner).ended())?.status === "completed"),
  },
  {
    kind: "an answer to a task",
    key: "midcall:task:<hash of the task>:answer:<random key>",
    pattern: /^midcall:task:.*:answer:/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person", "client"],
    expires: "store",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: (world, owner) =>
      taskFor(world, owner).answer("go", "yes", world.clock.now + TEN_MINUTES),
    read: (world, owner) =>
      refusedOr(
        async () => (await taskFor(world, owner).answers(["go"])).get("go")?.response === "yes",
      ),
  },
  {
    kind: "who was asked to open a link",
    key: "midcall:url-asker:<keyed hash of the elicitationId>",
    pattern: /^midcall:url-asker:/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person"],
    expires: "store",
    madeIn: ["server/state/sealed-store.ts"],
    write: (world, owner) => endsOf(world, owner).claim(owner.thing, TEN_MINUTES),
    read: (world, owner) =>
      refusedOr(() =>
        endsOf(world, owner)
          .claim(owner.thing, TEN_MINUTES)
          .then(() => true),
      ),
  },
  {
    kind: "the end of a URL interaction",
    key: "midcall:url-done:<keyed hash of the elicitationId>",
    pattern: /^midcall:url-done:/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person"],
    expires: "store",
    lifeMs: 6 * TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    async write(world, owner) {
      await endsOf(world, owner).claim(owner.thing, TEN_MINUTES);
      await endsOf(world, owner).complete(owner.thing);
    },
    read: (world, owner) =>
      endsOf(world, owner).wait({ elicitationId: owner.thing }, 0, AbortSignal.abort()),
  },
  {
    kind: "a session of 2025 that replicas share",
    key: "midcall:session:<hash of its id>",
    pattern: /^midcall:session:/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person"],
    expires: "store",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: async (world, owner) =>
      void (await sessionRecordsOf(world).put(owner.thing, {
        initialize: { method: "initialize" },
        owner: owner.person,
        user: owner.person,
        server: owner.server,
      })),
    read: (world, owner) =>
      refusedOr(async () => {
        const { owner: name, server } = (await sessionRecordsOf(world).read(owner.thing))!;
        return name === owner.person && server === owner.server;
      }),
  },
  {
    kind: "an event of a call in it",
    key: "midcall:events:<hash of session and call>:<number>",
    pattern: /^midcall:events:/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person"],
    expires: "store",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: async (world, owner) =>
      void (await fleetOf(world)
        .log(sharedOf(owner), "call", owner.person)
        .add(1, { message: nameOf(owner) }, TEN_MINUTES)),
    read: (world, owner) =>
      refusedOr(
        async () =>
          (await fleetOf(world).log(sharedOf(owner), "call", owner.person).read(1))?.message ===
          nameOf(owner),
      ),
  },
  {
    kind: "the journal of a call in it, and who runs it",
    key: "midcall:run:<hash of session and call>:<epoch>",
    pattern: /^midcall:run:/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person"],
    expires: "store",
    lifeMs: TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: (world, owner) =>
      fleetOf(world)
        .records(sharedOf(owner), "call", owner.person)
        .put({
          epoch: 1,
          lease: "a lease",
          request: { jsonrpc: "2.0", id: owner.thing, method: "tools/call" },
          state: { ...firstState(), round: 1 },
        }),
    read: (world, owner) =>
      refusedOr(
        async () =>
          (await fleetOf(world).records(sharedOf(owner), "call", owner.person).latest())?.request
            .id === owner.thing,
      ),
  },
  {
    kind: "a response of a host's in it",
    key: "midcall:response:<hash of session and request>",
    pattern: /^midcall:response:/,
    secret: "createElicitation",
    boundTo: ["key", "server", "person"],
    expires: "store",
    lifeMs: 2 * TEN_MINUTES,
    madeIn: ["server/state/sealed-store.ts"],
    write: async (world, owner) =>
      void (await fleetOf(world).answers.keep(
        { id: "asked", answer: { result: owner.thing } },
        { name: sharedOf(owner), user: owner.person },
      )),
    read: (world, owner) =>
      refusedOr(async () => {
        const waiting = { id: "asked", session: sharedOf(owner), signal: AbortSignal.abort() };
        return (await fleetOf(world).answers.wait(waiting)).result === owner.thing;
      }),
  },
  {
    kind: "a link to a page",
    key: "midcall:page:link:<hash of the link's token>",
    pattern: /^midcall:page:link:/,
    secret: "createPages",
    boundTo: ["key"],
    expires: "store",
    lifeMs: 7 * TEN_MINUTES,
    madeIn: ["pages/flows/flow-store.ts"],
    write: async (world, owner) => void (await linkOf(world, owner)),
    read: async (world, owner) => (await world.flows.load(idOf(world, owner))) !== undefined,
  },
  {
    kind: "what was done at a page whose end could not be written",
    key: "midcall:page:open:<hash of the link's token>",
    pattern: /^midcall:page:open:/,
    secret: "createPages",
    boundTo: ["key"],
    expires: "store",
    madeIn: ["pages/flows/visit-endings.ts"],
    async write(world, owner) {
      const { id } = await linkOf(world, owner);
      const place = `midcall:page:open:${id}`;
      await world.store.put(place, keys.seal(JSON.stringify({ status: "done" }), place));
    },
    async read(world, owner) {
      const id = idOf(world, owner);
      const place = `midcall:page:open:${id}`;
      const ticket = await world.store.get(place);
      const outcome = await world.flows.end(id);
      // As it was, for the next look.
      await world.store.put(place, ticket!);
      await world.store.delete(`midcall:page:end:${id}`);
      return outcome?.status === "done";
    },
  },
  {
    kind: "the end of a visit",
    key: "midcall:page:end:<hash of the link's token>",
    pattern: /^midcall:page:end:/,
    secret: "createPages",
    boundTo: ["key"],
    expires: "store",
    lifeMs: 7 * TEN_MINUTES,
    madeIn: ["pages/flows/visit-endings.ts"],
    async write(world, owner) {
      const { id } = await linkOf(world, owner);
      const known = (await world.flows.load(id))!;
      await world.flows.finish(known, { status: "declined" });
    },
    read: async (world, owner) =>
      (await world.flows.end(idOf(world, owner)))?.status === "declined",
  },
  {
    kind: "what is known of a browser",
    key: "midcall:page:session:<hash of its cookie>",
    pattern: /^midcall:page:session:/,
    secret: "createPages",
    boundTo: ["key"],
    expires: "sealed",
    lifeMs: TEN_MINUTES,
    madeIn: ["pages/identity/session.ts"],
    write: async (world, owner) =>
      void (await learn(world, owner, () =>
        sessionsOf(world).renew(browserOf(owner), { principal: owner.person }),
      )),
    async read(world, owner) {
      const cookie = sessionsOf(world).cookie(learned<Session>(world, owner)).split(";")[0]!;
      const request = new Request("https://mcp.example.org", { headers: { cookie } });
      return (await sessionsOf(world).read(request)).data.principal === owner.person;
    },
  },
  {
    kind: "a form to be looked at again",
    key: "midcall:page:draft:<hash of link, browser and person>",
    pattern: /^midcall:page:draft:/,
    secret: "createPages",
    boundTo: ["key", "person"],
    expires: "store",
    lifeMs: TEN_MINUTES,
    madeIn: ["pages/views/submission-state.ts"],
    write: ({ store }, owner) =>
      createSubmissionState(store, keys).save(visitOf(owner), owner.person, {
        status: 422,
        problems: [],
        sent: `sent by ${nameOf(owner)}`,
      }),
    read: async ({ store }, owner) =>
      (await createSubmissionState(store, keys).find(visitOf(owner), owner.person))?.sent ===
      `sent by ${nameOf(owner)}`,
  },
  {
    kind: "a trip to another site",
    key: "cookie of the browser, named after a hash of the OAuth state",
    pattern: /^cookie /,
    secret: "createPages",
    boundTo: ["key"],
    expires: "sealed",
    lifeMs: TEN_MINUTES,
    madeIn: ["pages/oauth/transactions.ts"],
    // The store stands for the browser that keeps the cookie.
    write: async (world, owner) => {
      const { transaction: departure, cookies } = await learn(world, owner, async () =>
        tripsOf(world).start("login", {
          request: new Request(ASK),
          session: browserOf(owner),
          token: "t",
          provider: "login",
          redirectUri: "https://mcp.example.org/signed-in",
          scopes: [],
          expiresAt: world.clock.now + TEN_MINUTES,
        }),
      );
      const [, value = ""] = /=([^;]*)/.exec(cookies[0]!) ?? [];
      await world.store.put(`cookie ${departure.state}`, value);
    },
    async read(world, owner) {
      const { transaction: departure, cookies } = learned<ReturnType<Transactions["start"]>>(
        world,
        owner,
      );
      const value = (await world.store.get(`cookie ${departure.state}`)) ?? "";
      // White space around it is no part of a cookie's value.
      if (value !== value.trim()) return false;
      const cookie = `${cookies[0]!.split("=", 1)[0]}=${value}`;
      const request = new Request(ASK, { headers: { cookie } });
      const found = tripsOf(world).find("login", departure.state, request, browserOf(owner));
      return found?.state === departure.state;
    },
  },
  {
    kind: "the root key of a vault",
    key: "<prefix>root",
    pattern: /^midcall:vault:root$/,
    secret: "createVault",
    boundTo: ["key"],
    expires: "never",
    madeIn: ["vault/keys/root-key.ts", "vault/keys/root-key.ts"],
    write: putSecret,
    read: getSecret,
  },
  {
    kind: "the key of a secret",
    key: "<prefix>key:<random>",
    pattern: /^midcall:vault:key:/,
    secret: "createVault",
    boundTo: ["key", "person", "server"],
    expires: "store",
    madeIn: ["vault/create-vault.ts", "vault/keys/rewrap.ts"],
    write: putSecret,
    read: getSecret,
  },
  {
    kind: "a secret, and what is known of it",
    key: "<prefix>secret:<keyed hash of person, server and name>",
    pattern: /^midcall:vault:secret:/,
    secret: "createVault",
    boundTo: ["key", "person", "server"],
    expires: "sealed",
    lifeMs: TEN_MINUTES,
    // The value, under a key of its own, and what is around it.
    madeIn: ["vault/keys/envelope.ts", "vault/keys/envelope.ts"],
    write: putSecret,
    read: getSecret,
  },
  {
    kind: "a place in the list of names",
    key: "<prefix>name:<keyed hash of person, server and place>",
    pattern: /^midcall:vault:name:/,
    secret: "createVault",
    boundTo: ["key", "person", "server"],
    expires: "never",
    madeIn: ["vault/records/name-index.ts"],
    write: putSecret,
    read: (world, owner) =>
      refusedOr(async () => (await vaultOf(world).list(vaultId(owner))).length > 0),
  },
  {
    kind: "a place in the list of whom a vault knows",
    key: "<prefix>scope:<keyed hash of the place>",
    pattern: /^midcall:vault:scope:/,
    secret: "createVault",
    boundTo: ["key"],
    expires: "never",
    madeIn: ["vault/records/name-index.ts"],
    write: putSecret,
    read: (world) => refusedOr(async () => (await vaultOf(world).rewrap()).failed === 0),
  },
];

/**
 * Marks: nothing of a person's is in them, and this is what putting an old one back or deleting it does. Those of a server are sealed
 * like all else it keeps; those of pages are a fixed text, or a random one.
 */
export const marks: readonly { readonly key: string; readonly writer: string }[] = [
  {
    key: "midcall:call:<keyed hash of the call>:run",
    writer: "that a process works on a saved call: two may do it at once, or one waits",
  },
  {
    key: "midcall:call:<keyed hash of the call>:asked",
    writer:
      "that a host was asked in a call: with it the next call is asked elsewhere, without it there",
  },
  {
    key: "midcall:task:<hash of the task>:run",
    writer: "that a process runs a task: two may do it at once, or the task waits",
  },
  {
    key: "midcall:call:<keyed hash of the call>:taken",
    writer:
      "which of two equal requests continues a call: another one does, or both wait and one continues it",
  },
  {
    key: "midcall:call:<keyed hash of the call>:silent",
    writer:
      "that a host never answered in a call: with it the next call is asked elsewhere, without it there",
  },
  {
    key: "midcall:events:<hash of session and call>:passed",
    writer:
      "the last progress of a call on its way to another replica: less of it, or the same again, is shown",
  },
  {
    key: "midcall:opened:<hash of the question's random id>",
    writer: "that a view has a question: without it the next call asks elsewhere, with it there",
  },
  {
    key: "midcall:flow:<hash of the call>:step:<hash of call and key>",
    writer:
      "while a step runs, that it was begun: without it a step runs twice, with it once more it is interrupted",
  },
  {
    key: "midcall:session:<hash of its id>:ended",
    writer:
      "that a session has ended: without it and with its record the session goes on, with it the session is over",
  },
  {
    key: "midcall:replica:<random id>",
    writer:
      "that a replica lives: without it another one continues its calls while it does so, too, with it nobody continues them",
  },
  {
    key: "midcall:open:<keyed hash of a person>:<place>",
    writer: "the count of a person's open calls: more or fewer are let in",
  },
  {
    key: "midcall:page:open:<hash of the link's token>",
    writer:
      "that a link is unused: without it the link is closed, with it a used one is open while its end is gone too",
  },
  {
    key: "midcall:page:seen:<hash of the link's token>:<who>",
    writer: "that somebody was at a link: it changes how an unused one is said to have ended",
  },
  {
    key: "midcall:page:place:<keyed hash of a person>:<place>",
    writer: "the count of a person's links: more or fewer are made",
  },
  {
    key: "midcall:page:try:<hash of the link's token>:<minute>:<try>",
    writer: "the count of tries at a link: more or fewer are let in",
  },
  {
    key: "midcall:page:trip:<hash of the OAuth state>",
    writer:
      "that somebody has come back from a trip: without it the same browser may come back once more, with it the trip is over",
  },
  {
    key: "midcall:page:renew:<hash of an account>",
    writer: "that a token is being renewed: two may do it at once, or one waits",
  },
  {
    key: "<prefix>begun",
    writer: "that a vault was in use: without it, and without its root, it begins anew",
  },
  {
    key: "<prefix>listed:<keyed hash of a name>",
    writer: "that a name is in the list: without it the name is listed twice",
  },
];
