import { minutesOf } from "../../messages/minutes.js";
import type { ElicitationMessages } from "../../react/messages.js";
import { askedAgain } from "../parts/asked-again.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { reactIssue } from "../parts/react-issue.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text, number, all } = words;
const { urlWarning, nameWarning, refusal } = /* @__PURE__ */ warningsOf(warnings);

const CALLS: Readonly<Record<string, string>> = {
  "tools/call": "ツール",
  "prompts/get": "プロンプト",
  "resources/read": "リソース",
};

/** The texts of `midcall/react` in Japanese. */
export const react: ElicitationMessages = {
  lang: "ja",
  dir: "ltr",
  .../* @__PURE__ */ shared(words),
  ...limits,
  asks: (server) => text`${server} からの質問`,
  call: ({ method, name }) => text`${CALLS[method] ?? method}: ${name}`,
  messageFrom: (server) => text`${server} からのメッセージ`,
  declineOrCancelHint: (server) =>
    text`「拒否」は「${server}」に「いいえ」と伝えます。「今は回答しない」は回答せずに質問を閉じます。`,
  discardTitle: "入力内容を破棄しますか?",
  discard: "破棄",
  keep: "編集を続ける",
  sending: "送信しています…",
  notSent: "回答は送信されませんでした。もう一度お試しください。",
  timeLeft: (seconds) =>
    seconds > 60 ? text`残り ${minutesOf(seconds)} 分` : text`残り ${seconds} 秒`,
  moreTime: "時間を延長",
  canHaveMoreTime: (left) => `${left}。時間を延長できます`,
  showMore: (characters) => text`${characters} 文字すべてを表示`,
  showLess: "一部を表示",

  secretForm: (labels, server) =>
    `${text`「${server}」は秘密の情報を求めているようです:`} ${all(labels)}。信頼できるサーバーは、秘密の情報を自身のページで求めます。`,
  secretField: "秘密の情報のようです。",
  unsupported: () => "この項目はここでは表示できません。",
  cannotSubmit: "必須の項目をここでは表示できないため、フォームを送信できません。",
  onlyAnswer: (answer) => text`送信できるのは「${answer}」だけです。`,
  timeZone: (offset, name) =>
    text`タイムゾーン: ${name ?? `UTC${/^[+-]00:00$|^Z$/.test(offset) ? "" : offset}`}`,
  sentAs: (value, zone) => text`送信される値: ${value}` + (zone ? text` (${zone})` : ""),
  chosenCount: (chosen, total) => text`${total} 個中 ${chosen} 個を選択`,
  search: "入力して検索",
  searchIn: (label) => text`${label} を検索`,
  optionsFound: (found) =>
    found === 0 ? "一致する選択肢はありません。" : text`${found} 個の選択肢`,
  incomplete: "正しい日付を最後まで入力してください。",
  problems: (problems) =>
    problems === 1
      ? "次の問題を修正してください"
      : text`次の ${problems} 件の問題を修正してください`,
  problem: (label, message) => `${text`${label}`}: ${message}`,
  issue: /* @__PURE__ */ reactIssue(issueText(issues)),
  refusal,
  reviewFor: (server) => text`「${server}」に送信されるのはこの内容だけです。`,

  leadsTo: "リンク先",
  fullAddress: "完全なアドレス",
  alsoWritten: (host) => text`別の表記: ${host}`,
  warnings: "リンクを開く前に確認してください:",
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  outside: "ページはブラウザーで開きます。",
  opened: "ページを開きました。そこで操作を完了してから、ここに戻ってください。",
  notOpened: (attempt) =>
    `ページを開けませんでした${attempt > 1 ? ` (${number(attempt)} 回目)` : ""}。ブラウザーがブロックした可能性があります。代わりにこのリンクを使用してください。`,
  ownerUnknown: "アドレスは末尾から読んでください。ページの所有者を示すのは最後の部分だけです。",
  codeFrom: (server) => text`ページ用のコード (${server} から)`,
  copyCode: "コードをコピー",
  copied: "コピーしました",

  openedPage: (host) => text`開いたページ: ${host}`,
  linkOpen: (server) => text`別のタブで操作を完了してください。「${server}」が待っています。`,
  linkCompleted: (host) => text`${host} のページは完了しました。そのタブは閉じてかまいません。`,
  stopCall: "呼び出しを停止",
  closeLink: "閉じる",

  held: (server, held, reason) =>
    `${text`${server}`} ${reason === "rate-limit" ? "は短い時間に多くの質問をしています" : "には未回答の質問が多すぎます"}。${number(held)} 件を保留しています。`,
  showHeld: () => "それでも表示",
  refuseHeld: () => "受け付けない",

  approvalRequest: (server) => text`「${server}」からの質問を許可しますか?`,
  approveOnce: "この質問を表示",
  approveAlways: (server) => text`「${server}」を常に許可`,
  block: (server) => text`「${server}」をブロック`,
  rule: (server) => text`${server} から質問があったとき`,
  ruleAllow: "質問を表示",
  ruleAsk: "先に確認する",
  ruleBlock: "質問をブロック",
  rules: "許可の設定",
  inbox: "質問",
  empty: "未回答の質問はありません。",
  loading: "読み込んでいます…",
  notLoaded: "質問を読み込めませんでした。もう一度試すか、ページを再読み込みしてください。",
  tryAgain: "もう一度試す",
  waiting: (waiting) => text`ほかに ${waiting} 件の質問が待っています`,
  waitingFor: (server, waiting) => text`${server}: ${waiting} 件の質問`,
  arrived: (server, open, beginning) =>
    (beginning ? text`${server} からの質問: ${beginning}` : text`${server} から質問があります。`) +
    (open > 1 ? text` 未回答の質問は ${open} 件です。` : ""),
  kept: "呼び出しはもう待っていません。回答はしばらく保存され、同じ呼び出しが同じ質問をしたときに使用されます。",
  gone: (server) =>
    text`${server} からの質問は、取り下げられたか、期限が切れたか、別の場所で回答されました。`,
};
