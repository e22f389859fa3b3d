import { minutesOf } from "../../messages/minutes.js";
import type { ElicitationMessages } from "../../react/messages.js";
import { askedAgain } from "../parts/asked-again.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { reactIssue } from "../parts/react-issue.js";
import { counted, MINUTE, OPTION, PROBLEM, QUESTION, SECOND } from "./counted.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text, plural, number, all } = words;
const { urlWarning, nameWarning, refusal } = /* @__PURE__ */ warningsOf(warnings);

const CALLS: Readonly<Record<string, string>> = {
  "tools/call": "أداة",
  "prompts/get": "موجِّه",
  "resources/read": "مورد",
};

/** The texts of `midcall/react` in Arabic. */
export const react: ElicitationMessages = {
  lang: "ar",
  dir: "rtl",
  ...shared,
  ...limits,
  asks: (server) => text`سؤال من ${server}`,
  call: ({ method, name }) => text`${CALLS[method] ?? method}: ${name}`,
  messageFrom: (server) => text`رسالة من ${server}`,
  declineOrCancelHint: (server) =>
    text`زر «رفض» يخبر «${server}» أن إجابتك لا. زر «ليس الآن» يغلق السؤال بلا إجابة.`,
  discardTitle: "هل تريد تجاهل ما أدخلته؟",
  discard: "تجاهل",
  keep: "متابعة التعديل",
  sending: "جارٍ الإرسال…",
  notSent: "لم تُرسَل إجابتك. يُرجى المحاولة مرة أخرى.",
  timeLeft: (seconds) =>
    `الوقت المتبقي: ${seconds > 60 ? counted(minutesOf(seconds), MINUTE) : counted(seconds, SECOND)}`,
  moreTime: "مزيد من الوقت",
  canHaveMoreTime: (left) => `${left}. يمكنك طلب مزيد من الوقت`,
  showMore: (characters) => text`عرض النص كاملًا (عدد الأحرف: ${characters})`,
  showLess: "عرض أقل",

  secretForm: (labels, server) =>
    `${text`يبدو أن «${server}» يطلب معلومات سرية:`} ${all(labels)}. الخوادم الجديرة بالثقة تطلب المعلومات السرية في صفحتها الخاصة.`,
  secretField: "يبدو أن هذه معلومات سرية.",
  unsupported: () => "لا يمكن عرض هذا الحقل هنا.",
  cannotSubmit: "لا يمكن عرض حقل مطلوب هنا، لذلك لا يمكن إرسال النموذج.",
  onlyAnswer: (answer) => text`لا يمكن إرسال إلا «${answer}».`,
  timeZone: (offset, name) =>
    text`المنطقة الزمنية: ${name ?? `UTC${/^[+-]00:00$|^Z$/.test(offset) ? "" : offset}`}.`,
  sentAs: (value, zone) => text`سيُرسَل بالشكل ${value}` + (zone ? text` (${zone})` : ""),
  chosenCount: (chosen, total) => text`تم اختيار ${chosen} من ${total}`,
  search: "اكتب للبحث",
  searchIn: (label) => text`البحث في ${label}`,
  optionsFound: (found) => (found === 0 ? "لا توجد خيارات مطابقة." : counted(found, OPTION)),
  incomplete: "أدخل تاريخًا كاملًا وصحيحًا.",
  problems: (problems) =>
    problems === 1 ? "يُرجى حل المشكلة التالية" : `يُرجى حل ما يلي: ${counted(problems, PROBLEM)}`,
  problem: (label, message) => `${text`${label}`}: ${message}`,
  issue: /* @__PURE__ */ reactIssue(issueText(issues)),
  refusal,
  reviewFor: (server) => text`لن يُرسَل إلى «${server}» إلا هذا.`,

  leadsTo: "يؤدي الرابط إلى",
  fullAddress: "العنوان الكامل",
  alsoWritten: (host) => text`يُكتب أيضًا ${host}`,
  warnings: "تحقق مما يلي قبل فتح الرابط:",
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  outside: "تُفتح الصفحة في متصفحك.",
  opened: "الصفحة مفتوحة. أكمل الخطوات هناك ثم عُد إلى هنا.",
  notOpened: (attempt) =>
    `لم تُفتح الصفحة${attempt > 1 ? ` (المحاولة ${number(attempt)})` : ""}. ربما حظرها متصفحك: استخدم هذا الرابط بدلًا من ذلك.`,
  ownerUnknown: "اقرأ العنوان من نهايته: الجزء الأخير وحده يبيّن مالك الصفحة.",
  codeFrom: (server) => text`رمز الصفحة، من ${server}`,
  copyCode: "نسخ الرمز",
  copied: "تم النسخ",

  openedPage: (host) => text`صفحة مفتوحة: ${host}`,
  linkOpen: (server) => text`أكمل الخطوات في علامة التبويب الأخرى. «${server}» ينتظر ذلك.`,
  linkCompleted: (host) => text`اكتملت الصفحة على ${host}. يمكنك إغلاق علامة تبويبها.`,
  stopCall: "إيقاف الاستدعاء",
  closeLink: "إغلاق",

  held: (server, held, reason) =>
    (reason === "rate-limit"
      ? text`طرح ${server} أسئلة كثيرة جدًا في وقت قصير.`
      : text`لدى ${server} أسئلة مفتوحة كثيرة جدًا.`) + ` المعلّق: ${counted(held, QUESTION)}.`,
  showHeld: (held) =>
    plural(held, {
      zero: "عرضها على أي حال",
      one: "عرضه على أي حال",
      two: "عرضهما على أي حال",
      few: "عرضها على أي حال",
      many: "عرضها على أي حال",
      other: "عرضها على أي حال",
    }),
  refuseHeld: (held) =>
    plural(held, {
      zero: "استبعادها",
      one: "استبعاده",
      two: "استبعادهما",
      few: "استبعادها",
      many: "استبعادها",
      other: "استبعادها",
    }),

  approvalRequest: (server) => text`هل تسمح لـ «${server}» بأن يطرح عليك سؤالًا؟`,
  approveOnce: "عرض هذا السؤال",
  approveAlways: (server) => text`السماح دائمًا لـ «${server}»`,
  block: (server) => text`حظر «${server}»`,
  rule: (server) => text`عندما يسأل ${server}`,
  ruleAllow: "عرض أسئلته",
  ruleAsk: "سؤالي أولًا",
  ruleBlock: "حظر أسئلته",
  rules: "الأذونات",
  inbox: "الأسئلة",
  empty: "لا توجد أسئلة مفتوحة.",
  loading: "جارٍ التحميل…",
  notLoaded: "تعذّر تحميل الأسئلة. حاول مرة أخرى أو أعد تحميل الصفحة.",
  tryAgain: "المحاولة مرة أخرى",
  waiting: (waiting) => `قيد الانتظار: ${counted(waiting, QUESTION)}`,
  waitingFor: (server, waiting) => `${text`${server}`}: ${counted(waiting, QUESTION)}`,
  arrived: (server, open, beginning) =>
    (beginning ? text`سؤال من ${server}: ${beginning}` : text`لديك سؤال من ${server}.`) +
    (open > 1 ? ` الأسئلة المفتوحة: ${number(open)}.` : ""),
  kept: "لم يعد الاستدعاء ينتظر. ستُحفَظ إجابتك لبعض الوقت وتُستخدم إذا طرح الاستدعاء نفسه هذا السؤال مرة أخرى.",
  gone: (server) => text`سُحب سؤال من ${server} أو انتهت مهلته أو تمت الإجابة عنه في مكان آخر.`,
};
