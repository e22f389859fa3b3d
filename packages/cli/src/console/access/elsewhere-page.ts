import { chooseLanguage, LANGUAGES } from "midcall/locales";

/** A heading, and what the user can do. */
const TEXTS: Readonly<Record<(typeof LANGUAGES)[number], readonly [string, string]>> = {
  en: [
    "Open the complete address",
    "It is another one at each start. It is in the terminal in which the console is running; a page of midcall bridge opens by itself.",
  ],
  ar: [
    "افتح العنوان الكامل",
    "يتغيّر العنوان عند كل تشغيل. تجده في الطرفية التي تعمل فيها وحدة التحكم؛ أما صفحة midcall bridge فتُفتح من تلقاء نفسها.",
  ],
  de: [
    "Öffnen Sie die vollständige Adresse",
    "Sie ist bei jedem Start eine andere. Sie steht im Terminal, in dem die Konsole läuft; eine Seite von midcall bridge öffnet sich von selbst.",
  ],
  es: [
    "Abra la dirección completa",
    "Es otra en cada inicio. Está en el terminal en el que se ejecuta la consola; una página de midcall bridge se abre por sí sola.",
  ],
  fr: [
    "Ouvrez l’adresse complète",
    "Elle change à chaque démarrage. Elle est dans le terminal où tourne la console ; une page de midcall bridge s’ouvre d’elle-même.",
  ],
  ja: [
    "完全なアドレスを開いてください",
    "アドレスは起動のたびに変わります。コンソールを実行しているターミナルに表示されています。midcall bridge のページは自動的に開きます。",
  ],
};

/**
 * The answer to every request outside of the path of the page: a short page for who opens a bookmark of the port, or loads a
 * page of an earlier console again. It has no script, and takes nothing from its address.
 */
export function answerElsewhere({ url, headers }: Request): Response {
  const isRoot = new URL(url).pathname === "/";
  const isPage = isRoot || headers.get("sec-fetch-dest") === "document";
  if (!isPage) return new Response("Not found", { status: 404 });
  const lang = chooseLanguage(headers.get("accept-language") ?? undefined, LANGUAGES) ?? "en";
  const [title, text] = TEXTS[lang];
  const page = `<!doctype html>
<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <meta name="color-scheme" content="light dark" />
  <title>midcall console</title>
  <main>
    <h1>${title}</h1>
    <p>${text}</p>
  </main>
</html>
`;
  return new Response(page, {
    status: isRoot ? 200 : 404,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}
