import type { IssueTexts, WarningTexts } from "../parts/issues.js";
import { CHARACTER, counted, OPTION } from "./counted.js";
import { words } from "./words.js";

const { text } = words;

/** Arabic: what is wrong with an answer. */
export const issues: IssueTexts = {
  required: "هذا الحقل مطلوب.",
  text: "أدخل نصًا.",
  number: "أدخل رقمًا.",
  integer: "أدخل عددًا صحيحًا.",
  boolean: "أجب بنعم أو لا.",
  options: "اختر من الخيارات فقط.",
  onlyOther: "لا يمكن إرسال إلا الإجابة الأخرى.",
  uniqueItems: "اختر كل خيار مرة واحدة فقط.",
  minLength: (limit) => `الحد الأدنى: ${counted(limit, CHARACTER)}.`,
  maxLength: (limit) => `الحد الأقصى: ${counted(limit, CHARACTER)}.`,
  minItems: (limit) => `الحد الأدنى: ${counted(limit, OPTION)}.`,
  maxItems: (limit) => `الحد الأقصى: ${counted(limit, OPTION)}.`,
  minimum: (limit) => text`أدخل ${limit} أو أكثر.`,
  maximum: (limit) => text`أدخل ${limit} أو أقل.`,
  exclusiveMinimum: (limit) => text`أدخل قيمة أكبر من ${limit}.`,
  exclusiveMaximum: (limit) => text`أدخل قيمة أصغر من ${limit}.`,
  multipleOf: (limit) => text`أدخل أحد مضاعفات ${limit}.`,
  notTheWord: (word) => text`هذه ليست «${word}».`,
  pattern: "أدخل القيمة بالتنسيق الذي يطلبه الخادم.",
  email: text`أدخل عنوان بريد إلكتروني، مثل ${"name@example.com"}.`,
  uri: text`أدخل عنوانًا كاملًا، مثل ${"https://example.com"}.`,
  date: text`أدخل تاريخًا بترتيب السنة ثم الشهر ثم اليوم، مثل ${"2026-01-31"}.`,
  dateTime: text`أدخل تاريخًا ووقتًا، مثل ${"2026-01-31T09:30:00+01:00"}. الجزء الأخير هو الفارق عن ${"UTC"}.`,
  noNumber: "أدخل رقمًا بالأرقام (0-9)، مع نقطة قبل الكسور العشرية.",
  noInteger: "أدخل عددًا صحيحًا بالأرقام (0-9).",
  precision: "يحتوي هذا الرقم على خانات أكثر مما يمكن إرساله. أدخل رقمًا أقل خانات.",
  unsupported: "لا يمكن عرض هذا هنا، لذلك لا يمكن إرسال النموذج.",
};

/** Arabic: warnings and refusals. */
export const warnings: WarningTexts = {
  url: {
    punycode:
      "قد تبدو حروف في هذا العنوان كأنها حروف أخرى. ارفض ما لم تكن تعرف هذه الكتابة بعينها.",
    "mixed-script":
      "يخلط هذا العنوان بين أبجديات مختلفة، فقد يبدو حرف كأنه حرف آخر. ارفض ما لم تكن تعرف هذه الكتابة بعينها.",
    imitation: (imitates, domain) =>
      domain === undefined
        ? text`يقلّد هذا العنوان ${imitates}، لكن نهايته هي التي تحدد وجهته. ارفض ما لم تكن تعرف هذا العنوان بأكمله.`
        : text`يقلّد هذا العنوان ${imitates} لكنه يؤدي إلى ${domain}. ارفض ما لم تكن تعرف ${domain}.`,
    address: text`هذا عنوان ${"IP"}، وهو لا يبيّن مالك الصفحة. ارفض ما لم تكن تعرف هذا العنوان.`,
    loopback: "هذه الصفحة من برنامج على هذا الكمبيوتر. ارفض ما لم تكن تتوقع ذلك من هذا الخادم.",
    port: "يستخدم هذا العنوان منفذًا غير معتاد (الرقم بعد النقطتين). ارفض ما لم تكن تعرف أنه يخص هذه الصفحة.",
    long: "هذا العنوان طويل جدًا، وقد يخفي ذلك وجهته. ارفض ما لم تكن تعرف وجهته.",
  },
  refusedUrl: {
    "not-a-url": "هذا ليس عنوان ويب كاملًا.",
    "too-long": "هذا العنوان طويل جدًا.",
    "hidden-characters": "يحتوي هذا العنوان على مسافات أو شرطات مائلة عكسية أو محارف غير مرئية.",
    scheme: text`لا يستخدم هذا العنوان ${"https"}.`,
    credentials: "يحتوي هذا العنوان على اسم مستخدم أو كلمة مرور.",
    "private-host": "يؤدي هذا العنوان إلى شبكة خاصة.",
  },
  name: {
    "hidden-characters":
      "يحتوي اسم هذا الخادم على محارف غير مرئية وقد يقلّد خادمًا آخر. تحقق من هوية الخادم قبل الإجابة.",
    "mixed-script":
      "يخلط اسم هذا الخادم بين أبجديات مختلفة وقد يقلّد خادمًا آخر. تحقق من هوية الخادم قبل الإجابة.",
    "look-alike":
      "يتكوّن اسم هذا الخادم من حروف تشبه حروفًا أخرى وقد يقلّد خادمًا آخر. تحقق من هوية الخادم قبل الإجابة.",
  },
  inbox: {
    notOpen: "لم يعد هذا السؤال مفتوحًا.",
    notOpened: "لم تُفتح الصفحة.",
    notNeeded: "لم تعد هناك حاجة إلى هذه الصفحة.",
    notApproved: "اسمح لهذا الخادم أولًا.",
  },
};
