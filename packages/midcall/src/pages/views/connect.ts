import { ConnectError } from "../errors.js";
import { REMEMBERED_MS } from "../flows/flows.js";
import { actions, errorSummary, heading, shown } from "./layout.js";
import { html } from "./html.js";
import type { ConnectedProvider, FlowPage, FlowContext } from "../links/page-of-flow.js";
import type { ConnectFlow } from "../flows/records.js";

const CONNECT = "connect";

/** Leads to another service for consent there; see {@link arrive} for the way back. */
export const connectPage: FlowPage<ConnectFlow> = {
  show: (stay) => show(stay, stay.draft?.status, stay.draft?.problems[0]?.[1]),

  async act(stay, action) {
    const { services, flow } = stay;
    const provider = services.providers.get(flow.provider);
    if (action !== "connect" || !provider) return show(stay, 400);
    const account = { principal: flow.principal, server: flow.server, provider: flow.provider };
    const granted = await services.tokens.granted(account);
    // Some services say openid whatever was asked for; to ask for it would be to ask for an ID token.
    const before = granted.filter((scope) => scope !== "openid");
    return leave(stay, provider, [...provider.scopes, ...before, ...flow.scopes]);
  },
  stale: (stay, message) => show(stay, 403, message),
};

/** Off to the service, to ask for these. */
async function leave(
  stay: FlowContext<ConnectFlow>,
  provider: ConnectedProvider,
  scopes: readonly string[],
): Promise<Response> {
  const { services, flow, visit } = stay;
  try {
    const { departure, cookies } = services.trips.start(CONNECT, {
      request: visit.request,
      session: visit.session,
      token: visit.token,
      provider: provider.name,
      redirectUri: services.base.at(`/callback/${provider.name}`),
      scopes: [...new Set(scopes)],
      // As long as the link, and as long as it can be told that the link has expired.
      until: flow.expiresAt + REMEMBERED_MS,
    });
    return services.replies.leave(await provider.client.authorizationUrl(departure), cookies);
  } catch (error) {
    return failed(stay, error);
  }
}

/**
 * The way back from the service, for the person who left and in the browser they left with. Only then is
 * the code exchanged.
 */
export async function arrive(
  stay: FlowContext<ConnectFlow>,
  returned: URLSearchParams,
): Promise<Response> {
  const { services, flow, visit } = stay;
  const state = returned.get("state") ?? "";
  const departure = services.trips.find(CONNECT, state, visit.request, visit.session);
  const provider = services.providers.get(flow.provider);
  const fits = departure?.token === visit.token && departure.provider === flow.provider;
  if (!departure || !fits || !provider || !(await services.trips.end(departure, flow.principal))) {
    return services.replies.nothing(undefined);
  }
  const account = { principal: flow.principal, server: flow.server, provider: flow.provider };
  try {
    const tokens = await provider.client.exchange(returned, departure);
    if (!provider.allows(tokens.scopes, flow.scopes)) {
      return await stay.end({ status: "provider-error", error: "insufficient_scope" });
    }
    return await stay.end({ status: "done" }, () => services.tokens.keep(account, tokens));
  } catch (error) {
    const wanted = [...provider.scopes, ...flow.scopes];
    const askedForMore = departure.scopes.some((scope) => !wanted.includes(scope));
    if (error instanceof ConnectError && error.error === "invalid_scope" && askedForMore) {
      // What was granted earlier may be gone there by now. Without it there is no more to leave out, so this ends.
      return leave(stay, provider, wanted);
    }
    if (error instanceof ConnectError && error.failure === "refused" && returned.has("error")) {
      return stay.end({ status: "provider-error", error: error.error ?? "unknown_error" });
    }
    return failed(stay, error);
  }
}

/**
 * Whose way back a state belongs to: the link, if it was left from this browser. And for this service: a
 * hostile one may lead the person on to another, and its code must not be taken to the hostile one's
 * token endpoint (RFC 9700, 4.4.2).
 */
export function tokenOfReturn(
  services: FlowContext["services"],
  request: Request,
  session: FlowContext["visit"]["session"],
  provider: string | undefined,
): string | undefined {
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const departure = services.trips.find(CONNECT, state, request, session);
  return departure?.provider === provider ? departure?.token : undefined;
}

/** It broke; the link stays good for another try. */
async function failed(stay: FlowContext<ConnectFlow>, error: unknown): Promise<Response> {
  const { logger, texts } = stay.services;
  const known = error instanceof ConnectError;
  const why = known ? error.message : `${nameOf(error)}. Are store and vault reachable?`;
  logger.warn(`midcall pages: connecting ${stay.flow.provider} did not work: ${why}`);
  const status = known && error.failure !== "unreachable" ? 422 : 503;
  return stay.again({ status, problems: [["", texts.connectFailed]], sent: "" });
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

function show(stay: FlowContext<ConnectFlow>, status = 200, problem?: string): Response {
  const { services, flow } = stay;
  const { texts } = services;
  const provider: ConnectedProvider | undefined = services.providers.get(flow.provider);
  const label = provider?.label ?? flow.provider;
  const host = provider?.client.issuer.host ?? "";
  const title = texts.connectTitle(label);
  const scopes =
    flow.scopes.length > 0 &&
    html`<p>${texts.connectScopes}</p>
      <ul>
        ${flow.scopes.map((scope) => html`<li>${shown(scope)}</li>`)}
      </ul>`;
  const body = html`${heading(texts, title, flow)}
    ${problem !== undefined && errorSummary(texts, [{ message: problem }])}
    <div class="box note">
      <p>${texts.connectText(label, host)}</p>
      ${scopes}
    </div>
    ${stay.form(actions(texts, provider && { value: "connect", text: texts.connect(label) }))}`;
  return stay.reply({ title, body, wrong: problem && texts.errorsTitle }, status);
}
