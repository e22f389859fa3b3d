import { client, page, server } from "../requirement.js";
import { identity, links, screen, storage, thirdParties } from "./docs.js";

const continues = true;
const issue = "pages";

export const elicitation20251125 = page({
  prefix: "ELI-25B",
  revision: "2025-11-25",
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
      client(7, "MUST", "Announces elicitation in the handshake if it can answer questions."),
      client(8, "MUST", "Can do form or url, or both, once it announces elicitation."),
      server(9, "MUST NOT", "Uses no mode that the host left out; an empty object means form."),
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
      server(19, "MUST", "Gives every URL question an elicitationId.", { continues }),
      server(20, "MUST", "Sends only an address that parses as a URL."),
    ],
    "completion-notifications-for-url-mode-elicitation": [
      server(21, "MUST", "Tells only the host that was asked that the URL visit is over."),
      server(22, "MUST", "Repeats the elicitationId of the question in that notice."),
      client(23, "MUST", "Shrugs off notices about ids it does not know or has finished with."),
      client(24, "SHOULD", "Leaves the person a retry and a cancel if no notice ever comes."),
    ],
    "url-elicitation-required-error": [
      server(25, "MUST NOT", "Fails a call with -32042 for no other reason than a URL to visit."),
      server(26, "MUST", "Lists in that error every visit needed before the retry."),
      server(27, "MUST", "Lists URL questions there and nothing else."),
      server(28, "MUST", "Gives each listed question an elicitationId.", { continues }),
    ],
    statefulness: [
      server(29, "MUST", "Keeps what it remembers about an elicitation tied to one person."),
      server(30, "MUST NOT", "Never lets a session id alone stand for the person."),
      server(31, "MUST", "Guards stored state against readers who have no business there.", {
        doc: storage,
      }),
      server(32, "MUST", "On remote servers, takes the person from verified authorization."),
    ],
    "url-mode-elicitation-for-oauth-flows": [
      server(33, "MUST NOT", "Never signs people in to itself through URL mode.", {
        issue,
        doc: thirdParties,
      }),
    ],
    "understanding-the-distinction": [
      server(34, "MUST NOT", "Keeps another service's credentials away from the host.", { issue }),
      server(35, "MUST NOT", "Never spends the host's own token at another service.", {
        issue,
        doc: thirdParties,
      }),
      server(36, "MUST", "Has the person grant access to the server itself, past the host.", {
        issue,
      }),
      server(37, "MUST NOT", "Hands nothing it obtained through URL mode back to the host.", {
        issue,
      }),
    ],
    "error-handling": [
      server(38, "MUST", "Says -32042 when a call waits for a URL visit and it chose to fail it."),
      client(39, "MUST", "Answers -32602 to a mode it never announced."),
    ],
    "security-considerations": [
      server(40, "MUST", "Ties each question to the host and the person it was put to."),
      client(41, "MUST", "Makes the asking server recognisable.", { doc: screen }),
      client(42, "SHOULD", "Gives the person a say over what is asked and answered."),
      client(43, "SHOULD", "Keeps the no button within reach the whole time.", { doc: screen }),
      client(44, "SHOULD", "Limits how often a server may ask."),
      client(45, "SHOULD", "Shows what is wanted and for which purpose.", { doc: screen }),
    ],
    "safe-url-handling": [
      server(46, "MUST NOT", "Puts no credentials or personal details into the address."),
      server(47, "MUST NOT", "Hands out no address that opens a protected place by itself.", {
        doc: links,
      }),
      server(48, "SHOULD NOT", "Puts no links meant for clicking into a form."),
      server(49, "SHOULD", "Sends https addresses outside of development."),
      client(50, "MUST", "Treats every address from a server as a possible trap."),
      client(51, "MUST NOT", "Fetches nothing from the address on its own."),
      client(52, "MUST NOT", "Opens no address before the person agrees."),
      client(53, "MUST", "Shows the address in full first.", { doc: screen }),
      client(54, "MUST", "Opens it where neither host nor model can look in.", { doc: screen }),
      client(55, "SHOULD", "Makes the domain stand out from the rest of the address.", {
        doc: screen,
      }),
      client(56, "SHOULD", "Warns about lookalike and punycode addresses."),
      client(57, "SHOULD NOT", "Makes nothing clickable but the url of a URL question.", {
        doc: screen,
      }),
    ],
    "identifying-the-user": [
      server(58, "MUST NOT", "Believes no identity merely because the host states it."),
      server(59, "SHOULD", "Identifies people the way the protocol's security guide lays out.", {
        doc: identity,
      }),
    ],
    "form-mode-security": [
      server(60, "MUST NOT", "Lets no form ask for secrets."),
      client(61, "SHOULD", "Sends only answers that its copy of the schema accepts."),
      server(62, "SHOULD", "Checks on arrival that the answer fits the schema."),
    ],
    phishing: [
      server(63, "MUST", "Knows who opened the link before it takes anything from them.", {
        issue,
      }),
      server(64, "MUST", "Lets only the person who was asked finish the flow.", { issue }),
      server(65, "MUST", "Still recognises the person when somebody rewrites the link.", { issue }),
    ],
  },
});
