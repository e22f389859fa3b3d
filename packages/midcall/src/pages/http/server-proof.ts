import { createHash, createHmac } from "node:crypto";
import type { Keys } from "../flows/keys.js";
import { randomToken } from "../flows/keys.js";
import type { PageMessages } from "../messages.js";
import { html } from "../views/html.js";
import type { Base } from "./base.js";

/**
 * Lets a page that is served over http on this machine check, before it sends a form or follows a link, that its server
 * still has the port. When a server has ended, another user of the machine can listen there.
 */
export interface ServerProof {
  /** A page, with the script that asks for the proof and the key it checks it with. */
  into(page: string, texts: PageMessages): string;
  /** The answer to the question for the proof; `undefined`: it is another request. */
  answer(request: Request): Response | undefined;
}

/** Among those of the links, so that it takes no other one from the app around the pages. */
const PATH = "/l/proof";
const CHALLENGE = /^([\w-]{43})\.([\da-f]{64})$/;

/**
 * The challenge is random and goes out without cookies, so that nothing of the user's reaches a port before its owner has
 * proved itself.
 */
const SCRIPT = `{
const { id, key, url, ended } = document.currentScript.dataset;
const bytes = (text) => new TextEncoder().encode(text);
const isServer = async () => {
  // Something else is in front of the server, and answers at this port.
  if (new URL(url).origin !== location.origin) return true;
  try {
    const random = crypto.getRandomValues(new Uint8Array(32));
    const challenge = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const headers = { "midcall-challenge": id + "." + challenge };
    const response = await fetch(url, { headers, credentials: "omit", redirect: "error", cache: "no-store" });
    const proof = Uint8Array.from(atob(response.headers.get("midcall-proof")), (one) => one.charCodeAt(0));
    const hmac = { name: "HMAC", hash: "SHA-256" };
    const own = await crypto.subtle.importKey("raw", bytes(key), hmac, false, ["verify"]);
    return await crypto.subtle.verify("HMAC", own, proof, bytes(location.origin + " " + challenge));
  } catch {
    return false;
  }
};
const tell = () => {
  let box = document.getElementById("server-ended");
  if (!box) {
    box = document.createElement("div");
    Object.assign(box, { id: "server-ended", className: "box bad", role: "alert", tabIndex: -1, textContent: ended });
    document.querySelector("main").prepend(box);
  }
  box.focus();
};
let state = "idle";
const check = (event, go) => {
  if (state === "proved") return;
  event.preventDefault();
  if (state === "asking") return;
  state = "asking";
  isServer().then((is) => {
    state = "proved";
    if (is) go();
    else tell();
    state = "idle";
  });
};
addEventListener("submit", (event) => check(event, () => event.target.requestSubmit(event.submitter)), true);
addEventListener("click", (event) => {
  const link = event.target.closest?.("a");
  const isHere = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (isHere && link?.origin === location.origin && link.pathname !== location.pathname) check(event, () => location.assign(link.href));
}, true);
}`;

/** For the content security policy. */
export const PROOF_SOURCES: readonly string[] = [
  `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
  "connect-src 'self'",
];

/** `undefined` over https, where the certificate is the proof. */
export function createServerProof(base: Base, keys: Keys): ServerProof | undefined {
  if (base.secure) return undefined;
  // Each page has a key of its own: a stranger's page proves nothing to that of the user.
  const keyOf = (id: string): string => keys.sign("server proof", id);
  return {
    into(page, { serverEnded }) {
      const id = randomToken();
      const data = html`data-id="${id}" data-key="${keyOf(id)}" data-url="${base.at(PATH)}"
      data-ended="${serverEnded}"`;
      const script = `<script ${data.toString()}>${SCRIPT}</script>`;
      return page.replace("</head>", () => `${script}</head>`);
    },
    answer(request) {
      if (request.method !== "GET" || new URL(request.url).pathname !== base.path + PATH)
        return undefined;
      const [, id, challenge] =
        CHALLENGE.exec(request.headers.get("midcall-challenge") ?? "") ?? [];
      if (id === undefined) return undefined;
      const hmac = createHmac("sha256", keyOf(id)).update(`${base.origin} ${challenge}`);
      const headers = { "midcall-proof": hmac.digest("base64") };
      return new Response(null, { status: 204, headers });
    },
  };
}
