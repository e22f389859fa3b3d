import { client, page, server } from "../requirement.js";

const continues = true;

export const multiRoundTrip20260728 = page({
  prefix: "MRTR-26",
  revision: "2026-07-28",
  path: "basic/patterns/mrtr",
  sections: {
    "": [
      server(1, "MUST", "Puts questions into results; sends the host no requests of its own."),
      client(2, "MUST", "Sends the _meta fields on every request, retries included."),
    ],
    inputrequiredresult: [
      client(3, "MUST NOT", "Takes requestState as it comes; looks into none."),
    ],
    "supported-requests": [
      server(4, "MUST NOT", "Asks only during tools/call, prompts/get and resources/read."),
    ],
    "server-requirements-basic-workflow": [
      server(5, "MUST", "Gives every question of a call a key of its own."),
      server(6, "MUST", "Asks with the three request kinds that exist, elicitation among them."),
      server(7, "MUST", "Reads requestState as if an attacker had written it."),
      server(8, "MUST", "Seals state that decides anything, so that changes show."),
      server(9, "MUST", "Turns away state whose seal does not hold."),
      server(10, "SHOULD", "Seals the person in, and refuses the state from anyone else."),
      server(11, "SHOULD", "Seals an expiry in, and refuses the state afterwards.", { continues }),
      server(12, "SHOULD", "Seals method, name and arguments in, and refuses any others.", {
        continues,
      }),
      server(13, "MUST", "Enforces on its own side what may be redeemed only once."),
      server(14, "MUST", "Puts questions or state, or both, into each interim result."),
      server(15, "MUST NOT", "Sends no kind of question the request did not announce."),
      server(16, "MUST NOT", "Sends no elicitation where elicitation is not announced."),
      server(17, "MUST NOT", "Relies on neither an answer nor a retry ever coming."),
    ],
    "client-requirements-basic-workflow": [
      client(18, "MUST", "Collects the answers first, then retries."),
      client(19, "MUST", "Returns requestState exactly as it got it."),
      client(20, "MUST NOT", "Neither reads nor changes the state on its way back."),
      client(21, "MUST NOT", "Sends no state on the retry when none was given."),
      client(22, "MUST", "Gives the retry a fresh request id."),
      client(23, "MUST NOT", "Uses answers and state for no other call of its own."),
    ],
    "error-handling": [
      server(24, "SHOULD", "Checks that the answers are well formed before it reads them."),
      server(25, "SHOULD", "Answers a broken request with a JSON-RPC error that says why."),
      server(26, "SHOULD", "Passes over answers to questions nobody asked."),
      server(27, "SHOULD", "Asks again for an answer that is missing rather than fail."),
    ],
    "security-considerations": [
      server(28, "MUST", "Verifies every state it gets back, in full, before it acts."),
    ],
  },
});
