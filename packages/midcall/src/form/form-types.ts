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

/** Properties for displaying a field, in addition to those of the field itself. */
export interface FieldDisplay {
  /** The label of the field: its title, or else its name as words. Never empty. */
  readonly label: string;
  /** Whether the text is likely to need more than one line. */
  readonly multiline: boolean;
}

/**
 * One field, discriminated by `kind`. Its texts (`label`, `title`, `description`, titles of options) are safe to show;
 * its `name` and the values of its options are exact, as on the wire.
 */
export type FormField = FieldDisplay &
  (TextField | NumberField | BooleanField | SelectField | MultiSelectField | UnsupportedField);

/**
 * The input that the user sees in a field. Text and numbers: the text as typed. Boolean: `undefined` until chosen.
 * Select: `String(option.value)`, or `undefined`. Multi-select: a list of values, or `undefined` for no answer, which
 * looks like an empty list.
 */
export type FieldInput = string | boolean | readonly string[] | undefined;

/**
 * The code of an issue. In addition to those of `validateContent`: `number` (text that is not a number), `precision` (a
 * number that would be sent as a different one), `unsupported` (this host cannot show the field), `reason` (why the
 * server did not accept an earlier answer).
 */
export type FormIssueCode = ContentIssueCode | "number" | "precision" | "unsupported" | "reason";

/** An issue with a form. */
export interface FormIssue {
  /** Name of the field, or an empty string for the form as a whole. */
  readonly field: string;
  readonly code: FormIssueCode;
  /** The parameters of the message: `limit` (number), `format`, `pattern` or `kind` (string). */
  readonly params: Readonly<Record<string, string | number>>;
  /** One short sentence, safe to show. */
  readonly message: string;
}

/** The state of a field. It is immutable; a change makes a new object. */
export interface FieldState {
  readonly field: FormField;
  readonly input: FieldInput;
  /** The value that would be sent; `undefined` if the field is left out or invalid. */
  readonly value: ContentValue | undefined;
  /** The current issue, even if it should not be shown yet. */
  readonly issue: FormIssue | undefined;
  /** The message of `issue`, once the field was touched or submitting was tried. */
  readonly error: string | undefined;
  readonly touched: boolean;
  /** Whether the input differs from the initial one. */
  readonly dirty: boolean;
}

/** The state of a form. It is immutable. */
export interface FormState {
  /** In the order of the schema. */
  readonly fields: readonly FieldState[];
  /** The issues of the form as a whole. */
  readonly issues: readonly FormIssue[];
  /** Whether `submit()` would return content. */
  readonly valid: boolean;
  /** Whether any field is dirty. */
  readonly dirty: boolean;
  /** Whether this host can send the form at all. If false, offer only decline and cancel. */
  readonly canSubmit: boolean;
}

/** Content that is valid for the schema, or all issues. */
export type FormResult =
  | { readonly ok: true; readonly content: ElicitContent }
  | { readonly ok: false; readonly issues: readonly FormIssue[] };

/** Options of `createForm`. */
export interface FormOptions {
  /** Content of an earlier answer, used as initial values instead of the defaults. */
  readonly previous?: unknown;
  /** Why the server did not accept that answer. It is an issue of the form until something is changed. */
  readonly reason?: string;
  /**
   * Returns the text of an issue in another language, or `undefined` for the English one. `field` is `undefined` for
   * issues of the form as a whole.
   */
  readonly messages?: (issue: FormIssue, field: FormField | undefined) => string | undefined;
  /**
   * The offset of a date and time that was entered without one, such as `"+01:00"` or `"Z"`: a string, or a function of
   * the local time (`2026-01-31T09:30:00`). Default: the time zone of this device. If the field accepts only UTC
   * (`…Z`), for example because of its pattern, the moment is converted to UTC.
   */
  readonly timeZoneOffset?: string | ((local: string) => string);
}

/** The model of a form: an external store and its actions. All functions can be called without `this`. */
export interface Form {
  /** In the order of the schema. */
  readonly fields: readonly FormField[];
  /** Parts of the schema that this host ignored because they are invalid or cannot be shown or checked here. */
  readonly notes: readonly SchemaIssue[];
  /** Calls the listener after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The current state. Returns the same object until something changes. */
  readonly getSnapshot: () => FormState;
  /**
   * Sets the user's input of a field; `undefined` empties it. An option may be given by its value or its title. An
   * unknown name is ignored.
   */
  readonly set: (name: string, input: FieldInput) => void;
  /** Sets all fields to the values of `content`. Fields that it does not contain are emptied. */
  readonly setAll: (content: unknown) => void;
  /** Marks a field as visited, so that its error is shown. */
  readonly touch: (name: string) => void;
  /** Restores the initial state. */
  readonly reset: () => void;
  /** Touches all fields and returns all issues. */
  readonly validate: () => readonly FormIssue[];
  /** Like `validate`, but returns the content if there are no issues. It is exactly what is shown. */
  readonly submit: () => FormResult;
}
