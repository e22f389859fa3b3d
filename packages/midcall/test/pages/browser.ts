type Fetch = (request: Request) => Promise<Response>;

/** A page as a test sees it. */
export interface Seen {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly title: string;
}

/**
 * A browser for tests: cookies per host, redirects, refreshes and forms, no script. As in real ones,
 * cookies do not tell ports apart, and our own referrer policy makes the origin of a form "null".
 */
export class Browser {
  readonly cookies: Map<string, Map<string, string>> = new Map();
  readonly trail: string[] = [];
  readonly #sites: Readonly<Record<string, Fetch>>;

  constructor(sites: Readonly<Record<string, Fetch>>) {
    this.#sites = sites;
  }

  /** A copy with the same cookies: what somebody has who stole them. */
  clone(): Browser {
    const copy = new Browser(this.#sites);
    for (const [host, jar] of this.cookies) copy.cookies.set(host, new Map(jar));
    return copy;
  }

  async send(url: string, init: RequestInit = {}): Promise<Seen> {
    const target = new URL(url);
    const headers = new Headers(init.headers);
    const jar = this.cookies.get(target.hostname) ?? new Map<string, string>();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "" && !headers.has("cookie")) headers.set("cookie", cookie);
    const request = new Request(target, { ...init, headers, redirect: "manual" });
    const site = this.#sites[target.origin];
    const response = await (site ? site(request) : fetch(request));
    this.trail.push(`${request.method} ${url}`);
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const cut = pair.indexOf("=");
      const gone = attributes.some((attribute) =>
        /max-age=0|expires=Thu, 01 Jan 1970/i.test(attribute),
      );
      if (gone) jar.delete(pair.slice(0, cut));
      else jar.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    this.cookies.set(target.hostname, jar);
    const body = await response.text();
    const title = unescape(/<title>([^<]*)/.exec(body)?.[1] ?? "");
    return { status: response.status, url, headers: response.headers, body, title };
  }

  /** Follows redirects and refreshes to where a person would end up. */
  async arrive(seen: Seen, stopAt?: (url: string) => boolean): Promise<Seen> {
    let at = seen;
    for (let hops = 0; hops < 20; hops++) {
      const location = at.headers.get("location");
      const refresh = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(at.body)?.[1];
      const next = location ?? (refresh && unescape(refresh));
      if (!next) return at;
      const url = new URL(next, at.url).href;
      if (stopAt?.(url)) return at;
      at = await this.send(url);
    }
    throw new Error("Too many redirects.");
  }

  async open(url: string, init?: RequestInit): Promise<Seen> {
    return this.arrive(await this.send(url, init));
  }

  /** Presses a button of the first form, with these inputs over those that are there. */
  async press(seen: Seen, action: string | undefined, inputs: Inputs = {}): Promise<Seen> {
    return this.arrive(await this.pressOnly(seen, action, inputs));
  }

  /** The same without going anywhere afterwards. */
  async pressOnly(seen: Seen, action: string | undefined, inputs: Inputs = {}): Promise<Seen> {
    const form = formWith(seen.body, action);
    const data = new URLSearchParams(hiddenInputs(form));
    for (const [name, value] of Object.entries(inputs)) {
      data.delete(name);
      for (const one of [value].flat()) data.append(name, one);
    }
    if (action !== undefined) data.set("action", action);
    const path = unescape(/<form[^>]* action="([^"]*)"/.exec(form)?.[1] ?? "");
    return this.send(new URL(path, seen.url).href, {
      method: "POST",
      body: data.toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        origin: "null",
      },
    });
  }
}

type Inputs = Readonly<Record<string, string | readonly string[]>>;

function formWith(body: string, action: string | undefined): string {
  const forms = body.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const found = forms.find(
    (form) => action === undefined || form.includes(`name="action" value="${action}"`),
  );
  if (!found) throw new Error(`No form with ${action}: ${body.slice(0, 600)}`);
  return found;
}

export function hiddenInputs(form: string): [string, string][] {
  return [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, unescape(value)],
  );
}

export function unescape(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
