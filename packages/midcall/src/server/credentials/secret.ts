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
 * What the vault keeps: one text, or, for a form, the text of each field as it was entered. The fields are those of the
 * input of a Standard Schema: what its transforms would make of them is not kept.
 */
export type SecretTexts<S extends SecretSchema | undefined> = S extends StandardSchemaV1
  ? FieldTexts<StandardSchemaV1.InferInput<S>>
  : S extends SecretSchema
    ? FieldTexts<AnswerOf<S>>
    : string;
/** A single value or choice is the one field of its form. */
type FieldTexts<T> = T extends string | number | boolean
  ? { readonly value: string }
  : { readonly [K in keyof T]: string };

/** Options of `ctx.secret`. */
export interface SecretOptions<
  S extends SecretSchema | undefined = undefined,
> extends PageQuestionOptions {
  /**
   * The fields of a secret that is more than one text. A Standard Schema is a check of what is entered, refinements
   * included: the person sees its issues on the page, and one kept that does not satisfy it, or was kept for other
   * fields, is asked for again. Transforms change nothing: the value is the texts as they were entered.
   */
  readonly schema?: S;
  /** Names of text fields that are no secret: shown while they are typed. */
  readonly plain?: readonly string[];
  /**
   * Tries the secret out before it is kept ("does this key work"); the person sees the verdict on the page. A page
   * served by a process in which this call has not run cannot do that, and the check is made when the call goes
   * on; name a check that depends on no call to `pages.addCheck` at start to have it everywhere.
   */
  readonly check?: LiveCheck<SecretTexts<S>>;
  /** Milliseconds the vault keeps it. Default: until it is deleted. */
  readonly ttlMs?: number;
  /**
   * Ask even where one is kept, for instance because the service has refused it. At most once in a call; what is kept
   * stays until the person has entered another. Whether the service refuses it belongs in a `ctx.step`.
   */
  readonly renew?: boolean;
}

/** Whose secret it is, and for which server. */
export interface VaultScope {
  readonly principal: string;
  readonly server: string;
}

/** Longest a check may take that is not made on the page. */
const CHECK_MS = 10_000;

/** Where accounts lie in the same vault. */
const ACCOUNTS = /^oauth:/;

/** The secret of that name: what the vault holds, or what the person enters now. */
export async function secret(
  parts: PageElicitationParts,
  holder: VaultScope,
  name: string,
  options: SecretOptions<SecretSchema | undefined> = {},
): Promise<StoredSecret> {
  assertName(name, "ctx.secret");
  if (ACCOUNTS.test(name)) {
    throw new QuestionError(
      'A secret\'s name may not begin with "oauth:". For an account use ctx.connect.',
    );
  }
  const { call, pages } = parts;
  const { plain, ttlMs } = options;
  const check = options.check as LiveCheck | undefined;
  const id = { ...holder, name };
  const what = `the secret "${name}"`;
  const form = options.schema === undefined ? undefined : secretForm(options.schema);
  const schema = form?.requestedSchema;

  /** What is kept for these fields, whether or not it satisfies the schema. */
  const look = async (): Promise<StoredSecret | undefined> => {
    const kept = await pages.vault.get(id);
    return kept !== undefined && fits(kept.reveal(), schema) ? kept : undefined;
  };

  /** A schema that throws or does not settle has accepted nothing; what it says may quote the secret. */
  const satisfies = async (kept: StoredSecret): Promise<boolean> => {
    if (form === undefined) return true;
    const checked = kept.use((value) => form.check(value)).then(({ ok }) => ok);
    return withTimeout(checked, CHECK_MS, () => false).catch(() => false);
  };

  const read = async (): Promise<StoredSecret | undefined> => {
    const kept = await look();
    return kept !== undefined && (await satisfies(kept)) ? kept : undefined;
  };

  /** On the page: the author's check is for what the schema accepts. */
  const onPage: LiveCheck | undefined =
    form?.refines === true
      ? async (value, signal) => {
          const verdict = await form.check(value);
          return verdict.ok && check !== undefined ? check(value, signal) : verdict;
        }
      : check;

  /** A page that another process served may not have had the checks. */
  const approve = async (
    done: VisitEnd & { readonly status: "done" },
  ): Promise<RecordedOutcome> => {
    const untried = done.checked === true ? undefined : check;
    const kept = form === undefined && untried === undefined ? undefined : await look();
    if (kept === undefined) return { outcome: "done" };
    const refused = !(await satisfies(kept))
      ? "what was entered is not what was asked for"
      : untried && (await tryOut(kept, untried));
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
        `${holder.server} needs ${what}. Enter it on a page of its own: it is kept encrypted, and is never shown here.`,
      isThere: async () => !renewed && (await read()) !== undefined,
      makeLink: (link) =>
        pages.secretLink({
          ...holder,
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
  const kept = await call.during(() => wrapPageErrors(call, read));
  if (kept !== undefined) return kept;
  throw new SecretGoneError(
    `The secret "${name}" was there earlier in this call and is gone now: it was deleted or replaced, or its time ran out. ` +
      "Call again to be asked for it.",
  );
}

/** Something kept under this name for other fields is asked for again. */
function fits(value: StoredValue, schema: RequestedSchema | undefined): boolean {
  if (schema === undefined) return typeof value === "string";
  if (typeof value === "string") return false;
  return (schema.required ?? []).every((field) => Object.hasOwn(value, field));
}

/** Why a secret is not to be kept. In words of our own, as those of a check or of its errors may quote the secret. */
async function tryOut(kept: StoredSecret, check: LiveCheck): Promise<string | undefined> {
  // Not the signal of the call: what was entered in the last moment is not refused because the time is up.
  const late = AbortSignal.timeout(CHECK_MS);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(new Error("too late")), { once: true });
  });
  try {
    const tried = (async () => kept.use((value) => check(value, late)))();
    const verdict = await Promise.race([tooLate, tried]);
    const works = typeof verdict === "boolean" ? verdict : verdict.ok;
    return works === true ? undefined : "it was tried out and does not work";
  } catch {
    return "it could not be tried out";
  }
}
