import { confirm, isCancel } from "@clack/prompts";
import { hasScreen } from "midcall/open-page";
import { acquireInput } from "midcall/terminal";
import { openInBrowser } from "../open-in-browser.js";
import type { StartedSignIn } from "../../connect/oauth/authorizing/authorize.js";
import type { SignInOffer } from "../../connect/oauth/authorizing/discover.js";
import type { SignIn } from "../../connect/oauth/sign-in.js";
import { SignInError } from "../../connect/oauth/sign-in-error.js";
import { ConnectError } from "../../errors.js";
import { safeLine, safeText } from "../../safe-text.js";
import { inspectSignIn } from "./sign-in-address.js";

/** What {@link signInHere} needs. */
export interface SignInParts {
  readonly signIn: SignIn;
  /** The directory of the vault, for the explanation. */
  readonly stateDir: string;
  /** A client ID that the user has passed. */
  readonly clientId: string | undefined;
  readonly signal: AbortSignal;
  /** Ends the command like Ctrl-C. */
  readonly interrupt: () => void;
}

const REMIND_MS = 60_000;

/** Whether a user is at this terminal who could sign in. */
const hasUser = (): boolean =>
  process.stdin.isTTY === true && process.stderr.isTTY === true && !process.env["CI"];

/**
 * Lets the user sign in at the terminal: says where and for what, opens the page when the user agrees, and waits for
 * their return.
 *
 * @throws ConnectError with the problem `sign-in`: what to do where there is no user, or why it failed
 */
export async function signInHere(
  reason: SignInError,
  offer: SignInOffer,
  parts: SignInParts,
): Promise<void> {
  const place = await placeOf(offer);
  if (!hasUser()) {
    throw new ConnectError(
      "sign-in",
      `${reason.message} This is done at ${place}, by a user: run midcall call --list ${safeLine(offer.server)} in a terminal once, which keeps the sign-in in ${parts.stateDir}. Or pass --header @FILE.`,
    );
  }
  const say = (text: string): void => void process.stderr.write(`${safeText(text)}\n`);
  if (reason.problem !== "needed") say(reason.message);
  say(`This server needs you to sign in at ${place}.`);
  const scopes = offer.scopes.map((scope) => safeLine(scope, 200)).join(", ");
  if (scopes !== "") say(`You are asked to allow: ${scopes}`);
  try {
    const started = await parts.signIn.start(
      offer,
      parts.clientId === undefined ? undefined : { clientId: parts.clientId },
    );
    const stop = (): void => started.cancel();
    parts.signal.addEventListener("abort", stop, { once: true });
    try {
      if (parts.signal.aborted) stop();
      await finishInBrowser(started, parts, say);
      say("You are signed in.");
    } finally {
      parts.signal.removeEventListener("abort", stop);
      stop();
    }
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const advice = error.problem === "client-id" ? " Pass it with --client-id ID." : "";
    throw new ConnectError("sign-in", `${error.message}${advice}`, { cause: error });
  }
}

async function finishInBrowser(
  { url, port, done }: StartedSignIn,
  { signal, interrupt }: SignInParts,
  say: (line: string) => void,
): Promise<void> {
  const inspected = await inspectSignIn(url);
  for (const { message } of inspected.ok ? inspected.warnings : []) say(`! ${message}`);
  say(`\n${url}\n`);
  if (!hasScreen()) {
    say(
      `Open this address in a browser on this computer. From another one, forward the port first: ssh -L ${port}:127.0.0.1:${port} …`,
    );
  } else if (await agrees(done, signal, interrupt)) {
    if (!(await openInBrowser(url, endOf(done))))
      say("Could not start a browser. Open the address yourself.");
  }
  const reminder = setInterval(() => {
    say("Still waiting for you to sign in. Press Ctrl-C to stop.");
  }, REMIND_MS);
  try {
    say("Waiting for you to sign in. Press Ctrl-C to stop.");
    await done;
  } finally {
    clearInterval(reminder);
  }
}

function endOf(done: Promise<unknown>): AbortSignal {
  const over = new AbortController();
  const end = (): void => over.abort();
  void done.then(end, end);
  return over.signal;
}

/** Asks before the page is opened. The question goes away if the user opens the address by hand. */
async function agrees(
  done: Promise<unknown>,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<boolean> {
  const either = AbortSignal.any([signal, endOf(done)]);
  const { stdin: input, stderr: output } = process;
  const release = await acquireInput(input, either);
  const answer = await confirm({
    message: "Open this page in your browser?",
    active: "Open",
    inactive: "I open it myself",
    input,
    output,
    signal: either,
  }).finally(release);
  if (isCancel(answer) && !either.aborted) interrupt();
  return answer === true;
}

/** The registrable domain of the page to sign in. */
async function placeOf({ metadata }: SignInOffer): Promise<string> {
  const found = await inspectSignIn(metadata.authorization_endpoint);
  return safeLine(found.ok ? found.parts.highlight : new URL(metadata.issuer).host, 200);
}
