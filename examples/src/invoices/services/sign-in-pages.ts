import type { IncomingMessage, ServerResponse } from "node:http";
import type { Interaction, Provider } from "oidc-provider";
import { choiceForm, escape, htmlPage, PAGE_HEADERS } from "./page.js";
import { USERS, userOf } from "./users.js";
import { readBody } from "./read-body.js";

const MEANING: Readonly<Record<string, string>> = {
  openid: "know who you are",
  profile: "know your name",
  offline_access: "stay connected",
  invoices: "use the invoices server for you",
  "customers:read": "read your customers",
  "reminders:send": "send reminders in your name",
};

/** The two pages of the authorization server: sign-in and consent. */
export async function signInPages(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    const isLogin = interaction.prompt.name === "login";
    response
      .writeHead(200, PAGE_HEADERS)
      .end(isLogin ? signInPage(interaction) : await consentPage(provider, interaction));
    return;
  }
  const choice = (await readBody(request)).get("choice") ?? "";
  const result = await decide(provider, interaction, choice);
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

const path = ({ uid }: Interaction): string => `/interaction/${uid}`;

function signInPage(interaction: Interaction): string {
  const choices = Object.fromEntries(USERS.map(({ id, name }) => [id, name]));
  return htmlPage(
    "Who are you?",
    `<p>This demonstration has no passwords.</p>${choiceForm(path(interaction), choices)}`,
  );
}

async function consentPage(provider: Provider, interaction: Interaction): Promise<string> {
  const { client_id: id, scope } = interaction.params;
  // Hosts that register themselves have a random id, and a name that nobody has checked.
  const client = (await provider.Client.find(String(id)))?.clientName ?? id;
  const user = userOf(interaction.session?.accountId ?? "");
  const wishes = String(scope ?? "")
    .split(" ")
    .map((word) => `<li>${escape(MEANING[word] ?? word)}</li>`);
  return htmlPage(
    `Allow ${escape(String(client))}?`,
    `<p>It wants to</p><ul>${wishes.join("")}</ul>${choiceForm(path(interaction), { allow: "Allow", deny: "Do not allow" })}
<p><small>Signed in as ${escape(user?.name ?? "nobody")}</small></p>`,
  );
}

async function decide(
  provider: Provider,
  interaction: Interaction,
  choice: string,
): Promise<object> {
  if (interaction.prompt.name === "login") {
    return userOf(choice) ? { login: { accountId: choice } } : refusal("Nobody signed in.");
  }
  if (choice !== "allow") return refusal("The user did not allow it.");
  const { details } = interaction.prompt;
  const grant =
    (interaction.grantId === undefined
      ? undefined
      : await provider.Grant.find(interaction.grantId)) ??
    new provider.Grant({
      accountId: interaction.session?.accountId ?? "",
      clientId: String(interaction.params["client_id"]),
    });
  if (details.missingOIDCScope) grant.addOIDCScope(details.missingOIDCScope.join(" "));
  for (const [resource, scopes] of Object.entries(details.missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes.join(" "));
  }
  return { consent: { grantId: await grant.save() } };
}

function refusal(why: string): object {
  return { error: "access_denied", error_description: why };
}
