import { modeOf } from "../attach/params.js";
import type { LinkOptions, UrlSafetyOptions } from "./link-options.js";

/** How long a link waits for the list, in milliseconds. */
const PATIENCE_MS = 3000;

/** The options for checking links, with a domain list that is loaded when the first link arrives. */
export interface DomainList {
  readonly options: UrlSafetyOptions;
  /** Waits for the list if the question is a link; returns `undefined` otherwise. */
  wait(params: unknown): Promise<void> | undefined;
}

export function createDomainList(
  { domains, ...options }: LinkOptions,
  report: (error: unknown) => void,
): DomainList {
  let given = options;
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    try {
      const { registrableDomain } = await domains!();
      given = { registrableDomain, ...options };
      domains = undefined;
    } catch (error) {
      // The whole host is marked in this case. The next link tries again.
      loading = undefined;
      report(error);
    }
  };
  return {
    get options() {
      return given;
    },
    wait(params) {
      if (!domains || modeOf(params) !== "url") return undefined;
      loading ??= load();
      return new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, PATIENCE_MS);
        void loading!.then(() => {
          clearTimeout(patience);
          resolve();
        });
      });
    },
  };
}
