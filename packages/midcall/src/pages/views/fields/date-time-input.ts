import type { PageMessages } from "../../messages.js";
import { formatUtcOffset, offsets, splitDateTime } from "./date-time.js";
import { flag, html, type Html } from "../html.js";

/**
 * Date and time in one input, the UTC offset in another, because without JavaScript the user's time zone is unknown.
 *
 * @param about - attributes of both
 */
export function dateTimeInput(
  value: string,
  id: string,
  required: Html | undefined,
  about: Html,
  { texts, isOwnComputer }: { readonly texts: PageMessages; readonly isOwnComputer: boolean },
): Html {
  const dateTime = splitDateTime(value);
  if (!dateTime) {
    return html`<input
      id="${id}"
      name="${id}"
      type="text"
      value="${value}"
      dir="ltr"
      ${required}${about}
    />`;
  }
  const zones = offsets(dateTime.offset).map(
    (offset) =>
      html`<option value="${offset}" ${flag("selected", offset === dateTime.offset)}>
        ${formatUtcOffset(offset)}
      </option>`,
  );
  return html`<div class="pair">
    <input
      id="${id}"
      name="${id}"
      type="datetime-local"
      step="${stepFor(dateTime.local)}"
      value="${dateTime.local}"
      ${required}${about}
    />
    <select
      id="${id}z"
      name="${id}z"
      aria-label="${texts.timeZone}"
      aria-labelledby="${id}-label ${id}z"
      ${about}
    >
      <option value="">${isOwnComputer ? texts.ownTimeZone : texts.timeZone}</option>
      ${zones}
    </select>
  </div>`;
}

/** Browsers ask for seconds only where the step is smaller than a minute. */
function stepFor(local: string): string {
  if (/\./.test(local)) return "any";
  return /:\d\d:(?!00)/.test(local) ? "1" : "60";
}
