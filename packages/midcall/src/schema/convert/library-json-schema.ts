import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { isObject } from "../../internal/is-object.js";
import { addArktypeDefaults } from "./arktype-defaults.js";
import { type FlaggedPattern, OTHER_PATTERNS } from "../pattern/refuse-slow-patterns.js";
import type { JsonObject } from "./json-copy.js";
import { SchemaUnsupportedError } from "./unsupported-error.js";

/**
 * A Standard Schema that can be converted to JSON Schema: zod 4.2+, arktype 2.1.28+, and valibot
 * through `toStandardJsonSchema` of `@valibot/to-json-schema`.
 *
 * @see https://standardschema.dev/json-schema
 */
export interface StandardSchemaWithJson<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1.Props<Input, Output> &
    StandardJSONSchemaV1.Props<Input, Output>;
}

interface ZodCheck {
  readonly format?: string;
  readonly pattern?: RegExp;
}

/** The part of a zod schema that lists the patterns given with `.regex()`. */
interface ZodNode {
  readonly _zod: {
    readonly def: ZodCheck & {
      readonly checks?: readonly { readonly _zod: { readonly def: ZodCheck } }[];
    };
  };
}

/**
 * Removes patterns with flags. A pattern on the wire has none, and would reject answers that the schema accepts. The
 * library still checks them, so they are kept aside to measure what that costs.
 */
function dropFlaggedPatterns(given: { zodSchema: ZodNode; jsonSchema: JsonObject }): void {
  const { def } = given.zodSchema._zod;
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def);
  const flagged = checks.some(({ format, pattern }) => {
    return format === "regex" && /[ims]/.test(pattern?.flags ?? "");
  });
  if (!flagged) return;
  const patterns = [def, ...checks].flatMap(({ pattern }): FlaggedPattern[] =>
    pattern instanceof RegExp ? [{ source: pattern.source, flags: pattern.flags }] : [],
  );
  given.jsonSchema[OTHER_PATTERNS] = patterns;
  delete given.jsonSchema["pattern"];
  delete given.jsonSchema["allOf"];
}

/** Tells each library to leave out what JSON Schema does not support, so that all such paths can be listed. */
const LIBRARY_OPTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  zod: { unrepresentable: "any", override: dropFlaggedPatterns },
  valibot: { errorMode: "ignore" },
  arktype: { fallback: (context: { base: unknown }) => context.base },
};

/** The JSON Schema of the values that a library accepts as input. */
export function jsonSchemaOf(schema: StandardSchemaV1): JsonObject {
  const standard = schema["~standard"] as StandardSchemaWithJson["~standard"];
  const { vendor } = standard;
  if (typeof standard.jsonSchema?.input !== "function") {
    const fix =
      vendor === "valibot"
        ? "wrap it in toStandardJsonSchema() of @valibot/to-json-schema."
        : vendor === "zod"
          ? 'use "zod" 4.2 or later, not "zod/v3"; of a schema from "zod/mini", pass z.toJSONSchema(schema, { io: "input" }).'
          : "use a library that implements Standard JSON Schema (zod 4.2+, arktype, valibot with its converter), or pass a requestedSchema.";
    throw new SchemaUnsupportedError([
      {
        path: "",
        code: "library",
        message: `This ${vendor} schema cannot be converted to JSON Schema: ${fix}`,
      },
    ]);
  }
  const libraryOptions = Object.hasOwn(LIBRARY_OPTIONS, vendor)
    ? LIBRARY_OPTIONS[vendor]
    : undefined;
  try {
    const json: unknown = standard.jsonSchema.input({ target: "draft-2020-12", libraryOptions });
    if (isObject(json)) {
      if (vendor === "arktype") addArktypeDefaults(schema, json);
      return json;
    }
    throw new TypeError(`The ${vendor} converter did not return an object.`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const issue = {
      path: "",
      code: "library",
      message: `${vendor} cannot convert this schema to JSON Schema: ${reason}`,
    };
    throw new SchemaUnsupportedError([issue], { cause });
  }
}
