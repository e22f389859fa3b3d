import {
  givesCode,
  isSubcommand,
  isSwitch,
  type Launcher,
  launcherKind,
  programName,
  takesCode,
} from "./launchers.js";
import { isSecretName, MASK, maskUrl } from "./secret-names.js";
import { isUrl } from "../../../is-url.js";

/** Whether a text is one run of characters that keys consist of: it cannot be a command line. */
export const isPlainSecret = (text: string): boolean => /^[\w.~+/=:-]+$/.test(text);

/** A path or a module, which could be what is run. */
const looksLikeFile = (word: string): boolean =>
  /^(?:\.{1,2}|~|[A-Za-z]:)?[\\/].*[\\/]|^\.{0,2}[\\/]|\.(?:[cm]?[jt]sx?|py|rb|pl|sh|exe|cmd|bat|ps1|jar|tgz|wasm)$|^(?:file|data|node|npm|git):/i.test(
    word,
  );

/** What the words before one say about it. */
interface Place {
  /** The last program that runs what its arguments say. */
  program: string;
  launcher: Launcher;
  /** Whether what it runs has been named. */
  named: boolean;
  /** From here on, words may be parts of code. */
  code: boolean;
  last: string;
}

function enter(place: Place, word: string): void {
  place.program = programName(word);
  place.launcher = launcherKind(word);
  place.named = place.launcher === undefined;
}

/** Whether a word names what a launcher runs. Unless that is certain, a later one may do so. */
const isCertain = ({ last, program, launcher }: Place, word: string): boolean =>
  !word.startsWith("-") &&
  !(program === "env" && word.includes("=")) &&
  !isSubcommand(word) &&
  (!last.startsWith("-") ||
    last.includes("=") ||
    isSwitch(last) ||
    (launcher === "interpreter" && /^-[usBO]$/.test(last)));

function maskWord(place: Place, word: string): string {
  const { last, named, program } = place;
  const [, flag, name = "", value] = /^(--?|\/)?([\w.-]+)=([^]*)$/.exec(word) ?? [];
  if (value !== undefined && isSecretName(name)) {
    const canBeProgram = flag !== "--" && flag !== "-" && !named && !isSwitchValue(place);
    if (isPlainSecret(value) && !canBeProgram) return `${flag ?? ""}${name}=${MASK}`;
    return word;
  }
  if (/^https?:/i.test(word)) return maskWordUrl(word);
  const option = /^(?:--?|\/)([\w.-]+)$/.exec(last)?.[1];
  const isSecret = option !== undefined && isSecretName(option) && named;
  const isProgram = looksLikeFile(word) || launcherKind(word) !== undefined;
  return isSecret && !isProgram && isPlainSecret(word) && !takesCode(last, program) ? MASK : word;
}

/** Whether `NAME=value` is a variable for what is run: `env NAME=value`, `docker run -e NAME=value`. */
const isSwitchValue = ({ program, last }: Place): boolean =>
  program === "env" || (/^(?:docker|podman)$/.test(program) && /^(?:-e|--env)$/.test(last));

/** A URL in which only plain values are masked. */
function maskWordUrl(word: string): string {
  if (!/^https?:\/\/[\w.~+/=:?&%#@-]+$/i.test(word) || !isUrl(word)) return word;
  const { username, password, searchParams } = new URL(word);
  const isSafe =
    isPlainSecret(`${username}.${password}`) &&
    [...searchParams].every(([name, value]) => !isSecretName(name) || isPlainSecret(value));
  const masked = isSafe ? maskUrl(word) : word;
  return new URL(word).href === masked ? word : masked;
}

/**
 * A command's arguments for the user who decides about it. A value is masked only where it can be nothing but a secret:
 * `--api-key X`, `--api-key=X`, `API_KEY=X`. Code, and what is run, is never hidden.
 */
export function maskWords(words: readonly string[], command = ""): string[] {
  return walk(words, command).masked;
}

/** Whether a command line gives code to a shell or runtime. The code can use its variables. */
export const runsCode = (words: readonly string[], command: string): boolean =>
  walk(words, command).code;

function walk(
  words: readonly string[],
  command: string,
): { readonly masked: string[]; readonly code: boolean } {
  const place: Place = { program: "", launcher: undefined, named: true, code: false, last: "" };
  enter(place, command);
  const masked = words.map((word) => {
    const { last, program, launcher } = place;
    const isCode = last !== "" && takesCode(last, program);
    if (isCode && launcher === "interpreter" && givesCode(last)) place.code = true;
    const shown = place.code || isCode ? word : maskWord(place, word);
    if (!place.code && shown === word) {
      if (launcherKind(word) !== undefined && !isSubcommand(word)) enter(place, word);
      else if (!place.named && isCertain(place, word)) place.named = true;
    }
    place.last = word;
    return shown;
  });
  return { masked, code: place.code };
}
