/** A step on a page: its expected heading, the values by label, and the button to press. */
export interface PageStep {
  readonly on: string;
  readonly fill?: Readonly<Record<string, string>>;
  readonly press?: string;
}

/** A headless browser with cookies, redirects, labels and buttons, but without scripts. */
export interface ScriptedBrowser {
  /** @throws Error when the page cannot be loaded */
  open(url: string): Promise<void>;
  /** @throws Error when there is no such field or button */
  press(button: string, fill?: Readonly<Record<string, string>>): Promise<void>;
  heading(): string;
  url(): string;
}

/** @param stopAt - whether to stop at a URL without loading it */
export function createScriptedBrowser(stopAt?: (url: string) => boolean): ScriptedBrowser {
  // By host name, because cookies ignore the port.
  const jars = new Map<string, Map<string, string>>();
  let at = "about:blank";
  let body = "";

  const load = async (target: string, form?: URLSearchParams): Promise<void> => {
    let url = target;
    let sent = form;
    for (let hops = 0; hops < 20; hops++) {
      at = url;
      body = "";
      if (stopAt?.(url)) return;
      const { hostname } = new URL(url);
      const jar = jars.get(hostname) ?? new Map<string, string>();
      jars.set(hostname, jar);
      const response = await fetch(url, {
        redirect: "manual",
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(sent && { method: "POST", body: sent }),
      });
      for (const line of response.headers.getSetCookie()) keep(jar, line);
      body = await response.text();
      const [, refresh] = /http-equiv="refresh"\s+content="0;url=([^"]*)"/.exec(body) ?? [];
      const next = response.headers.get("location") ?? (refresh && plain(refresh));
      if (!next) return;
      url = new URL(next, url).href;
      sent = undefined;
    }
    throw new Error(`Too many redirects at ${at}.`);
  };

  return {
    open: (url) => load(url),
    async press(button, fill = {}) {
      const form = (body.match(/<form[\s\S]*?<\/form>/g) ?? []).find((html) =>
        buttonsOf(html).has(button),
      );
      if (form === undefined) throw new Error(`"${headingOf(body)}" has no button "${button}".`);
      const data = new URLSearchParams(valuesOf(form));
      for (const [label, value] of Object.entries(fill)) data.set(nameOf(form, label), value);
      const [name, value] = buttonsOf(form).get(button)!;
      if (name !== "") data.set(name, value);
      const action = attributesOf(/<form[^>]*>/.exec(form)![0]).get("action") ?? "";
      await load(new URL(action, at).href, data);
    },
    heading: () => headingOf(body),
    url: () => at,
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const cut = pair.indexOf("=");
  const gone = attributes.some((one) => /max-age=0|expires=Thu, 01 Jan 1970/i.test(one));
  if (gone) jar.delete(pair.slice(0, cut));
  else jar.set(pair.slice(0, cut), pair.slice(cut + 1));
}

function headingOf(html: string): string {
  return words(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "(no heading)");
}

/** The initial values of a form. */
function valuesOf(form: string): [string, string][] {
  const selected = [...form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)].map(
    ([, tag = "", options = ""]): [string, string] => {
      const chosen = /<option[^>]*\bselected\b[^>]*>/.exec(options)?.[0] ?? "";
      return [attributesOf(tag).get("name") ?? "", attributesOf(chosen).get("value") ?? ""];
    },
  );
  const typed = [...form.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const attributes = attributesOf(tag);
    const ticks = /^(radio|checkbox)$/.test(attributes.get("type") ?? "");
    if (ticks && !attributes.has("checked")) return [];
    return [[attributes.get("name") ?? "", attributes.get("value") ?? ""]];
  });
  return [...selected, ...typed].filter(([name]) => name !== "");
}

/** The buttons of a form by label, with their names and values. */
function buttonsOf(form: string): Map<string, [string, string]> {
  return new Map(
    [...form.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)].map(([, tag = "", label = ""]) => {
      const attributes = attributesOf(tag);
      return [words(label), [attributes.get("name") ?? "", attributes.get("value") ?? ""]];
    }),
  );
}

function nameOf(form: string, label: string): string {
  for (const [, tag = "", text = ""] of form.matchAll(/<label([^>]*)>([\s\S]*?)<\/label>/g)) {
    const id = attributesOf(tag).get("for");
    if (words(text).startsWith(label) && id !== undefined) {
      const field = new RegExp(`<(?:input|select|textarea)[^>]*\\bid="${id}"[^>]*>`).exec(form);
      return attributesOf(field?.[0] ?? "").get("name") ?? id;
    }
  }
  throw new Error(`There is no field "${label}".`);
}

function attributesOf(tag: string): Map<string, string> {
  return new Map(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name,
      plain(value),
    ]),
  );
}

const words = (html: string): string =>
  plain(html.replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();

function plain(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
