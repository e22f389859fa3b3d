/**
 * The official client as it comes, with its time limit of 60 s, and nothing of midcall: agrees to every link and says
 * "finished" whenever it is asked. Calls `list_invoices` once for every line on stdin; writes what is asked and what
 * comes of it as lines of JSON.
 */
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { url, token, protocolVersion, progress } = JSON.parse(process.argv[2]);
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const client = new Client(
  { name: "official", version: "1.0.0" },
  {
    capabilities: { elicitation: { form: {}, url: {} } },
    ...(protocolVersion === "2026-07-28"
      ? { versionNegotiation: { mode: { pin: protocolVersion } } }
      : { supportedProtocolVersions: [protocolVersion] }),
  },
);
client.setRequestHandler("elicitation/create", async ({ params }) => {
  say({ asked: params });
  return params.mode === "url"
    ? { action: "accept" }
    : { action: "accept", content: { finished: true } };
});
await client.connect(
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  }),
);
const options = progress ? { onprogress: () => {}, resetTimeoutOnProgress: true } : undefined;
for await (const _line of createInterface({ input: process.stdin })) {
  const from = Date.now();
  const seconds = () => Math.round((Date.now() - from) / 1000);
  try {
    const { content, isError } = await client.callTool({ name: "list_invoices" }, options);
    say({ said: content[0].text, isError: isError === true, seconds: seconds() });
  } catch (error) {
    say({ failed: String(error), seconds: seconds() });
  }
}
await client.close();
process.exit(0);
