import { type FormattingOptions, getNodeValue, modify, type Node } from "jsonc-parser";
import { isObject, member } from "../json.js";
import { HEADERS_VARIABLE, readBridgeWords } from "./bridge-words.js";
import { applyEdits, type Edit, parseDocument } from "./server-entries.js";
import { endOf, type Members, membersOf, textsOf, URL_KEYS } from "./wrap-entry.js";

const LAYOUT: FormattingOptions = { insertSpaces: true, tabSize: 2 };

/**
 * Takes the bridge away from an entry, whatever else has been changed in it since.
 *
 * @param original - the text of the entry before it was wrapped, if it is known
 * @returns `undefined` if it is not wrapped
 */
export function unwrapEntry(text: string, original: string | undefined): string | undefined {
  const root = parseDocument(text);
  const outer = membersOf(root);
  const given = outer?.get("command")?.value;
  const isNested = given?.type === "object";
  const members = isNested ? membersOf(given) : outer;
  const command = members?.get(isNested ? "path" : "command");
  const args = members?.get("args");
  const words = textsOf(args?.value);
  if (!members || !args || !words || typeof command?.value.value !== "string") return undefined;
  const found = readBridgeWords(command.value.value, words);
  if (!found) return undefined;
  const word = args.value.children![found.original]!;
  const before = text.slice(word.offset, endOf(word));
  if (found.kind === "url") return unwrapUrl(text, members, before, original);
  const hadArgs = original === undefined || hadArguments(original);
  const isLast = found.original === words.length - 1;
  if (isLast && !hadArgs) {
    const path = isNested ? ["command", "args"] : ["args"];
    const restored: Edit = { start: command.value.offset, end: endOf(command.value), text: before };
    return withoutProperty(text, command.property, args.property, path, restored);
  }
  const rest = text.slice(endOf(word));
  const comma = isLast ? "" : /^\s*, ?/.exec(rest)![0];
  return applyEdits(text, [
    { start: command.value.offset, end: endOf(command.value), text: before },
    { start: args.value.offset + 1, end: endOf(word) + comma.length, text: "" },
  ]);
}

function hadArguments(original: string): boolean {
  const value: unknown = getNodeValue(parseDocument(original));
  const command = member(value, "command");
  return member(isObject(command) ? command : value, "args") !== undefined;
}

/** Removes the property that was added after another one, and replaces a part of that one. */
function withoutProperty(
  text: string,
  previous: Node,
  property: Node,
  path: string[],
  edit: Edit,
): string {
  const between = text.slice(endOf(previous), property.offset);
  if (property.offset > previous.offset && /^\s*,\s*$/.test(between)) {
    return applyEdits(text, [edit, { start: endOf(previous), end: endOf(property), text: "" }]);
  }
  return applyEdits(applyModify(text, path, undefined), [
    property.offset > previous.offset ? edit : shiftedEdit(text, path, edit),
  ]);
}

/** Where an edit is after an earlier property was removed. */
function shiftedEdit(text: string, path: string[], edit: Edit): Edit {
  const shift = applyModify(text, path, undefined).length - text.length;
  return { ...edit, start: edit.start + shift, end: edit.end + shift };
}

function applyModify(text: string, path: string[], value: unknown): string {
  const edits = modify(text, path, value, { formattingOptions: LAYOUT });
  return applyEdits(
    text,
    edits.map(({ offset, length, content }) => ({
      start: offset,
      end: offset + length,
      text: content,
    })),
  );
}

function unwrapUrl(
  text: string,
  members: Members,
  url: string,
  original: string | undefined,
): string {
  const known = original === undefined ? undefined : membersOf(parseDocument(original));
  const key = URL_KEYS.find((name) => known?.has(name)) ?? "url";
  const type = known?.get("type");
  const headers = known?.get("headers");
  let result = text;
  const env = members.get("env");
  const variable: unknown = env && member(getNodeValue(env.value), HEADERS_VARIABLE);
  if (env && typeof variable === "string") {
    const sameHeaders =
      headers !== undefined && JSON.stringify(getNodeValue(headers.value)) === variable;
    const value = sameHeaders
      ? original!.slice(headers.value.offset, endOf(headers.value))
      : variable;
    const isAlone = env.value.children?.length === 1;
    const property = `"headers": ${value}`;
    result = applyEdits(result, [
      isAlone
        ? { start: env.property.offset, end: endOf(env.property), text: property }
        : { start: env.property.offset, end: env.property.offset, text: `${property}, ` },
    ]);
    if (!isAlone) result = applyModify(result, ["env", HEADERS_VARIABLE], undefined);
  }
  const now = membersOf(parseDocument(result))!;
  const typeNow = now.get("type");
  if (typeNow?.value.value === "stdio") {
    const before = type ? original!.slice(type.value.offset, endOf(type.value)) : '"http"';
    const { offset } = typeNow.value;
    result = applyEdits(result, [{ start: offset, end: endOf(typeNow.value), text: before }]);
  }
  const last = membersOf(parseDocument(result))!;
  const [command, args] = [last.get("command")!.property, last.get("args")!.property];
  const restored: Edit = {
    start: command.offset,
    end: endOf(command),
    text: `${JSON.stringify(key)}: ${url}`,
  };
  return withoutProperty(result, command, args, ["args"], restored);
}
