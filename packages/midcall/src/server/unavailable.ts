import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import { Rejection } from "./attach.js";
import { CannotElicitError } from "./errors.js";
import type { Host } from "./host.js";
import type { Question } from "./question.js";

/**
 * What a call ends with when nothing can ask: `-32021` with the missing capability on 2026-07-28,
 * an error in words on 2025.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export function unavailable(host: Host, question: Pick<Question, "mode">, subject: string): Error {
  const what = question.mode === "form" ? "a form" : "a link to open";
  const message =
    `${subject} has to ask the person with ${what}, and this host has declared no way to show one. ` +
    "Nothing was asked and nothing was decided. Use a host that supports " +
    (question.mode === "form" ? "elicitation forms." : "elicitation in URL mode.");
  if (host.style === "push") return new CannotElicitError(message);
  const requiredCapabilities = { elicitation: { [question.mode]: {} } };
  return new Rejection(new MissingRequiredClientCapabilityError({ requiredCapabilities }, message));
}
