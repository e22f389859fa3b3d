import { isObject } from "../../../src/internal/is-object.js";
import type { Connection } from "./json-rpc.js";

const PROTOCOL_VERSION = "2026-01-26";
const APP_INFO = { name: "midcall", version: "1.0.0" };
const CAPABILITIES = { availableDisplayModes: ["inline"] };

/** What the host said of itself. */
export interface HostInfo {
  /** Whether it adds messages of the View to the chat: `ui/message`. */
  readonly takesMessages: boolean;
  /** Whether it passes context of the View to the model: `ui/update-model-context`. */
  readonly takesContext: boolean;
  /** The host context; untrusted. */
  readonly context: unknown;
}

/**
 * Introduces the View to the host, and tells it that the View is ready.
 *
 * `elicitation` declares that a host may have an elicitation answered here (experimental, SEP-3118). A host that refuses
 * what it does not know is asked again without it.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#lifecycle
 */
export async function shakeHands(connection: Connection): Promise<HostInfo> {
  const initialize = (appCapabilities: object): Promise<unknown> =>
    connection.request("ui/initialize", {
      appInfo: APP_INFO,
      appCapabilities,
      protocolVersion: PROTOCOL_VERSION,
    });
  const result = await initialize({ ...CAPABILITIES, elicitation: {} }).catch(() =>
    initialize(CAPABILITIES),
  );
  connection.notify("ui/notifications/initialized", {});
  const { hostCapabilities, hostContext } = isObject(result) ? result : {};
  const can = (name: string): boolean =>
    isObject(hostCapabilities) && isObject(hostCapabilities[name]);
  return {
    takesMessages: can("message"),
    takesContext: can("updateModelContext"),
    context: hostContext,
  };
}
