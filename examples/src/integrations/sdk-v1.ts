/**
 * The inbox in a host built on the first generation of the official SDK, `@modelcontextprotocol/sdk` 1.x.
 *
 *   node examples/dist/integrations/sdk-v1.js
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Inbox } from "midcall/client";
import { attach } from "midcall/integrations/sdk-v1";
import { isMain } from "../serve.js";
import { demonstrate, exampleServer } from "./demonstrate.js";

/** Connects a client whose questions the inbox answers. Before that, mount a UI or give the inbox a callback. */
export async function connectSdkV1(inbox: Inbox, transport: Transport): Promise<Client> {
  const client = new Client({ name: "v1-host", version: "1.0.0" });
  attach(inbox, client, { server: "Guests" });
  await client.connect(transport);
  return client;
}

if (isMain(import.meta.url)) {
  await demonstrate(async (inbox) => {
    const client = await connectSdkV1(inbox, new StdioClientTransport(exampleServer()));
    try {
      return await client.callTool({ name: "every_field" });
    } finally {
      await client.close();
    }
  });
}
