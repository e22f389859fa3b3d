import { OptionError } from "../../contracts/errors.js";
import { describeValue } from "../../internal/describe-value.js";
import { isObject } from "../../internal/is-object.js";
import { WAYS } from "./ways.js";

/** The options that say how the user is asked where the host cannot, as an author may have written them. */
interface FallbackOptions {
  readonly fallback?: unknown;
  readonly app?: unknown;
  readonly openBrowser?: unknown;
}

/** @throws OptionError */
export function checkFallbackOptions({ fallback, app, openBrowser }: FallbackOptions): void {
  checkWays(fallback);
  checkApp(app);
  if (openBrowser !== undefined && typeof openBrowser !== "function") {
    throw new OptionError(
      `openBrowser must be a function that opens a URL in the user's browser, not ${describeValue(openBrowser)}. ` +
        "Leave it out to use the machine's default browser.",
    );
  }
}

function checkWays(ways: unknown): void {
  const problem = problemOfWays(ways);
  if (problem !== undefined) throw new OptionError(problem);
}

/** What is wrong with a value of `fallback`, in words; `undefined` if nothing is. */
export function problemOfWays(ways: unknown): string | undefined {
  if (ways === undefined) return undefined;
  const list = WAYS.map((way) => `"${way}"`).join(", ");
  const isList =
    Array.isArray(ways) &&
    ways.length > 0 &&
    ways.every((way, place) => WAYS.includes(way) && ways.indexOf(way) === place);
  if (isList) return undefined;
  return (
    `fallback must be a list of ${list}, each at most once and at least one, not ${describeValue(ways)}. ` +
    "Leave it out for the default."
  );
}

function checkApp(app: unknown): void {
  if (app === undefined) return;
  if (!isObject(app)) {
    throw new OptionError(
      `app must be an object such as { confirm: false }, not ${describeValue(app)}. ` +
        'The view itself is turned on and off by "app" in fallback.',
    );
  }
  for (const [name, value] of Object.entries(app)) {
    if (value === undefined || typeof value === "boolean") continue;
    throw new OptionError(`app.${name} must be true or false, not ${describeValue(value)}.`);
  }
}
