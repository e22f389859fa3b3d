import { type Client, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import {
  accept,
  acceptWithDefaults,
  type OnElicitationCallback,
  type OtherInput,
} from "midcall/client";

/** What the person answers, and what the host calls once it is connected. */
export interface ClientScenario {
  readonly onElicitation: OnElicitationCallback;
  play(client: Client): Promise<void>;
}

/** Calls a tool that takes no arguments. */
const call = (client: Client, name: string): Promise<unknown> =>
  client.callTool({ name, arguments: {} });

/** The suite's client scenarios about elicitation and multi-round requests, by their names there. */
export const CLIENT_SCENARIOS: ReadonlyMap<string, ClientScenario> = new Map([
  [
    "elicitation-sep1034-client-defaults",
    {
      onElicitation: acceptWithDefaults,
      async play(client) {
        await call(client, "test_client_elicitation_defaults");
      },
    },
  ],
  [
    "sep-2322-client-request-state",
    {
      onElicitation: () => accept({ confirmed: true }),
      async play(client) {
        await Promise.all([
          call(client, "test_mrtr_echo_state"),
          call(client, "test_mrtr_no_state"),
          call(client, "test_mrtr_unrelated"),
        ]);
        await call(client, "test_mrtr_no_result_type").catch(acceptMissingResultType);
      },
    },
  ],
  [
    "request-metadata",
    {
      onElicitation: acceptWithDefaults,
      async play(client) {
        await call(client, "any_tool");
      },
    },
  ],
]);

/**
 * The official client refuses a 2026-07-28 result without a `resultType` where the scenario would take
 * it for a complete one. What is tested is that the call is not sent again; other errors are errors.
 */
function acceptMissingResultType(error: unknown): void {
  if (!(error instanceof SdkError) || error.code !== SdkErrorCode.InvalidResult) throw error;
}

/** This host has no folders and no model; it says so in the results of the protocol. */
export function answerOtherInput({ method }: OtherInput): unknown {
  if (method === "roots/list") return { roots: [] };
  return {
    role: "assistant",
    content: { type: "text", text: "This host has no model." },
    model: "none",
  };
}
