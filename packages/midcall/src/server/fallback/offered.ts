import type { Companions } from "../framework/request-context.js";
import type { RequestChannel } from "../framework/request-channel.js";
import type { Settings } from "../options.js";
import type { Binding } from "../state/request-state.js";
import type { Offered } from "./placements.js";
import type { FallbackWay } from "./ways.js";

/** The parts of a request that say how its user can be asked. */
export interface OfferedParts {
  readonly settings: Settings;
  readonly channel: Pick<RequestChannel, "host">;
  readonly binding: Binding;
  /** Whether the server runs on the user's own machine. */
  readonly isLocal: boolean;
  /** Whether a later call can be recognised as the same. */
  readonly canResume: boolean;
  /** The tools and the view that `app` and `relay` need. */
  readonly companions: Companions | undefined;
}

/** The order that a careful author would choose: see docs/fallback.md. */
export function defaultWays(
  { store, pages }: Pick<Settings, "store" | "pages">,
  isLocal: boolean,
): readonly FallbackWay[] {
  if (isLocal) return ["native", "page"];
  return [
    "native",
    ...(store === undefined ? [] : (["app"] as const)),
    ...(pages === undefined ? [] : (["page"] as const)),
  ];
}

/** What one request offers. */
export function offeredBy(parts: OfferedParts): Offered {
  const { settings, channel, binding, isLocal, canResume, companions } = parts;
  const { host } = channel;
  const tool =
    binding.method === "tools/call" ? (binding.params as { name?: unknown }).name : undefined;
  const hasCompanions = canResume && tool !== undefined && companions !== undefined;
  const { pages, localPages } = settings;
  return {
    form: host.form,
    url: host.url,
    app: hasCompanions && host.app && companions.hasView(tool),
    appConfirms: settings.appConfirms,
    localPage: canResume && isLocal && localPages.canOpen(),
    pages:
      !canResume || binding.principal === undefined || pages === undefined
        ? undefined
        : pages.identifiesUser
          ? "sign-in"
          : "code",
    relay: hasCompanions,
  };
}
