import type { Form, FormField } from "../../form/index.js";
import type { ElicitContent, RequestedSchema } from "../../schema/index.js";
import type { SecretValue } from "../../vault/secret.js";
import { OptionError } from "../../contracts/errors.js";
import { errorName } from "../../internal/error-name.js";
import { fieldHtml, listErrors, type FieldView } from "./fields/fields.js";
import { actions, errorSummary, heading, displayed } from "./layout.js";
import type { CheckVerdict } from "../../contracts/pages.js";
import { html } from "./html.js";
import { createPageForm } from "./page-form.js";
import type { FormParts } from "./schema-memo.js";
import type { FlowPage, FlowContext } from "../links/flow-page.js";
import type { SecretFlow } from "../flows/flow.js";
import { fillForm, valuesFor } from "./form-values.js";

const ONE_FIELD = "value";
/** Includes `uri`, because the URL of a webhook, or of a database with its password, is a secret too. */
const HIDDEN = new Set<FormField["kind"]>(["text", "uri", "number", "integer"]);

type Errors = ReadonlyMap<string, string>;

/** Accepts a secret, runs its live check, and saves it in the vault. The secret is never sent back, not even after an error. */
export const secretPage: FlowPage<SecretFlow> = {
  show(context) {
    const { submission } = context;
    if (!submission) return reply(context, openedParts(context), 200);
    const filled = openForm(context);
    fillForm(filled, new URLSearchParams(submission.sent), isHidden(context.flow));
    return show(context, filled, new Map(submission.problems), submission.status);
  },

  async submit(context, action) {
    const { services, flow, visit } = context;
    const { texts } = services;
    const filled = openForm(context);
    if (action !== "save") return show(context, filled, new Map(), 400);
    const given = visit.form ?? new URLSearchParams();
    fillForm(filled, given, isHidden(flow));
    const again = (errors: Errors): Promise<Response> => {
      const sent = valuesFor(filled, given, isHidden(flow)).toString();
      return context.showAgain({ status: 422, problems: [...errors], sent });
    };
    const result = filled.submit();
    if (!result.ok) return again(fieldErrors(filled));
    const value = valueOf(flow, result.content);
    if (value === "") {
      filled.set(ONE_FIELD, "");
      return again(fieldErrors(filled));
    }
    let checked = false;
    const check = flow.checked
      ? services.liveCheckFor(visit.id, flow.server, flow.name)
      : undefined;
    if (check) {
      const wait = await services.attempts.byLink(visit.id, flow.principal);
      if (wait !== undefined) return services.replies.tooManyRequests(wait);
      const verdict = await runLiveCheck(context, () =>
        check(value, AbortSignal.timeout(services.checkTimeoutMs)),
      );
      const errors = errorsOfVerdict(context, verdict, value, filled.fields);
      if (errors) return again(errors);
      checked = !(typeof verdict === "object" && "tried" in verdict && verdict.tried === false);
    } else if (flow.checked) {
      services.logger.warn(
        `midcall pages: this process has no live check for the secret ${JSON.stringify(flow.name)}, so it was saved unchecked. Register the check with addCheck.`,
      );
    }
    try {
      const { principal, server, name, secretTtlMs } = flow;
      return await context.end({ status: "done", checked }, () =>
        services.vault.put(
          { principal, server, name },
          value,
          secretTtlMs === undefined ? {} : { ttlMs: secretTtlMs },
        ),
      );
    } catch (error) {
      if (error instanceof OptionError) return again(new Map([["", texts.tooLong]]));
      services.logger.error(
        `midcall pages: saving a secret in the vault failed (${errorName(error)}).`,
      );
      return show(context, filled, new Map([["", texts.saveFailed]]), 503);
    }
  },
  showStale: (context, message) => {
    const filled = openForm(context);
    fillForm(filled, context.visit.form ?? new URLSearchParams(), isHidden(context.flow));
    return show(context, filled, new Map([["", message]]), 403);
  },
};

function openForm({ flow, services }: FlowContext<SecretFlow>): Form {
  const single: RequestedSchema = {
    type: "object",
    properties: {
      [ONE_FIELD]: { type: "string", title: services.texts.secretLabel, minLength: 1 },
    },
    required: [ONE_FIELD],
  };
  return createPageForm(flow.schema ?? single, services);
}

const isHidden =
  (flow: SecretFlow) =>
  (field: FormField): boolean =>
    HIDDEN.has(field.kind) && !flow.plain.includes(field.name);

const show = (
  context: FlowContext<SecretFlow>,
  filled: Form,
  errors: Errors,
  status = 200,
): Response => reply(context, formParts(context, filled, errors), status);

/** The form as it is opened, which follows from the schema, and from the names of the fields that are not secret. */
function openedParts(context: FlowContext<SecretFlow>): FormParts {
  return context.services.openedForms.get(
    `secret ${JSON.stringify(context.flow.plain)}`,
    context.flow.schema,
    () => formParts(context, openForm(context), new Map()),
  );
}

function formParts(
  { services, flow }: FlowContext<SecretFlow>,
  filled: Form,
  errors: Errors,
): FormParts {
  const { texts, base } = services;
  const { fields, issues, canSubmit } = filled.getSnapshot();
  const view: FieldView = {
    texts,
    errors,
    hidden: isHidden(flow),
    showErrors: false,
    isOwnComputer: base.loopback,
    isOnlyField: fields.length === 1,
  };
  const inside = html`${fields.map((state, index) => fieldHtml(state, index, view))}${actions(
    texts,
    canSubmit ? [{ value: "save", text: texts.save, kind: "main" }] : [],
  )}`;
  return { inside, errors: listErrors(fields, issues, view), canSubmit };
}

function reply(
  context: FlowContext<SecretFlow>,
  { inside, errors }: FormParts,
  status: number,
): Response {
  const { services, flow } = context;
  const { texts } = services;
  const title = texts.secretTitle(displayed(flow.server));
  const body = html`${heading(texts, title, flow)}${errorSummary(texts, errors)}
    <p class="box note">${texts.secretNote}</p>
    ${context.form(inside)}`;
  const wrong = errors.length > 0 ? texts.errorsTitle : undefined;
  return context.reply({ title, body, wrong }, status);
}

function valueOf(flow: SecretFlow, content: ElicitContent): SecretValue {
  // A key may have been pasted with a trailing line break.
  if (!flow.schema) return String(content[ONE_FIELD]).trim();
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : String(value),
    ]),
  );
}

/** The errors the form itself found. */
function fieldErrors(filled: Form): Errors {
  const { fields } = filled.getSnapshot();
  return new Map(
    fields.flatMap(({ field, issue }) => (issue ? [[field.name, issue.message] as const] : [])),
  );
}

async function runLiveCheck(
  { services }: FlowContext<SecretFlow>,
  check: () => CheckVerdict | Promise<CheckVerdict>,
): Promise<CheckVerdict | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, services.checkTimeoutMs, undefined);
  });
  try {
    const verdict = await Promise.race([Promise.resolve().then(check), late]);
    if (verdict === undefined || isVerdict(verdict)) return verdict;
    services.logger.warn(
      "midcall pages: a live check returned neither true, false, { ok: true } nor { ok: false, message? }, so nothing was saved.",
    );
    return undefined;
  } catch (error) {
    // Only the name of the error, because its message may quote the secret.
    services.logger.warn(
      `midcall pages: a live check threw ${errorName(error)}, so nothing was saved.`,
    );
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

const isVerdict = (verdict: unknown): boolean =>
  typeof verdict === "boolean" ||
  (typeof verdict === "object" &&
    verdict !== null &&
    typeof (verdict as { ok?: unknown }).ok === "boolean");

function errorsOfVerdict(
  { services: { texts } }: FlowContext<SecretFlow>,
  verdict: CheckVerdict | undefined,
  value: SecretValue,
  fields: readonly FormField[],
): Errors | undefined {
  if (verdict === undefined) return new Map([["", texts.checkUnavailable]]);
  if (verdict === true) return undefined;
  // What is refused is the only field, or whatever the check names.
  const refused = fields.length === 1 ? fields[0]!.name : "";
  if (verdict === false) return new Map([[refused, texts.checkFailed]]);
  if (verdict.ok) return undefined;
  const known = fields.some(({ name }) => name === verdict.field);
  const text = typeof verdict.message === "string" ? verdict.message : texts.checkFailed;
  const message = withoutSecrets(text, value);
  return new Map([[known ? verdict.field! : refused, displayed(message)]]);
}

/** Services tend to quote the key they refuse. */
function withoutSecrets(message: string, value: SecretValue): string {
  const secrets = typeof value === "string" ? [value] : Object.values(value);
  return secrets.reduce(
    (text, secret) => (secret.length < 4 ? text : text.split(secret).join("[secret]")),
    message,
  );
}
