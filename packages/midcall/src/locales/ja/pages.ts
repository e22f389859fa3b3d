import type { PageMessages } from "../../pages/messages.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text } = words;
const { urlWarning, urlRefusal } = /* @__PURE__ */ warningsOf(warnings);

const BACK = "このページを閉じて、アシスタントに戻ってください。";
const NEW_LINK = "新しいリンクをアシスタントに求めてください。";
const NOTHING = "何も送信されていません。";

/** The texts of `midcall/pages` in Japanese. */
export const pages: PageMessages = {
  .../* @__PURE__ */ shared(words),
  ...limits,
  lang: "ja",
  dir: "ltr",
  from: (server) => text`${server} からの質問`,
  fromTool: (server, tool) => text`${server} からの質問 (ツール ${tool})`,
  errorsTitle: "次の点を修正してください",
  timeZone: "タイムゾーン",
  ownTimeZone: "このコンピューターのタイムゾーン",
  staleForm: `${NOTHING}このページが古くなっていたか、ブラウザーが Cookie をブロックしています。もう一度お試しください。`,
  staleFormLost: `${NOTHING}このページが古くなっていたか、ブラウザーが Cookie をブロックしています。入力内容はここには残っていませんが、ブラウザーの戻るボタンで表示できることがあります。`,
  signedInAs: (label) => text`${label} としてサインインしています。`,
  signInTitle: "続けるにはサインインしてください",
  signInText:
    "このページは特定の 1 人だけが利用できます。サインインして、ご本人であることを確認してください。",
  signIn: "サインイン",
  otherAccount: "別のアカウントを使用",
  signInFailed: "サインインできませんでした。もう一度お試しください。",
  codeTitle: "コードを入力してください",
  codeText: "アシスタントが、このリンクと一緒にコードを表示しています。",
  codeLabel: "コード",
  codeWarning:
    "自分のアシスタントがたった今表示したコードだけを入力してください。このリンクを誰かから受け取った場合は、ページを閉じてください。",
  codeWrong: "このページのコードではありません。",
  codeEnter: "コードを入力してください。",
  goOn: "続ける",
  secretTitle: (server) => text`${server} が秘密の情報を必要としています`,
  secretLabel: "秘密の情報",
  secretNote:
    "ここに入力した内容は、暗号化して保存されます。アシスタントとその AI モデルが見ることはありません。",
  save: "保存",
  checkFailed: "テストしましたが、使用できませんでした。",
  checkUnavailable: "現在テストできないため、保存しませんでした。もう一度お試しください。",
  saveFailed: "現在保存できません。もう一度お試しください。",
  tooLong: "長すぎるため保存できません。何も保存されていません。",
  connectTitle: (provider) => text`${provider} に接続`,
  connectText: (provider, host) =>
    text`${provider} (${host}) に移動します。アクセスを許可するかどうかは、そこで決められます。`,
  connectScopes: "次の権限が求められています:",
  connect: (provider) => text`${provider} に進む`,
  connectFailed: "接続できませんでした。何も保存されていません。もう一度試すことができます。",
  leavingTitle: (host) => text`${host} に移動しています`,
  leavingText: "何も起こらない場合は、このリンクを使用してください:",
  approvalTitle: "承認が必要です",
  approvalGo: (host) => text`${host} に進む`,
  approve: "はい、承認します",
  approvalWaiting: "そこでの操作が終わると、アシスタントが自動的に続行します。",
  answerTitle: "あなたへの質問",
  answered: "あなたの回答",
  notSent: "入力内容は送信されませんでした",
  unsupported: "この項目はここでは表示できないため、省略されます。",
  unsupportedForm:
    "このフォームはここでは入力できません。拒否するか、回答しないままにすることができます。",
  backToAssistant: BACK,
  backToAssistantAnswered: `${BACK}自動的に続かない場合は、続けるよう頼んでください。`,
  doneSecret: "保存しました",
  doneSecretChecked: "テストして保存しました",
  doneConnect: "接続しました",
  doneApproval: "完了しました",
  doneAnswer: "送信しました",
  declinedTitle: "拒否しました",
  cancelledTitle: "回答せずに閉じました",
  endedText: `${NOTHING}${BACK}`,
  expiredTitle: "このリンクは期限切れです",
  expiredText: `${NOTHING}${NEW_LINK}`,
  providerErrorTitle: "アカウントは接続されませんでした",
  providerErrorText: `相手のサービスが拒否しました。もう一度試すには、${NEW_LINK}`,
  providerDenied: "アクセスを許可しなかったため、何も接続されていません。",
  providerLess: `必要な権限がすべて許可されなかったため、何も保存されていません。もう一度試すには、${NEW_LINK}`,
  failedTitle: "問題が発生しました",
  failedText: NEW_LINK,
  finishingTitle: "少々お待ちください",
  finishingText: "完了の処理をしています。結果を見るには、ページを再読み込みしてください。",
  nothingTitle: "このリンクは利用できません",
  nothingText: `不完全か、期限切れか、使用済みか、別の人のためのものである可能性があります。${NEW_LINK}`,
  tooManyTitle: "試行回数が多すぎます",
  tooManyText: "何も失われていません。1 分待ってから、もう一度お試しください。",
  tooLargeTitle: "テキストが長すぎます",
  tooLargeText: `入力内容が、このページで受け付けられる長さを超えています。${NOTHING}戻って短くしてください。`,
  badRequestTitle: "このリクエストは処理できません",
  badRequestText: "ページが予期しない内容を受け取りました。戻ってもう一度お試しください。",
  brokenTitle: "問題が発生しました",
  brokenText: "しばらくしてから、もう一度お試しください。すでに保存した内容は失われていません。",
  unconfirmedTitle: "アシスタントにまだ伝わっていない可能性があります",
  unconfirmedSaved:
    "入力内容は保存されましたが、アシスタントに通知できませんでした。続けると、もう一度試します。",
  unconfirmedText:
    "回答が届いたことを確認できませんでした。続けると確認します。2 回回答しても問題ありません。",
  waiting: (count) => text`ほかに ${count} 件の質問が待っています。`,
  nextQuestion: "次の質問",
  questionExpiredTitle: "この質問は期限切れです",
  questionExpiredText: `${NOTHING}もう一度試すよう、アシスタントに頼んでください。`,
  serverEnded:
    "質問したプログラムは終了しました。何も送信されていません。このページは閉じてかまいません。",
  withdrawnTitle: "この質問は取り下げられました",
  withdrawnText: `${NOTHING}${BACK}`,
  answeredElsewhereTitle: "この質問は別の場所で回答されました",
  answeredElsewhereText: `このページからは何も送信されていません。${BACK}`,
  linkTitle: "あなたへのリンク",
  leadsTo: "リンク先",
  ownerUnknown: "アドレスは末尾から読んでください。ページの所有者を示すのは最後の部分だけです。",
  fullAddress: "完全なアドレス",
  linkWarnings: "リンクを開く前に確認してください:",
  linkRefused: "このリンクはここでは開けません:",
  issue: /* @__PURE__ */ issueText(issues),
  urlWarning,
  urlRefusal,
};
