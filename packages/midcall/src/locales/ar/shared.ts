import type { LimitMessages, SharedMessages } from "../../messages/shared-messages.js";
import { words } from "./words.js";

const { text } = words;

/** Arabic: the words that React, the terminal and the pages share. */
export const shared: SharedMessages = {
  decline: "رفض",
  cancel: "ليس الآن",
  send: "إرسال",
  review: "مراجعة",
  reviewTitle: "راجِع إجابتك",
  edit: "تعديل",
  agree: "موافقة",
  yes: "نعم",
  no: "لا",
  noAnswer: "بلا إجابة",
  notAnswered: "لم تتم الإجابة",
  suggested: "اقتراح من الخادم",
  required: "مطلوب",
  optional: "اختياري",
  choose: "اختر…",
  open: (host) => text`فتح ${host}`,
  openAgain: "إعادة الفتح",
  continue: "انتهيت، متابعة",
};

/** Arabic: limits of fields. */
export const limits: LimitMessages = {
  between: (low, high, of) => {
    const range = low === high ? String(low) : `من ${low} إلى ${high}`;
    if (of === "options") return `عدد الخيارات المطلوب: ${range}.`;
    return of === "characters" ? `عدد الأحرف المطلوب: ${range}.` : `القيمة المطلوبة: ${range}.`;
  },
  checkedFormat: "يتحقق الخادم من التنسيق.",
};
