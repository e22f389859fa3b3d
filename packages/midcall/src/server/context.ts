import type { Answer, UrlAnswer } from "../contracts/answers.js";
import { assertOptions, type OptionKinds } from "../internal/assert-options.js";
import { OptionError } from "../contracts/errors.js";
import { describeValue } from "../internal/describe-value.js";
import type { CheckedForm } from "../schema/answer/form-check.js";
import type { AnswerOf, SchemaInput } from "../schema/answer/types.js";
import type { Call } from "./call/call.js";
import type { JsonForm, StepFunction } from "./call/journal/json-form.js";
import type { ConnectedAccount, ConnectOptions } from "./credentials/connect.js";
import type { StoredSecret } from "../contracts/pages.js";
import {
  type ConfirmOptions,
  type ElicitOptions,
  quoted,
  type UrlElicitOptions,
} from "./elicitation/question.js";
import { QuestionError, StepKeyError } from "./errors.js";
import { OWN_KEYS } from "./call/replay/replay.js";
import type { SecretOptions, SecretTexts } from "./credentials/secret.js";
import type { SecretSchema } from "./credentials/secret-schema.js";
import type { StepContext, StepOptions } from "./call/steps.js";

/**
 * The answer to a question: with data `D`, or that of a link. `D` does not depend on the condition, so that it is kept
 * in a generic function.
 */
type AnswerTo<S, D> = S extends URL | string
  ? 0 extends 1 & S
    ? Answer<S>
    : UrlAnswer
  : Answer<D>;

/**
 * The additions of midcall to the context of a framework.
 *
 * On 2026-07-28 a handler is re-run for every answer: answered questions and finished steps return their recorded results
 * at once, and an open question ends the run without an error, so neither `catch` nor `finally` runs. Work outside of
 * {@link Elicitation.step} may run in every round.
 */
export interface Elicitation {
  /**
   * Asks the user to fill in a form, or to open a link, and waits for the answer.
   *
   * Two questions with the same message and fields are distinguished by the order in which they are asked. Where that
   * order may change, as in parallel branches, give each a `key`.
   *
   * `accept` of a link means consent and not completion, unless the handler waits for the end with `completed` or
   * `elicitationId`.
   *
   * @param message - what the user reads
   * @param schema - what is asked for: a Standard Schema (zod, arktype, valibot), a raw
   *   `requestedSchema`, or choices: `["a", "b"]`, `{ a: "Title" }`, `[{ value, title }]`, and any of
   *   these wrapped in an array for several (`[["a", "b"]]`). A single value or choice has one field, labelled
   *   "Your answer", "Your choice" or "Yes" unless the schema has a title of its own. For a link, an absolute http(s) URL
   *   without credentials and without anything that identifies the user. What no form supports is a compile error that
   *   says so, where the type shows it
   * @param options - {@link ElicitOptions} of a form, {@link UrlElicitOptions} of a link
   * @returns the answer; only `accept` has `data`. The promise does not settle if the call ends instead, for instance
   *   because the host cannot ask or a limit is reached.
   * @throws QuestionError, SchemaError, SchemaUnsupportedError, PatternError, SlowPatternError or SecretFieldError when
   *   the arguments are not a valid question; OptionError, as all of these methods do, for an option that does not exist
   *
   * @example
   * ```ts
   * const answer = await ctx.elicit("Where does it go?", z.object({ city: z.string() }));
   * if (answer.action !== "accept") return text("Nothing was sent.");
   * await ctx.step("ship", () => ship(answer.data.city), { writes: true });
   *
   * const link = await ctx.elicit("Connect your account.", url, { completed: () => isLinked(user) });
   * ```
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
   */
  elicit<
    const S extends SchemaInput | URL | string | object,
    R extends string | undefined = undefined,
  >(
    message: string,
    schema: CheckedForm<S, R>,
    options?: S extends URL | string ? UrlElicitOptions : ElicitOptions<R>,
  ): Promise<AnswerTo<S, AnswerOf<S>>>;
  /**
   * Asks for confirmation. Returns `true` only for an explicit yes: the box is ticked and sent, or the `typed` word is
   * typed. A decline and a cancel return `false`; a question that no user answered ends the call.
   *
   * @example
   * ```ts
   * if (await ctx.confirm(`Delete ${files.length} files?`, { typed: "delete" })) {
   *   await ctx.step("delete", () => remove(files), { writes: true });
   * }
   * ```
   */
  confirm(message: string, options?: ConfirmOptions): Promise<boolean>;
  /**
   * A secret of the user's: from the vault, or entered now on a separate page. It never passes through the host: not in a
   * form, not in the state of a call, not in a result unless the handler puts it there. Needs `pages` and a known user.
   *
   * @param name - its name in the vault, 1 to 128 characters; separate for each server and user
   * @param options - with a `schema`, a secret of several text fields
   * @returns the secret. It prints as `[secret]`; `reveal()` and `use()` give its value. It is read again in every round,
   *   so it may have been replaced in the meantime.
   * @throws PageOutcomeError when the user did not give it: declined, cancelled, expired, …
   * @throws SecretGoneError when it existed earlier in this call and no longer does
   * @throws NoPrincipalError when the user behind the request is not known
   * @throws OptionError when no `pages` are configured
   *
   * @example
   * ```ts
   * const key = await ctx.secret("stripe");
   * const charge = ({ idempotencyKey }) => key.use((text) => stripe(text).charge({ amount, idempotencyKey }));
   * const receipt = await ctx.step("charge", charge, { writes: true });
   *
   * const schema = z.object({ user: z.string(), password: z.string() });
   * const login = await ctx.secret("mail", { schema, plain: ["user"] });
   * await ctx.step("send", () => login.use(({ user, password }) => sendMail(user, password)), { writes: true });
   * ```
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
   */
  secret<const S extends SecretSchema | undefined = undefined>(
    name: string,
    options?: SecretOptions<S>,
  ): Promise<StoredSecret<SecretTexts<S>>>;
  /**
   * The user's account at another service: connected before, or connected now, with OAuth on a page of that service. A
   * token close to its expiry is renewed first; if it has fewer than the required `scopes`, the user is asked again.
   *
   * @param provider - a name from `createPages({ providers })`
   * @throws PageOutcomeError when it was not connected; `provider-error` has the service's own code
   * @throws SecretGoneError when it was connected earlier in this call and no longer is
   * @throws NoPrincipalError when the user behind the request is not known
   * @throws OptionError when no `pages` are configured, or not this provider
   *
   * @example
   * ```ts
   * const github = await ctx.connect("github", { scopes: ["repo"] });
   * const issues = await ctx.step("issues", () => github.accessToken.use((token) => listIssues(token)));
   * ```
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-for-oauth-flows
   */
  connect(provider: string, options?: ConnectOptions): Promise<ConnectedAccount>;
  /**
   * Whether the user of this call can be asked in this mode: by the host, or in another way of `fallback`. A question of
   * `ctx.confirm` or with `human: "required"` may still be refused, if the only way left is the model.
   *
   * @throws OptionError for any other word
   */
  canElicit(mode: "form" | "url"): boolean;
  /**
   * Does work once in a call and records its result, or the error it threw, as JSON. Once the call has been cancelled, no
   * further step begins: clean up in {@link Elicitation.defer}.
   *
   * @param key - identifies the step within the call; use each key once
   * @param fn - the work; receives an `idempotencyKey` that is the same in every attempt
   * @returns what `fn` returned, after a round trip through JSON: see {@link JsonForm}
   *
   * @example
   * ```ts
   * const files = await ctx.step("list", () => listOldFiles(dir));
   * const now = new Date(await ctx.step("now", () => new Date())); // the step returns a string
   * ```
   */
  step<T>(
    key: string,
    fn: StepFunction<T, (step: StepContext) => T | Promise<T>>,
    options?: StepOptions,
  ): Promise<JsonForm<T>>;
  /** Runs `fn` when this run of the handler ends, with a result, an error or an open question. Last in, first out. */
  defer(fn: () => unknown): void;
  /**
   * Aborts when the call is cancelled or a deadline passes, and never because a question is open.
   *
   * The effect of a lost connection depends on the transport: on stdio, and over HTTP on 2026-07-28, it cancels the call.
   * Over HTTP on 2025 it does not ("Disconnection SHOULD NOT be interpreted as the client cancelling its request"):
   * there the host cancels with `notifications/cancelled` or ends the session; an answer may still come on a new
   * connection of the session, and the deadline bounds the wait.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#cancellation
   */
  readonly signal: AbortSignal;
}

/** What midcall adds to a context, except for the signal, which is created on first use. */
export type ElicitationMethods = Omit<Elicitation, "signal">;

/** What midcall adds to the context of one run of a handler. */
export function createElicitationMethods(
  call: Call,
  credentials: Pick<Elicitation, "secret" | "connect">,
): ElicitationMethods {
  const elicit = (
    message: string,
    target: SchemaInput | URL | string,
    options?: object,
  ): Promise<Answer<unknown> | UrlAnswer> => {
    const { key } = (options ?? {}) as { readonly key?: unknown };
    return call.use("elicit", named(message), true, () =>
      isReserved(key)
        ? call.fail(new QuestionError(`A question's ${RESERVED_KEY}`))
        : checked(
            "ctx.elicit",
            options,
            typeof target === "string" || target instanceof URL ? LINK : FORM,
            () => call.elicit(message, target, options),
          ),
    );
  };
  return {
    elicit: elicit as Elicitation["elicit"],
    confirm: (message, options) =>
      call.use("confirm", named(message), true, () =>
        isReserved(options?.key)
          ? call.fail(new QuestionError(`A question's ${RESERVED_KEY}`))
          : checked("ctx.confirm", options, CONFIRM, () => call.confirm(message, options)),
      ),
    secret: ((name: string, options?: never) =>
      call.use("secret", named(name), true, () =>
        checked("ctx.secret", options, SECRET, () => credentials.secret(name, options)),
      )) as Elicitation["secret"],
    connect: (provider, options) =>
      call.use("connect", named(provider), true, () =>
        checked("ctx.connect", options, CONNECT, () => credentials.connect(provider, options)),
      ),
    canElicit: (mode) => {
      if (mode === "form" || mode === "url") return call.canElicit(mode);
      throw new OptionError(
        `ctx.canElicit takes "form" or "url", not ${describeValue(mode)}. A confirmation is a form; a link is "url".`,
      );
    },
    step: (key, fn, options) =>
      call.use("step", named(key), false, () =>
        isReserved(key)
          ? call.fail(new StepKeyError(`A step's ${RESERVED_KEY}`))
          : checked(
              "ctx.step",
              options,
              STEP,
              () => call.step(key, fn as (step: StepContext) => unknown, options) as never,
            ),
      ),
    defer: (fn) => call.defer(fn),
  };
}

/** Does the work, unless it was given options that do not exist or are of another type: it may not run without what they ask for. */
function checked<T>(
  what: string,
  options: unknown,
  kinds: OptionKinds<object>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    assertOptions(what, options, kinds);
  } catch (error) {
    return Promise.reject(error as Error);
  }
  return work();
}

const QUESTION = { key: "any", timeoutMs: "number" } as const;

const FORM: OptionKinds<ElicitOptions> = {
  ...QUESTION,
  whenUnavailable: "any",
  fallback: "any",
  maxAttempts: "any",
  unsolicited: "boolean",
  human: { oneOf: ["required"] },
  allowSensitive: "string",
};

const LINK: OptionKinds<UrlElicitOptions & Pick<ElicitOptions, "human">> = {
  ...QUESTION,
  whenUnavailable: "any",
  fallback: "any",
  elicitationId: "any",
  completed: "function",
  // Refused in words of its own.
  human: "any",
};

const CONFIRM: OptionKinds<ConfirmOptions> = {
  ...QUESTION,
  fallback: "any",
  typed: "any",
  title: "any",
};

const PAGE_QUESTION = {
  ...QUESTION,
  message: "string",
  whenUnavailable: "any",
  prefer: { oneOf: ["elicit", "error"] },
} as const;

const SECRET: OptionKinds<SecretOptions<SecretSchema>> = {
  ...PAGE_QUESTION,
  schema: "any",
  plain: "list",
  check: "function",
  ttlMs: "number",
  renew: "boolean",
};

const CONNECT: OptionKinds<ConnectOptions> = {
  ...PAGE_QUESTION,
  scopes: "list",
  renew: "boolean",
};

const STEP: OptionKinds<StepOptions> = {
  writes: "boolean",
  onInterrupted: { oneOf: ["fail", "rerun"] },
};

const named = (text: unknown): string => quoted(String(text).slice(0, 200));

const RESERVED_KEY = `key must not start with "${OWN_KEYS}", which is reserved for midcall. Choose another key.`;

function isReserved(key: unknown): boolean {
  return typeof key === "string" && key.startsWith(OWN_KEYS);
}
