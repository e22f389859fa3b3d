import type { QuestionsText } from "../questions.js";

/** Japanese: the texts of questions and requests. */
export const questions: Readonly<Record<QuestionsText, string>> = {
  "by you": "あなたによる",
  "by you, with a plain link": "あなたによる (通常のリンク)",
  "the address has letters of other alphabets": "アドレスに別の文字体系の文字がある",
  "the address mixes alphabets": "アドレスに文字体系が混在している",
  "the address is a number": "アドレスが数字である",
  "by {0}": "{0} による",
  "with a warning: {0}": "警告あり: {0}",
  "was withdrawn by the server": "サーバーが取り下げました",
  "was refused (this server is blocked)":
    "受け付けませんでした (このサーバーはブロックされています)",
  "was refused (it asks for a secret in a form)":
    "受け付けませんでした (フォームで秘密の情報を求めています)",
  "was not shown (the server asked too many questions in a short time)":
    "表示されませんでした (短い時間に質問が多すぎました)",
  "was not shown (too many questions were open)":
    "表示されませんでした (未回答の質問が多すぎました)",
  "was not answered (the console was not open in a browser)":
    "回答されませんでした (コンソールがブラウザーで開かれていませんでした)",
  "could not be shown (it is invalid)": "表示できませんでした (無効です)",
  "could not be shown (it requires a field that cannot be shown here)":
    "表示できませんでした (ここで表示できない項目が必須です)",
  "could not be shown (its message is too long to be shown whole)":
    "表示できませんでした (メッセージが長すぎて全体を表示できません)",
  "could not be shown (its mode is not supported)":
    "表示できませんでした (モードがサポートされていません)",
  "was refused (the link is not a complete web address)":
    "受け付けませんでした (リンクが完全な Web アドレスではありません)",
  "was refused (the link is too long to check)":
    "受け付けませんでした (リンクが長すぎて確認できません)",
  "was refused (the link contains hidden characters)":
    "受け付けませんでした (リンクに見えない文字が含まれています)",
  "was refused (the link does not use https)":
    "受け付けませんでした (リンクが https を使用していません)",
  "was refused (the link contains a user name or password)":
    "受け付けませんでした (リンクにユーザー名またはパスワードが含まれています)",
  "was refused (the link leads to a private network)":
    "受け付けませんでした (リンク先がプライベートネットワークです)",
  "was not shown ({0})": "表示されませんでした ({0})",
  "Your browser did not open the page. It may block pop-ups.":
    "ブラウザーがページを開きませんでした。ポップアップがブロックされている可能性があります。",
  ", and give this question up": "(この質問は取りやめる)",
  "Open questions": "未回答の質問",
  Answer: "回答する",
  Questions: "質問",
  "Questions of servers": "サーバーからの質問",
  "When a server asks something, its question appears here.":
    "サーバーが質問すると、ここに表示されます。",
  "The server has withdrawn it, or its call or connection has ended.":
    "サーバーが取り下げたか、呼び出しまたは接続が終了しました。",
  "Its time is up.": "時間切れです。",
  "Nothing was sent.": "何も送信されていません。",
  Refuse: "受け付けない",
  "More time": "時間を延長",
  "Show it": "表示",
  "Always show": "常に表示",
  "Send and remember": "送信して記憶",
  Sampling: "サンプリング",
  "The request is shown with the questions.": "リクエストは質問と一緒に表示されます。",
  "When the server asks for an answer of a model, the request appears with the questions, and you write the answer by hand.":
    "サーバーがモデルの回答を求めると、リクエストが質問と一緒に表示され、回答を手で入力します。",
  Roots: "ルート",
  Save: "保存",
  "Nothing is saved yet: when the server asks, you are asked.":
    "まだ何も保存されていません。サーバーが尋ねると、確認が表示されます。",
  "The server is told that there are none.": "サーバーには、ないことが伝えられます。",
  "this directory": "このディレクトリ",
  "these {0} directories": "これらの {0} 個のディレクトリ",
  "The server is told {0} without asking you.": "確認なしでサーバーに伝えられるもの: {0}。",
  "Enter one complete path or file:// address on each line.":
    "1 行に 1 つ、完全なパスまたは file:// アドレスを入力してください。",
  Directories: "ディレクトリ",
  "System prompt": "システムプロンプト",
  "Answer, as the model would give it": "モデルが返すはずの回答",
  Send: "送信",
  Models: "モデル",
  "At most": "最大",
  "{0} tokens": "{0} トークン",
  Temperature: "温度",
  "Stops at": "停止する文字列",
  Context: "コンテキスト",
  Tools: "ツール",
  "What the server would like": "サーバーの希望",
  "Not answered": "未回答",
  "Form:": "フォーム:",
  "An answer of a model": "モデルの回答",
  "Your directories": "ディレクトリ",
  "The questions and requests of all servers, and how they ended. Your answers are not recorded.":
    "すべてのサーバーの質問とリクエスト、およびその結果です。回答は記録されません。",
  "These are the entries since the console was started. The complete log is in":
    "コンソールの起動後の記録です。完全なログの場所:",
  "No questions yet. Call a tool that asks one.":
    "質問はまだありません。質問するツールを呼び出してください。",
  Ended: "終了",
  Server: "サーバー",
  Requested: "要求内容",
  Outcome: "結果",
  "Shown for": "表示時間",
  "Block “{0}”": "「{0}」をブロック",
  "Until {0}, if the server waits that long.": "{0} まで (サーバーがそれまで待つ場合)。",
  "{0} was started again since it asked this. It may refuse the answer.":
    "{0} はこの質問の後に再起動されました。回答は受け付けられない可能性があります。",
  "{0} wants an answer of a model": "{0} がモデルの回答を求めています",
  "{0} wants to know your directories": "{0} がディレクトリを尋ねています",
  "1 opened page": "開いているページ 1 件",
  "{0} opened pages": "開いているページ {0} 件",
  "One on each line, such as {0}. The server is told these addresses, and may take them as permission to read and change what is there.":
    "1 行に 1 つ入力します (例: {0})。サーバーにはこれらのアドレスが伝えられ、その内容を読み取り、変更する許可とみなされることがあります。",
  expired: "期限切れです",
  "by a program": "プログラムによる",
  "by a rule": "ルールによる",
  "Kept answers": "保管中の回答",
  "When you answered, the call that asked had ended. If the same call comes again in time, it gets your answer, once.":
    "回答した時点で、質問した呼び出しはすでに終了していました。同じ呼び出しが期限内にもう一度来ると、その回答が一度だけ渡されます。",
  "Kept until {0}": "{0} まで保管",
  "Withdraw this answer": "この回答を取り下げる",
  "Your answer is kept until {0}: the call that asked had ended.":
    "回答は {0} まで保管されます。質問した呼び出しはすでに終了していました。",
  "The answer was withdrawn. The next call asks you again.":
    "回答を取り下げました。次の呼び出しではもう一度質問されます。",
  "The answer was no longer there: it was used, or its time was up.":
    "回答はすでにありませんでした。使用されたか、期限が切れています。",
  "with a kept answer": "保管中の回答による",
  "Answer kept": "回答を保管",
  "Kept answer withdrawn": "保管中の回答を取り下げ",
  "Kept answer expired": "保管中の回答が期限切れ",
};
