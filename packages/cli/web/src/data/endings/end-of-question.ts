/** How a question ended without the user's answer, by the inbox's reason code; follows “A question”. */
const ENDINGS: Readonly<Record<string, string>> = {
  withdrawn: "was withdrawn by the server",
  deadline: "expired",
  blocked: "was refused (this server is blocked)",
  "secret-refused": "was refused (it asks for a secret in a form)",
  "rate-limit": "was not shown (the server asked too many questions in a short time)",
  "queue-full": "was not shown (too many questions were open)",
  "no-ui": "was not answered (the console was not open in a browser)",
  unreadable: "could not be shown (it is invalid)",
  field: "could not be shown (it requires a field that cannot be shown here)",
  "message-too-long": "could not be shown (its message is too long to be shown whole)",
  mode: "could not be shown (its mode is not supported)",
  "url:not-a-url": "was refused (the link is not a complete web address)",
  "url:too-long": "was refused (the link is too long to check)",
  "url:hidden-characters": "was refused (the link contains hidden characters)",
  "url:scheme": "was refused (the link does not use https)",
  "url:credentials": "was refused (the link contains a user name or password)",
  "url:private-host": "was refused (the link leads to a private network)",
};

/** Such as `was withdrawn by the server`. */
export const endingOf = (reason: string): string => ENDINGS[reason] ?? `was not shown (${reason})`;
