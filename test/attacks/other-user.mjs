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

async function tryAll(text) {
  for (const [, origin] of text.matchAll(/(http:\/\/127\.0\.0\.1:\d+)/g)) {
    for (const [, kind, word] of text.matchAll(/\b(ticket|token)=([\w-]{22,43})/g)) {
      if (tried.has(word)) continue;
      tried.add(word);
      const response =
        kind === "ticket"
          ? await fetch(`${origin}/api/ticket`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ ticket: word }),
            })
          : await fetch(`${origin}/api/audit`, { headers: { authorization: `Bearer ${word}` } });
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
