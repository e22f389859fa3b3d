import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { RequestedSchema } from "../../schema/index.js";
import type { AnswerOf } from "../../schema/answer/types.js";
import { QuestionError, SecretGoneError } from "../errors.js";
import { wrapPageErrors } from "./wrap-page-errors.js";
import { withTimeout } from "../../internal/timeout.js";
import { assertName, elicitOnPage, type PageElicitationParts } from "./page-elicitation.js";
import type { PageQuestionOptions, RecordedOutcome } from "./credential-request.js";
import type { LiveCheck, StoredSecret, StoredValue, VisitEnd } from "../../contracts/pages.js";
import { secretForm, type SecretSchema } from "./secret-schema.js";

/**
 * The value that the vault stores: one text or, for a form, the text of each field as it was entered. The fields are
 * those of the input of a Standard Schema; the output of its transforms is not stored.
 */
export type SecretTexts<S extends SecretSchema | undefined> = S extends StandardSchemaV1
  ? FieldTexts<StandardSchemaV1.InferInput<S>>
  : S extends SecretSchema
    ? FieldTexts<AnswerOf<S>>
    : string;
/** A single value or choice is the only field of its form. */
type FieldTexts<T> = T extends string | number | boolean
  ? { readonly value: string }
  : { readonly [K in keyof T]: string };

/** Options of `ctx.secret`. */
export interface SecretOptions<
  S extends SecretSchema | undefined = undefined,
> extends PageQuestionOptions {
  /**
   * The fields of a secret that is more than one text. A Standard Schema checks what is entered, including its
   * refinements: the user sees its issues on the page, and a stored secret that does not satisfy it, or was stored with
   * other fields, is asked for again. Transforms have no effect: the value is the texts as they were entered.
   */
  readonly schema?: S;
  /** Names of text fields that are not secret and are shown while they are typed. */
  readonly plain?: readonly string[];
  /**
   * Tests the secret before it is stored ("does this key work"); the user sees the verdict on the page. A page served by
   * a process in which this call has not run cannot do that: the check is then made when the call goes on. To have a
   * check that does not depend on a call in every process, pass it to `pages.addCheck` at start.
   */
  readonly check?: LiveCheck<SecretTexts<S>>;
  /** How long the vault stores it, in milliseconds. Default: until it is deleted. */
  readonly ttlMs?: number;
  /**
   * Ask even if one is stored, for instance because the service has refused it. At most once in a call; the stored one
   * stays until the user has entered another. Test in a `ctx.step` whether the service refuses it.
   */
  readonly renew?: boolean;
}

/** The user and the server that a secret belongs to. */
export interface VaultScope {
  readonly principal: string;
  readonly server: string;
}

/** The longest time that a check may take when it is not made on the page. */
const CHECK_MS = 10_000;

/** Accounts are stored in the same vault under these names. */
const ACCOUNTS = /^oauth:/;

/** The secret of that name: from the vault, or entered by the user now. */
export async function secret(
  parts: PageElicitationParts,
  scope: VaultScope,
  name: string,
  options: SecretOptions<SecretSchema | undefined> = {},
): Promise<StoredSecret> {
  assertName(name, "ctx.secret");
  if (ACCOUNTS.test(name)) {
    throw new QuestionError(
      'The name of a secret must not start with "oauth:". For an account, use ctx.connect.',
    );
  }
  const { call, pages } = parts;
  const { plain, ttlMs } = options;
  const check = options.check as LiveCheck | undefined;
  const id = { ...scope, name };
  const what = `the secret "${name}"`;
  const form = options.schema === undefined ? undefined : secretForm(options.schema);
  const schema = form?.requestedSchema;

  /** The stored secret with these fields, whether or not it satisfies the schema. */
  const look = async (): Promise<StoredSecret | undefined> => {
    const stored = await pages.vault.get(id);
    return stored !== undefined && fits(stored.reveal(), schema) ? stored : undefined;
  };

  /** A schema that throws or does not settle accepts nothing. Its message may quote the secret and is dropped. */
  const satisfies = async (stored: StoredSecret): Promise<boolean> => {
    if (form === undefined) return true;
    const checked = stored.use((value) => form.check(value)).then(({ ok }) => ok);
    return withTimeout(checked, CHECK_MS, () => false).catch(() => false);
  };

  const read = async (): Promise<StoredSecret | undefined> => {
    const stored = await look();
    return stored !== undefined && (await satisfies(stored)) ? stored : undefined;
  };

  /** The check on the page: first the schema, then the author's check. */
  const onPage: LiveCheck | undefined =
    form?.refines === true
      ? async (value, signal) => {
          const verdict = await form.check(value);
          return verdict.ok && check !== undefined ? check(value, signal) : verdict;
        }
      : check;

  /** Makes the checks that a page of another process could not make. */
  const approve = async (
    done: VisitEnd & { readonly status: "done" },
  ): Promise<RecordedOutcome> => {
    const untested = done.checked === true ? undefined : check;
    const stored = form === undefined && untested === undefined ? undefined : await look();
    if (stored === undefined) return { outcome: "done" };
    const refused = !(await satisfies(stored))
      ? "what was entered does not satisfy the schema"
      : untested && (await test(stored, untested));
    if (refused === undefined) return { outcome: "done" };
    await pages.vault.delete(id);
    return { outcome: "failed", error: refused };
  };

  const renewed = options.renew === true;
  await elicitOnPage(
    parts,
    {
      key: options.key ?? `secret:${name}${renewed ? ":renew" : ""}`,
      what,
      message:
        options.message ??
        `${scope.server} needs ${what}. Enter it on a separate page: it is stored encrypted, and is never shown here.`,
      shows: [schema ?? null, plain ?? null],
      isThere: async () => !renewed && (await read()) !== undefined,
      makeLink: (link) =>
        pages.secretLink({
          ...scope,
          ...link,
          name,
          ...(schema !== undefined && { schema }),
          ...(plain !== undefined && { plain }),
          ...(onPage !== undefined && { check: onPage }),
          ...(ttlMs !== undefined && { secretTtlMs: ttlMs }),
        }),
      check: onPage,
      approve,
    },
    options,
  );
  const stored = await call.during(() => wrapPageErrors(call, read));
  if (stored !== undefined) return stored;
  throw new SecretGoneError(
    `The secret "${name}" existed earlier in this call and no longer does: it was deleted or replaced, or it expired. ` +
      "Call again to be asked for it.",
  );
}

/** Whether a stored value has the fields of this schema. */
function fits(value: StoredValue, schema: RequestedSchema | undefined): boolean {
  if (schema === undefined) return typeof value === "string";
  if (typeof value === "string") return false;
  return (schema.required ?? []).every((field) => Object.hasOwn(value, field));
}

/** Why a secret must not be stored, if so. The message is midcall's own, as that of a check or its error may quote the secret. */
async function test(stored: StoredSecret, check: LiveCheck): Promise<string | undefined> {
  // Not the call's signal, so that a secret entered at the last moment is not refused because the time is up.
  const late = AbortSignal.timeout(CHECK_MS);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(new Error("too late")), { once: true });
  });
  try {
    const tried = (async () => stored.use((value) => check(value, late)))();
    const verdict = await Promise.race([tooLate, tried]);
    const works = typeof verdict === "boolean" ? verdict : verdict.ok;
    return works === true ? undefined : "it was tested and does not work";
  } catch {
    return "it could not be tested";
  }
}
