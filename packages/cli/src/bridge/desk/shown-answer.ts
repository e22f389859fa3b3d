import { randomBytes } from "node:crypto";
import { findSecretFields, parseRequestedSchema } from "midcall/schema";
import { LONGEST_MESSAGE, shownFields } from "../../console/scenarios/answered-questions.js";
import { maskArguments } from "../../console/servers/secrets/secret-names.js";
import { shownText } from "../../console/views/text.js";
import { isUrl } from "../../is-url.js";
import type { Members } from "../wire/messages.js";
import type { KeptAnswer } from "./kept-answers.js";
import type { DeskQuestion } from "./question.js";

const LONGEST_NAME = 200;
const LONGEST_ARGUMENTS = 4_000;

/** What the user is shown of an answer that is kept: what it is for, and what it says, with likely secrets masked. */
export function showKept(
  { params, server, call }: DeskQuestion,
  answer: Members,
): KeptAnswer["shown"] {
  const url = params["mode"] === "url" ? params["url"] : undefined;
  const given = JSON.stringify(maskArguments(call?.arguments ?? {}), null, 2);
  return {
    id: randomBytes(9).toString("base64url"),
    server: shownText(server, LONGEST_NAME),
    tool: shownText(call?.name, LONGEST_NAME),
    arguments: shownText(given, LONGEST_ARGUMENTS, true),
    message: shownText(params["message"], LONGEST_MESSAGE, true),
    action: answer["action"] as KeptAnswer["shown"]["action"],
    fields: fieldsOf(params, answer),
    ...(typeof url === "string" && isUrl(url) && { host: new URL(url).host }),
  };
}

function fieldsOf(params: Members, answer: Members): KeptAnswer["shown"]["fields"] {
  if (answer["action"] !== "accept" || answer["content"] === undefined) return [];
  try {
    const schema = parseRequestedSchema(params["requestedSchema"], { unknown: "field" });
    const message = typeof params["message"] === "string" ? params["message"] : undefined;
    const found = findSecretFields(schema.requestedSchema, message);
    return shownFields(
      { schema, secretFields: found.map(({ field }) => field) },
      answer["content"],
    );
  } catch {
    // It was answered, so it could be read then: another version of midcall has kept it.
    return [];
  }
}
