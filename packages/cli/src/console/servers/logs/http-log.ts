import type { FetchLike } from "@modelcontextprotocol/client";
import { displayText } from "midcall/form";
import type { HeaderMap } from "../../../connect/headers.js";
import { isObject } from "../../../json.js";
import type { HttpEntry, HttpHeader } from "../../views/api-types.js";
import type { Scrubber } from "../secrets/scrubber.js";
import { isSecretName, MASK, maskUrl } from "../secrets/secret-names.js";
import { createBoundedList } from "./bounded-list.js";

/** The latest HTTP requests of one server, with those for signing in. */
export interface HttpLog {
  /** `fetch`, with every request logged. */
  readonly fetch: FetchLike;
  /** Oldest first. */
  list(): readonly HttpEntry[];
  clear(): void;
  /** Grows with every change. */
  readonly seq: number;
}

/** Options of {@link createHttpLog}. */
export interface HttpLogOptions {
  readonly scrubber: Pick<Scrubber, "scrub">;
  /** The URL of the server: requests to other addresses are for signing in. */
  url(): string;
  /** The headers that the user has given. */
  headers(): HeaderMap;
  onChange(): void;
  /** For tests. */
  readonly send?: FetchLike | undefined;
}

const MOST = 300;
const MOST_CHARACTERS = 2 * 1024 * 1024;
const MOST_HEADERS = 60;
const LONGEST_VALUE = 500;
const LONGEST_URL = 2_000;
const LONGEST_PARSED = 1_000_000;
/** Headers whose value is a secret, or an argument of a tool. */
const SECRET =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|mcp-session-id|mcp-param-.*|dpop|x-csrf-token)$/i;

type OpenEntry = { -readonly [Name in keyof HttpEntry]: HttpEntry[Name] };

/** Creates an empty log. Secrets are masked before anything is kept; bodies are not kept. */
export function createHttpLog(options: HttpLogOptions): HttpLog {
  const { scrubber, onChange, send = (url, init) => fetch(url, init) } = options;
  let entries = createBoundedList<HttpEntry>(MOST, MOST_CHARACTERS);
  let last = 0;
  let seq = 0;
  const changed = (): void => {
    seq += 1;
    onChange();
  };
  const clean = (text: string, longest: number): string =>
    // Scrubbed before it is truncated, so that no part of a secret remains.
    displayText(scrubber.scrub(text).slice(0, longest));
  const headersOf = (headers: Headers): HttpHeader[] => {
    const given = Object.entries(options.headers());
    const isSecret = (name: string, value: string): boolean =>
      SECRET.test(name) ||
      isSecretName(name) ||
      given.some(([key, secret]) => key.toLowerCase() === name || secret === value);
    return [...headers].slice(0, MOST_HEADERS).map(([name, value]) => ({
      name: clean(name, 100),
      value: isSecret(name, value) ? MASK : clean(maskUrl(value), LONGEST_VALUE),
    }));
  };
  const begin = (address: string, init: RequestInit | undefined): OpenEntry => {
    const isMessage = address === options.url();
    const requestHeaders = headersOf(new Headers(init?.headers));
    return {
      seq: ++last,
      at: Date.now(),
      purpose: isMessage ? "messages" : "sign-in",
      method: (init?.method ?? "GET").toUpperCase(),
      url: clean(maskUrl(address), LONGEST_URL),
      // The body of another request may have a password or a token.
      message: isMessage ? readMessage(init?.body) : undefined,
      requestHeaders,
    };
  };
  const problemOf = (error: unknown): string => {
    const { name, cause } = Object(error) as { readonly name?: string; readonly cause?: unknown };
    if (name === "AbortError") return "It was ended by the console.";
    if (name === "TimeoutError") return "There was no response in time.";
    const { code, message } = Object(cause ?? error) as Record<string, unknown>;
    return clean(String(code ?? message ?? "The request failed."), 300);
  };

  return {
    async fetch(url, init) {
      let entry: OpenEntry | undefined;
      try {
        entry = begin(String(url), init);
        const size = JSON.stringify(entry).length + 2_000;
        entries.add(entry, size);
        changed();
      } catch {
        // A request that cannot be logged must still be sent.
      }
      const start = performance.now();
      const end = (part: Partial<OpenEntry>): void => {
        if (!entry) return;
        Object.assign(entry, part, { ms: Math.round(performance.now() - start) });
        changed();
      };
      try {
        const response = await send(url, init);
        const { status, headers } = response;
        end({ status, responseHeaders: headersOf(headers) });
        return response;
      } catch (error) {
        end({ problem: problemOf(error) });
        throw error;
      }
    },
    list: () => entries.list(),
    clear() {
      entries = createBoundedList(MOST, MOST_CHARACTERS);
      changed();
    },
    get seq() {
      return seq;
    },
  };
}

/** What a JSON-RPC message is about, without its content. */
function readMessage(body: unknown): HttpEntry["message"] {
  if (typeof body !== "string" || body.length > LONGEST_PARSED) return undefined;
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isObject(message)) return undefined;
  const { method, id, params } = message;
  const about = isObject(params) ? (params["name"] ?? params["uri"]) : undefined;
  return {
    method: typeof method === "string" ? displayText(method.slice(0, 200)) : undefined,
    id:
      typeof id === "number"
        ? id
        : typeof id === "string"
          ? displayText(id.slice(0, 100))
          : undefined,
    name: typeof about === "string" ? displayText(about.slice(0, 300)) : undefined,
  };
}
