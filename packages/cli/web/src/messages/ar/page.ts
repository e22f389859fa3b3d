import type { PageText } from "../page.js";

/** Arabic: the texts of the page as a whole. */
export const page: Readonly<Record<PageText, string>> = {
  "Skip to content": "الانتقال إلى المحتوى",
  "Loading…": "جارٍ التحميل…",
  Loading: "جارٍ التحميل",
  "Connecting to the console…": "جارٍ الاتصال بوحدة التحكم…",
  "The console does not respond. Is it still running in the terminal?":
    "وحدة التحكم لا تستجيب. هل ما زالت تعمل في الطرفية؟",
  "The request is too large.": "الطلب كبير جدًا.",
  "The console refused the request.": "لم تقبل وحدة التحكم الطلب.",
  tools: "أدوات",
  "Go to the open question, and back": "الانتقال إلى السؤال المفتوح والعودة",
  "Go to the newest call and its result": "الانتقال إلى أحدث استدعاء ونتيجته",
  "Go to the arguments": "الانتقال إلى الوسيطات",
  "Go to the search": "الانتقال إلى البحث",
  "The console does not respond.": "وحدة التحكم لا تستجيب.",
  "This page keeps trying to reconnect, and keeps what you have typed. If you have ended the console in the terminal, start it again.":
    "تواصل هذه الصفحة محاولة الاتصال وتحتفظ بما كتبته. إذا أنهيت وحدة التحكم في الطرفية فشغّلها من جديد.",
  "This console has ended.": "انتهت وحدة التحكم هذه.",
  "A new console, or another program, answers here now. Open the new address, which is in the terminal, in this tab. What you have typed here is kept.":
    "تجيب هنا الآن وحدة تحكم جديدة أو برنامج آخر. افتح العنوان الجديد المعروض في الطرفية في علامة التبويب هذه. يبقى ما كتبته هنا محفوظًا.",
  "This tab is paused,": "علامة التبويب هذه متوقفة مؤقتًا،",
  "because the console is open in several tabs. It resumes when you return to it.":
    "لأن وحدة التحكم مفتوحة في عدة علامات تبويب. تُستأنف عندما تعود إليها.",
  "The bridge that served this page has ended.": "انتهى الجسر الذي كان يقدّم هذه الصفحة.",
  "Its host may have ended it. The next question opens a page of its own. You can close this one.":
    "ربما أنهاه المضيف. يفتح السؤال التالي صفحة خاصة به. يمكنك إغلاق هذه الصفحة.",
  "This page is no longer valid.": "لم تعد هذه الصفحة صالحة.",
  "The next question opens another one. You can close this one.":
    "سيفتح السؤال التالي صفحة أخرى. يمكنك إغلاق هذه الصفحة.",
  "because this page is open in several tabs. It resumes when you return to it.":
    "لأن هذه الصفحة مفتوحة في عدة علامات تبويب. تُستأنف عندما تعود إليها.",
  System: "النظام",
  Light: "فاتح",
  Dark: "داكن",
  Dense: "مضغوط",
  Theme: "المظهر",
  "Keyboard shortcuts": "اختصارات لوحة المفاتيح",
  "Call, from any argument": "استدعاء، من أي وسيط",
  "Not found": "غير موجود",
  "This server does not exist. It may have been removed.": "هذا الخادم غير موجود. ربما أُزيل.",
  "All servers": "كل الخوادم",
  "This screen could not be shown": "تعذّر عرض هذه الشاشة",
  "An unexpected error occurred. You can still answer questions, and running calls continue. Choose another screen, or try again.":
    "حدث خطأ غير متوقع. ما زال بإمكانك الإجابة عن الأسئلة، وتستمر الاستدعاءات الجارية. اختر شاشة أخرى أو حاول مرة أخرى.",
  "Try again": "المحاولة مرة أخرى",
  Bridge: "الجسر",
  Console: "وحدة التحكم",
  "Audit log": "سجل التدقيق",
  "Questions of your hosts": "أسئلة المضيفين",
  "The servers of your hosts ask here what the hosts themselves cannot ask. Leave this page open: the next question appears on it.":
    "تسأل خوادم المضيفين هنا ما لا يستطيع المضيفون سؤاله بأنفسهم. اترك هذه الصفحة مفتوحة: سيظهر السؤال التالي عليها.",
  "Your answer goes to the server that asks, and to nobody else. If a host stops waiting before you answer, its question says so.":
    "تذهب إجابتك إلى الخادم الذي يسأل، ولا أحد غيره. إذا توقف المضيف عن الانتظار قبل أن تجيب فسيظهر ذلك مع سؤاله.",
  "Open the complete address": "افتح العنوان الكامل",
  "If the console is open in another tab, open its links from there: Ctrl-click, or the middle mouse button.":
    "إذا كانت وحدة التحكم مفتوحة في علامة تبويب أخرى فافتح روابطها من هناك: Ctrl مع النقر أو زر الفأرة الأوسط.",
  Language: "اللغة",
  Automatic: "تلقائي",
  "The address that the console printed contains a password after {0}. It prevents other pages and other users from using your servers. Go to the terminal in which the console is running, and open that address.":
    "يحتوي العنوان الذي عرضته وحدة التحكم على كلمة مرور بعد {0}. وهي تمنع الصفحات الأخرى والمستخدمين الآخرين من استخدام خوادمك. انتقل إلى الطرفية التي تعمل فيها وحدة التحكم وافتح ذلك العنوان.",
  "To start a console: {0}. A page of {1} opens by itself when a server asks: its address works once.":
    "لتشغيل وحدة تحكم: {0}. تُفتح صفحة {1} تلقائيًا عندما يسأل خادم: يعمل عنوانها مرة واحدة فقط.",
  "Nothing was sent: the program that served this page has ended.":
    "لم يُرسل شيء: انتهى البرنامج الذي كان يقدّم هذه الصفحة.",
};
