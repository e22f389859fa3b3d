import { createInbox, type InboxOptions } from "midcall/client";
import { accept } from "midcall/client";
import { protocolVersions } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { declaring } from "../../src/integrations/shared/wire/message.js";
import { requestsIn, tap } from "../spec-client/wire.js";
import type { TranscriptEntry } from "../../src/testing/transcript.js";
import { buildGuardServer } from "../testing/guard-server.js";
import { connect } from "./lab.js";

/** A host says that no answer of it is an accident only where every UI that can answer is guarded. */

const DELIBERATE = { "midcall/deliberate": {} };

describe.each(protocolVersions)("on %s", (protocolVersion) => {
  const declared = async (
    uis: readonly ({ isGuarded?: boolean } | undefined)[],
    options: InboxOptions = {},
  ): Promise<unknown> => {
    const inbox = createInbox(options);
    for (const ui of uis) inbox.mount(ui);
    let transcript!: TranscriptEntry[];
    await using host = await connect(inbox, { protocolVersion }, buildGuardServer, {
      prepare: (client) => (transcript = tap(client)),
    });
    await host.client.listTools();
    const [first] = requestsIn(transcript);
    const { capabilities, _meta } = first!.params as Record<string, Record<string, unknown>>;
    const given = capabilities ?? _meta?.["io.modelcontextprotocol/clientCapabilities"];
    return (given as { experimental?: unknown }).experimental;
  };

  it("guarded UIs alone declare it", async () => {
    expect(await declared([{ isGuarded: true }])).toEqual(DELIBERATE);
    expect(await declared([{ isGuarded: true }, { isGuarded: true }])).toEqual(DELIBERATE);
  });

  it("nothing else does: another UI, one beside it, a callback, nobody", async () => {
    expect(await declared([undefined])).toBeUndefined();
    expect(await declared([{ isGuarded: true }, {}])).toBeUndefined();
    const onElicitation = () => accept({});
    expect(await declared([{ isGuarded: true }], { onElicitation })).toBeUndefined();
    expect(await declared([])).toBeUndefined();
  });
});

it("the wire of another client library carries it beside what that declares itself", () => {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { capabilities: { roots: {}, experimental: { mine: {} } } },
  } as const;
  const sent = declaring(message, { elicitation: { form: {} }, experimental: DELIBERATE });
  expect(sent.params?.["capabilities"]).toEqual({
    roots: {},
    elicitation: { form: {} },
    experimental: { mine: {}, ...DELIBERATE },
  });
});
