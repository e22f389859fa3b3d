/// <reference types="vite/client" />
/* The page under test: real parts on a real inbox, driven from outside through `window.lab`. */
import {
  accept,
  createInbox,
  type ElicitResult,
  type FormQuestion,
  type Inbox,
} from "midcall/client";
import { createForm, type Form } from "midcall/form";
import {
  ElicitationDialog,
  ElicitationForm,
  ElicitationInbox,
  ElicitationProvider,
  type ElicitationStore,
  FormFields,
  useForm,
  useMcp,
} from "midcall/react";
import { type McpProtocolVersion } from "../../../src/react/hooks/mcp-connection.js";
import { HeadlessQuestions } from "./headless-page.js";
import { StrictMode, useState, type ReactNode, version } from "react";
import { createRoot, type Root } from "react-dom/client";
import "../../../src/react/theme.css";

type Params = Parameters<Inbox["handle"]>[0];
type Origin = Parameters<Inbox["handle"]>[1];

/** A question as the lab records it. */
export interface Asked {
  result?: ElicitResult;
  withdraw(): void;
}

/** What the tests call. */
export interface Lab {
  readonly reactVersion: string;
  /** Links that were opened. */
  readonly opened: string[];
  /** Whether the browser blocks pages that a script opens. */
  blocked: boolean;
  /** Ends the calls whose pages are open. */
  endCalls(): void;
  readonly asked: Asked[];
  inbox: Inbox;
  start(options: {
    ui: "inbox" | "dialog" | "headless";
    policy?: object;
    /** Whether the inbox knows the domains of links. */
    domains?: boolean;
    strict?: boolean;
    servers?: string[];
    timeZoneOffset?: string;
    review?: "auto" | "always" | "never";
    /** Whether drafts are kept in the session. */
    drafts?: boolean;
  }): void;
  ask(params: Params, origin?: Partial<Origin> & { untilDone?: boolean }): number;
  /** Many forms at once, on a store that takes every answer. */
  forms(schemas: readonly unknown[], timeZoneOffset: string): void;
  readonly contents: Record<string, unknown>;
  /** A connection of its own, under StrictMode. */
  mcp(options: {
    url: string;
    protocolVersion?: McpProtocolVersion;
    answer?: object;
    startedBy?: "user";
  }): void;
  unmount(): void;
  /** The fields alone, as for the arguments of a tool. */
  fields(schema: unknown): void;
}

declare global {
  interface Window {
    lab: Lab;
  }
}

let root: Root | undefined;
const render = (node: ReactNode): void => {
  root?.unmount();
  root = createRoot(document.getElementById("root")!);
  root.render(node);
};

function Arguments({ form }: { form: Form }): ReactNode {
  const { submit, failed } = useForm(form);
  const [sent, setSent] = useState("");
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const result = submit();
        if (result.ok) setSent(JSON.stringify(result.content));
      }}
    >
      <FormFields form={form} failed={failed} />
      <button>Call</button>
      <output>{sent}</output>
    </form>
  );
}

function Connected(options: Parameters<Lab["mcp"]>[0]): ReactNode {
  const { url, protocolVersion, answer, startedBy } = options;
  const { state, error, tools, callTool, inbox, questions, reconnect, disconnect } = useMcp({
    url,
    protocolVersion,
    startedBy,
    server: "Lab",
    ...(answer && { onElicitation: () => accept(answer as Record<string, string>) }),
  });
  const [said, setSaid] = useState("");
  const [progress, setProgress] = useState("");
  const [abort, setAbort] = useState<AbortController>();
  const call = (name: string): void => {
    const controller = new AbortController();
    setAbort(controller);
    callTool(name, undefined, {
      signal: controller.signal,
      onProgress: (given) => setProgress(`${given.progress} of ${given.total}`),
    }).then(
      ({ content: [first] }) => setSaid(first?.type === "text" ? first.text : "?"),
      (reason: unknown) => setSaid(`failed: ${String(reason)}`),
    );
  };
  return (
    <ElicitationProvider inbox={inbox}>
      <p>state {state}</p>
      <p>error {error?.message}</p>
      <p>said {said}</p>
      <p>progress {progress}</p>
      <p>open {questions.showing.length}</p>
      {tools.map(({ name }) => (
        <button key={name} onClick={() => call(name)}>
          {name}
        </button>
      ))}
      <button onClick={() => call("none")}>Call without a connection</button>
      <button onClick={() => abort?.abort()}>Stop</button>
      <button onClick={reconnect}>Reconnect</button>
      <button onClick={disconnect}>Disconnect</button>
      <ElicitationInbox />
    </ElicitationProvider>
  );
}

// Enough of a public suffix list for the lab.
const registrableDomain = (host: string): string => host.split(".").slice(-2).join(".");

const makeInbox = (policy?: object, domains = false): Inbox =>
  createInbox({
    policy,
    open: (url) => !window.lab.blocked && window.lab.opened.push(url) > 0,
    ...(domains && { urlSafety: { registrableDomain } }),
  });

const calls: AbortController[] = [];

window.lab = {
  reactVersion: version,
  opened: [],
  blocked: false,
  endCalls: () => calls.forEach((call) => call.abort()),
  asked: [],
  contents: Object.create(null) as Record<string, unknown>,
  inbox: makeInbox(),
  start({ ui, policy, domains, strict = true, servers, drafts, ...localization }) {
    const inbox = makeInbox(policy, domains);
    window.lab.inbox = inbox;
    window.lab.blocked = false;
    window.lab.asked.length = 0;
    window.lab.opened.length = 0;
    const app = (
      <ElicitationProvider
        inbox={inbox}
        drafts={drafts ? sessionStorage : undefined}
        {...localization}
      >
        <main>
          <h1>Lab</h1>
          <button>Something else</button>
          {ui === "inbox" && <ElicitationInbox servers={servers} />}
          {ui === "dialog" && <ElicitationDialog />}
          {ui === "headless" && <HeadlessQuestions />}
        </main>
      </ElicitationProvider>
    );
    render(strict ? <StrictMode>{app}</StrictMode> : app);
  },
  ask(params, { untilDone, ...origin } = {}) {
    const { inbox, asked } = window.lab;
    const abort = new AbortController();
    const entry: Asked = { withdraw: () => abort.abort() };
    const call = new AbortController();
    calls.push(call);
    const run = { ended: call.signal, stop: () => call.abort() };
    const full = { server: "GitHub", signal: abort.signal, run, ...origin };
    const answer = untilDone ? inbox.handleUntilDone(params, full) : inbox.handle(params, full);
    void answer.then((result) => (entry.result = result));
    return asked.push(entry) - 1;
  },
  forms(schemas, timeZoneOffset) {
    const { contents } = window.lab;
    const showing = schemas.map(
      (requestedSchema, index) =>
        ({
          id: String(index),
          server: `Case ${index}`,
          message: "",
          askedAt: 0,
          attempts: 0,
          needsApproval: false,
          mode: "form",
          requestedSchema,
          secretFields: [],
        }) as unknown as FormQuestion,
    );
    const snapshot = { showing, waiting: [], held: [], links: [] };
    const store: ElicitationStore = {
      subscribe: () => () => {},
      getSnapshot: () => snapshot,
      respond(id, result) {
        contents[id] = result.action === "accept" ? JSON.stringify(result.content) : result.action;
        return { ok: true };
      },
      setPermission() {},
      extend() {},
      markVisible: () => () => {},
      mount: () => () => {},
      rule: () => "allow",
      setRule() {},
      showHeld() {},
      refuseHeld() {},
      openAgain: () => ({ ok: true }),
      closeLink() {},
      stopCall() {},
    };
    render(
      <ElicitationProvider inbox={store} timeZoneOffset={timeZoneOffset} review="always">
        {showing.map((question) => (
          <ElicitationForm key={question.id} question={question} />
        ))}
      </ElicitationProvider>,
    );
  },
  mcp(options) {
    render(
      <StrictMode>
        <Connected {...options} />
      </StrictMode>,
    );
  },
  unmount: () => root?.unmount(),
  fields(schema) {
    render(<Arguments form={createForm(schema)} />);
  },
};
