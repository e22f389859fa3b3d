import { UriTemplate } from "@modelcontextprotocol/client";
import { describeCallError } from "../../calls/describe-call-error.js";
import { RequestError } from "../../errors.js";

/** The URI of a resource: a template is filled in with the arguments. @throws RequestError */
export function toResourceUri(name: string, args: Readonly<Record<string, unknown>>): string {
  if (!name.includes("{")) return name;
  try {
    const variables = Object.entries(args).filter(([, value]) => value !== "");
    return new UriTemplate(name).expand(Object.fromEntries(variables) as Record<string, string>);
  } catch (error) {
    throw new RequestError(400, describeCallError(error));
  }
}
