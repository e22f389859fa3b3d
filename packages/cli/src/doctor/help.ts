import { ABOUT, BEHAVIOURS } from "./server/behaviour.js";

const behaviours = BEHAVIOURS.map((name) => `  ${name.padEnd(10)} ${ABOUT[name]}`).join("\n");

/** What `midcall doctor --help` prints after the options. */
export const HELP_AFTER = `
It calls the server's tools on every protocol version that the server speaks, and answers their
questions in these ways, each with a connection of its own:
${behaviours}

It reports where the server hangs, asks without end, crashes, is blocked by a question, asks for a
secret in a form, treats a decline, a cancel or silence as a yes, accepts invalid content, uses a
late answer, uses an answer twice, or responds twice. It sees only messages: what it infers from
the words of a result is marked as "suspect".

Which tools are called
  by default        those that say that they only read (readOnlyHint), with arguments made from
                    their schemas; the report lists the others
  --tool NAME       only this tool; --arguments JSON after it has its arguments; can be repeated
  --all-tools       all tools, also those that change or destroy something: use a test account
The calls are real: each tool that asks is called about ten times on each protocol version.

Exit codes
  0    no findings
  1    findings, or the server cannot be reached
  2    the command line is invalid
  130  interrupted (143: terminated, 129: hung up)

Examples
  midcall doctor --server -- npx my-server
  midcall doctor --server --tool clean_up --arguments '{"dir":"old"}' -- node server.js
  midcall doctor --server --junit doctor.xml https://example.com/mcp`;
