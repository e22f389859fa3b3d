import { ConnectError } from "../errors.js";
import { errorName } from "../../internal/error-name.js";
import { RETENTION_MS } from "../flows/flow-store.js";
import { actions, errorSummary, heading, displayed } from "./layout.js";
import { html } from "./html.js";
import type { ConnectedProvider } from "../oauth/providers.js";
import type { FlowPage, FlowContext } from "../links/flow-page.js";
import type { ConnectFlow } from "../flows/flow.js";

const CONNECT = "connect";

/** Sends the user to another service to grant access there; {@link handleCallback} handles the return. */
export const connectPage: FlowPage<ConnectFlow> = {
  show: (context) =>
    show(context, context.submission?.status, context.submission?.problems[0]?.[1]),

  async submit(context, action) {
    const { services, flow } = context;
    const provider = services.providers.get(flow.provider);
    if (action !== "connect" || !provider) return show(context, 400);
    const account = { principal: flow.principal, server: flow.server, provider: flow.provider };
    const granted = await services.tokens.grantedScopes(account);
    // Some services always report openid as granted. Requesting it would request an ID token.
    const before = granted.filter((scope) => scope !== "openid");
    return startAuthorization(context, provider, [...provider.scopes, ...before, ...flow.scopes]);
  },
  showStale: (context, message) => show(context, 403, message),
};

/** Sends the user to the service to grant these scopes. */
async function startAuthorization(
  context: FlowContext<ConnectFlow>,
  provider: ConnectedProvider,
  scopes: readonly string[],
): Promise<Response> {
  const { services, flow, visit } = context;
  try {
    const { transaction, cookies } = services.transactions.start(CONNECT, {
      request: visit.request,
      session: visit.session,
      token: visit.token,
      provider: provider.name,
      redirectUri: services.base.at(`/callback/${provider.name}`),
      scopes: [...new Set(scopes)],
      // As long as the link, plus the time during which its expiry can still be reported.
      expiresAt: flow.expiresAt + RETENTION_MS,
    });
    return services.replies.continueTo(
      await provider.client.authorizationUrl(transaction),
      cookies,
    );
  } catch (error) {
    return connectFailed(context, error);
  }
}

/**
 * Handles the user's return from the service. The code is exchanged only for the user who left, in the browser they left
 * with.
 */
export async function handleCallback(
  context: FlowContext<ConnectFlow>,
  returned: URLSearchParams,
): Promise<Response> {
  const { services, flow, visit } = context;
  const state = returned.get("state") ?? "";
  const transaction = services.transactions.find(CONNECT, state, visit.request, visit.session);
  const provider = services.providers.get(flow.provider);
  const matches = transaction?.token === visit.token && transaction.provider === flow.provider;
  if (
    !transaction ||
    !matches ||
    !provider ||
    !(await services.transactions.redeem(transaction, flow.principal))
  ) {
    return services.replies.notAvailable(undefined);
  }
  const account = { principal: flow.principal, server: flow.server, provider: flow.provider };
  try {
    const tokens = await provider.client.exchange(returned, transaction);
    if (!provider.allows(tokens.scopes, flow.scopes)) {
      return await context.end({ status: "provider-error", error: "insufficient_scope" });
    }
    return await context.end({ status: "done" }, () => services.tokens.save(account, tokens));
  } catch (error) {
    const wanted = [...provider.scopes, ...flow.scopes];
    const askedForMore = transaction.scopes.some((scope) => !wanted.includes(scope));
    if (error instanceof ConnectError && error.error === "invalid_scope" && askedForMore) {
      // A scope granted earlier may no longer exist. The second attempt leaves out all of those, so this cannot loop.
      return startAuthorization(context, provider, wanted);
    }
    if (error instanceof ConnectError && error.failure === "refused" && returned.has("error")) {
      return context.end({ status: "provider-error", error: error.error ?? "unknown_error" });
    }
    return connectFailed(context, error);
  }
}

/**
 * The token of the link that a callback belongs to, if its transaction was started in this browser and for this service.
 * A hostile service may redirect the user to another service, whose code must not be sent to the hostile one's token
 * endpoint (RFC 9700, 4.4.2).
 */
export function linkTokenOfCallback(
  services: FlowContext["services"],
  request: Request,
  session: FlowContext["visit"]["session"],
  provider: string | undefined,
): string | undefined {
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const transaction = services.transactions.find(CONNECT, state, request, session);
  return transaction?.provider === provider ? transaction?.token : undefined;
}

/** Logs the error and shows the page again; the link can still be used. */
async function connectFailed(context: FlowContext<ConnectFlow>, error: unknown): Promise<Response> {
  const { logger, texts } = context.services;
  const known = error instanceof ConnectError;
  const reason = known
    ? error.message
    : `${errorName(error)}. Are the store and the vault reachable?`;
  logger.warn(`midcall pages: connecting to ${context.flow.provider} failed: ${reason}`);
  const status = known && error.failure !== "unreachable" ? 422 : 503;
  return context.showAgain({ status, problems: [["", texts.connectFailed]], sent: "" });
}

function show(context: FlowContext<ConnectFlow>, status = 200, problem?: string): Response {
  const { services, flow } = context;
  const { texts } = services;
  const provider: ConnectedProvider | undefined = services.providers.get(flow.provider);
  const label = provider?.label ?? flow.provider;
  const host = provider?.client.issuer.host ?? "";
  const title = texts.connectTitle(label);
  const scopes =
    flow.scopes.length > 0 &&
    html`<p>${texts.connectScopes}</p>
      <ul>
        ${flow.scopes.map((scope) => html`<li>${displayed(scope)}</li>`)}
      </ul>`;
  const body = html`${heading(texts, title, flow)}
    ${problem !== undefined && errorSummary(texts, [{ message: problem }])}
    <div class="box note">
      <p>${texts.connectText(label, host)}</p>
      ${scopes}
    </div>
    ${context.form(actions(texts, provider ? [{ value: "connect", text: texts.connect(label), kind: "main" }] : []))}`;
  return context.reply({ title, body, wrong: problem && texts.errorsTitle }, status);
}
