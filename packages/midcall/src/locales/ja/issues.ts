import type { IssueTexts, WarningTexts } from "../parts/issues.js";
import { words } from "./words.js";

const { text, number } = words;

/** Japanese: what is wrong with an answer. */
export const issues: IssueTexts = {
  required: "この項目は必須です。",
  text: "テキストを入力してください。",
  number: "数値を入力してください。",
  integer: "整数を入力してください。",
  boolean: "「はい」か「いいえ」で回答してください。",
  options: "選択肢の中から選択してください。",
  onlyOther: "もう一方の回答しか送信できません。",
  uniqueItems: "同じ選択肢は 1 回だけ選択してください。",
  minLength: (limit) => `${number(limit)} 文字以上で入力してください。`,
  maxLength: (limit) => `${number(limit)} 文字以内で入力してください。`,
  minItems: (limit) => `${number(limit)} 個以上選択してください。`,
  maxItems: (limit) => `選択できるのは ${number(limit)} 個までです。`,
  minimum: (limit) => `${limit} 以上の値を入力してください。`,
  maximum: (limit) => `${limit} 以下の値を入力してください。`,
  exclusiveMinimum: (limit) => `${limit} より大きい値を入力してください。`,
  exclusiveMaximum: (limit) => `${limit} より小さい値を入力してください。`,
  multipleOf: (limit) => `${limit} の倍数を入力してください。`,
  notTheWord: (word) => text`「${word}」ではありません。`,
  pattern: "サーバーが求める形式で入力してください。",
  email: "メールアドレスを入力してください (例: name@example.com)。",
  uri: "完全なアドレスを入力してください (例: https://example.com)。",
  date: "日付を「年-月-日」の形式で入力してください (例: 2026-01-31)。",
  dateTime:
    "日付と時刻を入力してください (例: 2026-01-31T09:30:00+01:00)。末尾は UTC との時差です。",
  noNumber: "数値を数字で入力してください。小数点にはピリオドを使用します。",
  noInteger: "整数を数字で入力してください。",
  precision: "桁数が多すぎて送信できません。桁数の少ない数値を入力してください。",
  unsupported: "ここでは表示できないため、フォームを送信できません。",
};

/** Japanese: warnings and refusals. */
export const warnings: WarningTexts = {
  url: {
    punycode:
      "このアドレスの文字は、別の文字に見えることがあります。この表記そのものに見覚えがない場合は、拒否してください。",
    "mixed-script":
      "このアドレスには異なる文字体系が混ざっており、ある文字が別の文字に見えることがあります。この表記そのものに見覚えがない場合は、拒否してください。",
    imitation: (imitates, domain) =>
      domain === undefined
        ? text`このアドレスは ${imitates} に見せかけていますが、実際の行き先はアドレスの末尾が示します。このアドレス全体に見覚えがない場合は、拒否してください。`
        : text`このアドレスは ${imitates} に見せかけていますが、実際の行き先は ${domain} です。${domain} に見覚えがない場合は、拒否してください。`,
    address:
      "これは IP アドレスで、ページの所有者がわかりません。このアドレスに見覚えがない場合は、拒否してください。",
    loopback:
      "このページは、このコンピューター上のプログラムが表示するものです。このサーバーのものとして心当たりがない場合は、拒否してください。",
    port: "このアドレスは、通常とは異なるポート (コロンの後の数字) を使用しています。このページのものだとわからない場合は、拒否してください。",
    long: "このアドレスは非常に長く、行き先が隠されている可能性があります。行き先に見覚えがない場合は、拒否してください。",
  },
  refusedUrl: {
    "not-a-url": "完全な Web アドレスではありません。",
    "too-long": "このアドレスは長すぎます。",
    "hidden-characters":
      "このアドレスには、空白、バックスラッシュ、または見えない文字が含まれています。",
    scheme: "このアドレスは https を使用していません。",
    credentials: "このアドレスには、ユーザー名またはパスワードが含まれています。",
    "private-host": "このアドレスの行き先は、プライベートネットワークです。",
  },
  name: {
    "hidden-characters":
      "このサーバーの名前には見えない文字が含まれており、別のサーバーに見せかけている可能性があります。回答する前に、どのサーバーかを確認してください。",
    "mixed-script":
      "このサーバーの名前には異なる文字体系が混ざっており、別のサーバーに見せかけている可能性があります。回答する前に、どのサーバーかを確認してください。",
    "look-alike":
      "このサーバーの名前は別の文字に似た文字で書かれており、別のサーバーに見せかけている可能性があります。回答する前に、どのサーバーかを確認してください。",
  },
  inbox: {
    notOpen: "この質問は受付を終了しました。",
    notOpened: "ページを開けませんでした。",
    notNeeded: "このページはもう必要ありません。",
    notApproved: "先にこのサーバーを許可してください。",
  },
};
