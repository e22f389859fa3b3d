import { counted, QUESTION } from "../../../src/locales/ar/counted.js";
import { words } from "../../../src/locales/ar/words.js";
import type { Asker } from "../question/view-state.js";
import type { ViewMessages } from "./view-messages.js";

const { text } = words;
const tool = ({ tool: name }: Asker): string => (name ? text`«${name}»` : "الأداة");
const server = ({ server: name }: Asker): string => (name ? text`«${name}»` : "الخادم");
// What goes to the model has no direction isolates.
const ofTool = ({ tool: name }: Asker): string => `الأداة${name && ` «${name}»`}`;

const askAgain = (asker: Asker): string => `للمتابعة، اطلب ${tool(asker)} مرة أخرى في المحادثة.`;
const CALL_AGAIN = "يُرجى استدعاؤها مرة أخرى بالوسائط نفسها.";
const LOADING = { title: "جارٍ التحميل…", text: "" };

/** The texts of the View in Arabic. */
export const ar: ViewMessages = {
  title: "سؤال",
  question: "سؤال لك",
  theServer: "الخادم",
  phases: {
    connecting: LOADING,
    looking: LOADING,
    running: {
      title: "الأداة قيد التشغيل.",
      text: "إذا كان لديها سؤال لك فسيظهر هنا.",
    },
    "no-host": {
      title: "هذا العرض غير متصل بتطبيقه.",
      text: "أعد تحميل التطبيق أو تابع في المحادثة.",
    },
    empty: {
      title: "لا يوجد هنا ما يتطلب إجابة.",
      text: "ليس لهذا الاستدعاء سؤال لك هنا. إذا ذُكر في المحادثة أن سؤالًا ينتظرك فتابع هناك.",
    },
    unreadable: {
      title: "لا يمكن عرض هذا السؤال هنا.",
      text: "لم تُرسَل أي إجابة. اسأل في المحادثة عن كيفية المتابعة.",
    },
  },
  done: {
    accept: (asker) => `أُرسلت إجابتك إلى ${server(asker)}.`,
    decline: (asker) => `لقد رفضت. أُبلغ ${server(asker)} بأن إجابتك لا.`,
    cancel: () => "أغلقت السؤال بلا إجابة.",
  },
  next: {
    telling: () => "جارٍ إبلاغ المحادثة…",
    host: () => "يستمر الاستدعاء.",
    message: () => "تستمر المحادثة تلقائيًا.",
    context: () => "أرسل رسالة في المحادثة، مثل «متابعة». عندها يعرف النموذج أنك اتخذت قرارك.",
    chat: (asker) => `تم حفظ قرارك. ${askAgain(asker)}`,
  },
  over: {
    answered: (asker) => ({
      title: "تمت الإجابة عن هذا السؤال من قبل.",
      text: `إذا لم تستمر المحادثة فاطلب فيها ${tool(asker)} مرة أخرى.`,
    }),
    closed: () => ({
      title: "هذا السؤال مغلق.",
      text: "تمت الإجابة عنه من قبل أو لم تعد هناك حاجة إليه. تابع في المحادثة.",
    }),
    expired: (asker) => ({
      title: "انتهت مهلة هذا السؤال.",
      text: `لم تُقبَل أي إجابة. ${askAgain(asker)}`,
    }),
    unknown: (asker) => ({
      title: "لم يعد الخادم يعرف هذا السؤال.",
      text: `ربما أُعيد تشغيله. ${askAgain(asker)}`,
    }),
  },
  notPassedOn: (asker) =>
    `لم يمرّر هذا التطبيق إجابتك إلى ${server(asker)}. حاول مرة أخرى واسمح بذلك إذا سُئلت. إذا لم ينجح ذلك فتابع في المحادثة.`,
  notConfirmed: "لم يتأكد وصول إجابتك. أرسلها مرة أخرى: لا تُحتسَب إلا إجابة واحدة.",
  notAccepted: "لم يقبل الخادم هذه الإجابة.",
  openUntil: (time) => text`يمكنك الإجابة حتى ${time}.`,
  moreQuestions: (count) => `المتبقي بعد هذا السؤال: ${counted(count, QUESTION)}.`,
  toModel: {
    accept: (asker) => `أجبتُ عن سؤال ${ofTool(asker)}. ${CALL_AGAIN}`,
    decline: (asker) => `رفضتُ سؤال ${ofTool(asker)}. ${CALL_AGAIN}`,
    cancel: (asker) => `أغلقتُ سؤال ${ofTool(asker)} بلا إجابة. ${CALL_AGAIN}`,
  },
};
