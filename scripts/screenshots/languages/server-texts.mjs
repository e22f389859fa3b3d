// What a server asks in each language, as its author would have written it.

/** @typedef {{ server: string, workshop: string, name: string, badge: string, arrival: string, size: string, sizes: string[], days: string, weekdays: string[], news: string, remind: string, send: string, connect: string, key: string, seats: string }} ServerTexts */

/** @type {Record<string, ServerTexts>} */
export const SERVER_TEXTS = {
  en: {
    server: "Workshops",
    workshop: "Please register for the workshop.",
    name: "Name",
    badge: "As on the badge.",
    arrival: "Arrival",
    size: "T-shirt",
    sizes: ["S", "M", "L"],
    days: "Days",
    weekdays: ["Friday", "Saturday", "Sunday"],
    news: "Newsletter",
    remind: "Send a reminder to 3 guests?",
    send: "Send them",
    connect: "Sign in there, so that dates can be entered.",
    key: "The key of your payments account.",
    seats: "Seats",
  },
  de: {
    server: "Workshops",
    workshop: "Bitte melden Sie sich zum Workshop an.",
    name: "Name",
    badge: "Wie auf dem Namensschild.",
    arrival: "Ankunft",
    size: "T-Shirt",
    sizes: ["S", "M", "L"],
    days: "Tage",
    weekdays: ["Freitag", "Samstag", "Sonntag"],
    news: "Rundbrief",
    remind: "Drei Gäste erinnern?",
    send: "Erinnern",
    connect: "Melden Sie sich dort an, damit Termine eingetragen werden.",
    key: "Der Schlüssel Ihres Zahlungskontos.",
    seats: "Plätze",
  },
  fr: {
    server: "Ateliers",
    workshop: "Inscrivez-vous à l’atelier.",
    name: "Nom",
    badge: "Comme sur le badge.",
    arrival: "Arrivée",
    size: "T-shirt",
    sizes: ["S", "M", "L"],
    days: "Jours",
    weekdays: ["Vendredi", "Samedi", "Dimanche"],
    news: "Lettre d’information",
    remind: "Envoyer un rappel à 3 invités ?",
    send: "Rappeler",
    connect: "Connectez-vous pour que les dates soient inscrites.",
    key: "La clé de votre compte de paiement.",
    seats: "Places",
  },
  es: {
    server: "Talleres",
    workshop: "Inscríbase en el taller.",
    name: "Nombre",
    badge: "Como en la credencial.",
    arrival: "Llegada",
    size: "Camiseta",
    sizes: ["S", "M", "L"],
    days: "Días",
    weekdays: ["Viernes", "Sábado", "Domingo"],
    news: "Boletín",
    remind: "¿Enviar un recordatorio a 3 invitados?",
    send: "Recordar",
    connect: "Inicie sesión allí para que se anoten las fechas.",
    key: "La clave de su cuenta de pagos.",
    seats: "Plazas",
  },
  ja: {
    server: "ワークショップ",
    workshop: "ワークショップに登録してください。",
    name: "名前",
    badge: "名札のとおりに入力してください。",
    arrival: "到着",
    size: "T シャツ",
    sizes: ["S", "M", "L"],
    days: "参加日",
    weekdays: ["金曜日", "土曜日", "日曜日"],
    news: "ニュースレター",
    remind: "3 人にリマインダーを送信しますか?",
    send: "リマインダーを送信",
    connect: "日程を入力できるように、そこでサインインしてください。",
    key: "決済アカウントのキーです。",
    seats: "席数",
  },
  ar: {
    server: "ورش العمل",
    workshop: "يُرجى التسجيل في ورشة العمل.",
    name: "الاسم",
    badge: "كما في الشارة.",
    arrival: "الوصول",
    size: "القميص",
    sizes: ["S", "M", "L"],
    days: "الأيام",
    weekdays: ["الجمعة", "السبت", "الأحد"],
    news: "النشرة الإخبارية",
    remind: "هل نرسل تذكيرًا إلى 3 ضيوف؟",
    send: "إرسال التذكير",
    connect: "سجّل الدخول هناك حتى تُدخَل المواعيد.",
    key: "مفتاح حساب المدفوعات.",
    seats: "المقاعد",
  },
};

const object = (properties, required) => ({ type: "object", properties, required });

/** The registration, with a field of most kinds. @param {ServerTexts} texts */
export const registration = (texts) => ({
  message: texts.workshop,
  requestedSchema: object(
    {
      name: { type: "string", title: texts.name, maxLength: 40, description: texts.badge },
      seats: { type: "integer", title: texts.seats, minimum: 1, maximum: 60 },
      arrival: { type: "string", title: texts.arrival, format: "date-time" },
      size: { type: "string", title: texts.size, enum: texts.sizes },
      days: {
        type: "array",
        title: texts.days,
        items: { type: "string", enum: texts.weekdays },
        minItems: 1,
        maxItems: 2,
      },
      newsletter: { type: "boolean", title: texts.news },
    },
    ["name", "days"],
  ),
});

/** The same with a field that no host can show. @param {ServerTexts} texts */
export function withUnsupported(texts) {
  const { message, requestedSchema } = registration(texts);
  const properties = { ...requestedSchema.properties, more: { ...object({}), title: "⋯" } };
  return { message, requestedSchema: { ...requestedSchema, properties } };
}

/** @param {ServerTexts} texts */
export const yesOrNo = (texts) => ({
  message: texts.remind,
  requestedSchema: object({ sure: { type: "boolean", title: texts.send } }, ["sure"]),
});

/** A link with several warnings. @param {ServerTexts} texts */
export const suspiciousLink = (texts) => ({
  mode: "url",
  message: texts.connect,
  url: "https://login.xn--exmple-cua.com:8443/start?state=abcdef0123456789",
});
