import { spawn } from "node:child_process";
import { safeLine } from "../../safe-text.js";
import { environmentLanguage, type OtherLanguage } from "../../terminal-language.js";

const SCRIPT = 'on run argv\ndisplay notification (item 1 of argv) with title "midcall"\nend run';
const LONGEST_NAME = 80;

/** “{server} has a question for you.” */
const TEXTS: Readonly<Record<OtherLanguage | "en", (server: string) => string>> = {
  en: (server) => `${server} has a question for you.`,
  ar: (server) => `لدى \u2068${server}\u2069 سؤال لك.`,
  de: (server) => `${server} hat eine Frage an Sie.`,
  es: (server) => `${server} tiene una pregunta para usted.`,
  fr: (server) => `${server} a une question pour vous.`,
  ja: (server) => `${server} から質問があります。`,
};

/** The text of the notification, in the language of the environment. The question stays on the page. */
export function notificationText(server: string, env: NodeJS.ProcessEnv = process.env): string {
  // A shared configuration may have named the server. Desktops read a notification as markup.
  const name = safeLine(server, LONGEST_NAME).replace(/[<>&]/g, "");
  return TEXTS[environmentLanguage(env) ?? "en"](name);
}

/** Shows a notification of the desktop, where there is a program for it: a question waits on a page that is not in sight. */
export function notifyUser(server: string): void {
  const text = notificationText(server);
  const command =
    process.platform === "darwin"
      ? (["osascript", ["-e", SCRIPT, text]] as const)
      : process.platform === "linux"
        ? (["notify-send", ["--app-name=midcall", "--", "midcall", text]] as const)
        : undefined;
  if (command === undefined) return;
  const child = spawn(command[0], command[1], { stdio: "ignore" });
  // There is no such program: the page has it all.
  child.once("error", () => {});
  child.unref();
}
