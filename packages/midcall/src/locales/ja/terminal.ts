import type { ReviewReason } from "../../form/answer-layout.js";
import { minutesOf } from "../../messages/minutes.js";
import type { TerminalMessages } from "../../terminal/messages.js";
import { askedAgain } from "../parts/asked-again.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { issues, warnings } from "./issues.js";
import { shared } from "./shared.js";
import { terminalWords } from "./words.js";

const { text, number, all } = terminalWords;
const { urlWarning, nameWarning } = /* @__PURE__ */ warningsOf(warnings);

const range = (minimum: number | undefined, maximum: number | undefined, unit = ""): string => {
  if (minimum !== undefined && minimum === maximum) return `ちょうど ${minimum}${unit}`;
  if (minimum === undefined) return `${maximum}${unit}${unit ? "以内" : "以下"}`;
  return maximum === undefined ? `${minimum}${unit}以上` : `${minimum}～${maximum}${unit}`;
};

/** “A、B または C”, with the space that Latin letters and digits have around them. */
const eitherKey = (keys: readonly string[]): string =>
  keys.join("、").replace(/、(?=[^、]*$)/, " または ");

const because = (reason: ReviewReason, suggested: number): string => {
  switch (reason) {
    case "suggested":
      return `${number(suggested)} 個の値はサーバーからの提案です`;
    case "secret":
      return "秘密の情報が含まれている可能性があります";
    case "offset":
      return "時刻は UTC との時差付きで送信されます";
    case "long":
      return "回答が長いためです";
  }
};

/** The texts of `midcall/terminal` in Japanese. */
export const terminal: TerminalMessages = {
  .../* @__PURE__ */ shared(terminalWords),
  asks: (server, tool) =>
    tool ? text`${server} からの質問 (${tool} の実行中):` : text`${server} からの質問:`,
  selfGiven: (name) =>
    text`これはサーバーが自分で名乗っている名前です。起動時の名前は ${name} です。`,
  waiting: (count, servers) => `ほかに ${number(count)} 件の質問が待っています (${all(servers)})。`,
  timeLeft: (seconds) =>
    seconds >= 120
      ? `回答の制限時間: ${number(minutesOf(seconds))} 分。`
      : `回答の制限時間: ${number(seconds)} 秒。`,
  moreTime: "項目に回答するたびに、または Esc を押して続けると、制限時間は最初に戻ります。",
  secretWarning: (server, labels) =>
    `秘密の情報を求めているようです (${all(labels)})。${text`入力内容は画面に表示され、${server} に送信され、`}モデルに渡る可能性があります。迷ったら拒否してください。`,
  more: (characters) => text`… (残り ${characters} 文字)`,
  readOn: "スペースまたは Enter で続きを表示します。",
  keys: "Esc または Ctrl-C: 拒否または終了。もう一度 Ctrl-C: プログラムを停止。",
  choiceKeys: "選択では、そのキー、または矢印キーと Enter を使います。? でこれを表示します。",
  wrongKey: (keys) => `${eitherKey(keys)} を押すか、矢印キーと Enter を使ってください。`,

  held: (server, count) =>
    text`${server} の質問が多いため、ほかの ${count} 件を保留しています。表示しますか?`,
  showHeld: "はい、表示する",
  refuseHeld: "いいえ、受け付けない",

  mayAsk: (server) => text`${server} からの質問を許可しますか?`,
  showOnce: "この質問を表示",
  showAlways: "このサーバーを常に許可",
  block: "このサーバーをブロック",

  notAnsweredYet: "まだ回答していません",
  chooseOne: "回答を選択してください。",
  done: "完了",
  search: {
    label: "検索:",
    matches: (count) => text`(${count} 件)`,
    noMatches: "一致するものがありません",
    keys: "↑/↓: 選択 • Enter: 確定 • 文字入力: 検索",
    tickKeys: (space) =>
      `↑/↓: 移動 • ${space ? "スペース/Tab" : "Tab"}: 選択 • Enter: 確定 • 文字入力: 検索`,
    ticked: (count) => text`${count} 個を選択`,
  },
  pasted: (index, characters) => text`[貼り付け ${index}: ${characters} 文字]`,
  hints: {
    email: "メールアドレス",
    uri: "完全な URL (例: https://example.com)",
    date: "日付: 年-月-日 (例: 2026-01-31)",
    dateTime: (zone) =>
      zone === undefined
        ? "日付と時刻 (例: 2026-01-31 09:30)。+01:00 のような UTC との時差を付けられます"
        : text`日付と時刻 (例: 2026-01-31 09:30)。UTC との時差を付けなければ ${zone}`,
    number: "数値 (小数点はピリオド)",
    integer: "整数",
    lines: "Enter: 改行。Tab の後に Enter: 完了",
    list: "上/下: 選択、Enter: 完了",
    ticks: "スペース: 選択、Enter: 完了",
    between: (minimum, maximum) => range(minimum, maximum),
    moreThan: (limit) => `${limit} より大きい値`,
    lessThan: (limit) => `${limit} より小さい値`,
    steps: (step) => `${step} 刻み`,
    only: (answer) => `送信できるのは「${answer}」だけです`,
    length: (minimum, maximum) => range(minimum, maximum, " 文字"),
    count: (minimum, maximum) => `${range(minimum, maximum, " 個")}を選択`,
    pattern: "形式が確認されます",
    patternUnchecked: "形式はサーバーが確認します",
  },
  sentAs: (value) => text`送信される値: ${value}`,
  unsupported: (label, required) =>
    required
      ? text`「${label}」はここでは表示できませんが、サーバーが必須としています。`
      : text`「${label}」はここでは表示できません。任意の項目なので省略されます。`,
  cannotSend: "このフォームはここからは送信できません。拒否するか、今は閉じることができます。",

  reviewBecause: (title, reasons, suggested) =>
    reasons.length === 0
      ? `${title}:`
      : `${title}: ${reasons.map((reason) => because(reason, suggested)).join("。また、")}。`,
  nothing: "送信されるのは同意だけです。",
  whatNow: "次の操作は?",
  editWhich: "どの項目ですか?",
  back: "戻る",
  goOn: "続ける",
  stopHere: (typed) => (typed ? "回答をやめますか? 入力内容は失われます。" : "回答をやめますか?"),
  fixFirst: "回答は送信されませんでした。次の点を修正してください:",

  link: (host) => text`サーバーは ${host} の次のページを開くよう求めています:`,
  linkHost: (unicode) => text`ホストの別の表記: ${unicode}`,
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  issue: /* @__PURE__ */ issueText(issues),
  opening: "ページを開いています…",
  wait: "待つ",
  opened:
    "ページを開きました。そこで操作が終わると自動的に続きます。ここから続けることもできます。",
  notOpened:
    "ページを開けませんでした。何も送信されていません。次のアドレスを自分で開くことができます:",
  openedMyself: "自分で開いた",
  linkOpen: (host) => text`${host} のページを開いています。操作が終わると呼び出しが続きます。`,
  linkDone: (host) => text`${host} での操作が終わりました。呼び出しを続けます。`,
  code: "コード:",
  hideLink: "非表示にする",
  stopCall: "呼び出しを停止",

  sent: "送信しました。",
  declined: "拒否しました: 回答は「いいえ」です。",
  cancelled: "閉じました: 回答は送信されていません。",
  blocked: (server) => text`${server} をブロックしました。`,
  outOfTime: "制限時間が過ぎました。回答は送信されていません。",
  withdrawn: "この質問は終了しました: 取り下げられたか、別の場所で回答されました。",
  linkOver: "この質問は終了しました: ページが完了したか、質問が取り下げられました。",
  interruptAgain: "もう一度 Ctrl-C を押すとプログラムを停止します。",
  failed: "質問を表示できませんでした:",
};
