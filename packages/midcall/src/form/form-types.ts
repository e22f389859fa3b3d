import type { ContentIssueCode } from "../schema/validate/check-value.js";
import type {
  BooleanField,
  MultiSelectField,
  NumberField,
  SelectField,
  TextField,
  UnsupportedField,
} from "../schema/fields.js";
import type { ContentValue, ElicitContent } from "../schema/requested-schema.js";
import type { SchemaIssue } from "../schema/parse/schema-error.js";

/** What a skin needs beside the field itself. */
export interface FieldDisplay {
  /** What to call the field: its title, else its name in words. Never empty. */
  readonly label: string;
  /** Whether the text is likely to need more than one line. */
  readonly multiline: boolean;
}

/**
 * One field, told apart by `kind`. Its texts (`label`, `title`, `description`, titles of options) are
 * safe to show as they are; its `name` and the values of its options are exact, for the wire.
 */
export type FormField = FieldDisplay &
  (TextField | NumberField | BooleanField | SelectField | MultiSelectField | UnsupportedField);

/**
 * What the person sees in a field. Text and numbers: the text as typed. Boolean: `undefined` until
 * chosen. Select: `String(option.value)`, or `undefined`. Multi-select: a list of values, or `undefined`
 * for no answer, which looks like an empty list.
 */
export type FieldInput = string | boolean | readonly string[] | undefined;

/**
 * What can be wrong. Beside those of `validateContent`: `number` (text that is not a number), `precision`
 * (a number that would be sent as another one), `unsupported` (this host cannot show it), `reason`
 * (what the server said to an earlier answer).
 */
export type FormIssueCode = ContentIssueCode | "number" | "precision" | "unsupported" | "reason";

/** One thing that is wrong with a form. */
export interface FormIssue {
  /** Name of the field, or an empty string for the form as a whole. */
  readonly field: string;
  readonly code: FormIssueCode;
  /** What the message is made of: `limit` (number), `format`, `pattern` or `kind` (string). */
  readonly params: Readonly<Record<string, string | number>>;
  /** One short sentence, safe to show. */
  readonly message: string;
}

/** A field as it stands. The object changes exactly when something in it does. */
export interface FieldState {
  readonly field: FormField;
  readonly input: FieldInput;
  /** What would be sent; `undefined` if the field is left out, or wrong. */
  readonly value: ContentValue | undefined;
  /** What is wrong now, whether or not it is time to say so. */
  readonly issue: FormIssue | undefined;
  /** The message of `issue` once the field was touched, or sending was tried. */
  readonly error: string | undefined;
  readonly touched: boolean;
  /** Whether the input differs from the one the form was opened with. */
  readonly dirty: boolean;
}

/** The form as it stands; immutable. */
export interface FormState {
  /** In the order of the schema. */
  readonly fields: readonly FieldState[];
  /** What is wrong with the form as a whole. */
  readonly issues: readonly FormIssue[];
  /** Whether `submit()` would give content now. */
  readonly valid: boolean;
  /** Whether any field is. */
  readonly dirty: boolean;
  /** Whether this form can ever be sent from this host; offer only decline and cancel if not. */
  readonly canSubmit: boolean;
}

/** Content that the schema accepts, or everything that is in its way. */
export type FormResult =
  | { readonly ok: true; readonly content: ElicitContent }
  | { readonly ok: false; readonly issues: readonly FormIssue[] };

/** Options of `createForm`. */
export interface FormOptions {
  /** Content of an earlier answer, to start from instead of the defaults. */
  readonly previous?: unknown;
  /** Why the server did not take that answer: an issue of the form until something is changed. */
  readonly reason?: string;
  /**
   * Another language: the text for an issue, or nothing for the English one. `field` is missing for
   * issues of the form as a whole.
   */
  readonly messages?: (issue: FormIssue, field: FormField | undefined) => string | undefined;
  /**
   * The offset given to a date and time typed without one, such as `"+01:00"` or `"Z"`: a text, or a
   * function of the local time (`2026-01-31T09:30:00`). Default: the time zone of this device.
   * Where the field takes a moment only in UTC (`…Z`), as by its pattern, that is what it becomes.
   */
  readonly timeZoneOffset?: string | ((local: string) => string);
}

/** A form to be filled in: an external store and its actions, all callable without `this`. */
export interface Form {
  /** In the order of the schema. */
  readonly fields: readonly FormField[];
  /** What this host left out because it is wrong, or could not be shown or checked here. */
  readonly notes: readonly SchemaIssue[];
  /** Calls back after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The form as it stands: a new object for every change, the same one otherwise. */
  readonly getSnapshot: () => FormState;
  /**
   * Puts in what the person entered; `undefined` empties the field. An option may be named by its
   * value, or else by its title. An unknown field is ignored.
   */
  readonly set: (name: string, input: FieldInput) => void;
  /** Puts in the values of a content; what it does not name is emptied. */
  readonly setAll: (content: unknown) => void;
  /** Marks a field as visited, so that its error shows. */
  readonly touch: (name: string) => void;
  /** Back to how the form was opened. */
  readonly reset: () => void;
  /** Touches every field; gives everything that is in the way. */
  readonly validate: () => readonly FormIssue[];
  /** Like `validate`, and the content if nothing is in the way. Exactly what is shown is sent. */
  readonly submit: () => FormResult;
}
