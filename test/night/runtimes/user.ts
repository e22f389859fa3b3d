import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { ProtocolVersion } from "midcall/testing";

type Decision = "accept" | "decline";

/** The last value that each field of a question allows. */
function contentFor(properties: Record<string, unknown>): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const { enum: values, oneOf } = field as { enum?: string[]; oneOf?: { const: string }[] };
      const allowed = values ?? oneOf?.map((one) => one.const);
      return [name, allowed?.at(-1) ?? true];
    }),
  );
}

/**
 * Calls one tool with the official client, answers its questions, and ends the session.
 *
 * @param delayMs - how long the user takes for an answer
 * @returns what the tool says
 */
export async function callTool(
  { url, version }: { readonly url: URL; readonly version: ProtocolVersion },
  tool: string,
  decision: Decision,
  delayMs = 0,
): Promise<unknown> {
  const client = new Client(
    { name: "host", version: "1.0.0" },
    {
      capabilities: { elicitation: { form: {} } },
      ...(version === "2026-07-28"
        ? { versionNegotiation: { mode: { pin: version } } }
        : { supportedProtocolVersions: [version] }),
    },
  );
  client.setRequestHandler("elicitation/create", async ({ params }): Promise<ElicitResult> => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (decision === "decline") return { action: "decline" };
    if (!("requestedSchema" in params)) throw new Error("This is not a form.");
    return { action: "accept", content: contentFor(params.requestedSchema.properties) };
  });
  const transport = new StreamableHTTPClientTransport(url);
  await client.connect(transport);
  try {
    const { content } = await client.callTool({ name: tool, arguments: {} });
    if (version !== "2026-07-28") await transport.terminateSession();
    const [said] = content as { readonly text: string }[];
    return JSON.parse(said!.text);
  } finally {
    await client.close();
  }
}
