import { type ClientLibrary, wires2025, wires2026 } from "./library.js";
import { connect as connectAiSdk } from "./libraries/ai-sdk.mjs";
import { connect as connectMastra } from "./libraries/mastra.mjs";
import { connect as connectOfficialClient } from "./libraries/official-client.mjs";
import { connect as connectSdkV1 } from "./libraries/sdk-v1.mjs";

export const officialClient: ClientLibrary = {
  name: "@modelcontextprotocol/client",
  entry: "midcall/client",
  wires: [...wires2025, ...wires2026],
  connect: connectOfficialClient,
};

export const sdkV1: ClientLibrary = {
  name: "@modelcontextprotocol/sdk",
  entry: "midcall/integrations/sdk-v1",
  wires: wires2025,
  connect: connectSdkV1,
};

export const aiSdk: ClientLibrary = {
  name: "@ai-sdk/mcp",
  entry: "midcall/integrations/ai-sdk",
  wires: [...wires2025, ...wires2026],
  connect: connectAiSdk,
};

export const mastra: ClientLibrary = {
  name: "@mastra/mcp",
  entry: "midcall/integrations/mastra",
  wires: [...wires2025, ...wires2026],
  connect: connectMastra,
};
