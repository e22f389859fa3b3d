import { Hono } from "hono";
import { stream } from "hono/streaming";
import { isObject } from "../json.js";
import { answerElsewhere } from "./access/elsewhere-page.js";
import { type Guard, type OpenedRequest, type PagePlace, refuse } from "./access/guard.js";
import { createSealedReader } from "./access/read-sealed.js";
import {
  eventTo,
  responseTo,
  type SealedBytes,
  type SealedMessages,
  type SealedResponse,
} from "./access/sealed-messages.js";
import { SECURITY_HEADERS } from "./access/security-headers.js";
import { RequestError } from "./errors.js";
import type { PageFile } from "./page-files.js";
import type { StateFeed } from "./views/state-feed.js";

/** What the page of an application is served with. */
export interface AppParts {
  /** The routes that the page may use, and no others. */
  readonly api: Hono;
  /** `GET /events`: `Hello`, then `ConsoleState` in parts. */
  readonly feed: StateFeed;
  readonly guard: Guard;
  readonly place: PagePlace;
  readonly files: ReadonlyMap<string, PageFile>;
  onError(error: unknown): void;
}

/**
 * The HTTP application of the console, or of the page of bridges: the page, and its API behind one sealed route. All of it is below
 * the path of its place; elsewhere, nothing of a request is read, and no address takes a ticket or token.
 */
export function createApp({ api, feed, guard, place, files, onError }: AppParts): Hono {
  const { path } = place;
  const routes = createRoutes(api, onError);
  const read = createSealedReader();
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      context.res.headers.set(name, value);
  });
  app.use(guard.site);

  app.post(`${path}api/ticket`, async ({ req }) => {
    const sealed = await read(req.raw);
    if (sealed instanceof Response) return sealed;
    const token = await guard.redeem(sealed);
    return token === undefined ? refuse() : sealedResponse(token);
  });
  app.post(`${path}api/sealed`, async (context) => {
    const sealed = await read(context.req.raw);
    if (sealed instanceof Response) return sealed;
    const opened = await guard.open(sealed);
    if (opened === undefined) return refuse();
    const { messages } = opened;
    const request = toRequest(opened, context.req.raw.signal);
    if (request !== undefined && isForEvents(request)) {
      return stream(context, async (out) => {
        const closed = new AbortController();
        out.onAbort(() => closed.abort());
        const write = eventWriter(messages, sealed, (bytes) => out.write(bytes));
        await feed.stream(write, closed.signal);
      });
    }
    const answer = await answerOf(request && routes.fetch(request));
    return sealedResponse(await messages.seal(responseTo(sealed), answer));
  });
  app.all(`${path}api/*`, () => refuse());

  app.get(`${path}*`, ({ req }) => {
    const file = files.get(req.path.slice(path.length - 1));
    if (!file) return new Response("Not found", { status: 404 });
    return new Response(file.body, { headers: { "content-type": file.type } });
  });
  app.get("*", ({ req }) => answerElsewhere(req.raw));
  app.notFound(() => refuse());
  app.onError((error) => {
    onError(error);
    return new Response("Internal error", { status: 500 });
  });
  return app;
}

/** The API, for requests that were opened. */
function createRoutes(api: Hono, onError: (error: unknown) => void): Hono {
  const routes = new Hono();
  routes.route("/", api);
  routes.notFound((context) => context.json({ error: "There is no such route." }, 404));
  routes.onError((error, context) => {
    if (error instanceof RequestError) return context.json({ error: error.message }, error.status);
    onError(error);
    return context.json(
      { error: "An internal error occurred. The terminal shows the details." },
      500,
    );
  });
  return routes;
}

/** The request as the API takes it; `undefined`: it is none. */
function toRequest({ request }: OpenedRequest, signal: AbortSignal): Request | undefined {
  if (!isObject(request)) return undefined;
  const { method, path, body } = request;
  if (typeof method !== "string" || !/^(?:GET|POST|PUT|DELETE)$/.test(method)) return undefined;
  if (typeof path !== "string" || !path.startsWith("/")) return undefined;
  const json = body !== undefined && {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  if (method === "GET" && json) return undefined;
  // The host says nothing: only the path is used.
  return new Request(`http://api${path}`, { method, signal, ...json });
}

const isForEvents = ({ method, url }: Request): boolean =>
  method === "GET" && new URL(url).pathname === "/events";

async function answerOf(asked: Response | Promise<Response> | undefined): Promise<SealedResponse> {
  if (asked === undefined) return { status: 400, body: { error: "This is no request." } };
  const response = await asked;
  return { status: response.status, body: (await response.json()) as unknown };
}

const LENGTH_BYTES = 4;

/** Writes events one after another, each sealed, with its length before it. */
function eventWriter(
  messages: SealedMessages,
  request: SealedBytes,
  write: (bytes: SealedBytes) => Promise<unknown>,
): (event: string, data: unknown) => Promise<void> {
  let count = 0;
  return async (event, data) => {
    const sealed = await messages.seal(eventTo(request, count++), { event, data });
    const frame = new Uint8Array(LENGTH_BYTES + sealed.length);
    new DataView(frame.buffer).setUint32(0, sealed.length);
    frame.set(sealed, LENGTH_BYTES);
    await write(frame);
  };
}

const sealedResponse = (sealed: SealedBytes): Response =>
  new Response(sealed, { headers: { "content-type": "application/octet-stream" } });
