import type { RequestedSchema } from "../../schema/index.js";
import { parsedToProtocolVersion } from "../../schema/versions/to-version.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { confirmAsChoice } from "./confirm.js";
import { decodeContent, decodeResponse, type ResponseOutcome } from "./decode.js";
import type { FormQuestion, Question, UrlQuestion } from "./question.js";

/** The params of an `elicitation/create` request. */
export type ElicitParams = Record<string, unknown>;

/** A question in the format of one protocol version, with the decoder of its answer. */
export interface EncodedQuestion {
  readonly mode: Question["mode"];
  /**
   * The params of `elicitation/create`.
   *
   * @param why Why the question is asked again; shown to the user below the question.
   * @param elicitationId Names a URL interaction; sent on 2025-11-25 only.
   */
  params(why?: string, elicitationId?: string): ElicitParams;
  /**
   * Reads the host's response.
   *
   * @param isHostsOwn Whether the host has answered by itself, faster than its user can.
   */
  decode(response: unknown, isHostsOwn: boolean): ResponseOutcome | Promise<ResponseOutcome>;
}

/** What a question is encoded for. */
export type EncodedFor = Pick<HostCapabilities, "protocolVersion" | "isDeliberate">;

/** A page or a view of midcall's, in place of the host. */
export const OWN_UI: EncodedFor = { protocolVersion: "2026-07-28", isDeliberate: true };

/**
 * Encodes a question for the protocol version of the host. A confirmation is sent as one boolean where no answer is an
 * accident, and elsewhere as a choice.
 */
export function encodeQuestion(question: Question, host: EncodedFor): EncodedQuestion {
  if (question.mode === "url") return encodeUrl(question, host);
  const choice = host.isDeliberate ? undefined : confirmAsChoice(question);
  return choice === undefined ? encodeForm(question, host) : encodeChoice(question, host, choice);
}

function encodeUrl(
  { mode, message, url }: UrlQuestion,
  { protocolVersion }: Pick<HostCapabilities, "protocolVersion">,
): EncodedQuestion {
  return {
    mode,
    params: (why, elicitationId) => ({
      mode: "url",
      message: withReason(message, why),
      url,
      ...(protocolVersion === "2025-11-25" && { elicitationId }),
    }),
    decode: (response, isHostsOwn) =>
      decodeResponse(response, () => ({ kind: "consent" }), isHostsOwn),
  };
}

function encodeForm(question: FormQuestion, { protocolVersion }: EncodedFor): EncodedQuestion {
  const { mode, schema } = question;
  const { requestedSchema, decode } = parsedToProtocolVersion(schema.parsed, protocolVersion);
  return {
    mode,
    params: (why) => formParams(question, protocolVersion, requestedSchema, why),
    decode: (response, isHostsOwn) =>
      decodeResponse(response, (content) => decodeContent(content, schema, decode), isHostsOwn),
  };
}

function encodeChoice(
  question: FormQuestion,
  { protocolVersion }: EncodedFor,
  { requestedSchema, decode }: NonNullable<ReturnType<typeof confirmAsChoice>>,
): EncodedQuestion {
  const { mode, schema } = question;
  const decodeAccepted = (content: unknown): ResponseOutcome | Promise<ResponseOutcome> => {
    const chosen = decode(content);
    return typeof chosen === "string"
      ? { kind: "invalid", why: chosen }
      : decodeContent(chosen, schema, (same) => same);
  };
  return {
    mode,
    params: (why) => formParams(question, protocolVersion, requestedSchema, why),
    decode: (response, isHostsOwn) => decodeResponse(response, decodeAccepted, isHostsOwn),
  };
}

function formParams(
  { message }: FormQuestion,
  protocolVersion: EncodedFor["protocolVersion"],
  requestedSchema: RequestedSchema,
  why: string | undefined,
): ElicitParams {
  const params = { message: withReason(message, why), requestedSchema };
  return protocolVersion === "2025-06-18" ? params : { mode: "form", ...params };
}

function withReason(message: string, why: string | undefined): string {
  return why === undefined ? message : `${message}\n\n${why}`;
}
