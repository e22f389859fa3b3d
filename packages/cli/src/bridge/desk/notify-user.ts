import { spawn } from "node:child_process";

const SCRIPT = 'on run argv\ndisplay notification (item 1 of argv) with title "midcall"\nend run';
const LONGEST_NAME = 80;

/** Shows a notification of the desktop, where there is a program for it: a question waits on a page that is not in sight. */
export function notifyUser(server: string): void {
  // The name comes from the user's own configuration; the question stays on the page.
  const text = `${server.slice(0, LONGEST_NAME)} has a question for you.`;
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
