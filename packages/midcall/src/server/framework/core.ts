import type { RunHandler, Shared } from "../call/run-handler.js";
import { OptionError } from "../../contracts/errors.js";
import { runHandler } from "../call/run-handler.js";
import { AttachError } from "../errors.js";
import { createDroppedRounds } from "../fallback/saved/dropped-rounds.js";
import { createSilentHosts } from "../fallback/saved/silent-hosts.js";
import { type ElicitationOptions, resolveOptions, type Settings } from "../options.js";
import { createOpenQuestions } from "../strategies/open-questions.js";
import { createRateLimit } from "../strategies/rate-limit.js";
import { type CompleteOptions, createCompletions } from "../url-mode/completions.js";
import type { RequestContext } from "./request-context.js";

/** What the entries for all frameworks have in common. */
export interface ElicitationCore {
  readonly settings: Settings;
  /**
   * Runs the author's handler for one request.
   *
   * @param context - `undefined` when the handler runs on a server that is not attached
   * @param build - how to build an attached server, for the error
   * @throws AttachError
   */
  run(context: RequestContext | undefined, build: string, fn: RunHandler): Promise<unknown>;
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
}

/**
 * @param withoutCompanions - the name of a framework to which midcall can add no tools and no view
 * @throws OptionError when an option is unusable
 */
export function createCore(
  options: ElicitationOptions,
  withoutCompanions?: string,
): ElicitationCore {
  const settings = resolveOptions(options);
  const way = settings.fallback?.find((one) => one === "app" || one === "relay");
  if (withoutCompanions !== undefined && way !== undefined) {
    throw new OptionError(
      `fallback: "${way}" needs a tool that midcall adds to the server, which is not possible with ${withoutCompanions}. ` +
        'Use "native" and "page" there, or midcall/server.',
    );
  }
  if (withoutCompanions !== undefined && settings.appElicits) {
    throw new OptionError(
      "app.elicitation needs a view that midcall adds to the server, which is not possible with " +
        `${withoutCompanions}. Leave it out there, or use midcall/server.`,
    );
  }
  const completions = createCompletions(settings);
  const rate = createRateLimit(settings.limits.questionsPerMinute, settings.now);
  const openQuestions = createOpenQuestions(settings);
  const droppedRounds = createDroppedRounds(settings.callStore, settings.now);
  const silentHosts = createSilentHosts(settings.callStore);
  const shared: Shared = {
    ...{ settings, completions, rate, openQuestions, droppedRounds, silentHosts },
  };
  return {
    settings,
    run(context, build, fn) {
      if (context !== undefined) return runHandler(shared, context, fn);
      return Promise.reject(
        new AttachError(
          "This handler runs on a server that is not attached, or is attached by another createElicitation. " +
            `Build the server with ${build}, of the same createElicitation as the handler.`,
        ),
      );
    },
    complete: (elicitationId, given) => completions.complete(elicitationId, given),
  };
}

/** Replaces the last argument of a handler, which is the context. */
export function withContext(
  fn: (...args: never[]) => unknown,
  args: readonly unknown[],
  context: unknown,
): unknown {
  return (fn as (...args: unknown[]) => unknown)(...args.slice(0, -1), context);
}
