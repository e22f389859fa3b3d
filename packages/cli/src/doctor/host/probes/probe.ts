import type { ProtocolVersion } from "../host-facts.js";

/** How a value has to look, beside being of its JSON type. */
export type ValueShape = "email" | "uri" | "date" | "date-time";

/** What has to come back for a question if the person does what its message says. */
export type Expected =
  | {
      readonly action: "accept";
      /** The fields of a form and their values. A field with `undefined` has to be absent. */
      readonly content?: Readonly<Record<string, unknown>>;
      /** Fields of which only the shape is checked: the person may enter any value. */
      readonly shapes?: Readonly<Record<string, ValueShape>>;
      /** The question has to stay open for at least the time that the doctor asks the person to wait. */
      readonly staysOpen?: boolean;
    }
  | { readonly action: "decline" | "cancel" };

export interface ProbeQuestion {
  readonly mode: "form" | "url";
  /** Tells the person what to do. */
  readonly message: string;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly expected: Expected;
}

/** Questions that examine one thing. */
export interface Probe {
  readonly name: string;
  /** What is examined, in a few words. */
  readonly about: string;
  readonly mode: "form" | "url";
  /** The first protocol version that has this. Default: all have it. */
  readonly since?: ProtocolVersion;
  /** The JSON type of the field, for an override that names types which a host omits. */
  readonly type?: "number" | "array";
  /** The questions of each round; those of one round are asked together. */
  readonly rounds: readonly (readonly ProbeQuestion[])[];
}
