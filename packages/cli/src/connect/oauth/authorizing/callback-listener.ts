import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LARGEST_HEADERS, REMOVE_WORKER, refuseOtherUsers } from "midcall/open-page";
import { CALLBACK_HEADERS, callbackPage } from "./callback-page.js";
import type { CallbackOutcome } from "./callback-texts.js";
import { SignInError } from "../sign-in-error.js";
import { isUrl } from "../../../is-url.js";

/** What the authorization server has sent back with the user. Untrusted. */
export interface CallbackAnswer {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  /** The issuer, as the authorization server names itself (RFC 9207). */
  readonly iss?: string | undefined;
}

/** Waits on this computer for the user to return from the authorization server (RFC 8252). */
export interface CallbackListener {
  readonly redirectUri: string;
  /** Only a request with this value is an answer. */
  readonly state: string;
  /** Rejects when the time is over, or when the listener is closed before. */
  readonly answer: Promise<CallbackAnswer>;
  close(): void;
}

/** Options of {@link listenForCallback}. */
export interface CallbackOptions {
  /** An earlier redirect URI of this computer to use again; another one is used if its port is taken. */
  readonly redirectUri?: string | undefined;
  /** The path, for clients that were registered by hand. Default: random. */
  readonly path?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 10 * 60_000;
const LONGEST = 8_192;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Starts listening on 127.0.0.1. The first request with the right state is the answer; then it stops listening. */
export async function listenForCallback({
  redirectUri: wanted,
  path = `/${randomBytes(16).toString("base64url")}`,
  timeoutMs = TIMEOUT_MS,
}: CallbackOptions = {}): Promise<CallbackListener> {
  const state = randomBytes(32).toString("base64url");
  const before = wanted === undefined ? undefined : new URL(wanted);
  const server = createServer({ maxHeaderSize: LARGEST_HEADERS }, (request, response) => {
    handle(request, response);
  });
  refuseOtherUsers(server);
  const { port, pathname } = await bind();
  const own = `127.0.0.1:${port}`;

  let settle: (answer: CallbackAnswer) => void;
  let fail: (error: SignInError) => void;
  const answer = new Promise<CallbackAnswer>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  answer.catch(() => {});
  const timer = setTimeout(() => {
    end(new SignInError("late", "Nobody has finished signing in. Start again when you are ready."));
  }, timeoutMs);

  return {
    redirectUri: `http://${own}${pathname}`,
    state,
    answer,
    close: () => end(new SignInError("cancelled", "Signing in was cancelled.")),
  };

  async function bind(): Promise<{ port: number; pathname: string }> {
    const listen = (port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", () => {
          server.off("error", reject);
          resolve((server.address() as AddressInfo).port);
        });
      });
    if (before?.hostname === "127.0.0.1" && before.port !== "") {
      try {
        return { port: await listen(Number(before.port)), pathname: before.pathname };
      } catch {
        // Another program uses the port.
      }
    }
    return { port: await listen(0), pathname: path };
  }

  function end(error?: SignInError): void {
    clearTimeout(timer);
    if (error) fail(error);
    server.close();
    // A request that others have begun and do not end must not keep the process alive.
    server.closeAllConnections();
  }

  function handle({ method, url = "", headers }: IncomingMessage, response: ServerResponse): void {
    const say = (status: number, outcome: CallbackOutcome): void => {
      const page = callbackPage(outcome, headers["accept-language"]);
      response.writeHead(status, CALLBACK_HEADERS).end(page);
    };
    // Another name for this computer is another site for the browser.
    const base = `http://${own}`;
    if (headers.host === own && method === "GET" && headers["service-worker"] === "script") {
      // There is none here, so it is that of a program which had the port before.
      const script = { ...CALLBACK_HEADERS, "content-type": "text/javascript" };
      response.writeHead(200, script).end(REMOVE_WORKER);
      return;
    }
    const parsed = url.length <= LONGEST && isUrl(url, base) ? new URL(url, base) : undefined;
    if (headers.host !== own || method !== "GET" || parsed?.pathname !== pathname) {
      return say(404, "not-found");
    }
    const one = (name: string): string | undefined => {
      const all = parsed.searchParams.getAll(name);
      return all.length === 1 ? all[0] : undefined;
    };
    if (!timingSafeEqual(digest(one("state") ?? ""), digest(state))) {
      return say(400, "other");
    }
    const [code, error] = [one("code"), one("error")];
    response.once("close", () => end());
    if (code === undefined || error !== undefined) {
      say(200, "refused");
    } else {
      say(200, "signed-in");
    }
    settle({
      code,
      error: error ?? (code === undefined ? "invalid_request" : undefined),
      iss: one("iss"),
    });
  }
}
