import type { NameWarning } from "../../client/server-name.js";
import type {
  UrlRefusal,
  UrlWarning,
  UrlWarningCode,
} from "../../client/url-safety/inspect-url.js";
import type { FormField, FormIssue } from "../../form/form-types.js";
import { theOnlyText } from "../../schema/validate/the-only-text.js";

/** The texts of a language for what is wrong with an answer. Limits are written as they have to be typed. */
export interface IssueTexts {
  readonly required: string;
  readonly text: string;
  readonly number: string;
  readonly integer: string;
  readonly boolean: string;
  readonly options: string;
  readonly onlyOther: string;
  readonly uniqueItems: string;
  readonly minLength: (limit: number) => string;
  readonly maxLength: (limit: number) => string;
  readonly minItems: (limit: number) => string;
  readonly maxItems: (limit: number) => string;
  readonly minimum: (limit: string) => string;
  readonly maximum: (limit: string) => string;
  readonly exclusiveMinimum: (limit: string) => string;
  readonly exclusiveMaximum: (limit: string) => string;
  readonly multipleOf: (limit: string) => string;
  /** Another text than the only one that is accepted. */
  readonly notTheWord: (word: string) => string;
  readonly pattern: string;
  readonly email: string;
  readonly uri: string;
  readonly date: string;
  readonly dateTime: string;
  /** Text that is not a number. */
  readonly noNumber: string;
  readonly noInteger: string;
  readonly precision: string;
  readonly unsupported: string;
}

/** Returns the text of an issue; `undefined` for texts of the server. */
export type IssueText = (issue: FormIssue, field: FormField | undefined) => string | undefined;

/** The texts of a language, as a function of an issue. */
export function issueText(texts: IssueTexts): IssueText {
  const types: Readonly<Record<string, string>> = {
    number: texts.number,
    integer: texts.integer,
    boolean: texts.boolean,
    "multi-select": texts.options,
  };
  const formats: Readonly<Record<string, string>> = {
    email: texts.email,
    uri: texts.uri,
    date: texts.date,
    "date-time": texts.dateTime,
  };
  return ({ code, params }) => {
    const { limit, kind } = params;
    switch (code) {
      case "required":
      case "uniqueItems":
      case "precision":
      case "unsupported":
        return texts[code];
      case "type":
        return types[String(kind)] ?? texts.text;
      case "option":
        return kind === "boolean" ? texts.onlyOther : texts.options;
      case "number":
        return kind === "integer" ? texts.noInteger : texts.noNumber;
      case "minLength":
      case "maxLength":
      case "minItems":
      case "maxItems":
        return texts[code](Number(limit));
      case "minimum":
      case "maximum":
      case "exclusiveMinimum":
      case "exclusiveMaximum":
      case "multipleOf":
        return texts[code](String(limit));
      case "format":
        return formats[String(params["format"])];
      case "pattern": {
        const word = theOnlyText(String(params["pattern"]));
        return word ? texts.notTheWord(word) : texts.pattern;
      }
      default:
        return undefined;
    }
  };
}

/** The texts of a language for warnings and refusals. */
export interface WarningTexts {
  readonly url: Readonly<Record<Exclude<UrlWarningCode, "imitation">, string>> & {
    /** @param domain - where the address leads; `undefined` where only its end says so */
    readonly imitation: (imitates: string, domain: string | undefined) => string;
  };
  readonly refusedUrl: Readonly<Record<UrlRefusal, string>>;
  readonly name: Readonly<Record<NameWarning["code"], string>>;
  readonly inbox: {
    readonly notOpen: string;
    readonly notOpened: string;
    readonly notNeeded: string;
    readonly notApproved: string;
  };
}

/** What a catalogue has for warnings and refusals. */
export interface Warnings {
  readonly urlWarning: (warning: UrlWarning) => string;
  readonly urlRefusal: (reason: UrlRefusal) => string;
  readonly nameWarning: (warning: NameWarning) => string;
  readonly refusal: (error: string) => string | undefined;
}

/** The texts of a language, as functions of warnings and refusals. */
export function warningsOf({ url, refusedUrl, name, inbox }: WarningTexts): Warnings {
  const refusals: Readonly<Record<string, string>> = {
    "This question is no longer open.": inbox.notOpen,
    "The page did not open.": inbox.notOpened,
    "This page is no longer needed.": inbox.notNeeded,
    "Approve this server first.": inbox.notApproved,
  };
  return {
    urlWarning: ({ code, imitates = "", leadsTo }) =>
      code === "imitation" ? url.imitation(imitates, leadsTo) : url[code],
    urlRefusal: (reason) => refusedUrl[reason],
    nameWarning: ({ code }) => name[code],
    refusal: (error) => (Object.hasOwn(refusals, error) ? refusals[error] : undefined),
  };
}
