import { filesIn } from "../sandbox.js";
import type { Scenario } from "./scenario.js";
import type { PageStep } from "../user/scripted-browser.js";

/** Without URL mode, the user gets the link in the chat, if its page has a sign-in; otherwise the tools explain. */
const except = {
  "2025-06-18": {
    because:
      "URL mode began with 2025-11-25; a link that came by the chat needs a sign-in, which a server on stdio does not have",
    over: "stdio",
    replies: [],
  },
} as const;
const asked = { server: "invoices", except } as const;
const noElicitation = { server: "invoices", capabilities: {} } as const;
const withoutSignIn = {
  because: "a link that came by the chat needs a sign-in, which a server on stdio does not have",
  over: "stdio",
  replies: [],
} as const;

const listInvoices = { tool: "list_invoices" };
const listCustomers = { tool: "list_customers" };
const KEY_PAGE = "invoices needs a secret from you";
const key = (value: string): PageStep => ({ on: KEY_PAGE, fill: { Secret: value }, press: "Save" });
const enterKey = [key("billing-key-of-alice"), { on: "Tested and saved" }];
const connect = (choice: string): PageStep[] => [
  { on: "Connect Example Accounts", press: "Continue to Example Accounts" },
  { on: "Allow invoices?", press: choice },
];
const connected = [...connect("Allow"), { on: "Connected" }];

const enterAccount: { readonly browse: readonly PageStep[] } = {
  browse: [
    {
      on: "A question for you",
      fill: { "Account holder": "Alice Example", IBAN: "none" },
      press: "Review",
    },
    { on: "A question for you", fill: { IBAN: "DE89 3704 0044 0532 0130 00" }, press: "Review" },
    { on: "Check your answer", press: "Send" },
    { on: "Sent" },
  ],
};

/** The scenarios of the invoices server. */
export const invoiceScenarios: readonly Scenario[] = [
  {
    ...asked,
    title: "invoices: a key, wrong at first, then kept",
    calls: [listInvoices, listInvoices],
    replies: [{ browse: [key("biling-key-of-alice"), ...enterKey] }],
  },
  {
    ...asked,
    title: "invoices: no key, said on the page",
    calls: [listInvoices],
    replies: [{ browse: [{ on: KEY_PAGE, press: "Decline" }, { on: "You declined" }] }],
  },
  {
    ...asked,
    title: "invoices: an account connected, more allowed later, then disconnected",
    calls: [
      listCustomers,
      { tool: "remind_customer", args: { customer: "Globex" } },
      listCustomers,
      { tool: "disconnect_account" },
      listCustomers,
    ],
    replies: [{ browse: connected }, { browse: connected }, "decline"],
    effects: (root) => filesIn(root, "."),
  },
  {
    ...asked,
    title: "invoices: not allowed at the other service",
    calls: [listCustomers],
    replies: [{ browse: [...connect("Do not allow"), { on: "The account was not connected" }] }],
  },
  {
    ...noElicitation,
    title: "invoices: a key, on a host without elicitation",
    calls: [listInvoices],
    except: {
      "2025-06-18": withoutSignIn,
      "2025-11-25": withoutSignIn,
      "2026-07-28": withoutSignIn,
    },
    replies: [{ browse: enterKey }],
  },
  {
    ...noElicitation,
    title: "invoices: a bank account, on a host without elicitation",
    calls: [{ tool: "set_payout_account" }],
    replies: [enterAccount],
  },
  {
    ...asked,
    title: "invoices: a payment released at the bank",
    calls: [{ tool: "pay_invoice", args: { number: "A-2" } }],
    replies: [
      { browse: enterKey },
      {
        browse: [
          { on: "Your approval is needed", press: "Continue to Example Bank" },
          { on: "Release this payment?", press: "Release the payment" },
          { on: "Paid" },
        ],
      },
    ],
    effects: (root) => filesIn(root, "."),
  },
  {
    server: "invoices",
    title: "invoices: a bank account on a page, with an error first",
    calls: [{ tool: "set_payout_account" }],
    replies: [enterAccount],
  },
];
