import { escape, pageHeaders } from "../../html-page.js";

export { escape, htmlPage } from "../../html-page.js";

export const PAGE_HEADERS: Record<string, string> = pageHeaders();

/** A form that sends the pressed button as `choice`. */
export function choiceForm(action: string, choices: Readonly<Record<string, string>>): string {
  const buttons = Object.entries(choices).map(
    ([value, label]) => `<button name="choice" value="${escape(value)}">${escape(label)}</button>`,
  );
  return `<form method="post" action="${escape(action)}">${buttons.join("")}</form>`;
}
