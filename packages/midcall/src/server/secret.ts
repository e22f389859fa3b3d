import { answerSchema, type AnswerOf, type RequestedSchema } from "../schema/index.js";
import type { SchemaInput } from "../schema/index.js";
import { QuestionError, SecretGoneError } from "./errors.js";
import { assertName, obtain, type ObtainParts, type PageQuestionOptions } from "./obtain.js";
import type { RecordedEnd } from "./page-outcome.js";
import type { LiveCheck, StoredSecret, StoredValue, VisitEnd } from "./pages-port.js";

/** A form of several fields: a Standard Schema of an object, or a raw `requestedSchema`. */
export type SecretSchema = Exclude<SchemaInput, readonly unknown[]>;

/** What the vault keeps: one text, or, for a form, the text of each field. */
export type SecretTexts<S extends SecretSchema | undefined> = S extends SecretSchema
  ? FieldTexts<AnswerOf<S>>
  : string;
type FieldTexts<T> = { readonly [K in keyof T]: string };

/** Options of `ctx.secret`. */
export interface SecretOptions<
  S extends SecretSchema | undefined = undefined,
> extends PageQuestionOptions {
  /** The fields of a secret that is more than one text. One kept for other fields is asked for anew. */
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
   * stays until the person has entered another. Whether the service refuses it belongs into a `ctx.step`.
   */
  readonly renew?: boolean;
}

/** Whose secret it is, and for which server. */
export interface Holder {
  readonly principal: string;
  readonly server: string;
}

/** Where accounts lie in the same vault. */
const ACCOUNTS = /^oauth:/;

/** The secret of that name: what the vault holds, or what the person enters now. */
export async function secret(
  parts: ObtainParts,
  holder: Holder,
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
  const schema =
    options.schema === undefined ? undefined : answerSchema(options.schema).requestedSchema;

  const read = async (): Promise<StoredSecret | undefined> => {
    const kept = await pages.vault.get(id);
    return kept !== undefined && fits(kept.reveal(), schema) ? kept : undefined;
  };

  /** A page that another process served may not have had the check. */
  const approve = async (done: VisitEnd & { readonly status: "done" }): Promise<RecordedEnd> => {
    const kept = check === undefined || done.checked === true ? undefined : await read();
    if (check === undefined || kept === undefined) return { s: "done" };
    const refused = await tryOut(kept, check, call.signal);
    if (refused === undefined) return { s: "done" };
    await pages.vault.delete(id);
    return { s: "failed", e: refused };
  };

  const renewed = options.renew === true;
  await obtain(
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
          ...(check !== undefined && { check }),
          ...(ttlMs !== undefined && { secretTtlMs: ttlMs }),
        }),
      check,
      approve,
    },
    options,
  );
  const kept = await call.during(read);
  if (kept !== undefined) return kept;
  throw new SecretGoneError(
    `The secret "${name}" was there earlier in this call and is gone now: it was deleted, or its time ran out. ` +
      "Call again to be asked for it.",
  );
}

/** Something kept under this name for other fields is asked for anew. */
function fits(value: StoredValue, schema: RequestedSchema | undefined): boolean {
  if (schema === undefined) return typeof value === "string";
  if (typeof value === "string") return false;
  return (schema.required ?? []).every((field) => Object.hasOwn(value, field));
}

/** Longest a check may take that was not made on the page. */
const CHECK_MS = 10_000;

/** Why a secret is not to be kept. In words of our own, as those of a check or of its errors may quote the secret. */
async function tryOut(
  kept: StoredSecret,
  check: LiveCheck,
  signal: AbortSignal,
): Promise<string | undefined> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
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
