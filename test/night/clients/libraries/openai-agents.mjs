/** A host on the OpenAI Agents SDK: an agent whose model calls the tool that it is told to. */
import { attach } from "midcall/integrations/openai-agents";
import { loadPackage } from "./load-package.mjs";
import { transportTo as sdkV1TransportTo } from "./sdk-v1.mjs";
import { newClient, transportTo } from "./sdk-v2.mjs";

/** With a client of SDK 2. @type {import("../library.js").ClientLibrary["connect"]} */
export async function connect(inbox, reach) {
  return serve(inbox, await newClient(), await transportTo(reach));
}

/** With a client of SDK 1.x. @type {import("../library.js").ClientLibrary["connect"]} */
export async function connectSdkV1(inbox, reach) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = new Client({ name: "host", version: "1.0.0" });
  return serve(inbox, client, await sdkV1TransportTo(reach));
}

async function serve(inbox, client, transport) {
  const { Agent, run, setTracingDisabled } = await loadPackage("@openai/agents");
  const { assistantMessage, functionCall, ScriptedModel } =
    await loadPackage("@openai/agents/testing");
  setTracingDisabled(true);
  const server = attach(inbox, client, { server: "Other", transport: () => transport });
  // Errors of a call end the run; by default the model reads them.
  server.errorFunction = null;
  await server.connect();
  return {
    async call(name, args = {}, signal) {
      const asked = functionCall(name, args, { callId: "1" });
      const model = new ScriptedModel([[asked], [assistantMessage("Done.")]]);
      const agent = new Agent({ name: "host", model, mcpServers: [server] });
      const { newItems } = await run(agent, "Go.", { signal });
      const { output } = newItems.find(({ type }) => type === "tool_call_output_item");
      return [output]
        .flat()
        .map(({ text }) => text)
        .join("\n");
    },
    close: () => server.close(),
  };
}
