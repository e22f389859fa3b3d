const lanes = ["User", "Host", "Server"];

/**
 * What a picture shows, row by row: an arrow between two lanes, or a note at one.
 *
 * @typedef {{ from?: string, to?: string, at?: string, text: string, small?: string }} PictureRow
 * @typedef {{ name: string, title: string, description: string, lanes: readonly string[], rows: readonly PictureRow[] }} Picture
 */

/**
 * The pictures of docs/how-it-works: who sends what to whom.
 *
 * @type {readonly Picture[]}
 */
export const pictures = [
  {
    name: "server-request-2025-06-18",
    title: "A question on 2025-06-18",
    description:
      "The host calls a tool. The server sends elicitation/create back and its handler waits in memory. The user answers in the host, the host sends the answer as the response, and the handler continues to the result.",
    lanes,
    rows: [
      { from: "Host", to: "Server", text: "tools/call" },
      { at: "Server", text: "await ctx.elicit(…)", small: "the handler waits in memory" },
      { from: "Server", to: "Host", text: "elicitation/create", small: "message, requestedSchema" },
      { from: "Host", to: "User", text: "the form" },
      { from: "User", to: "Host", text: "an answer" },
      { from: "Host", to: "Server", text: "response", small: "action, content" },
      { at: "Server", text: "checks the answer", small: "and the handler continues" },
      { from: "Server", to: "Host", text: "result of the tool" },
    ],
  },
  {
    name: "server-request-2025-11-25",
    title: "A question on 2025-11-25",
    description:
      "As on 2025-06-18, and the question may also be a link. The user agrees to open it, the host answers accept, which means consent and not completion. When the page is done, the server sends notifications/elicitation/complete and the handler continues.",
    lanes,
    rows: [
      { from: "Host", to: "Server", text: "tools/call" },
      { at: "Server", text: "await ctx.elicit(…)", small: "the handler waits in memory" },
      {
        from: "Server",
        to: "Host",
        text: "elicitation/create",
        small: "a form, or a link and its id",
      },
      { from: "Host", to: "User", text: "the form, or the link" },
      { from: "User", to: "Host", text: "an answer, or consent" },
      { from: "Host", to: "Server", text: "response", small: "accept of a link is consent only" },
      {
        from: "Server",
        to: "Host",
        text: "notifications/elicitation/complete",
        small: "once the page is done",
      },
      { from: "Server", to: "Host", text: "result of the tool" },
    ],
  },
  {
    name: "rounds-2026-07-28",
    title: "A question on 2026-07-28",
    description:
      "The host calls a tool. The server answers input_required with the question and an encrypted state, and its run ends: nothing stays in memory. The user answers. The host calls the tool again with the answer and the state. Any replica opens the state, checks the answer and runs the handler again from its start; what is recorded is returned at once, and the handler goes past the question to the result.",
    lanes,
    rows: [
      { from: "Host", to: "Server", text: "tools/call" },
      { at: "Server", text: "await ctx.elicit(…)", small: "the run ends here" },
      { from: "Server", to: "Host", text: "input_required", small: "question, encrypted state" },
      { at: "Server", text: "nothing in memory" },
      { from: "Host", to: "User", text: "the form" },
      { from: "User", to: "Host", text: "an answer" },
      { from: "Host", to: "Server", text: "tools/call again", small: "answer, state; any replica" },
      { at: "Server", text: "runs from its start", small: "steps and answers are recorded" },
      { from: "Server", to: "Host", text: "result of the tool" },
    ],
  },
  {
    name: "url-mode",
    title: "A secret in URL mode",
    description:
      "The handler asks for a secret. The host shows the link with its whole address, and the user agrees to open it. The user enters the secret on the server's own page, after the page has checked that it is the user who was asked. The secret goes from the page to the vault. Host and model see only that the user agreed, and the handler continues.",
    lanes: ["User", "Host", "Server", "Page and vault"],
    rows: [
      { at: "Server", text: "await ctx.secret(…)" },
      { from: "Server", to: "Host", text: "a link", small: "no secret in it" },
      { from: "Host", to: "User", text: "open it?", small: "the whole address" },
      { from: "User", to: "Host", text: "yes" },
      { from: "Host", to: "Server", text: "accept", small: "consent, nothing else" },
      {
        from: "User",
        to: "Page and vault",
        text: "signs in, enters the secret",
        small: "past the host and the model",
      },
      { from: "Page and vault", to: "Server", text: "done" },
      { at: "Server", text: "the handler has the secret", small: "it prints as [secret]" },
      { from: "Server", to: "Host", text: "result of the tool" },
    ],
  },
];
