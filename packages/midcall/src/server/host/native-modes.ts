import type { HostCapabilities } from "./capabilities.js";
import type { HostOverride, Mode } from "./overrides.js";
import { overridesOf } from "./overrides-of.js";

/** Why this host is not asked in this mode although it declares it. */
function falseDeclaration(
  host: HostCapabilities,
  mode: Mode,
  overrides: readonly HostOverride[],
): HostOverride | undefined {
  if (!host[mode]) return undefined;
  return overridesOf(host, mode, overrides).find(
    ({ does }) => does === "never-answers" || does === "cannot-show",
  );
}

/**
 * The host with the modes in which it may be asked: without those that it declares and is known not to have.
 *
 * @param overrides The setting `hostOverrides`.
 */
export function withNativeModes(
  host: HostCapabilities,
  overrides: readonly HostOverride[],
): HostCapabilities {
  // Without a list, every host is trusted.
  if (overrides.length === 0) return { ...host, isDeliberate: true };
  const form = falseDeclaration(host, "form", overrides);
  const url = falseDeclaration(host, "url", overrides);
  if (form === undefined && url === undefined) return host;
  return {
    ...host,
    form: host.form && form === undefined,
    url: host.url && url === undefined,
    falselyDeclared: { ...(form && { form }), ...(url && { url }) },
  };
}

/**
 * Whether the host is known to leave out a field of this form.
 *
 * @param requestedSchema The schema as it would be sent to this host: some types are sent as others to some protocol versions.
 * @param overrides The setting `hostOverrides`.
 */
export function omitsField(
  host: HostCapabilities,
  { properties }: { readonly properties: Readonly<Record<string, { readonly type?: unknown }>> },
  overrides: readonly HostOverride[],
): boolean {
  const omitted = overridesOf(host, "form", overrides).flatMap((one): readonly string[] =>
    one.does === "omits-fields" ? one.fields : [],
  );
  return Object.values(properties).some(({ type }) =>
    omitted.includes(type === "integer" ? "number" : String(type)),
  );
}
