import type { SettingsText } from "../settings.js";

/** Arabic: the texts of adding and setting up servers. */
export const settings: Readonly<Record<SettingsText, string>> = {
  "Add a server": "إضافة خادم",
  "Command or URL": "أمر أو عنوان URL",
  "(optional)": "(اختياري)",
  "Headers and time limit": "الترويسات والمهلة",
  "Environment, directory and time limit": "البيئة والدليل والمهلة",
  "Add and connect": "إضافة واتصال",
  Clone: "استنساخ",
  "Edit the server": "تعديل الخادم",
  "Likely secrets are masked; a masked part that you leave where it is stays as it is.":
    "المعلومات السرية المحتملة محجوبة؛ الجزء المحجوب الذي تتركه مكانه يبقى كما هو.",
  "Saving reconnects the server and ends its running calls.":
    "الحفظ يعيد الاتصال بالخادم وينهي استدعاءاته الجارية.",
  "Save and reconnect": "حفظ وإعادة الاتصال",
  "Save and connect": "حفظ واتصال",
  "Enter the name of each {0}.": "أدخل اسم كل {0}.",
  "The {0} {1} is there twice.": "مكرر: {0} {1}.",
  "Export as mcp.json": "تصدير بصيغة mcp.json",
  "The time limit must be a number of seconds.": "يجب أن تكون المهلة عددًا من الثواني.",
  header: "ترويسة",
  variable: "متغير",
  Headers: "الترويسات",
  "Environment variables": "متغيرات البيئة",
  "The program gets them in addition to those of the console. Values are kept in a file that only you can read, and never shown again.":
    "يحصل عليها البرنامج إضافة إلى متغيرات وحدة التحكم. تُحفَظ القيم في ملف لا يقرؤه سواك، ولا تُعرَض مرة أخرى أبدًا.",
  "Working directory": "دليل العمل",
  "Time limit of a call, in seconds": "مهلة الاستدعاء، بالثواني",
  "Without it, a call may take 15 minutes. Progress restarts it. On 2025 versions it includes the time that you take to answer.":
    "من دونها قد يستغرق الاستدعاء 15 دقيقة. يعيد التقدم بدء المهلة. في نسخ 2025 تشمل المهلة الوقت الذي تستغرقه في الإجابة.",
  "Client ID": "معرّف العميل",
  "Client secret": "سر العميل",
  "Only if the client has one. It is stored encrypted with the tokens, and never shown again.":
    "فقط إذا كان للعميل سر. يُخزَّن مشفَّرًا مع الرموز المميزة ولا يُعرَض مرة أخرى أبدًا.",
  "Scopes, separated by spaces": "النطاقات، مفصولة بمسافات",
  kept: "محفوظ",
  Replace: "استبدال",
  "A header for every request": "ترويسة لكل طلب",
  "Header (optional)": "ترويسة (اختيارية)",
  "Its value": "قيمتها",
  "Choose a server.": "اختر خادمًا.",
  "What you have pasted": "ما ألصقته",
  "A command runs on this computer with your permissions once you connect it. Environment variables are kept in a file that only you can read; headers only until the console ends.":
    "يعمل الأمر على هذا الكمبيوتر بصلاحياتك بمجرد الاتصال به. تُحفَظ متغيرات البيئة في ملف لا يقرؤه سواك، والترويسات حتى تنتهي وحدة التحكم فقط.",
  "Add the chosen servers": "إضافة الخوادم المختارة",
  "Without a name": "بلا اسم",
  "The console has it already.": "موجود في وحدة التحكم بالفعل.",
  "The configuration is too large.": "ملف الإعداد كبير جدًا.",
  "Import from another host": "الاستيراد من مضيف آخر",
  "Look on this computer": "البحث في هذا الكمبيوتر",
  "Choose a file": "اختيار ملف",
  "Or paste it": "أو ألصقه",
  "No configuration was found": "لم يُعثر على أي إعداد",
  "Servers to import": "خوادم للاستيراد",
  "Where nothing was found": "حيث لم يُعثر على شيء",
  "The page to sign in:": "صفحة تسجيل الدخول:",
  "You will see there what you are asked to allow.": "سترى هناك ما يُطلب منك السماح به.",
  "You are asked to allow:": "يُطلب منك السماح بما يلي:",
  "(stay signed in)": "(البقاء مسجَّلًا)",
  "Sign in": "تسجيل الدخول",
  "The page opens in a new tab. The tokens are stored encrypted on this computer and sent to this server only.":
    "تُفتح الصفحة في علامة تبويب جديدة. تُخزَّن الرموز المميزة مشفَّرة على هذا الكمبيوتر ولا تُرسَل إلا إلى هذا الخادم.",
  "Use a client ID or scopes of your own": "استخدام معرّف عميل أو نطاقات خاصة بك",
  "Use a header instead": "استخدام ترويسة بدلًا من ذلك",
  "Your browser has blocked the new tab. Open the page with this link.":
    "حظر متصفحك علامة التبويب الجديدة. افتح الصفحة بهذا الرابط.",
  "Waiting for you to sign in.": "في انتظار تسجيل دخولك.",
  "This page continues by itself.": "تتابع هذه الصفحة تلقائيًا.",
  "Open the page to sign in": "فتح صفحة تسجيل الدخول",
  "You are signed out. {0}": "تم تسجيل خروجك. {0}",
  "Forget this sign-in": "نسيان تسجيل الدخول هذا",
  "For example {0} or {1}. A command runs on this computer with your permissions. Add only servers that you trust.":
    "مثال: {0} أو {1}. يعمل الأمر على هذا الكمبيوتر بصلاحياتك. أضف الخوادم التي تثق بها فقط.",
  "Secrets are left out: {0} stands in their place.": "تُغفَل المعلومات السرية: {0} يحل محلها.",
  "Sent with every request to this server, for example {0} with {1}. Values are kept until the console ends, never written to disk and never shown again.":
    "تُرسَل مع كل طلب إلى هذا الخادم، مثل {0} بالقيمة {1}. تُحفَظ القيم حتى تنتهي وحدة التحكم، ولا تُكتب على القرص ولا تُعرَض مرة أخرى أبدًا.",
  "Of a client that was registered there with the redirect URI {0} (any port), or the URL of a client ID metadata document.":
    "لعميل مسجَّل هناك مع URI إعادة التوجيه {0} (أي منفذ)، أو عنوان URL لمستند بيانات وصفية لمعرّف العميل.",
  "Add a header": "إضافة ترويسة",
  "Add a variable": "إضافة متغير",
  "Name of {0}": "اسم {0}",
  "Value of {0}": "قيمة {0}",
  "For example {0}. It is sent with every request to this server. It is kept until the console ends, and never written to disk.":
    "مثال: {0}. تُرسَل مع كل طلب إلى هذا الخادم، وتُحفَظ حتى تنتهي وحدة التحكم، ولا تُكتب على القرص أبدًا.",
  "Reads the configuration of Claude Desktop and Code, VS Code, Cursor, Copilot, Zed and others with {0}, or a {1} of the MCP registry. You see each server before it is added.":
    "يقرأ إعداد Claude Desktop وCode وVS Code وCursor وCopilot وZed وغيرها مما فيه {0}، أو ملف {1} من سجل MCP. ترى كل خادم قبل إضافته.",
  "Added {0}. Connect a server to start it.": "تمت إضافة {0}. اتصل بخادم لتشغيله.",
  "This server needs you to sign in at {0}": "يطلب هذا الخادم أن تسجّل الدخول إلى {0}",
  "You are signed in at {0}.": "أنت مسجَّل الدخول إلى {0}.",
};
