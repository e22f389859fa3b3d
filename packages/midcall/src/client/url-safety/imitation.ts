/*
 * Endings that people take for the end of a host. They are chosen on purpose: what often stands inside of real hosts is
 * not among them, such as regions (`us`, `eu`, `uk`), environments (`dev`, `app`, `cloud`) and `my`.
 */
const ENDINGS = new Set(
  "com org net edu gov mil io ai co me tv so gg ly sh to info biz xyz de fr nl it es pl ch at se no dk fi be cz pt gr hu ro ru ua tr kr za mx nz ie".split(
    " ",
  ),
);

/** Endings that hardly anything but a name stands before, so that any word before them makes one. */
const STRONG = /^(com|gov|edu)$/;
/** With one of these before a country, as in `co.uk`, two labels are the ending. */
const SECOND = /^(com?|org?|net?|gov|gob|gouv|edu|ac)$/;
const END = /(\.(com?|org?|net?|gov|gob|gouv|edu|ac)\.[a-z]{2}|\.?[^.]+)$/;
/** An ending that is a label, or continues after a hyphen: `com-login`. */
const JOINED = /^(com|org|net|gov|edu)(?=-|$)/;
/** A domain that is spelled in one label: `github-com`, `paypal-com-login`. */
const SPELLED = /^(.{3,}?)-(com(?=-|$)|gov$|co-uk(?=-|$))/;
/** Parts of one service, which are no name before an ending: `app.io` in `app.io.example.com`. */
const SERVICES = new Set(
  "www web app apps api mail smtp imap pop mx ftp cdn static assets img images media video files docs wiki dev test stage staging prod beta demo portal admin console dashboard data login auth sso oauth account accounts cloud git help status support blog shop store news mobile secure service services internal public team teams lab labs office edge node host proxy gateway vpn remote cluster region central north south east west".split(
    " ",
  ),
);

const isService = (label: string): boolean => SERVICES.has(label.replace(/-?\d+$/, ""));

/**
 * The name of somebody else that a host begins with: labels before the end of the host that read as a domain
 * (`github.com.example.net`, `accounts.google.com-login.example.net`), or a label that spells one
 * (`github-com.example.net`).
 *
 * @param hostname - a host name in lower case and ASCII
 * @param domain - its registrable domain, if a list is supplied
 * @returns what the host can be mistaken for
 */
export function imitatedHost(hostname: string, domain: string | undefined): string | undefined {
  // The domain without its first label; without a list, the last label, or two such as `co.uk`.
  const end = domain?.replace(/^[^.]+/, "") ?? END.exec(hostname)![0];
  const labels = hostname.slice(0, hostname.length - end.length).split(".");
  const name = (ending: string, at: number): string => [...labels.slice(0, at), ending].join(".");
  for (const [at, label] of labels.entries()) {
    const [, spelled, dotted = ""] = SPELLED.exec(label) ?? [];
    if (spelled) return name(`${spelled}.${dotted.replace("-", ".")}`, at);
    const before = labels[at - 1];
    if (before === undefined) continue;
    const [ending] = JOINED.exec(label) ?? [label];
    const isStrong = STRONG.test(ending);
    const country = /^[a-z]{2}(?![^-])/.exec(labels[at + 1] ?? "");
    if (country && SECOND.test(label) && (isStrong || !isService(before)))
      return name(`${label}.${country[0]}`, at);
    // The first label of the domain is its owner's choice, so it has to be one of the best known endings.
    const known = at < labels.length - 1 ? ENDINGS.has(ending) : JOINED.test(label);
    if ((known || ending !== label) && (isStrong || (before.length > 2 && !isService(before))))
      return name(ending, at);
  }
  return undefined;
}
