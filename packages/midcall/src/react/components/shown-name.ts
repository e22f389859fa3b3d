import type { QuestionCall } from "../../client/inbox/question.js";
import { displayText } from "../../form/index.js";

/** Of a name, in characters. What is longer would push the question off the screen. */
const LONGEST = 200;

/** The name of a server, safe to display. The inbox itself uses the unmodified name. */
export function shownName(name: string): string {
  const text = displayText(name.slice(0, LONGEST));
  return name.length > LONGEST ? `${text}…` : text || "—";
}

/** A call, safe to display: the name of the tool is the server's. */
export const shownCall = ({ method, name }: QuestionCall): QuestionCall => ({
  method: shownName(method),
  name: shownName(name),
});
