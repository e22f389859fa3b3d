import { type CallEnd, type Calling, callTool, sendStrayAnswers } from "./calls.js";
import type { Clock } from "./clock.js";
import type { Link } from "./link.js";
import { type Model, type ModelTurn, runModel } from "./model.js";
import { createPeer, type OnRequest, type Peer, type WireMessage } from "./peer.js";
import { respond, type Responding, shownOf } from "./respond.js";
import { capabilitiesOf, type HostTraits } from "./traits.js";
import type { Deed, User } from "./user.js";
import { renderView } from "./view.js";

export interface SimulatedHostOptions {
  readonly link: Link;
  readonly traits: HostTraits;
  readonly user: User;
  readonly clock: Clock;
}

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A host written by hand, without any library, with a scripted user behind its user interface. */
export interface SimulatedHost extends AsyncDisposable {
  readonly traits: HostTraits;
  /** What the user was shown and did, in order. */
  readonly deeds: readonly Deed[];
  /** Every message in both directions. */
  readonly wire: readonly WireMessage[];
  /** The tools that the model may see. */
  tools(): Promise<readonly ListedTool[]>;
  /** Calls a tool as the model does, and renders its view, if it has one. */
  callTool(name: string, args?: Readonly<Record<string, unknown>>): Promise<CallEnd>;
  /** Gives a model a task: a call of this tool. It decides what else is called. */
  run(
    name: string,
    args: Readonly<Record<string, unknown>>,
    model: Model,
  ): Promise<readonly ModelTurn[]>;
  /** Resolves when nothing goes on any more, late answers included. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const PREFIX = "io.modelcontextprotocol/";

/** Connects a simulated host to a server. */
export async function createSimulatedHost(options: SimulatedHostOptions): Promise<SimulatedHost> {
  const { traits, user, clock } = options;
  const deeds: Deed[] = [];
  const responding: Responding = { traits, user, clock, deeds };
  const running = new Set<{ readonly args: Readonly<Record<string, unknown>> }>();

  const pending = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    const tracked = work.finally(() => pending.delete(tracked));
    pending.add(tracked);
  };

  const answer: OnRequest = async ({ method, params = {} }) => {
    if (method !== "elicitation/create")
      return { error: { code: -32601, message: "Method not found" } };
    if (traits.straysAnswers) await sendStrayAnswers(peer);
    // Which call a question belongs to is known only while there is one.
    const args = running.size === 1 ? [...running][0]?.args : undefined;
    const response = await respond(shownOf("native", params, args), responding);
    return running.size === 0 && !traits.answersLate ? undefined : response;
  };
  const onRequest: OnRequest = (request) => {
    const answered = answer(request);
    track(answered);
    return answered;
  };
  const peer: Peer = await createPeer(options.link, onRequest);
  const envelope = traits.protocolVersion === "2026-07-28" ? envelopeOf(traits) : {};
  const calling: Calling = { ...responding, peer, envelope, track };
  if (traits.protocolVersion !== "2026-07-28") await shakeHands(peer, traits);

  const listTools = async (): Promise<readonly ListedTool[]> => {
    const { response } = peer.request("tools/list", paramsWith(envelope));
    return ((await response).result?.["tools"] ?? []) as ListedTool[];
  };
  const callForView = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown> | undefined> => {
    const params = { name, arguments: args, ...paramsWith(envelope) };
    return (await peer.request("tools/call", params).response).result;
  };
  const callOnce = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<CallEnd> => {
    const call = { args };
    running.add(call);
    try {
      return await callTool(name, args, calling);
    } finally {
      running.delete(call);
    }
  };
  /** @returns how it ended, and what the view of the tool has the user say */
  const callAndRender = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly end: CallEnd; readonly says?: string | undefined }> => {
    const end = await callOnce(name, args);
    if (traits.apps === undefined || end.kind !== "result") return { end };
    const view = await renderView(end.result, args, callForView, responding);
    return { end, says: view.says };
  };

  const host: SimulatedHost = {
    traits,
    deeds,
    wire: peer.wire,
    async tools() {
      const tools = await listTools();
      return traits.apps?.hidesTools === true ? tools.filter(isForModels) : tools;
    },
    callTool: async (name, args = {}) => (await callAndRender(name, args)).end,
    run: async (name, args, model) =>
      runModel(
        { name, args },
        { model, call: callAndRender, tools: await host.tools(), leaks: leaksMeta(traits) },
      ),
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
      // What the server makes of the last message, it makes before it answers this.
      await listTools();
    },
    close: () => peer.close(),
    [Symbol.asyncDispose]: () => peer.close(),
  };
  return host;
}

function leaksMeta({ apps }: HostTraits): boolean {
  return apps?.meta === "leaked";
}

/** Whether a tool is for the model, and not for views alone. */
function isForModels({ _meta }: ListedTool): boolean {
  const ui = _meta?.["ui"] as { visibility?: readonly string[] } | undefined;
  return ui?.visibility === undefined || ui.visibility.includes("model");
}

function paramsWith(envelope: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.keys(envelope).length === 0 ? {} : { _meta: envelope };
}

function envelopeOf(traits: HostTraits): Record<string, unknown> {
  return {
    [`${PREFIX}protocolVersion`]: traits.protocolVersion,
    [`${PREFIX}clientInfo`]: { name: traits.name, version: traits.version },
    [`${PREFIX}clientCapabilities`]: capabilitiesOf(traits),
  };
}

async function shakeHands(peer: Peer, traits: HostTraits): Promise<void> {
  const { response } = peer.request("initialize", {
    protocolVersion: traits.protocolVersion,
    capabilities: capabilitiesOf(traits),
    clientInfo: { name: traits.name, version: traits.version },
  });
  const { error } = await response;
  if (error !== undefined) throw new Error(`initialize failed: ${error.message}`);
  await peer.send({ method: "notifications/initialized" });
}
