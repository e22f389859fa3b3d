import type { SettingsText } from "../settings.js";

/** Japanese: the texts of adding and setting up servers. */
export const settings: Readonly<Record<SettingsText, string>> = {
  "Add a server": "サーバーを追加",
  "Command or URL": "コマンドまたは URL",
  "(optional)": "(任意)",
  "Headers and time limit": "ヘッダーと制限時間",
  "Environment, directory and time limit": "環境、ディレクトリ、制限時間",
  "Add and connect": "追加して接続",
  Clone: "複製",
  "Edit the server": "サーバーを編集",
  "Likely secrets are masked; a masked part that you leave where it is stays as it is.":
    "秘密と思われる情報は伏せられています。伏せられた部分をそのままにすると、変更されません。",
  "Saving reconnects the server and ends its running calls.":
    "保存するとサーバーに再接続し、実行中の呼び出しは終了します。",
  "Save and reconnect": "保存して再接続",
  "Save and connect": "保存して接続",
  "Enter the name of each {0}.": "{0} の名前をすべて入力してください。",
  "The {0} {1} is there twice.": "{0} {1} が重複しています。",
  "Export as mcp.json": "mcp.json としてエクスポート",
  "The time limit must be a number of seconds.": "制限時間は秒数で指定してください。",
  header: "ヘッダー",
  variable: "変数",
  Headers: "ヘッダー",
  "Environment variables": "環境変数",
  "The program gets them in addition to those of the console. Values are kept in a file that only you can read, and never shown again.":
    "プログラムには、コンソールの変数に加えて渡されます。値は、あなただけが読めるファイルに保存され、再び表示されることはありません。",
  "Working directory": "作業ディレクトリ",
  "Time limit of a call, in seconds": "呼び出しの制限時間 (秒)",
  "Without it, a call may take 15 minutes. Progress restarts it. On 2025 versions it includes the time that you take to answer.":
    "指定しない場合、呼び出しは 15 分までです。進行状況が届くと最初に戻ります。2025 年のバージョンでは、回答にかかる時間も含まれます。",
  "Client ID": "クライアント ID",
  "Client secret": "クライアントシークレット",
  "Only if the client has one. It is stored encrypted with the tokens, and never shown again.":
    "クライアントにある場合だけ。トークンと共に暗号化して保存され、再び表示されることはありません。",
  "Scopes, separated by spaces": "スコープ (空白区切り)",
  kept: "保持中",
  Replace: "置き換え",
  "A header for every request": "すべてのリクエストのヘッダー",
  "Header (optional)": "ヘッダー (任意)",
  "Its value": "ヘッダーの値",
  "Choose a server.": "サーバーを選択してください。",
  "What you have pasted": "貼り付けた内容",
  "A command runs on this computer with your permissions once you connect it. Environment variables are kept in a file that only you can read; headers only until the console ends.":
    "コマンドは、接続するとこのコンピューターであなたの権限で実行されます。環境変数はあなただけが読めるファイルに、ヘッダーはコンソールの終了まで保持されます。",
  "Add the chosen servers": "選択したサーバーを追加",
  "Without a name": "名前なし",
  "The console has it already.": "コンソールにすでにあります。",
  "The configuration is too large.": "構成が大きすぎます。",
  "Import from another host": "別のホストからインポート",
  "Look on this computer": "このコンピューターで探す",
  "Choose a file": "ファイルを選択",
  "Or paste it": "または貼り付け",
  "No configuration was found": "構成が見つかりません",
  "Servers to import": "インポートするサーバー",
  "Where nothing was found": "見つからなかった場所",
  "The page to sign in:": "サインインのページ:",
  "You will see there what you are asked to allow.":
    "許可を求められる内容は、そのページに表示されます。",
  "You are asked to allow:": "許可を求められているもの:",
  "(stay signed in)": "(サインインしたままにする)",
  "Sign in": "サインイン",
  "The page opens in a new tab. The tokens are stored encrypted on this computer and sent to this server only.":
    "ページは新しいタブで開きます。トークンはこのコンピューターに暗号化して保存され、このサーバーだけに送信されます。",
  "Use a client ID or scopes of your own": "独自のクライアント ID またはスコープを使用",
  "Use a header instead": "代わりにヘッダーを使用",
  "Your browser has blocked the new tab. Open the page with this link.":
    "ブラウザーが新しいタブをブロックしました。このリンクでページを開いてください。",
  "Waiting for you to sign in.": "サインインを待っています。",
  "This page continues by itself.": "このページは自動的に続きます。",
  "Open the page to sign in": "サインインのページを開く",
  "You are signed out. {0}": "サインアウトしました。{0}",
  "Forget this sign-in": "このサインインを消去",
  "For example {0} or {1}. A command runs on this computer with your permissions. Add only servers that you trust.":
    "例: {0} または {1}。コマンドは、このコンピューターであなたの権限で実行されます。信頼できるサーバーだけを追加してください。",
  "Secrets are left out: {0} stands in their place.":
    "秘密の情報は省略され、代わりに {0} が入ります。",
  "Sent with every request to this server, for example {0} with {1}. Values are kept until the console ends, never written to disk and never shown again.":
    "このサーバーへのすべてのリクエストで送信されます (例: {0}、値は {1})。値はコンソールの終了まで保持され、ディスクには書き込まれず、再び表示されることもありません。",
  "Of a client that was registered there with the redirect URI {0} (any port), or the URL of a client ID metadata document.":
    "リダイレクト URI {0} (ポートは任意) で登録したクライアントのもの、またはクライアント ID メタデータ文書の URL。",
  "Add a header": "ヘッダーを追加",
  "Add a variable": "変数を追加",
  "Name of {0}": "{0} の名前",
  "Value of {0}": "{0} の値",
  "For example {0}. It is sent with every request to this server. It is kept until the console ends, and never written to disk.":
    "例: {0}。このサーバーへのすべてのリクエストで送信されます。コンソールの終了まで保持され、ディスクには書き込まれません。",
  "Reads the configuration of Claude Desktop and Code, VS Code, Cursor, Copilot, Zed and others with {0}, or a {1} of the MCP registry. You see each server before it is added.":
    "Claude Desktop と Code、VS Code、Cursor、Copilot、Zed など、{0} を含む構成、または MCP レジストリの {1} を読み取ります。各サーバーは、追加する前に表示されます。",
  "Added {0}. Connect a server to start it.":
    "{0} を追加しました。サーバーを起動するには接続してください。",
  "This server needs you to sign in at {0}": "このサーバーには {0} へのサインインが必要です",
  "You are signed in at {0}.": "{0} にサインインしています。",
};
