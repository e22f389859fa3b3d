import { words } from "../../../src/locales/ja/words.js";
import type { Asker } from "../question/view-state.js";
import type { ViewMessages } from "./view-messages.js";

const { text } = words;
const tool = ({ tool: name }: Asker): string => (name ? text`「${name}」` : "ツール");
const server = ({ server: name }: Asker): string => (name ? text`「${name}」` : "サーバー");
// What goes to the model has no direction isolates.
const ofTool = ({ tool: name }: Asker): string => `ツール${name && `「${name}」`}`;

const askAgain = (asker: Asker): string =>
  `続けるには、チャットで${tool(asker)}の実行をもう一度求めてください。`;
const CALL_AGAIN = "同じ引数でもう一度呼び出してください。";
const LOADING = { title: "読み込んでいます…", text: "" };

/** The texts of the View in Japanese. */
export const ja: ViewMessages = {
  title: "質問",
  question: "あなたへの質問",
  theServer: "サーバー",
  phases: {
    connecting: LOADING,
    looking: LOADING,
    running: {
      title: "ツールを実行しています。",
      text: "質問がある場合は、ここに表示されます。",
    },
    "no-host": {
      title: "このビューはアプリに接続されていません。",
      text: "アプリを再読み込みするか、チャットで続けてください。",
    },
    empty: {
      title: "ここで回答する質問はありません。",
      text: "質問が待っているとチャットに表示されている場合は、チャットで続けてください。",
    },
    unreadable: {
      title: "この質問はここでは表示できません。",
      text: "回答は送信されていません。続け方をチャットで尋ねてください。",
    },
  },
  done: {
    accept: (asker) => `回答を${server(asker)}に送信しました。`,
    decline: (asker) => `拒否しました。${server(asker)}に「いいえ」と伝えました。`,
    cancel: () => "回答せずに質問を閉じました。",
  },
  next: {
    telling: () => "チャットに伝えています…",
    host: () => "呼び出しを続けます。",
    message: () => "チャットは自動的に続きます。",
    context: () =>
      "チャットで「続けて」などのメッセージを送信してください。あなたが決めたことがモデルに伝わります。",
    chat: (asker) => `あなたの決定は保存されています。${askAgain(asker)}`,
  },
  over: {
    answered: (asker) => ({
      title: "この質問は回答済みです。",
      text: `チャットが続いていない場合は、チャットで${tool(asker)}の実行をもう一度求めてください。`,
    }),
    closed: () => ({
      title: "この質問は終了しました。",
      text: "すでに回答されたか、不要になりました。チャットで続けてください。",
    }),
    expired: (asker) => ({
      title: "この質問の制限時間が過ぎました。",
      text: `回答は受け付けられていません。${askAgain(asker)}`,
    }),
    unknown: (asker) => ({
      title: "この質問はサーバーに残っていません。",
      text: `サーバーが再起動した可能性があります。${askAgain(asker)}`,
    }),
  },
  notPassedOn: (asker) =>
    `このアプリは回答を${server(asker)}に渡しませんでした。もう一度試して、確認を求められたら許可してください。それでも送信できない場合は、チャットで続けてください。`,
  notConfirmed:
    "回答が届いたことを確認できていません。もう一度送信してください。2 回送信しても、有効な回答は 1 つだけです。",
  notAccepted: "サーバーはこの回答を受け付けませんでした。",
  openUntil: (time) => text`回答期限: ${time}`,
  moreQuestions: (count) => text`このあと、さらに ${count} 件の質問があります。`,
  toModel: {
    accept: (asker) => `${ofTool(asker)}の質問に回答しました。${CALL_AGAIN}`,
    decline: (asker) => `${ofTool(asker)}の質問への回答を拒否しました。${CALL_AGAIN}`,
    cancel: (asker) => `${ofTool(asker)}の質問を、回答せずに閉じました。${CALL_AGAIN}`,
  },
};
