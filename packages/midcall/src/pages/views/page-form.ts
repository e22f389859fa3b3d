import { createForm, type Form, type FormOptions } from "../../form/index.js";
import type { RequestedSchema } from "../../schema/index.js";
import type { PageServices } from "../links/flow-page.js";
import { machineOffset } from "./fields/date-time.js";

/** The model of the form of a page. */
export function createPageForm(
  requestedSchema: RequestedSchema,
  { base, texts }: Pick<PageServices, "base" | "texts">,
  { previous, reason }: Pick<FormOptions, "previous" | "reason"> = {},
): Form {
  return createForm(requestedSchema, {
    // The time zone of this machine is the user's only if the pages run on the user's own machine.
    timeZoneOffset: base.loopback ? machineOffset : "",
    ...(previous !== undefined && { previous }),
    ...(reason !== undefined && { reason }),
    ...(texts.issue && { messages: texts.issue }),
  });
}
