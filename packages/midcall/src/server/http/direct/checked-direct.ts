import type { ServerFactory } from "../types.js";
import type { Logger } from "../../logger.js";
import { createDirect, type Direct } from "./direct.js";
import type { Reply } from "./exchange.js";
import type { Handoffs } from "./handoffs.js";
import { isKnownSdk } from "./sdk-check.js";

/** Answers directly if the installed SDK is known, and lets the SDK answer if it is not. */
export function createCheckedDirect(
  build: ServerFactory,
  handoffs: Handoffs,
  reuse: boolean,
  logger: Logger,
): Direct {
  const direct = createDirect(build, handoffs, reuse);
  let isKnown: boolean | undefined;
  const check = async (): Promise<boolean> => {
    const known = await isKnownSdk();
    if (!known && isKnown === undefined) {
      logger.warn(
        "midcall: the installed version of @modelcontextprotocol/server is not one that requests can be answered directly with, so that all of them go through the SDK. That is slower. " +
          "Pass `direct: false` to createHandler to choose this, or install a version that ARCHITECTURE.md of midcall lists.",
      );
    }
    return (isKnown = known);
  };
  return {
    serve(plain, body, http) {
      const serve = (known: boolean): Promise<Reply> =>
        known
          ? direct.serve(plain, body, http)
          : handoffs.serve({ request: http.web(), body, authInfo: http.authInfo });
      return isKnown === undefined ? check().then(serve) : serve(isKnown);
    },
    follow: (server) => direct.follow(server),
    close: () => direct.close(),
  };
}
