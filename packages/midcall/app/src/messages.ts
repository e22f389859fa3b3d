import type { AppAnswer } from "../../src/contracts/app.js";
import type { NextStep } from "./host/tell-model.js";
import type { Asker, ViewState } from "./question/view-state.js";

type Action = AppAnswer["action"];
type Over = Extract<ViewState, { phase: "over" }>["why"];

/** A heading, and what the user can do. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

const quoted = (name: string, other: string): string => (name ? `“${name}”` : other);
const tool = (asker: Asker): string => quoted(asker.tool, "the tool");
const server = (asker: Asker): string => quoted(asker.server, "the server");

const askAgain = (asker: Asker): string => `To go on, ask in the chat for ${tool(asker)} again.`;

/** The texts of the phases in which there is no question. */
export const PHASES: Readonly<
  Record<"connecting" | "no-host" | "running" | "looking" | "empty" | "unreadable", NoticeText>
> = {
  connecting: { title: "Loading…", text: "" },
  looking: { title: "Loading…", text: "" },
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
};

/** What the user has done. */
export const doneTitle = (action: Action, asker: Asker): string =>
  ({
    accept: `Your answer was sent to ${server(asker)}.`,
    decline: `You declined. ${server(asker).replace(/^t/, "T")} has been told no.`,
    cancel: "You closed the question without an answer.",
  })[action];

/** How it continues then. */
export function nextText(next: NextStep | "host" | undefined, asker: Asker): string {
  switch (next) {
    case undefined:
      return "The chat is being told…";
    case "host":
      return "The call continues.";
    case "message":
      return "The chat continues by itself.";
    case "context":
      return "Send a message in the chat, such as “Continue”. The model then knows that you have decided.";
    case "chat":
      return `Your decision is saved. ${askAgain(asker)}`;
  }
}

/** Why a question has ended without an answer from here. */
export function overText(why: Over, asker: Asker): NoticeText {
  switch (why) {
    case "answered":
      return {
        title: "This question is already answered.",
        text: `If the chat has not gone on: ask there for ${tool(asker)} again.`,
      };
    case "closed":
      return {
        title: "This question is closed.",
        text: "It was answered before, or is no longer needed. Continue in the chat.",
      };
    case "expired":
      return {
        title: "The time for this question is over.",
        text: `No answer was accepted. ${askAgain(asker)}`,
      };
    case "unknown":
      return {
        title: "The server no longer knows this question.",
        text: `It may have been restarted. ${askAgain(asker)}`,
      };
  }
}

/** The errors of an attempt to answer. */
export const notPassedOn = (asker: Asker): string =>
  `This app did not pass your answer on to ${server(asker)}. Try again and allow it, if you are asked. If that does not help, continue in the chat.`;
export const notConfirmed =
  "It is not confirmed that your answer has arrived. Send it again: only one answer counts.";
export const notAccepted = "The server did not accept this answer.";

/** Beside the question. */
export const openUntil = (time: string): string => `You can answer until ${time}.`;
export const moreQuestions = (count: number): string =>
  count === 1 ? "One more question follows." : `${count} more questions follow.`;

/** What the model is told in the name of the user. It has nothing of the answer in it. */
export function toModel(action: Action, asker: Asker): string {
  const of = asker.tool ? `the tool ${tool(asker)}` : "the tool";
  const done = {
    accept: `I have answered the question of ${of}.`,
    decline: `I have declined the question of ${of}.`,
    cancel: `I have closed the question of ${of} without an answer.`,
  }[action];
  return `${done} Please call it again with the same arguments.`;
}
