import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import type { ProviderOptions } from "../options.js";
import { OAUTH_SETTINGS } from "./settings.js";
import { createOAuthClient, type OAuthClient } from "./client.js";

/** A service whose accounts users can connect. */
export interface ConnectedProvider {
  readonly name: string;
  /** What users call it. */
  readonly label: string;
  readonly client: OAuthClient;
  /** Scopes that are always requested, such as `openid` or `offline_access`. */
  readonly scopes: readonly string[];
  /** Whether the granted scopes cover all the wanted ones. */
  readonly allows: (granted: readonly string[], wanted: readonly string[]) => boolean;
}

/** The configured providers by name. @throws OptionError that names the provider */
export function createProviders(
  options: Readonly<Record<string, ProviderOptions>>,
  now: () => number,
): ReadonlyMap<string, ConnectedProvider> {
  return new Map(
    Object.entries(options).map(([name, given]) => [name, createProvider(name, given, now)]),
  );
}

const includes = (granted: readonly string[], scope: string): boolean => granted.includes(scope);

function createProvider(
  name: string,
  given: ProviderOptions,
  now: () => number,
): ConnectedProvider {
  assertOptions<ProviderOptions>(`providers.${name} of createPages`, given, {
    ...OAUTH_SETTINGS,
    label: "string",
    scopes: "list",
    covers: "function",
  });
  const { label = name, scopes = [], covers = includes, ...settings } = given;
  const allows: ConnectedProvider["allows"] = (granted, wanted) =>
    wanted.every((scope) => covers(granted, scope));
  try {
    return { name, label, scopes, allows, client: createOAuthClient(settings, now) };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new OptionError(`providers.${name}: ${error.message}`);
  }
}
