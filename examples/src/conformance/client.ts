/**
 * The host that the official conformance suite tests:
 *
 *   node examples/dist/conformance/client.js URL
 *
 * The suite passes the scenario in MCP_CONFORMANCE_SCENARIO and its protocol version in
 * MCP_CONFORMANCE_PROTOCOL_VERSION. The exit code is 1 if the scenario cannot be completed.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createInbox } from "midcall/client";
import { answerOtherInput, CLIENT_SCENARIOS } from "./client-scenarios.js";

const { MCP_CONFORMANCE_SCENARIO: name = "", MCP_CONFORMANCE_PROTOCOL_VERSION: protocolVersion } =
  process.env;
const url = process.argv[2] ?? "";
const scenario = CLIENT_SCENARIOS.get(name);
if (!scenario || !URL.canParse(url)) {
  const names = [...CLIENT_SCENARIOS.keys()].join(", ");
  console.error(
    `Usage: MCP_CONFORMANCE_SCENARIO=NAME client.js URL; NAME is one of ${names}. Got NAME "${name}" and URL "${url}".`,
  );
  process.exit(2);
}

const client = new Client(
  { name: "midcall-conformance", version: "1.0.0" },
  {
    // Answered with onInput, so only on the protocol version that returns questions in results.
    capabilities: protocolVersion === "2026-07-28" ? { roots: {}, sampling: {} } : {},
    versionNegotiation: { mode: "auto" },
  },
);
const inbox = createInbox({ onElicitation: scenario.onElicitation });
inbox.attach(client, { server: "conformance", onInput: answerOtherInput });

try {
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const negotiated = client.getNegotiatedProtocolVersion();
  if (protocolVersion !== undefined && negotiated !== protocolVersion) {
    throw new Error(`The scenario is about ${protocolVersion}, but ${negotiated} was negotiated.`);
  }
  await scenario.play(client);
  await client.close();
} catch (error) {
  console.error(error);
  process.exit(1);
}
// Exits explicitly, because the suite can only end the shell that started this process.
process.exit(0);
