/**
 * A form of twenty fields: from the received schema to the verdict on a first answer (`form-build`), and the verdict on
 * a further answer (`form-check`). All contenders get the same schema and content. The report names those that accept
 * one of twenty invalid contents.
 */
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import * as z from "zod";
import { alternate } from "../alternate.mjs";
import { CONTENT, SCHEMA, wrongContents } from "./form-schema.mjs";

const ITS_SCHEMA = JSON.stringify(SCHEMA);
/** The schema as received over the wire: a new object each time, so that caches by identity do not help. */
const arrived = () => JSON.parse(ITS_SCHEMA);
/** After this many builds the caches of validators are cleared, because they would grow without limit. */
const FORGET_EVERY = 200;

/**
 * @typedef {object} Contender
 * @property {(schema: object, content: object) => boolean} build from nothing to a verdict
 * @property {(schema: object) => (content: object) => boolean} prepare what makes the verdicts of `form-check`
 */

/** The form engine for the first answer, and the inbox's check for a further one. @returns {Promise<Contender>} */
async function midcall() {
  const { createForm } = await import("midcall/form");
  const { parseRequestedSchema, validateContent } = await import("midcall/schema");
  return {
    build(schema, content) {
      const form = createForm(schema);
      form.setAll(content);
      return form.submit().ok;
    },
    prepare(schema) {
      const parsed = parseRequestedSchema(schema);
      return (content) => validateContent(parsed, content).valid;
    },
  };
}

/** @returns {Contender} */
function ajv() {
  const instance = new Ajv({ strict: false, allErrors: true });
  addFormats(instance);
  return {
    build(schema, content) {
      const valid = instance.compile(schema)(content);
      instance.removeSchema(schema);
      return valid;
    },
    prepare: (schema) => instance.compile(schema),
  };
}

/** As `@rjsf/core` does it: defaults, then its validator. @returns {Contender} */
function rjsf() {
  const require = createRequire(new URL("../peers/package.json", import.meta.url));
  const { createSchemaUtils } = require("@rjsf/utils");
  const { customizeValidator } = require("@rjsf/validator-ajv8");
  const validator = customizeValidator();
  let built = 0;
  return {
    build(schema, content) {
      const utils = createSchemaUtils(validator, schema);
      const formData = utils.getDefaultFormState(schema, content);
      const { errors } = validator.validateFormData(formData, schema);
      built += 1;
      if (built % FORGET_EVERY === 0) validator.reset();
      return errors.length === 0;
    },
    prepare: (schema) => (content) =>
      validator.validateFormData(content, schema).errors.length === 0,
  };
}

/** @returns {Contender} */
function zodFromJsonSchema() {
  return {
    build: (schema, content) => z.fromJSONSchema(schema).safeParse(content).success,
    prepare(schema) {
      const type = z.fromJSONSchema(schema);
      return (content) => type.safeParse(content).success;
    },
  };
}

const OTHERS = { ajv, rjsf, "zod-fromjsonschema": zodFromJsonSchema };

/**
 * The fields whose invalid value is accepted. A form engine may convert what a user enters (a number typed as text), so
 * a first answer is only checked for missing values.
 *
 * @param {Contender} contender
 */
function missed({ build, prepare }) {
  const check = prepare(arrived());
  if (!build(arrived(), CONTENT) || !check(CONTENT))
    throw new Error("the right content is refused");
  if (build(arrived(), { ...CONTENT, days: [] })) throw new Error("a first answer is not checked");
  return wrongContents()
    .filter(({ content }) => check(content))
    .map(({ field }) => field);
}

/** @param {"build" | "check"} part @param {keyof typeof OTHERS} against @param {boolean} quick */
async function compare(part, against, quick) {
  const ours = await midcall();
  const other = OTHERS[against]();
  const wrong = missed(ours);
  if (wrong.length > 0) throw new Error(`midcall takes a wrong ${wrong.join(", ")}`);
  const blind = missed(other);
  /** @param {Contender} contender */
  const work = ({ build, prepare }) => {
    if (part === "build") return () => build(arrived(), CONTENT);
    const check = prepare(arrived());
    return () => check(CONTENT);
  };
  return {
    ...alternate(work(ours), work(other), quick),
    unit: part === "build" ? "forms/s" : "answers/s",
    note: blind.length > 0 ? `${against} takes a wrong ${blind.join(", ")}` : "same verdicts",
  };
}

export const cases = /** @type {const} */ (["build", "check"]).flatMap((part) =>
  Object.keys(OTHERS).map((against) => ({
    id: `form-${part}-20`,
    against,
    servers: [],
    peers: against === "rjsf" ? ["@rjsf/utils", "@rjsf/validator-ajv8"] : [],
    run: (/** @type {{ quick: boolean }} */ { quick }) => compare(part, against, quick),
  })),
);
