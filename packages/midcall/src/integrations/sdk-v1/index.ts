/**
 * `midcall/integrations/sdk-v1`: the inbox in a host on `@modelcontextprotocol/sdk` 1.x.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 * @module
 */
export { attach, type SdkV1AttachOptions } from "./attach.js";
export type { SdkV1Client } from "./client.js";
