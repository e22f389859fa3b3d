import type { ReviewReason } from "../../form/answer-layout.js";
import { minutesOf } from "../../messages/minutes.js";
import type { TerminalMessages } from "../../terminal/messages.js";
import { askedAgain } from "../parts/asked-again.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { CHARACTER, counted, QUESTION, RESULT, SECOND, VALUE } from "./counted.js";
import { issues, warnings } from "./issues.js";
import { shared } from "./shared.js";
import { words } from "./words.js";

const { text, number, all, either } = words;
const { urlWarning, nameWarning } = /* @__PURE__ */ warningsOf(warnings);

const range = (minimum: number | undefined, maximum: number | undefined, what: string): string => {
  if (minimum !== undefined && minimum === maximum) return `${what}: ${minimum} بالضبط`;
  if (minimum === undefined) return `${what}: ${maximum} على الأكثر`;
  return maximum === undefined
    ? `${what}: ${minimum} على الأقل`
    : `${what}: من ${minimum} إلى ${maximum}`;
};

const because = (reason: ReviewReason, suggested: number): string => {
  switch (reason) {
    case "suggested":
      return `اقترح الخادم ${suggested === 2 ? "قيمتين" : counted(suggested, VALUE)}`;
    case "secret":
      return "قد تحتوي على معلومات سرية";
    case "offset":
      return text`يُرسَل الوقت مع فارقه عن ${"UTC"}`;
    case "long":
      return "الإجابة طويلة";
  }
};

/** The texts of `midcall/terminal` in Arabic. */
export const terminal: TerminalMessages = {
  ...shared,
  asks: (server, tool) =>
    tool ? text`سؤال من ${server} (أثناء ${tool}):` : text`سؤال من ${server}:`,
  selfGiven: (name) => text`هذا اسم أطلقه الخادم على نفسه. لقد شغّلته باسم ${name}.`,
  waiting: (count, servers) => `قيد الانتظار: ${counted(count, QUESTION)}، من ${all(servers)}.`,
  timeLeft: (seconds) =>
    seconds >= 120
      ? `المدة المتاحة للإجابة بالدقائق: ${number(minutesOf(seconds))}.`
      : `المدة المتاحة للإجابة: ${counted(seconds, SECOND)}.`,
  moreTime: text`يبدأ الوقت من جديد مع كل حقل تجيب عنه، أو عندما تضغط على ${"Esc"} ثم تتابع.`,
  secretWarning: (server, labels) =>
    `يبدو أن هذا يطلب معلومات سرية (${all(labels)}). ${text`ما تدخله يظهر على الشاشة ويُرسَل إلى ${server} وقد يصل إلى نموذج.`} إذا كنت في شك فارفض.`,
  more: (characters) => `… (المتبقي: ${counted(characters, CHARACTER)})`,
  readOn: text`المسافة أو ${"Enter"}: متابعة القراءة.`,
  keys: text`المفتاح ${"Esc"} أو ${"Ctrl-C"}: الرفض أو الخروج. ${"Ctrl-C"} مرة أخرى: إيقاف البرنامج.`,
  choiceKeys: text`للاختيار: مفتاح الخيار، أو الأسهم ثم ${"Enter"}. المفتاح ${"?"} يعرض هذا.`,
  wrongKey: (keys) => `اضغط على ${either(keys)}، ${text`أو استخدم الأسهم ثم ${"Enter"}.`}`,

  held: (server, count) =>
    `${text`أسئلة معلّقة من ${server} لأنه يسأل كثيرًا:`} ${counted(count, QUESTION)}. هل تريد عرضها؟`,
  showHeld: "نعم، عرض",
  refuseHeld: "لا، استبعاد",

  mayAsk: (server) => text`هل تسمح لـ ${server} بأن يطرح عليك سؤالًا؟`,
  showOnce: "عرض هذا السؤال",
  showAlways: "السماح دائمًا لهذا الخادم",
  block: "حظر هذا الخادم",

  notAnsweredYet: "لم تتم الإجابة بعد",
  chooseOne: "اختر إجابة.",
  done: "تم",
  search: {
    label: "بحث:",
    matches: (count) => `(${counted(count, RESULT)})`,
    noMatches: "لا توجد نتائج",
    keys: text`${"↑/↓"}: اختيار • ${"Enter"}: تأكيد • الكتابة: بحث`,
    tickKeys: (space) =>
      text`${"↑/↓"}: تنقّل • ${space ? "Space/Tab" : "Tab"}: اختيار • ${"Enter"}: تأكيد • الكتابة: بحث`,
    ticked: (count) => text`المختار: ${count}`,
  },
  pasted: (index, characters) => `[لصق ${number(index)}: ${counted(characters, CHARACTER)}]`,
  hints: {
    email: "عنوان بريد إلكتروني",
    uri: text`عنوان ${"URL"} كامل، مثل ${"https://example.com"}`,
    date: text`تاريخ: السنة ثم الشهر ثم اليوم، مثل ${"2026-01-31"}`,
    dateTime: (zone) =>
      zone === undefined
        ? text`تاريخ ووقت، مثل ${"2026-01-31 09:30"}؛ يمكنك إضافة الفارق عن ${"UTC"}، مثل ${"+01:00"}`
        : text`تاريخ ووقت، مثل ${"2026-01-31 09:30"}؛ بتوقيت ${zone} ما لم تُضف الفارق عن ${"UTC"}`,
    number: "رقم، مع نقطة عشرية",
    integer: "عدد صحيح",
    lines: text`المفتاح ${"Enter"}: سطر جديد. ${"Tab"} ثم ${"Enter"}: تم`,
    list: text`السهمان: اختيار، ${"Enter"}: تم`,
    ticks: text`المفتاح ${"Space"}: اختيار، ${"Enter"}: تم`,
    between: (minimum, maximum) => range(minimum, maximum, "القيمة"),
    moreThan: (limit) => text`أكبر من ${String(limit)}`,
    lessThan: (limit) => text`أصغر من ${String(limit)}`,
    steps: (step) => text`بخطوات مقدارها ${String(step)}`,
    only: (answer) => `لا يمكن إرسال إلا ${answer}`,
    length: (minimum, maximum) => range(minimum, maximum, "عدد الأحرف"),
    count: (minimum, maximum) => range(minimum, maximum, "عدد الخيارات"),
    pattern: "يتم التحقق من التنسيق",
    patternUnchecked: "يتحقق الخادم من التنسيق",
  },
  sentAs: (value) => text`سيُرسَل بالشكل ${value}`,
  unsupported: (label, required) =>
    required
      ? text`لا يمكن عرض «${label}» هنا، والخادم يشترطه.`
      : text`لا يمكن عرض «${label}» هنا. وهو اختياري ولن يُرسَل.`,
  cannotSend: "لا يمكن إرسال هذا النموذج من هنا. يمكنك الرفض أو إغلاقه مؤقتًا.",

  reviewBecause: (title, reasons, suggested) =>
    reasons.length === 0
      ? `${title}:`
      : `${title}: ${reasons.map((reason) => because(reason, suggested)).join("، كما ")}.`,
  nothing: "لن يُرسَل إلا موافقتك.",
  whatNow: "ما الخطوة التالية؟",
  editWhich: "أي حقل؟",
  back: "رجوع",
  goOn: "متابعة",
  stopHere: (typed) =>
    typed ? "هل تريد التوقف عن الإجابة؟ ستفقد ما أدخلته." : "هل تريد التوقف عن الإجابة؟",
  fixFirst: "لم تُرسَل إجابتك. يُرجى تصحيح ما يلي:",

  link: (host) => text`يطلب منك الخادم فتح هذه الصفحة على ${host}:`,
  linkHost: (unicode) => text`يُكتب المضيف أيضًا ${unicode}`,
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  issue: /* @__PURE__ */ issueText(issues),
  opening: "جارٍ فتح الصفحة…",
  wait: "انتظار",
  opened: "الصفحة مفتوحة. عندما تنتهي هناك يستمر العمل هنا تلقائيًا، أو يمكنك متابعته بنفسك.",
  notOpened: "لم تُفتح الصفحة. لم يُرسَل شيء. يمكنك فتح هذا العنوان بنفسك:",
  openedMyself: "فتحتها بنفسي",
  linkOpen: (host) => text`الصفحة على ${host} مفتوحة. يستمر الاستدعاء عندما تنتهي.`,
  linkDone: (host) => text`لقد انتهيت على ${host}. يستمر الاستدعاء.`,
  code: "الرمز:",
  hideLink: "إخفاء",
  stopCall: "إيقاف الاستدعاء",

  sent: "تم الإرسال.",
  declined: "تم الرفض: إجابتك هي لا.",
  cancelled: "تم الإغلاق: لم تُرسَل أي إجابة.",
  blocked: (server) => text`تم حظر ${server}.`,
  outOfTime: "انتهى الوقت. لم تُرسَل أي إجابة.",
  withdrawn: "هذا السؤال مغلق: سُحب أو تمت الإجابة عنه في مكان آخر.",
  linkOver: "هذا السؤال مغلق: اكتملت الصفحة أو سُحب السؤال.",
  interruptAgain: text`اضغط على ${"Ctrl-C"} مرة أخرى لإيقاف البرنامج.`,
  failed: "تعذّر عرض السؤال:",
};
