import { client, page, server } from "../requirement.js";
import { identity, links, screen, thirdParties } from "./docs.js";

const continues = true;
const issue = "pages";

export const elicitation20260728 = page({
  prefix: "ELI-26",
  revision: "2026-07-28",
  path: "client/elicitation",
  sections: {
    "user-interaction-model": [
      server(1, "MUST NOT", "Asks for no password, key, token or card in a form."),
      server(2, "MUST", "Takes the URL road whenever a secret is what it needs."),
      client(3, "MUST", "Names the asking server where the person can see it.", { doc: screen }),
      client(4, "MUST", "Offers visible ways to say no and to walk away.", {
        continues,
        doc: screen,
      }),
      client(5, "MUST", "Lets the person edit a form before it is sent.", {
        continues,
        doc: screen,
      }),
      client(6, "MUST", "Shows the host of a URL and waits for consent before going there.", {
        continues,
      }),
    ],
    capabilities: [
      client(7, "MUST", "Announces elicitation in the _meta of each request it sends."),
      client(8, "MUST", "Can do form or url, or both, once it announces elicitation."),
      server(9, "MUST NOT", "Uses no mode this request left out; an empty object means form."),
    ],
    "elicitation-requests": [
      server(10, "MUST", "Names the mode; only form may leave it unsaid."),
      server(11, "MUST", "Sends a message a person can read with every question.", { continues }),
      client(12, "MUST", "Takes a question that names no mode for a form."),
    ],
    "form-mode-elicitation-requests": [
      server(13, "MUST", "Marks a form as form, or not at all."),
      server(14, "MUST", "Sends the schema of the answer along with a form.", { continues }),
    ],
    "requested-schema": [client(15, "SHOULD", "Fills in the defaults the schema carries.")],
    "url-mode-elicitation-requests": [
      server(16, "MUST", "Marks a URL question as url."),
      server(17, "MUST", "Sends a message with a URL question.", { continues }),
      server(18, "MUST", "Sends the address the person is to open.", { continues }),
      server(19, "MUST", "Sends only an address that parses as a URL."),
    ],
    "example-request-sensitive-data": [
      client(20, "SHOULD", "Leaves the person a retry and a cancel for the call that waits."),
    ],
    statefulness: [
      server(21, "MUST", "Keeps whatever it does remember tied to one person."),
      server(22, "MUST", "Guards the state of a call against readers and writers outside."),
      server(23, "MUST", "On remote servers, takes the person from verified authorization."),
    ],
    "url-mode-elicitation-for-oauth-flows": [
      server(24, "MUST NOT", "Never signs people in to itself through URL mode.", {
        issue,
        doc: thirdParties,
      }),
    ],
    "understanding-the-distinction": [
      server(25, "MUST NOT", "Keeps another service's credentials away from the host.", { issue }),
      server(26, "MUST NOT", "Never spends the host's own token at another service.", {
        issue,
        doc: thirdParties,
      }),
      server(27, "MUST", "Has the person grant access to the server itself, past the host.", {
        issue,
      }),
      server(28, "MUST NOT", "Hands nothing it obtained through URL mode back to the host.", {
        issue,
      }),
    ],
    "error-handling": [
      server(29, "SHOULD NOT", "Counts on no question being answered."),
      server(30, "MUST", "Copes with a person who declines or cancels."),
      server(31, "MUST", "Copes with a host that fails at the question.", { continues }),
    ],
    "security-considerations": [
      server(32, "MUST", "Ties each question to the host and the person it was put to."),
      client(33, "MUST", "Makes the asking server recognisable.", { doc: screen }),
      client(34, "SHOULD", "Gives the person a say over what is asked and answered."),
      client(35, "SHOULD", "Keeps the no button within reach the whole time.", { doc: screen }),
      client(36, "SHOULD", "Shows what is wanted and for which purpose.", { doc: screen }),
    ],
    "safe-url-handling": [
      server(37, "MUST NOT", "Puts no credentials or personal details into the address."),
      server(38, "MUST NOT", "Hands out no address that opens a protected place by itself.", {
        doc: links,
      }),
      server(39, "SHOULD NOT", "Puts no links meant for clicking into a form."),
      server(40, "SHOULD", "Sends https addresses outside of development."),
      client(41, "MUST", "Treats every address from a server as a possible trap."),
      client(42, "MUST NOT", "Fetches nothing from the address on its own."),
      client(43, "MUST NOT", "Opens no address before the person agrees."),
      client(44, "MUST", "Shows the address in full first.", { doc: screen }),
      client(45, "MUST", "Opens it where neither host nor model can look in.", { doc: screen }),
      client(46, "SHOULD", "Makes the domain stand out from the rest of the address.", {
        doc: screen,
      }),
      client(47, "SHOULD", "Warns about lookalike and punycode addresses."),
      client(48, "SHOULD NOT", "Makes nothing clickable but the url of a URL question.", {
        doc: screen,
      }),
    ],
    "identifying-the-user": [
      server(49, "MUST NOT", "Believes no identity merely because the host states it."),
      server(50, "SHOULD", "Identifies people the way the protocol's security guide lays out.", {
        doc: identity,
      }),
    ],
    "form-mode-security": [
      server(51, "MUST NOT", "Lets no form ask for secrets."),
      client(52, "SHOULD", "Sends only answers that its copy of the schema accepts."),
      server(53, "SHOULD", "Checks on arrival that the answer fits the schema."),
    ],
    phishing: [
      server(54, "MUST", "Knows who opened the link before it takes anything from them.", {
        issue,
      }),
      server(55, "MUST", "Lets only the person who was asked finish the flow.", { issue }),
      server(56, "MUST", "Still recognises the person when somebody rewrites the link.", { issue }),
    ],
  },
});
