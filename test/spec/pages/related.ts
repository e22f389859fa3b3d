import { both, client, page, server, type Entry } from "../requirement.js";
import { hostOverrides } from "./docs.js";

const continues = true;

const negotiated = (revision: string): readonly Entry[] => [
  server(1, "MUST", `Sends a ${revision} host nothing that is newer than ${revision}.`),
  server(2, "MUST", "Asks only hosts that announced elicitation in the handshake.", { continues }),
];

/** Sentences on other pages that bear on elicitation directly. */
export const related = [
  ...page({
    prefix: "LIFE-25A",
    revision: "2025-06-18",
    path: "basic/lifecycle",
    sections: { operation: negotiated("2025-06-18") },
  }),
  ...page({
    prefix: "LIFE-25B",
    revision: "2025-11-25",
    path: "basic/lifecycle",
    sections: { operation: negotiated("2025-11-25") },
  }),
  ...page({
    prefix: "HTTP-25B",
    revision: "2025-11-25",
    path: "basic/transports",
    sections: {
      "sending-messages-to-the-server": [
        server(1, "MUST", "Confirms a response of the host's with 202 once it has taken it in."),
        server(2, "MUST", "Refuses with an HTTP error what it cannot take in."),
        server(
          3,
          "SHOULD",
          "Begins a stream with an event id and no data, so that it can be resumed.",
        ),
        server(4, "SHOULD", "Says when to come back before it closes a stream that goes on."),
        server(5, "SHOULD", "Ends the stream of a request after the response."),
        server(6, "SHOULD NOT", "Goes on with a call whose client has lost the connection."),
      ],
      "multiple-connections": [
        server(7, "MUST", "Sends each message on one stream."),
        server(8, "MUST NOT", "Sends no message on a second stream."),
      ],
      "resumability-and-redelivery": [
        server(9, "MUST", "Gives events ids that occur once in a session."),
        server(10, "SHOULD", "Can tell from the id of an event which stream it was on."),
        server(11, "MUST NOT", "Replays nothing of another call's stream."),
      ],
      "session-management": [
        server(12, "SHOULD", "Gives sessions ids that are unique and cannot be guessed."),
        server(13, "MUST", "Uses visible ASCII characters alone in the id of a session."),
        server(14, "SHOULD", "Answers 400 to a request that lacks the id of its session."),
        server(
          15,
          "MUST",
          "Answers 404 to requests of a session that has ended, on every replica.",
        ),
      ],
    },
  }),
  ...page({
    prefix: "SCH-25B",
    revision: "2025-11-25",
    path: "schema",
    sections: {
      elicitrequesturlparams: [client(1, "MUST", "Reads no meaning into an elicitationId.")],
    },
  }),
  ...page({
    prefix: "BASE-26",
    revision: "2026-07-28",
    path: "basic/index",
    sections: {
      "result-responses": [server(1, "MUST", "Marks an interim result as input_required.")],
      "error-codes": [both(2, "MUST NOT", "Never says -32042 on this revision.")],
      statelessness: [
        server(3, "MUST NOT", "Carries nothing over from earlier requests on the connection."),
        server(4, "SHOULD NOT", "Lets the rounds of a call reach any process it runs."),
        server(5, "MUST", "Links the rounds of a call only by what the host sends back."),
      ],
      meta: [
        server(6, "MUST NOT", "Uses no ability that this request does not announce."),
        server(7, "MUST", "Says -32021 and which ability it misses when it cannot go on."),
        server(8, "MUST", "Sends that error with HTTP status 400."),
        server(9, "SHOULD NOT", "Behaves the same whatever the host calls itself.", {
          doc: hostOverrides,
        }),
        server(10, "SHOULD NOT", "Bases no security decision on the name a host gives itself."),
      ],
    },
  }),
  ...page({
    prefix: "STDIO-26",
    revision: "2026-07-28",
    path: "basic/transports/stdio",
    sections: {
      "receiving-messages": [server(1, "MUST NOT", "Writes no request of its own to stdout.")],
    },
  }),
  ...page({
    prefix: "HTTP-26",
    revision: "2026-07-28",
    path: "basic/transports/streamable-http",
    sections: {
      "receiving-messages": [server(1, "MUST NOT", "Puts no request of its own on the stream.")],
    },
  }),
  ...page({
    prefix: "CACHE-26",
    revision: "2026-07-28",
    path: "server/utilities/caching",
    sections: {
      "cache-key": [client(1, "MUST NOT", "Caches no result that came of a retry with answers.")],
    },
  }),
];
