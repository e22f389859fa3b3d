import { access, constants, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { createInbox, type Inbox, type LinkOptions } from "midcall/client";
import { createAuditTrail } from "midcall/audit";
import { createFileSink } from "midcall/audit/file";
import { type AnswerBook, createAnswerBook } from "../answers/answer-book.js";
import { mountAnswers } from "../answers/mount-answers.js";
import { readAnswers } from "../answers/read-answers.js";
import { fileErrorReason } from "../connect/headers.js";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import { questionLines } from "./report/question-lines.js";
import type { CallOptions } from "./options.js";
import { createQuestionLog, type QuestionLog } from "./report/question-log.js";

/** Who answers: somebody at the terminal, a file, or nobody. */
export interface Responder {
  readonly kind: "terminal" | "answers" | "nobody";
  readonly inbox: Inbox;
  readonly log: QuestionLog;
  /** The file at work, where there is one. */
  readonly book: AnswerBook | undefined;
  /** Takes the questions away and writes what is to be written. */
  close(): Promise<void>;
}

/** Marks the registrable domain in links. */
const urlSafety: LinkOptions = { domains: () => import("midcall/client/domains") };

/** Questions of one run a file may answer in a row; a server cannot make more of its entries than there are. */
const ANSWERS_FILE_POLICY = {
  concurrent: 100,
  perServer: 100,
  total: 100,
  burst: 10_000,
  perMinute: 10_000,
};

/**
 * Makes the inbox and whoever answers it. Questions and prompts go to stderr, so that stdout has the
 * result alone.
 *
 * @throws UsageError when the answers file cannot be used
 */
export async function createResponder(
  options: Pick<CallOptions, "answers" | "audit" | "list" | "open">,
  onInterrupt: () => void,
  signal: AbortSignal,
): Promise<Responder> {
  const { stdin, stderr } = process;
  const log = createQuestionLog();
  const onerror = (error: unknown): void => {
    stderr.write(`${safeLine(error instanceof Error ? error.message : String(error))}\n`);
  };
  if (options.audit !== undefined) await checkWritable(options.audit);
  const sink = options.audit === undefined ? undefined : createFileSink({ path: options.audit });
  const trail = sink && createAuditTrail({ sink, onError: onerror });
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
  // Servers may keep back the tools that ask where nobody can be asked; a list of what there is has them.
  const empty = options.list && !hasTerminal ? [] : undefined;
  const answers =
    options.answers === undefined ? empty : await loadAnswers(options.answers, signal);
  if (answers !== undefined) {
    const book = createAnswerBook(answers);
    const open = (url: string): unknown => {
      stderr.write(`${options.open ? "Opening" : "Agreed to, and to be opened by you:"} ${url}\n`);
      return options.open ? openInBrowser(url) : undefined;
    };
    const inbox = createInbox({ audit, open, onerror, urlSafety, policy: ANSWERS_FILE_POLICY });
    const unmount = mountAnswers(inbox, book, (question, reason) => log.noteNoAnswer(question, reason), {
      // A page may ask for a code that only the message has.
      agreed: ({ server, call, message }) => {
        stderr.write(`${questionLines(server, call?.name, message).join("\n")}\n`);
      },
      waiting: () => stderr.write("Waiting until the server says that the page is done.\n"),
    });
    const close = async (): Promise<void> => {
      unmount();
      await closeAudit();
    };
    return { kind: "answers", inbox, log, book, close };
  }

  const inbox = createInbox({ audit, open: openInBrowser, onerror, urlSafety });
  if (!hasTerminal) {
    return { kind: "nobody", inbox, log, book: undefined, close: closeAudit };
  }
  const { mountTerminal } = await import("midcall/terminal");
  const mounted = mountTerminal(inbox, { input: stdin, output: stderr, onInterrupt });
  const close = async (): Promise<void> => {
    mounted.unmount();
    await closeAudit();
  };
  return { kind: "terminal", inbox, log, book: undefined, close };
}

/** Before anything is asked: what was to be recorded cannot be made up for afterwards. */
async function checkWritable(path: string): Promise<void> {
  try {
    const file = await stat(path).catch(() => undefined);
    if (file?.isDirectory()) throw new Error("it is a folder");
    await access(file ? path : dirname(path), constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = { ENOENT: "there is no such folder", EACCES: "you may not" }[code ?? ""] ?? message;
    throw new UsageError(`The audit file ${safeLine(path)} cannot be written: ${safeLine(why)}.`);
  }
}

async function loadAnswers(
  path: string,
  signal: AbortSignal,
): Promise<ReturnType<typeof readAnswers>> {
  if (path === "-") {
    return readAnswers(await text(addAbortSignal(signal, process.stdin)), "stdin");
  }
  let json: string;
  try {
    json = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`The answers file ${safeLine(path)} cannot be read: ${fileErrorReason(error)}.`);
  }
  return readAnswers(json, safeLine(path, 200));
}

/**
 * Opens a page in the person's own browser, and keeps no hold of it. The address stands on a command line then: it is
 * the server's, and nothing in it is a secret of ours.
 */
async function openInBrowser(url: string): Promise<void> {
  const { default: open } = await import("open");
  const browser = await open(url);
  browser.on("error", () => process.stderr.write(`No browser could be started. Open ${url}\n`));
  browser.unref();
}
