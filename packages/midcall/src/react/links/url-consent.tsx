import type { ReactNode } from "react";
import { usePart } from "../loading/use-part.js";
import type { UrlConsentProps } from "./link-answer.js";

/**
 * A URL-mode question: shows the whole address, its domain, the code that the page asks for, and the warnings about it
 * before it is opened. The address is shown as text and nothing is fetched; the inbox opens it from the user's click. If
 * the page did not open, nothing is answered, and a plain link takes the place of the button.
 *
 * @throws ProviderMissingError outside of an {@link ElicitationProvider}
 *
 * @example
 * ```tsx
 * question.mode === "url" && <UrlConsent question={question} />;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
export function UrlConsent(props: UrlConsentProps): ReactNode {
  return usePart("LinkAnswer", props);
}
