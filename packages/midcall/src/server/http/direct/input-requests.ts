import { isObject } from "../../../internal/is-object.js";

/** The capabilities of a client, as far as elicitation is concerned. */
export interface ClientCapabilities {
  readonly elicitation?: Readonly<Record<string, unknown>>;
}

/** Whether an input request is an elicitation that the client declares, in the way in which the SDK reads the declaration. */
export function isInputRequest(request: unknown, { elicitation }: ClientCapabilities): boolean {
  if (!isObject(request) || request["method"] !== "elicitation/create" || !isObject(elicitation))
    return false;
  const { params } = request;
  if (!isObject(params)) return false;
  const { form, url } = elicitation;
  if (params["mode"] === "url") return url !== undefined;
  return form !== undefined || url === undefined;
}
