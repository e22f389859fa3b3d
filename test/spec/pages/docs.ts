import type { Doc } from "../requirement.js";

/** How midcall learns who the person is, and what the operator has to set up for it. */
export const identity: Doc = { file: "SECURITY.md", heading: "Who the user is" };

/** What an author may put into an address that a person is sent to. */
export const links: Doc = { file: "SECURITY.md", heading: "Links in URL mode" };

/** What ends up in a store, and who may read it. */
export const storage: Doc = { file: "SECURITY.md", heading: "What the store holds" };

/** Why URL mode is never the way into the server itself, and whose tokens go where. */
export const thirdParties: Doc = { file: "SECURITY.md", heading: "Credentials of other services" };

/** Why known-false capability claims are looked up by client name, and how to turn that off. */
export const hostOverrides: Doc = { file: "SECURITY.md", heading: "Host overrides" };

/** What an inbox without a screen cannot do for the host: to show things. */
export const screen: Doc = { file: "SECURITY.md", heading: "What a host's UI must do" };
