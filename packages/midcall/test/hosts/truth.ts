import { isDeepStrictEqual } from "node:util";
import type { Deed, SimulatedHost, ShownQuestion } from "./parts/index.js";
import type { Site, Told } from "./site.js";

/** A lie or an unconfirmed action, in words; none if the author has seen the truth. */
export function liesIn(site: Site, host: SimulatedHost): readonly string[] {
  const { deeds } = host;
  return [
    ...unconfirmed(site, deeds),
    ...site.told
      .filter(({ via }) => via !== "relay")
      .filter((told) => !isTrue(told, host))
      .map((told) => `untrue: ${JSON.stringify(told)} after ${JSON.stringify(deeds)}`),
  ];
}

/** Targets that were deleted more often than a user has agreed to it. */
function unconfirmed({ deleted }: Site, deeds: readonly Deed[]): readonly string[] {
  return [...new Set(deleted)].flatMap((target) => {
    const done = deleted.filter((one) => one === target).length;
    const agreed = deeds.filter(
      ({ question, act }) =>
        question.message.startsWith(`Delete ${target}?`) &&
        act.does === "accepts" &&
        act.content?.["confirm"] === true,
    ).length;
    return done > agreed ? [`deleted ${target} ${done} times after ${agreed} times yes`] : [];
  });
}

/** Whether something that a user did accounts for what the handler was told. */
function isTrue(told: Told, host: SimulatedHost): boolean {
  const deeds = host.deeds.filter(
    ({ question }) =>
      isAbout(question, told) && (told.via === undefined || told.via === question.where),
  );
  const did = (does: string): boolean => deeds.some(({ act }) => act.does === does);
  const { onQuestion, cancelIsDecline } = host.traits;
  // A host can lose what is entered in its own form, not in a view.
  const isEmptied = ({ where }: ShownQuestion): boolean =>
    where === "native" && host.traits.emptiesAccepts;
  // What a host says in its user's name, as slowly as a user or under a name nobody knows, cannot be told from it.
  const invents = (action: string): boolean =>
    onQuestion.does === "answers-itself" && onQuestion.action === action && !isKnown(host, action);
  switch (told.action) {
    case "yes":
      return deeds.some(({ act }) => act.does === "accepts" && act.content?.["confirm"] === true);
    case "no":
      return (
        did("declines") ||
        did("closes") ||
        invents("decline") ||
        invents("cancel") ||
        deeds.some(({ act }) => act.does === "accepts" && act.content?.["confirm"] === false)
      );
    case "accept":
      return (
        deeds.some(
          ({ question, act }) =>
            act.does === "accepts" &&
            isContent(told.data, question, isEmptied(question) ? {} : (act.content ?? {})),
        ) ||
        (invents("accept") && isDeepStrictEqual(told.data, {})) ||
        // Where nothing is confirmed or written, nobody can tell a stray key from the user's own.
        (onQuestion.does === "stray-key" && told.via === "native")
      );
    case "decline":
      return did("declines") || (cancelIsDecline && did("closes")) || invents("decline");
    case "cancel":
      return did("closes") || invents("cancel");
    default:
      // That nobody answered is true unless an answer in time was lost.
      return true;
  }
}

/** Whether the data are what was entered, as far as the form has such fields. */
function isContent(
  data: unknown,
  { requestedSchema }: ShownQuestion,
  entered: Readonly<Record<string, unknown>>,
): boolean {
  const { properties = {} } = (requestedSchema ?? {}) as { properties?: object };
  const fields = Object.keys(properties).filter((field) => entered[field] !== undefined);
  const expected = Object.fromEntries(fields.map((field) => [field, entered[field]]));
  return data === undefined || isDeepStrictEqual(data, expected);
}

/** What is said of hosts that answer by themselves, by name. */
const KNOWN_FOR: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["decline", "cancel"],
  "claude-ai": ["decline", "cancel"],
  "codex-mcp-client": ["decline", "cancel", "accept"],
};

/** Whether the list of known hosts says of this host that it answers like this by itself. */
function isKnown({ traits: { name } }: SimulatedHost, action: string): boolean {
  return KNOWN_FOR[name]?.includes(action) === true;
}

/** Whether a question was that of this handler: it names what the call is about. */
function isAbout({ message }: ShownQuestion, { args }: Told): boolean {
  return message.includes(String(args["target"]));
}
