import type { QuestionsText } from "../questions.js";

/** Arabic: the texts of questions and requests. */
export const questions: Readonly<Record<QuestionsText, string>> = {
  "by you": "بواسطتك",
  "by you, with a plain link": "بواسطتك، عبر رابط عادي",
  "the address has letters of other alphabets": "في العنوان حروف من أبجديات أخرى",
  "the address mixes alphabets": "يخلط العنوان بين الأبجديات",
  "the address is a number": "العنوان رقم",
  "by {0}": "بواسطة {0}",
  "with a warning: {0}": "مع تحذير: {0}",
  "was withdrawn by the server": "سحبه الخادم",
  "was refused (this server is blocked)": "لم يُقبَل (هذا الخادم محظور)",
  "was refused (it asks for a secret in a form)": "لم يُقبَل (يطلب معلومات سرية في نموذج)",
  "was not shown (the server asked too many questions in a short time)":
    "لم يُعرَض (طرح الخادم أسئلة كثيرة جدًا في وقت قصير)",
  "was not shown (too many questions were open)": "لم يُعرَض (كانت الأسئلة المفتوحة كثيرة جدًا)",
  "was not answered (the console was not open in a browser)":
    "لم تتم الإجابة عنه (لم تكن وحدة التحكم مفتوحة في متصفح)",
  "could not be shown (it is invalid)": "تعذّر عرضه (غير صالح)",
  "could not be shown (it requires a field that cannot be shown here)":
    "تعذّر عرضه (يشترط حقلًا لا يمكن عرضه هنا)",
  "could not be shown (its message is too long to be shown whole)":
    "تعذّر عرضه (رسالته أطول من أن تُعرَض كاملة)",
  "could not be shown (its mode is not supported)": "تعذّر عرضه (وضعه غير مدعوم)",
  "was refused (the link is not a complete web address)": "لم يُقبَل (الرابط ليس عنوان ويب كاملًا)",
  "was refused (the link is too long to check)": "لم يُقبَل (الرابط أطول من أن يُفحَص)",
  "was refused (the link contains hidden characters)": "لم يُقبَل (يحتوي الرابط على محارف غير مرئية)",
  "was refused (the link does not use https)": "لم يُقبَل (لا يستخدم الرابط https)",
  "was refused (the link contains a user name or password)":
    "لم يُقبَل (يحتوي الرابط على اسم مستخدم أو كلمة مرور)",
  "was refused (the link leads to a private network)": "لم يُقبَل (يؤدي الرابط إلى شبكة خاصة)",
  "was not shown ({0})": "لم يُعرَض ({0})",
  "Your browser did not open the page. It may block pop-ups.":
    "لم يفتح متصفحك الصفحة. ربما يحظر النوافذ المنبثقة.",
  ", and give this question up": "، والتخلي عن هذا السؤال",
  "Open questions": "الأسئلة المفتوحة",
  Answer: "إجابة",
  Questions: "الأسئلة",
  "Questions of servers": "أسئلة الخوادم",
  "When a server asks something, its question appears here.":
    "عندما يسأل خادم شيئًا، يظهر سؤاله هنا.",
  "The server has withdrawn it, or its call or connection has ended.":
    "سحبه الخادم، أو انتهى استدعاؤه أو اتصاله.",
  "Its time is up.": "انتهت مهلته.",
  "Nothing was sent.": "لم يُرسَل شيء.",
  Refuse: "استبعاد",
  "More time": "مزيد من الوقت",
  "Show it": "عرض",
  "Always show": "العرض دائمًا",
  "Send and remember": "إرسال وتذكّر",
  Sampling: "أخذ العينات",
  "The request is shown with the questions.": "يُعرَض الطلب مع الأسئلة.",
  "When the server asks for an answer of a model, the request appears with the questions, and you write the answer by hand.":
    "عندما يطلب الخادم إجابة من نموذج، يظهر الطلب مع الأسئلة وتكتب الإجابة بنفسك.",
  Roots: "الأدلة الجذرية",
  Save: "حفظ",
  "Nothing is saved yet: when the server asks, you are asked.":
    "لم يُحفَظ شيء بعد: عندما يسأل الخادم، ستُسأل أنت.",
  "The server is told that there are none.": "يُبلَّغ الخادم بعدم وجود أي منها.",
  "this directory": "هذا الدليل",
  "these {0} directories": "هذه الأدلة (العدد: {0})",
  "The server is told {0} without asking you.": "يُبلَّغ الخادم دون سؤالك بما يلي: {0}.",
  "Enter one complete path or file:// address on each line.":
    "أدخل مسارًا كاملًا أو عنوان file:// في كل سطر.",
  Directories: "الأدلة",
  "System prompt": "موجِّه النظام",
  "Answer, as the model would give it": "الإجابة كما كان النموذج سيقدمها",
  Send: "إرسال",
  Models: "النماذج",
  "At most": "على الأكثر",
  "{0} tokens": "عدد الرموز: {0}",
  Temperature: "درجة الحرارة",
  "Stops at": "يتوقف عند",
  Context: "السياق",
  Tools: "الأدوات",
  "What the server would like": "ما يريده الخادم",
  "Not answered": "بلا إجابة",
  "Form:": "نموذج:",
  "An answer of a model": "إجابة من نموذج",
  "Your directories": "أدلّتك",
  "The questions and requests of all servers, and how they ended. Your answers are not recorded.":
    "أسئلة كل الخوادم وطلباتها وكيف انتهت. لا تُسجَّل إجاباتك.",
  "These are the entries since the console was started. The complete log is in":
    "هذه هي القيود منذ تشغيل وحدة التحكم. السجل الكامل في",
  "No questions yet. Call a tool that asks one.": "لا أسئلة بعد. استدعِ أداة تطرح سؤالًا.",
  Ended: "انتهى",
  Server: "الخادم",
  Requested: "المطلوب",
  Outcome: "النتيجة",
  "Shown for": "مدة العرض",
  "Block “{0}”": "حظر «{0}»",
  "Until {0}, if the server waits that long.": "حتى {0}، إذا انتظر الخادم كل هذه المدة.",
  "{0} was started again since it asked this. It may refuse the answer.":
    "أُعيد تشغيل {0} منذ طرح هذا السؤال. قد لا يقبل الإجابة.",
  "{0} wants an answer of a model": "يريد {0} إجابة من نموذج",
  "{0} wants to know your directories": "يريد {0} معرفة أدلّتك",
  "1 opened page": "صفحة مفتوحة واحدة",
  "{0} opened pages": "الصفحات المفتوحة: {0}",
  "One on each line, such as {0}. The server is told these addresses, and may take them as permission to read and change what is there.":
    "واحد في كل سطر، مثل {0}. يُبلَّغ الخادم بهذه العناوين، وقد يعدّها إذنًا بقراءة ما فيها وتغييره.",
  expired: "انتهت مهلته",
  "by a program": "بواسطة برنامج",
  "by a rule": "بواسطة قاعدة",
  "Kept answers": "إجابات محفوظة",
  "When you answered, the call that asked had ended. If the same call comes again in time, it gets your answer, once.":
    "عندما أجبت كان الاستدعاء الذي سأل قد انتهى. إذا جاء الاستدعاء نفسه مرة أخرى في الوقت المحدد، فسيحصل على إجابتك مرة واحدة.",
  "Kept until {0}": "محفوظة حتى {0}",
  "Withdraw this answer": "سحب هذه الإجابة",
  "Your answer is kept until {0}: the call that asked had ended.":
    "إجابتك محفوظة حتى {0}: كان الاستدعاء الذي سأل قد انتهى.",
  "The answer was withdrawn. The next call asks you again.":
    "سُحبت الإجابة. سيسألك الاستدعاء التالي من جديد.",
  "The answer was no longer there: it was used, or its time was up.":
    "لم تعد الإجابة موجودة: استُخدمت أو انتهى وقتها.",
  "with a kept answer": "بإجابة محفوظة",
  "Answer kept": "حُفظت الإجابة",
  "Kept answer withdrawn": "سُحبت الإجابة المحفوظة",
  "Kept answer expired": "انتهى وقت الإجابة المحفوظة",
};
