import { client, page, server } from "../requirement.js";
import { screen } from "./docs.js";

export const elicitation20250618 = page({
  prefix: "ELI-25A",
  revision: "2025-06-18",
  path: "client/elicitation",
  sections: {
    "user-interaction-model": [
      server(1, "MUST NOT", "Asks nobody for secrets."),
      client(2, "SHOULD", "Names the asking server where the person can see it.", { doc: screen }),
      client(3, "SHOULD", "Lets the person look over and change an answer before it leaves.", {
        continues: true,
        doc: screen,
      }),
      client(4, "SHOULD", "Offers visible ways to say no and to walk away.", {
        continues: true,
        doc: screen,
      }),
    ],
    capabilities: [
      client(5, "MUST", "Announces elicitation in the handshake if it can answer questions."),
    ],
    "security-considerations": [
      server(6, "MUST NOT", "Keeps secrets out of every question it sends."),
      client(7, "SHOULD", "Gives the person a say over what is asked and answered."),
      server(8, "SHOULD", "Checks each answer against the schema it sent."),
      client(9, "SHOULD", "Checks each answer against the schema it received.", {
        continues: true,
      }),
      client(10, "SHOULD", "Makes the asking server recognisable.", { doc: screen }),
      client(11, "SHOULD", "Keeps the no button within reach the whole time.", { doc: screen }),
      client(12, "SHOULD", "Limits how often a server may ask."),
      client(13, "SHOULD", "Shows what is wanted and for which purpose.", { doc: screen }),
    ],
  },
});
