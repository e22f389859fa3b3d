import { chooseLanguage, LANGUAGES } from "midcall/locales";

/** What the page says: that it is no page, that it is of another sign-in, that the user was refused, or is signed in. */
export type CallbackOutcome = "not-found" | "other" | "refused" | "signed-in";

/** A heading, and what the user can do. */
export interface CallbackText {
  readonly title: string;
  readonly text: string;
}

type Texts = Readonly<Record<CallbackOutcome, CallbackText>>;

const TEXTS: Readonly<Record<(typeof LANGUAGES)[number], Texts>> = {
  en: {
    "not-found": { title: "Not found", text: "There is nothing here." },
    other: {
      title: "This does not belong to your sign-in",
      text: "Nothing was done. If you are signing in, use the tab that midcall has opened.",
    },
    refused: {
      title: "You are not signed in",
      text: "Go back to midcall to see why. You can close this tab.",
    },
    "signed-in": {
      title: "Go back to midcall",
      text: "It continues by itself. You can close this tab.",
    },
  },
  ar: {
    "not-found": { title: "غير موجود", text: "لا يوجد شيء هنا." },
    other: {
      title: "هذا لا يخص تسجيل دخولك",
      text: "لم يحدث شيء. إذا كنت تسجّل الدخول فاستخدم علامة التبويب التي فتحها midcall.",
    },
    refused: {
      title: "لم يتم تسجيل دخولك",
      text: "عُد إلى midcall لمعرفة السبب. يمكنك إغلاق علامة التبويب هذه.",
    },
    "signed-in": {
      title: "عُد إلى midcall",
      text: "يتابع تلقائيًا. يمكنك إغلاق علامة التبويب هذه.",
    },
  },
  de: {
    "not-found": { title: "Nicht gefunden", text: "Hier gibt es nichts." },
    other: {
      title: "Das gehört nicht zu Ihrer Anmeldung",
      text: "Es ist nichts geschehen. Wenn Sie sich gerade anmelden, verwenden Sie den Tab, den midcall geöffnet hat.",
    },
    refused: {
      title: "Sie sind nicht angemeldet",
      text: "Gehen Sie zurück zu midcall. Dort steht der Grund. Sie können diesen Tab schließen.",
    },
    "signed-in": {
      title: "Gehen Sie zurück zu midcall",
      text: "Es geht dort von selbst weiter. Sie können diesen Tab schließen.",
    },
  },
  es: {
    "not-found": { title: "No encontrado", text: "Aquí no hay nada." },
    other: {
      title: "Esto no corresponde a su inicio de sesión",
      text: "No se ha hecho nada. Si está iniciando sesión, use la pestaña que abrió midcall.",
    },
    refused: {
      title: "No ha iniciado sesión",
      text: "Vuelva a midcall para ver por qué. Puede cerrar esta pestaña.",
    },
    "signed-in": {
      title: "Vuelva a midcall",
      text: "Continúa por sí solo. Puede cerrar esta pestaña.",
    },
  },
  fr: {
    "not-found": { title: "Introuvable", text: "Il n’y a rien ici." },
    other: {
      title: "Ceci ne concerne pas votre connexion",
      text: "Rien n’a été fait. Si vous êtes en train de vous connecter, utilisez l’onglet que midcall a ouvert.",
    },
    refused: {
      title: "Vous n’êtes pas connecté",
      text: "Revenez à midcall pour savoir pourquoi. Vous pouvez fermer cet onglet.",
    },
    "signed-in": {
      title: "Revenez à midcall",
      text: "La suite se fait d’elle-même. Vous pouvez fermer cet onglet.",
    },
  },
  ja: {
    "not-found": { title: "見つかりません", text: "ここには何もありません。" },
    other: {
      title: "このページはサインインのものではありません",
      text: "何も行われていません。サインインの途中の場合は、midcall が開いたタブを使用してください。",
    },
    refused: {
      title: "サインインしていません",
      text: "midcall に戻って理由を確認してください。このタブは閉じてかまいません。",
    },
    "signed-in": {
      title: "midcall に戻ってください",
      text: "自動的に続きます。このタブは閉じてかまいません。",
    },
  },
};

/**
 * The texts of the page in the language that the browser prefers, among all six: nobody is there to list others.
 *
 * @param header - the value of `Accept-Language`
 */
export function callbackText(
  outcome: CallbackOutcome,
  header: string | undefined,
): CallbackText & { readonly lang: string } {
  const lang = chooseLanguage(header, LANGUAGES) ?? "en";
  return { lang, ...TEXTS[lang][outcome] };
}
