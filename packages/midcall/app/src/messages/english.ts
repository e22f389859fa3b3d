import type { Asker } from "../question/view-state.js";
import type { ViewMessages } from "./view-messages.js";

const quoted = (name: string, other: string): string => (name ? `“${name}”` : other);
const tool = (asker: Asker): string => quoted(asker.tool, "the tool");
const server = (asker: Asker): string => quoted(asker.server, "the server");
const ofTool = (asker: Asker): string => (asker.tool ? `the tool “${asker.tool}”` : "the tool");

const askAgain = (asker: Asker): string => `To go on, ask in the chat for ${tool(asker)} again.`;
const CALL_AGAIN = "Please call it again with the same arguments.";
const LOADING = { title: "Loading…", text: "" };

/** The texts of the View in English. */
export const english: ViewMessages = {
  title: "Question",
  question: "A question for you",
  theServer: "The server",
  phases: {
    connecting: LOADING,
    looking: LOADING,
    running: {
      title: "The tool is running.",
      text: "If it has a question for you, the question appears here.",
    },
    "no-host": {
      title: "This view has no connection to its app.",
      text: "Reload the app, or continue in the chat.",
    },
    empty: {
      title: "Nothing to answer here.",
      text: "This call has no question for you here. If the chat says that one is waiting, continue there.",
    },
    unreadable: {
      title: "This question cannot be shown here.",
      text: "Nothing was answered. Ask in the chat how to go on.",
    },
  },
  done: {
    accept: (asker) => `Your answer was sent to ${server(asker)}.`,
    decline: (asker) => `You declined. ${quoted(asker.server, "The server")} has been told no.`,
    cancel: () => "You closed the question without an answer.",
  },
  next: {
    telling: () => "The chat is being told…",
    host: () => "The call continues.",
    message: () => "The chat continues by itself.",
    context: () =>
      "Send a message in the chat, such as “Continue”. The model then knows that you have decided.",
    chat: (asker) => `Your decision is saved. ${askAgain(asker)}`,
  },
  over: {
    answered: (asker) => ({
      title: "This question is already answered.",
      text: `If the chat has not gone on: ask there for ${tool(asker)} again.`,
    }),
    closed: () => ({
      title: "This question is closed.",
      text: "It was answered before, or is no longer needed. Continue in the chat.",
    }),
    expired: (asker) => ({
      title: "The time for this question is over.",
      text: `No answer was accepted. ${askAgain(asker)}`,
    }),
    unknown: (asker) => ({
      title: "The server no longer knows this question.",
      text: `It may have been restarted. ${askAgain(asker)}`,
    }),
  },
  notPassedOn: (asker) =>
    `This app did not pass your answer on to ${server(asker)}. Try again and allow it, if you are asked. If that does not help, continue in the chat.`,
  notConfirmed:
    "It is not confirmed that your answer has arrived. Send it again: only one answer counts.",
  notAccepted: "The server did not accept this answer.",
  openUntil: (time) => `You can answer until ${time}.`,
  moreQuestions: (count) =>
    count === 1 ? "One more question follows." : `${count} more questions follow.`,
  toModel: {
    accept: (asker) => `I have answered the question of ${ofTool(asker)}. ${CALL_AGAIN}`,
    decline: (asker) => `I have declined the question of ${ofTool(asker)}. ${CALL_AGAIN}`,
    cancel: (asker) =>
      `I have closed the question of ${ofTool(asker)} without an answer. ${CALL_AGAIN}`,
  },
};
