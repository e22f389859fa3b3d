import { parsedToProtocolVersion } from "../../schema/versions/to-version.js";
import type { HostCapabilities } from "../host/capabilities.js";
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

/** Encodes a question for the protocol version of the host. */
export function encodeQuestion(
  question: Question,
  host: Pick<HostCapabilities, "protocolVersion">,
): EncodedQuestion {
  return question.mode === "url" ? encodeUrl(question, host) : encodeForm(question, host);
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

function encodeForm(
  { mode, message, schema }: FormQuestion,
  { protocolVersion }: Pick<HostCapabilities, "protocolVersion">,
): EncodedQuestion {
  const { requestedSchema, decode } = parsedToProtocolVersion(schema.parsed, protocolVersion);
  return {
    mode,
    params: (why) =>
      protocolVersion === "2025-06-18"
        ? { message: withReason(message, why), requestedSchema }
        : { mode: "form", message: withReason(message, why), requestedSchema },
    decode: (response, isHostsOwn) =>
      decodeResponse(response, (content) => decodeContent(content, schema, decode), isHostsOwn),
  };
}

function withReason(message: string, why: string | undefined): string {
  return why === undefined ? message : `${message}\n\n${why}`;
}
