import type { LimitMessages, SharedMessages } from "../../messages/shared-messages.js";
import type { words } from "./words.js";

/** Japanese: the words that React, the terminal and the pages share. */
export const shared = ({ text }: typeof words): SharedMessages => ({
  decline: "拒否",
  cancel: "今は回答しない",
  send: "送信",
  review: "確認",
  reviewTitle: "回答の確認",
  edit: "編集",
  agree: "同意する",
  yes: "はい",
  no: "いいえ",
  noAnswer: "回答なし",
  notAnswered: "未回答",
  suggested: "サーバーからの提案",
  required: "必須",
  optional: "任意",
  choose: "選択してください",
  open: (host) => text`${host} を開く`,
  openAgain: "もう一度開く",
  continue: "完了したので続ける",
});

/** Japanese: limits of fields. */
export const limits: LimitMessages = {
  between: (low, high, of) => {
    const unit = { number: "", characters: " 文字", options: " 個" }[of];
    const range = low === high ? `${low}${unit}` : `${low}～${high}${unit}`;
    return `${range}${unit ? "" : " の数値"}を${of === "options" ? "選択" : "入力"}してください。`;
  },
  checkedFormat: "形式はサーバーが確認します。",
};
