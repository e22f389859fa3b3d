import { displayText } from "../../../form/text.js";
import { createDomainList } from "../../url-safety/domain-list.js";
import { explainRefusal } from "./explain-refusal.js";
import { checkForm, readForm } from "./form-reader.js";
import { linkCode } from "./link-code.js";
import { member, modeOf, textOf } from "../../attach/params.js";
import type { FormQuestion, UrlQuestion } from "../question.js";
import { inspectServerName } from "../../server-name.js";
import {
  inspectUrl,
  type LinkOptions,
  type UrlSafetyOptions,
} from "../../url-safety/inspect-url.js";

/** Parses the questions of an inbox. */
export interface QuestionReader {
  /** Loads what is needed to parse this question, if anything. */
  ready(params: unknown): Promise<void> | undefined;
  /** Parses the untrusted params of an `elicitation/create`. Never throws. */
  read(params: unknown, server: string): ReadQuestion;
  readonly checkForm: typeof checkForm;
  readonly explainRefusal: typeof explainRefusal;
}

export function createReader(
  urlSafety: LinkOptions | undefined,
  report: (error: unknown) => void,
): QuestionReader {
  const links = createDomainList(urlSafety ?? {}, report);
  return {
    ready: links.wait,
    read: (params, server) => readQuestion(params, server, links.options),
    checkForm,
    explainRefusal,
  };
}

type Shared = "mode" | "message" | "serverWarnings";

/** A question that is safe to show, or the reason why this host cannot ask it. */
export type ReadQuestion =
  | Pick<FormQuestion, Shared | "requestedSchema" | "schema" | "secretFields">
  | Pick<UrlQuestion, Shared | "link" | "code" | "opened">
  | {
      readonly mode?: undefined;
      readonly cannot: string;
      /** The schema, if it could be parsed. */
      readonly schema?: FormQuestion["schema"];
    };

const LONGEST_MESSAGE = 16_384;

function readQuestion(params: unknown, server: string, urlSafety: UrlSafetyOptions): ReadQuestion {
  const text = textOf(params, "message");
  if (text === undefined) return { cannot: "unreadable" };
  const cut = text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
  const message = displayText(cut, { lines: true });
  const mode = modeOf(params);
  const odd = inspectServerName(server);
  const shared = { message, ...(odd.length > 0 && { serverWarnings: odd }) };
  if (mode === "url") {
    const link = inspectUrl(member(params, "url"), urlSafety);
    if (!link.ok) return { cannot: `url:${link.reason}` };
    return { mode, ...shared, link, code: linkCode(message), opened: false };
  }
  if (mode !== "form") return { cannot: "mode" };
  const form = readForm(member(params, "requestedSchema"), text);
  return "cannot" in form ? form : { mode, ...shared, ...form };
}
