/**
 * A host at a terminal, from the build: puts every question of a file to the person, one after the other,
 * and writes down what was sent. `direct` hands them to the inbox; a protocol version has a real server ask.
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createInbox } from "midcall/client";
import { mountTerminal } from "midcall/terminal";
import { appendFileSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [protocolVersion, questionsFile, resultsFile, timeZoneOffset] = process.argv.slice(2);
const questions = JSON.parse(readFileSync(questionsFile, "utf8"));
const many = { burst: 1000, perMinute: 1000 };
const opened = [];
const inbox = createInbox({ policy: many, open: (url) => void opened.push(url) });
const terminal = mountTerminal(inbox, { timeZoneOffset, review: "always" });

let ask = (number) => inbox.handle(questions[number], { server: "Direct" });
let close = () => {};
if (protocolVersion !== "direct") {
  const client = new Client(
    { name: "host", version: "1.0.0" },
    {
      supportedProtocolVersions: [protocolVersion],
      ...(protocolVersion === "2026-07-28" && {
        versionNegotiation: { mode: { pin: protocolVersion } },
      }),
    },
  );
  inbox.attach(client, { server: "Raw" });
  const server = fileURLToPath(new URL("raw-server.fixture.mjs", import.meta.url));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, questionsFile],
  });
  await client.connect(transport);
  ask = async (number) => {
    const { content } = await client.callTool({ name: "ask", arguments: { number } });
    return JSON.parse(content[0].text);
  };
  close = () => client.close();
}

for (let number = 0; number < questions.length; number++) {
  appendFileSync(resultsFile, `${JSON.stringify(await ask(number))}\n`);
}
terminal.unmount();
await close();
process.stdout.write(`all done, ${opened.length} opened\n`);
