import type { InboxOptions } from "midcall/client";
import { displayText } from "midcall/form";
import { isObject } from "../../json.js";
import { isDeeperThan } from "../../nesting.js";
import type { RefusalDetail } from "./api-types.js";

/** A question that the inbox has refused for what is in it. */
type RefusedQuestion = Parameters<NonNullable<InboxOptions["onRefused"]>>[0];

/** In characters. */
const LARGEST_SCHEMA = 8_192;
const MOST_LEVELS = 50;

/** Why a question was refused, for the page. Its params are untrusted. */
export function toRefusalDetail({ field, rule, advice, params }: RefusedQuestion): RefusalDetail {
  const schema = isObject(params) ? params["requestedSchema"] : undefined;
  const text =
    schema === undefined || isDeeperThan(MOST_LEVELS, schema)
      ? ""
      : JSON.stringify(schema, undefined, 2);
  return {
    ...(field !== undefined && { field: displayText(field.slice(0, 200)) }),
    rule,
    advice,
    ...(text !== "" && text.length <= LARGEST_SCHEMA && { schema: text }),
  };
}
