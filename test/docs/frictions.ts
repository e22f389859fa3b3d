/** What people met who used midcall for the first time, as they would search for it. */
interface Friction {
  readonly about: string;
  /** At most two searches; one of them has to find the page. */
  readonly searches: readonly string[];
  /** The page that answers, as the id of a search hit begins. */
  readonly page: string;
  /** What the page says about it. */
  readonly says: RegExp;
}

export const frictions: readonly Friction[] = [
  {
    about: "npx midcall finds no executable",
    searches: ["could not determine executable to run"],
    page: "troubleshooting.html#npx-midcall-could-not-determine-executable-to-run",
    says: /package @midcall\/cli , and midcall is the library/,
  },
  {
    about: "a project of CommonJS",
    searches: ["ERR_REQUIRE_ESM", "_serverInfo type error"],
    page: "troubleshooting.html#err-require-esm-or-a-type-error-that-names-serverinfo",
    says: /npm pkg set type=module/,
  },
  {
    about: "attach takes a server of SDK v1, and calls say it was not attached",
    searches: ["handler runs on a server that is not attached"],
    page: "troubleshooting.html#the-call-says-that-the-handler-runs-on-a-server-that-is-not-attached",
    says: /entries of their own/,
  },
  {
    about: "a React host declares no capability, silently",
    searches: ["host declares no elicitation capability", "react connect capability"],
    page: "troubleshooting.html#the-host-declares-no-elicitation-capability",
    says: /declares nothing, and is never asked/,
  },
  {
    about: "http.createServer crashes, Express answers 500",
    searches: ["Express 500 http.createServer", "mount express"],
    page: "troubleshooting.html#http-createserver-crashes-or-express-answers-500",
    says: /take mcp\.node/,
  },
  {
    about: "the second replica answers 404",
    searches: ["404 on the second replica"],
    page: "troubleshooting.html#the-second-replica-answers-404",
    says: /the same secret and the same store/,
  },
  {
    about: "Workers: setInterval at module scope, lost answers",
    searches: ["Workers setInterval", "Durable Object nodejs_compat"],
    page: "troubleshooting.html#workers-setinterval-at-module-scope-or-the-answer-is-lost",
    says: /nodejs_compat/,
  },
  {
    about: "Bun's idle time-out",
    searches: ["Bun idle time-out answers lost"],
    page: "troubleshooting.html#bun-answers-after-ten-seconds-are-lost",
    says: /every 8 seconds on Bun/,
  },
  {
    about: "React 18 blocks the installation",
    searches: ["React 18 peer dependency", "ERESOLVE"],
    page: "troubleshooting.html#npm-cannot-resolve-a-peer-dependency",
    says: /optional peers accept every version/,
  },
  {
    about: "Next: createContext is not a function",
    searches: ["createContext is not a function"],
    page: "troubleshooting.html#next-createcontext-is-not-a-function",
    says: /use client/,
  },
  {
    about: "nested objects, passwords, lists, unions and dates in a schema",
    searches: ["nested object z.date() schema", "form is refused or does not compile"],
    page: "errors/ERR_MIDCALL_SCHEMA_UNSUPPORTED.html",
    says: /z\.iso\.date\(\)/,
  },
  {
    about: "valibot and zod/mini",
    searches: ["valibot schema refused", "zod/mini"],
    page: "troubleshooting.html#valibot-or-zod-mini-schema-is-refused",
    says: /toStandardJsonSchema/,
  },
  {
    about: "restyling",
    searches: ["restyle className dialog", "theming"],
    page: "guides/theming.html",
    says: /classNames/,
  },
  {
    about: "API reference, deployment, migrations, troubleshooting",
    searches: ["API reference", "where is the documentation of deployment migrations"],
    page: "troubleshooting.html#where-is-the-documentation-of",
    says: /every export of every entry/,
  },
  {
    about: "the command line: mistyped commands, completion, missing answers",
    searches: ["mistyped command completion", "midcall call no user can answer"],
    page: "troubleshooting.html#a-command-is-mistyped-or-help-is-an-error",
    says: /nearest one/,
  },
  {
    about: "Mastra, LangChain, OpenAI Agents, Claude Agent SDK",
    searches: ["LangChain elicitation hook", "client library without a hook"],
    page: "clients",
    says: /attach/,
  },
];

/** What people ask the search, in their words, and the section that answers. */
export const questions: readonly { readonly asked: string; readonly page: string }[] = [
  {
    asked: "How do I ask for a password",
    page: "troubleshooting.html#how-do-i-ask-for-a-password",
  },
  {
    asked: "How long may a user take",
    page: "troubleshooting.html#how-long-may-a-user-take",
  },
  {
    asked: "How to translate the forms",
    page: "troubleshooting.html#how-do-i-translate-the-forms",
  },
  {
    asked: "Test a server without a user",
    page: "troubleshooting.html#how-do-i-test-a-server-without-a-user",
  },
  {
    asked: "The answer is unanswered",
    page: "troubleshooting.html#the-answer-is-unanswered",
  },
];
