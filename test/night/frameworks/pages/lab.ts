import { createInbox, type Inbox, openWindow } from "midcall/client";

/** What a test does with the page. */
interface Lab {
  /** Asks a question. Returns its number. */
  ask(params: unknown, ownCall?: boolean): number;
  /** What became of it, once it is known. */
  readonly answers: unknown[];
  /** Withdraws it. */
  withdraw(number: number): void;
  setRule: Inbox["setRule"];
}

declare global {
  interface Window {
    lab: Lab;
  }
}

/** A page with the questions of an inbox. */
export function openLab(mount: (inbox: Inbox, place: HTMLElement) => void): void {
  const inbox = createInbox({ open: openWindow });
  mount(inbox, document.querySelector<HTMLElement>("#place")!);
  const answers: unknown[] = [];
  const withdrawals: AbortController[] = [];
  window.lab = {
    answers,
    ask(params, ownCall = false) {
      const withdrawal = new AbortController();
      const number = withdrawals.push(withdrawal) - 1;
      const origin = { server: "Calendar", ownCall, signal: withdrawal.signal };
      void inbox.handle(params, origin).then((answer) => (answers[number] = answer));
      return number;
    },
    withdraw: (number) => withdrawals[number]!.abort(),
    setRule: (server, rule) => inbox.setRule(server, rule),
  };
}
