import type { LinkOptions, UrlSafetyOptions } from "../../url-safety/link-options.js";
import { displayText } from "../../../form/text.js";
import { createDomainList } from "../../url-safety/domain-list.js";
import { explainRefusal, LONGEST_MESSAGE } from "./explain-refusal.js";
import { checkForm, readForm } from "./form-reader.js";
import { linkCode } from "./link-code.js";
import { member, modeOf, textOf } from "../../attach/params.js";
import { requestedSchemaOf } from "../../attach/requested-schema.js";
import type { FormQuestion, UrlQuestion } from "../question.js";
import { imitatedHost } from "../../url-safety/imitation.js";
import { inspectServerName } from "../../server-name.js";
import { inspectWith } from "../../url-safety/inspect-url.js";

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

function readQuestion(params: unknown, server: string, urlSafety: UrlSafetyOptions): ReadQuestion {
  const text = textOf(params, "message");
  if (text === undefined) return { cannot: "unreadable" };
  // Shown in part, it would be answered without having been read.
  if (text.length > LONGEST_MESSAGE) return { cannot: "message-too-long" };
  const message = displayText(text, { lines: true });
  const mode = modeOf(params);
  const odd = inspectServerName(server);
  const shared = { message, ...(odd.length > 0 && { serverWarnings: odd }) };
  if (mode === "url") {
    const link = inspectWith(imitatedHost, member(params, "url"), urlSafety);
    if (!link.ok) return { cannot: `url:${link.reason}` };
    return { mode, ...shared, link, code: linkCode(message), opened: false };
  }
  if (mode !== "form") return { cannot: "mode" };
  const form = readForm(requestedSchemaOf(params), text);
  return "cannot" in form ? form : { mode, ...shared, ...form };
}
