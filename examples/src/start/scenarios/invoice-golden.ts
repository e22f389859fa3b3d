const accountOnPage = [
  "asked  To which bank account do your payouts go? <link>",
  "said   Payouts go to the account that ends in 3000.",
  "page   A question for you [Review]",
  "page   A question for you [Review]",
  "page   Check your answer [Send]",
  "page   Sent",
];

/** The expected outcomes of the scenarios of the invoices server if links can be shown. */
export const invoiceGolden: Readonly<Record<string, readonly string[]>> = {
  "invoices: a key, wrong at first, then kept": [
    "asked  To read your invoices, this server needs your key for Example Billing. <link>",
    "said   A-1 Globex 120.00 euros\nA-2 Initech 75.00 euros",
    "said   A-1 Globex 120.00 euros\nA-2 Initech 75.00 euros",
    "page   invoices needs a secret from you [Save]",
    "page   invoices needs a secret from you [Save]",
    "page   Tested and saved",
  ],
  "invoices: no key, said on the page": [
    "asked  To read your invoices, this server needs your key for Example Billing. <link>",
    'error  The user declined to give the secret "billing". Continue without it, or stop.',
    "page   invoices needs a secret from you [Decline]",
    "page   You declined",
  ],
  "invoices: an account connected, more allowed later, then disconnected": [
    "asked  To read your customers, this server needs your account at Example Accounts. <link>",
    "said   Globex, Initech",
    "asked  To send a reminder in your name, this server needs your permission there. <link>",
    "said   Globex was reminded.",
    "said   Globex, Initech",
    "said   Disconnected; the service has withdrawn the permission.",
    "asked  To read your customers, this server needs your account at Example Accounts. <link>",
    'error  The user declined to give the account at "Example Accounts". Continue without it, or stop.',
    "page   Connect Example Accounts [Continue to Example Accounts]",
    "page   Allow invoices? [Allow]",
    "page   Connected",
    "page   Connect Example Accounts [Continue to Example Accounts]",
    "page   Allow invoices? [Allow]",
    "page   Connected",
    "disk   what-happened.txt: alice reminded Globex",
  ],
  "invoices: not allowed at the other service": [
    "asked  To read your customers, this server needs your account at Example Accounts. <link>",
    'error  The other service did not give the account at "Example Accounts": access was denied there (access_denied). Call again only if the user wants to.',
    "page   Connect Example Accounts [Continue to Example Accounts]",
    "page   Allow invoices? [Do not allow]",
    "page   The account was not connected",
  ],
  "invoices: a payment released at the bank": [
    "asked  To read your invoices, this server needs your key for Example Billing. <link>",
    "asked  Release the payment of 75.00 euros to Initech? <link>",
    "said   A-2 is paid.",
    "page   invoices needs a secret from you [Save]",
    "page   Tested and saved",
    "page   Your approval is needed [Continue to Example Bank]",
    "page   Release this payment? [Release the payment]",
    "page   Paid",
    "disk   what-happened.txt: payment of A-2: paid",
  ],
  "invoices: a bank account on a page, with an error first": accountOnPage,
  "invoices: a key, on a host without elicitation": [
    "asked  To read your invoices, this server needs your key for Example Billing. <link>",
    "said   A-1 Globex 120.00 euros\nA-2 Initech 75.00 euros",
    "page   invoices needs a secret from you [Save]",
    "page   Tested and saved",
  ],
  "invoices: a bank account, on a host without elicitation": accountOnPage,
};

/** The expected outcomes if the user can get no link: an explanation, and no changes. */
export const invoiceGoldenWithoutLinks: Readonly<Record<string, readonly string[]>> = {
  "invoices: a key, wrong at first, then kept": [
    'error  "list_invoices" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
    'error  "list_invoices" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
  ],
  "invoices: no key, said on the page": [
    'error  "list_invoices" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
  ],
  "invoices: an account connected, more allowed later, then disconnected": [
    'error  "list_customers" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
    'error  "remind_customer" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
    'error  "list_customers" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
    "said   No account is connected.",
    'error  "list_customers" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
  ],
  "invoices: not allowed at the other service": [
    'error  "list_customers" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
  ],
  "invoices: a payment released at the bank": [
    'error  "pay_invoice" has to ask the user with a link to open, but this host has not declared that it can show one. Nothing was asked and nothing was decided. Use a host that supports elicitation in URL mode.',
  ],
};
