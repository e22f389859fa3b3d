import type { Client } from "@modelcontextprotocol/client";
import type { CompleteArgument, CompletionView } from "../../views/api-types.js";
import { orRequestError } from "./or-request-error.js";

const ASK_MS = 15_000;
const MOST_VALUES = 100;
const LONGEST_VALUE = 2_000;

/** Values that the server suggests for an argument of a prompt or template. @throws RequestError when it refuses */
export async function completeArgument(
  client: Client,
  { of, argument, value, others }: CompleteArgument,
): Promise<CompletionView> {
  if (!client.getServerCapabilities()?.completions) return { values: [], hasMore: false };
  const ref =
    of.kind === "prompt"
      ? ({ type: "ref/prompt", name: of.name } as const)
      : ({ type: "ref/resource", uri: of.name } as const);
  const params = {
    ref,
    argument: { name: argument, value },
    ...(others && { context: { arguments: { ...others } } }),
  };
  const { completion } = await orRequestError(client.complete(params, { timeout: ASK_MS }));
  const { values, total = values.length, hasMore = total > values.length } = completion;
  return {
    values: values.slice(0, MOST_VALUES).map((text) => text.slice(0, LONGEST_VALUE)),
    hasMore: hasMore || values.length > MOST_VALUES,
  };
}
