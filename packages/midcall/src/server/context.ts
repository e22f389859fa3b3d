import type { ServerContext } from "@modelcontextprotocol/server";
import type { Answer, UrlAnswer } from "../contracts/answers.js";
import type { AnswerOf, SchemaInput } from "../schema/answer/types.js";
import type { Call } from "./call/call.js";
import type { ConnectedAccount, ConnectOptions } from "./credentials/connect.js";
import type { StoredSecret } from "../contracts/pages.js";
import type { ConfirmOptions, ElicitOptions, UrlElicitOptions } from "./elicitation/question.js";
import { QuestionError, StepKeyError } from "./errors.js";
import { OWN_KEYS } from "./call/replay/replay.js";
import type { SecretOptions, SecretTexts } from "./credentials/secret.js";
import type { SecretSchema } from "./credentials/secret-schema.js";
import type { StepContext, StepOptions } from "./call/steps.js";

/**
 * What `midcall` adds to the SDK's context.
 *
 * On 2026-07-28 a handler is run again for every answer: answered questions and finished steps give
 * their recorded results at once, and an open question ends the run without an error, so neither
 * `catch` nor `finally` runs then. Work outside {@link Elicitation.step} may run in every round.
 */
export interface Elicitation {
  /**
   * Asks the person to fill in a form and waits for the answer.
   *
   * Two questions in the same words with the same fields are told apart by the order in which they are
   * asked, so where that order may change (in branches that run side by side) give each a `key`.
   *
   * @param message - what the person reads
   * @param schema - what is asked for: a Standard Schema (zod, arktype, valibot), a raw
   *   `requestedSchema`, or choices: `["a", "b"]`, `{ a: "Title" }`, `[{ value, title }]`, and any of
   *   these wrapped in a list for several (`[["a", "b"]]`). A single value or choice is asked for in one
   *   field, labelled "Your answer", "Your choice" or "Yes" unless the schema has a title of its own
   * @returns the answer; only `accept` has `data`. Anything that ends the call instead (nothing can
   *   ask, a limit) does so without coming back here.
   * @throws QuestionError, SchemaError, SchemaUnsupportedError, PatternError, SlowPatternError or SecretFieldError when
   *   the arguments make no question
   *
   * @example
   * ```ts
   * const answer = await ctx.elicit("Where does it go?", z.object({ city: z.string() }));
   * if (answer.action === "accept") ship(answer.data.city);
   * ```
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
   */
  elicit<const S extends SchemaInput>(
    message: string,
    schema: S,
    options?: ElicitOptions,
  ): Promise<Answer<AnswerOf<S>>>;
  /**
   * Asks the person to open a link. `accept` is consent, not completion, unless the handler waits for
   * the end with `completed` or `elicitationId`.
   *
   * @param url - an absolute http(s) URL without credentials and without anything about the person
   * @throws QuestionError when the message or the URL cannot be sent
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
   */
  elicit(message: string, url: URL | string, options?: UrlElicitOptions): Promise<UrlAnswer>;
  /**
   * Asks for a yes. True only for an explicit one: the box ticked and sent, or the `typed` word typed.
   * A no and a dismissal are false; a question nobody answered ends the call.
   *
   * @example
   * ```ts
   * if (await ctx.confirm(`Delete ${n} files?`, { typed: "delete" })) await remove();
   * ```
   */
  confirm(message: string, options?: ConfirmOptions): Promise<boolean>;
  /**
   * A secret of the person's: what the vault holds, or what they enter now on a page of its own. It
   * never passes through the host: not in a form, not in the state of a call, not in a result unless the
   * handler puts it there. Needs `pages` and a known person.
   *
   * @param name - what the vault keeps it under, 1 to 128 characters; for each server and person apart
   * @param options - with a `schema`, a secret of several text fields
   * @returns the secret, once it is there. It prints as `[secret]`; `reveal()` and `use()` give it away.
   *   The handler gets it again in every round, so that it may have been replaced meanwhile.
   * @throws PageOutcomeError when the person did not give it: declined, cancelled, expired, …
   * @throws SecretGoneError when it was there earlier in this call and has been deleted since
   * @throws NoPrincipalError when nobody is known to be behind the request
   * @throws OptionError when no `pages` are configured
   *
   * @example
   * ```ts
   * const key = await ctx.secret("stripe");
   * const response = await key.use((text) => charge({ authorization: `Bearer ${text}` }));
   *
   * const schema = z.object({ user: z.string(), password: z.string() });
   * const login = await ctx.secret("mail", { schema, plain: ["user"] });
   * await login.use(({ user, password }) => sendMail(user, password));
   * ```
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
   */
  secret<const S extends SecretSchema | undefined = undefined>(
    name: string,
    options?: SecretOptions<S>,
  ): Promise<StoredSecret<SecretTexts<S>>>;
  /**
   * The person's account at another service: as connected before, or as they connect it now, with OAuth, on
   * a page of that service. A token near its end is renewed first; one that allows less than `scopes`
   * makes the person be asked again.
   *
   * @param provider - a name from `createPages({ providers })`
   * @throws PageOutcomeError when it was not connected; `provider-error` carries the service's own code
   * @throws SecretGoneError when it was connected earlier in this call and has been disconnected since
   * @throws NoPrincipalError when nobody is known to be behind the request
   * @throws OptionError when no `pages` are configured, or not this provider
   *
   * @example
   * ```ts
   * const github = await ctx.connect("github", { scopes: ["repo"] });
   * const response = await github.accessToken.use((token) =>
   *   fetch(url, { headers: { authorization: `Bearer ${token}` } }));
   * ```
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-for-oauth-flows
   */
  connect(provider: string, options?: ConnectOptions): Promise<ConnectedAccount>;
  /** Whether the host behind this call says it can show this mode. */
  canElicit(mode: "form" | "url"): boolean;
  /**
   * Does a piece of work once and remembers its result, or the error it threw, as JSON.
   *
   * @param key - names the step within the call; each is used once
   * @param fn - the work; gets an `idempotencyKey` that is the same in every attempt
   * @returns what `fn` returned, as JSON carries it
   *
   * @example
   * ```ts
   * const files = await ctx.step("list", () => listOldFiles(dir));
   * ```
   */
  step<T>(
    key: string,
    fn: (step: StepContext) => T | Promise<T>,
    options?: StepOptions,
  ): Promise<T>;
  /** Runs `fn` when this run of the handler ends, in whatever way: with a result, an error, or a question. Last in, first out. */
  defer(fn: () => unknown): void;
  /**
   * Aborted when the call is cancelled or a deadline passes, and never because a question is open.
   *
   * What a lost connection means depends on the transport: on stdio, and over HTTP on 2026-07-28, it cancels the call.
   * Over HTTP on 2025 it does not ("Disconnection SHOULD NOT be interpreted as the client cancelling its request"):
   * there the host cancels with `notifications/cancelled` or ends the session; an answer may still come on a new
   * connection of the session, and the deadline bounds the wait.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#cancellation
   */
  readonly signal: AbortSignal;
}

/** The context a handler made with `elicitation.handler` receives: the SDK's, and {@link Elicitation}. */
export type ElicitationContext = ServerContext & Elicitation;

/** The SDK's context with midcall's on top. The signal the SDK offers is replaced, as it is aborted by every reply. */
export function createContext(
  sdk: ServerContext,
  call: Call,
  notify: ServerContext["mcpReq"]["notify"],
  credentials: Pick<Elicitation, "secret" | "connect">,
): ElicitationContext {
  const elicit = (
    message: string,
    target: SchemaInput | URL | string,
    options?: object,
  ): Promise<Answer<unknown> | UrlAnswer> => {
    const { key } = (options ?? {}) as { readonly key?: unknown };
    return isOurs(key)
      ? call.fail(new QuestionError(`A question's ${OURS}`))
      : call.elicit(message, target, options);
  };
  return {
    ...sdk,
    mcpReq: {
      ...sdk.mcpReq,
      notify: (...args) => call.send(() => notify(...args)),
      log: (...args) => call.send(() => sdk.mcpReq.log(...args)),
      elicitInput: (...args) => call.send(() => sdk.mcpReq.elicitInput(...args)),
      requestSampling: (...args) => call.send(() => sdk.mcpReq.requestSampling(...args)),
      send: ((...args: Parameters<typeof sdk.mcpReq.send>) =>
        call.send(() => sdk.mcpReq.send(...args))) as typeof sdk.mcpReq.send,
      get signal() {
        return call.signal;
      },
    },
    elicit: elicit as Elicitation["elicit"],
    confirm: (message, options) =>
      isOurs(options?.key)
        ? call.fail(new QuestionError(`A question's ${OURS}`))
        : call.confirm(message, options),
    ...credentials,
    canElicit: (mode) => call.canElicit(mode),
    step: (key, fn, options) =>
      isOurs(key)
        ? call.fail(new StepKeyError(`A step's ${OURS}`))
        : (call.step(key, fn, options) as never),
    defer: (fn) => call.defer(fn),
    get signal() {
      return call.signal;
    },
  };
}

const OURS = `key must not begin with "${OWN_KEYS}": midcall names its own like that. Choose another.`;

function isOurs(key: unknown): boolean {
  return typeof key === "string" && key.startsWith(OWN_KEYS);
}
