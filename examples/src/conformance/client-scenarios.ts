import { type Client, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import {
  accept,
  acceptWithDefaults,
  type OnElicitationCallback,
  type OtherInput,
} from "midcall/client";

/** The user's answers, and the calls that the host makes once it is connected. */
export interface ClientScenario {
  readonly onElicitation: OnElicitationCallback;
  play(client: Client): Promise<void>;
}

/** Calls a tool that takes no arguments. */
const call = (client: Client, name: string): Promise<unknown> =>
  client.callTool({ name, arguments: {} });

/** The suite's client scenarios about elicitation and multi-round requests, by their names in the suite. */
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
 * Ignores one error: the official client rejects a 2026-07-28 result without a `resultType`, which the scenario treats
 * as complete. The scenario tests that the call is not sent again. Other errors are rethrown.
 */
function acceptMissingResultType(error: unknown): void {
  if (!(error instanceof SdkError) || error.code !== SdkErrorCode.InvalidResult) throw error;
}

/** Answers sampling and roots requests for a host that has no model and no folders. */
export function answerOtherInput({ method }: OtherInput): unknown {
  if (method === "roots/list") return { roots: [] };
  return {
    role: "assistant",
    content: { type: "text", text: "This host has no model." },
    model: "none",
  };
}
