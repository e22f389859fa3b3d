import type { Client } from "@modelcontextprotocol/client";
import type { CompleteArgument, CompletionView } from "../../views/api-types.js";
import { orRequestError } from "./or-request-error.js";

const ASK_MS = 15_000;
const MOST_VALUES = 100;
const LONGEST_VALUE = 2_000;

// As the page shows text: the joiners of letters and the parts of emoji are allowed.
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]|\p{M}{6}/u;

/** A value that cannot be shown as it is would be sent as something else than what was chosen. */
const isShowable = (value: string): boolean => value.length <= LONGEST_VALUE && !HIDDEN.test(value);

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
    values: values.filter(isShowable).slice(0, MOST_VALUES),
    hasMore: hasMore || values.length > MOST_VALUES,
  };
}
