import type { PageText } from "../page.js";

/** Japanese: the texts of the page as a whole. */
export const page: Readonly<Record<PageText, string>> = {
  "Skip to content": "コンテンツへ移動",
  "Loading…": "読み込んでいます…",
  Loading: "読み込み中",
  "Connecting to the console…": "コンソールに接続しています…",
  "The console does not respond. Is it still running in the terminal?":
    "コンソールが応答しません。ターミナルで実行中ですか?",
  "The request is too large.": "リクエストが大きすぎます。",
  "The console refused the request.": "コンソールがリクエストを受け付けませんでした。",
  tools: "ツール",
  "Go to the open question, and back": "未回答の質問へ移動し、戻る",
  "Go to the newest call and its result": "最新の呼び出しとその結果へ移動",
  "Go to the arguments": "引数へ移動",
  "Go to the search": "検索へ移動",
  "The console does not respond.": "コンソールが応答しません。",
  "This page keeps trying to reconnect, and keeps what you have typed. If you have ended the console in the terminal, start it again.":
    "このページは再接続を続け、入力内容を保持します。ターミナルでコンソールを終了した場合は、もう一度起動してください。",
  "This console has ended.": "このコンソールは終了しました。",
  "A new console, or another program, answers here now. Open the new address, which is in the terminal, in this tab. What you have typed here is kept.":
    "ここでは現在、新しいコンソールまたは別のプログラムが応答しています。ターミナルに表示された新しいアドレスを、このタブで開いてください。入力内容は保持されます。",
  "This tab is paused,": "このタブは一時停止中です。",
  "because the console is open in several tabs. It resumes when you return to it.":
    "コンソールが複数のタブで開かれているためです。このタブに戻ると再開します。",
  "The bridge that served this page has ended.": "このページを提供していたブリッジは終了しました。",
  "Its host may have ended it. The next question opens a page of its own. You can close this one.":
    "ホストが終了させた可能性があります。次の質問は新しいページで開きます。このページは閉じてかまいません。",
  "This page is no longer valid.": "このページはもう有効ではありません。",
  "The next question opens another one. You can close this one.":
    "次の質問で別のページが開きます。このページは閉じてかまいません。",
  "because this page is open in several tabs. It resumes when you return to it.":
    "このページが複数のタブで開かれているためです。このタブに戻ると再開します。",
  System: "システム",
  Light: "ライト",
  Dark: "ダーク",
  Dense: "コンパクト",
  Theme: "テーマ",
  "Keyboard shortcuts": "キーボードショートカット",
  "Call, from any argument": "どの引数からでも呼び出す",
  "Not found": "見つかりません",
  "This server does not exist. It may have been removed.":
    "このサーバーは存在しません。削除された可能性があります。",
  "All servers": "すべてのサーバー",
  "This screen could not be shown": "この画面を表示できませんでした",
  "An unexpected error occurred. You can still answer questions, and running calls continue. Choose another screen, or try again.":
    "予期しないエラーが発生しました。質問には引き続き回答でき、実行中の呼び出しも続きます。別の画面を選ぶか、もう一度お試しください。",
  "Try again": "もう一度試す",
  Bridge: "ブリッジ",
  Console: "コンソール",
  "Audit log": "監査ログ",
  "Questions of your hosts": "ホストからの質問",
  "The servers of your hosts ask here what the hosts themselves cannot ask. Leave this page open: the next question appears on it.":
    "ホスト自身ができない質問を、ホストのサーバーがここで行います。このページは開いたままにしてください。次の質問がここに表示されます。",
  "Your answer goes to the server that asks, and to nobody else. If a host stops waiting before you answer, its question says so.":
    "回答は質問したサーバーだけに送られます。回答する前にホストが待つのをやめた場合は、質問にそう表示されます。",
  "Open the complete address": "完全なアドレスを開いてください",
  "If the console is open in another tab, open its links from there: Ctrl-click, or the middle mouse button.":
    "コンソールが別のタブで開いている場合は、そこからリンクを開いてください (Ctrl クリックまたは中央ボタン)。",
  Language: "言語",
  Automatic: "自動",
  "The address that the console printed contains a password after {0}. It prevents other pages and other users from using your servers. Go to the terminal in which the console is running, and open that address.":
    "コンソールが表示したアドレスには、{0} の後にパスワードが含まれています。これにより、ほかのページやユーザーがサーバーを使用することを防ぎます。コンソールを実行しているターミナルで、そのアドレスを開いてください。",
  "To start a console: {0}. A page of {1} opens by itself when a server asks: its address works once.":
    "コンソールを起動するには: {0}。{1} のページは、サーバーが質問すると自動的に開きます。アドレスは 1 回だけ有効です。",
  "Nothing was sent: the program that served this page has ended.":
    "何も送信されませんでした。このページを提供していたプログラムは終了しています。",
};
