import { access, constants, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { createInbox, type Inbox, type LinkOptions } from "midcall/client";
import { createAuditTrail } from "midcall/audit";
import { createFileSink } from "midcall/audit/file";
import { type AnswerBook, createAnswerBook } from "../answers/answer-book.js";
import { mountAnswers } from "../answers/mount-answers.js";
import { type AnswersFile, readAnswersFile } from "../answers/read-answers.js";
import type { ScenarioCall } from "../answers/scenario.js";
import { openInBrowser } from "./open-in-browser.js";
import { fileErrorReason } from "../connect/headers.js";
import { terminalMessages } from "../terminal-language.js";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import { questionLines } from "./report/question-lines.js";
import type { CallOptions } from "./options.js";
import { createQuestionLog, type QuestionLog } from "./report/question-log.js";

/** What answers the questions of a run: the user at the terminal, an answers file, or nothing. */
export interface Responder {
  readonly kind: "terminal" | "answers" | "none";
  readonly inbox: Inbox;
  readonly log: QuestionLog;
  /** The answers file, if there is one. */
  readonly book: AnswerBook | undefined;
  /** Shows the server by the title that it gives itself, from now on. */
  nameServer(title: string | undefined): void;
  /** The call of a scenario, for a command line without a tool. */
  readonly scenario?: ScenarioCall | undefined;
  /** Removes the user interface and flushes the audit. */
  close(): Promise<void>;
}

/** Loads the list that marks the registrable domain in links. */
const urlSafety: LinkOptions = { domains: () => import("midcall/client/domains") };

/** Limits for an answers file. They can be generous, because each entry is used a limited number of times. */
const ANSWERS_FILE_POLICY = {
  concurrent: 100,
  perServer: 100,
  total: 100,
  burst: 10_000,
  perMinute: 10_000,
};

/**
 * Creates the inbox and what answers it. Questions and prompts go to stderr, so that stdout contains only the
 * result.
 *
 * @throws UsageError when the answers file is invalid
 */
export async function createResponder(
  options: Pick<CallOptions, "answers" | "audit" | "list" | "open">,
  onInterrupt: () => void,
  signal: AbortSignal,
): Promise<Responder> {
  const { stdin, stderr } = process;
  const log = createQuestionLog();
  let title: string | undefined;
  const nameServer = (given: string | undefined): void => {
    title = given;
    log.nameServer(given);
  };
  const onError = (error: unknown): void => {
    stderr.write(`${safeLine(error instanceof Error ? error.message : String(error))}\n`);
  };
  if (options.audit !== undefined) await checkWritable(options.audit);
  const sink = options.audit === undefined ? undefined : createFileSink({ path: options.audit });
  const trail = sink && createAuditTrail({ sink, onError });
  const audit = {
    record: (event: Parameters<QuestionLog["record"]>[0]) => {
      log.record(event);
      trail?.record(event);
    },
  };
  const closeAudit = async (): Promise<void> => {
    await trail?.flush();
    await sink?.close();
  };

  const hasTerminal = stdin.isTTY === true && stderr.isTTY === true;
  // Servers may hide tools that ask questions from clients that cannot answer; --list should show them.
  const empty = options.list && !hasTerminal ? { answers: [] } : undefined;
  const file: AnswersFile | undefined =
    options.answers === undefined ? empty : await loadAnswers(options.answers, signal);
  if (file !== undefined) {
    const book = createAnswerBook(file.answers);
    const open = (url: string): unknown => {
      stderr.write(`${options.open ? "Opening" : "Link accepted. Open it yourself:"} ${url}\n`);
      return options.open ? openInBrowser(url) : undefined;
    };
    const inbox = createInbox({ audit, open, onError, urlSafety, policy: ANSWERS_FILE_POLICY });
    const unmount = mountAnswers(
      inbox,
      book,
      (question, reason) => log.noteNoAnswer(question, reason),
      {
        // The page may ask for a code that is only in the message.
        onAccepted: ({ server, call, message }) => {
          stderr.write(`${questionLines(title ?? server, call?.name, message).join("\n")}\n`);
        },
        onWaiting: () =>
          stderr.write("Waiting for the server to report that the page is complete.\n"),
      },
    );
    const close = async (): Promise<void> => {
      unmount();
      await inbox.saved();
      await closeAudit();
    };
    const scenario = file.scenario?.call;
    return { kind: "answers", inbox, log, book, nameServer, scenario, close };
  }

  const inbox = createInbox({ audit, open: (url) => openInBrowser(url), onError, urlSafety });
  if (!hasTerminal) {
    return { kind: "none", inbox, log, book: undefined, nameServer, close: closeAudit };
  }
  const { mountTerminal } = await import("midcall/terminal");
  const mounted = mountTerminal(inbox, {
    input: stdin,
    output: stderr,
    messages: await terminalMessages(),
    serverTitle: () => title,
    onInterrupt,
  });
  const close = async (): Promise<void> => {
    mounted.unmount();
    await inbox.saved();
    await closeAudit();
  };
  return { kind: "terminal", inbox, log, book: undefined, nameServer, close };
}

/** Checked at the start, because a record that cannot be written cannot be recovered. */
async function checkWritable(path: string): Promise<void> {
  try {
    const file = await stat(path).catch(() => undefined);
    if (file?.isDirectory()) throw new Error("it is a directory");
    await access(file ? path : dirname(path), constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = { ENOENT: "no such directory", EACCES: "permission denied" }[code ?? ""] ?? message;
    throw new UsageError(`Cannot write the audit file ${safeLine(path)}: ${safeLine(why)}.`);
  }
}

async function loadAnswers(path: string, signal: AbortSignal): Promise<AnswersFile> {
  if (path === "-") {
    return readAnswersFile(await text(addAbortSignal(signal, process.stdin)), "stdin");
  }
  let json: string;
  try {
    json = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `Cannot read the answers file ${safeLine(path)}: ${fileErrorReason(error)}.`,
    );
  }
  return readAnswersFile(json, safeLine(path, 200));
}
