import type { SecretKind } from "./kind.js";

/*
 * Terms for secrets, and requests for them, in languages other than English. They are in the form that `plainWords`
 * returns: lower case and without accents. `~` matches any ending.
 */

/** Between spaces. German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech, Swedish, Danish, Finnish, Hungarian, Turkish, Vietnamese, Indonesian, Russian, Ukrainian. */
export const SPACED: Readonly<Partial<Record<SecretKind, string>>> = {
  password: [
    "~passwort~|kenn ?wort~|~geheim ?wort~|mots? ?de ?passe|mdp|~contraseni?as?|contrasenya|clave (?:secreta|de acceso|personal)|senhas?|palavras? passe",
    "parola (?:d |di )?(?:ordine|accesso|segreta)|~wachtwoord(?:en)?|passwoord|zugangscode",
    "hasl(?:o|a|em|u)|hesl(?:o|a|u|em)|losenord(?:et)?|adgangskode|kodeord|passord|geslo|lozink~|slaptazod~|лозинк~|~lykilord|κωδικος προσβασης|salasana|jelszo|sifre(?!leme)~|parola(?:niz~|si|yi)|mat ?khau|(?:kata )?sandi|парол~",
  ].join("|"),
  PIN: "geheimzahl|pincode|code (?:pin|secret|confidentiel)|codigo (?:pin|secreto)|codice pin|pin ?kod~|kod~ pin|пин(?: ?код~)?|ma pin|pin anda",
  "API key":
    "api ?schlussel~|cles? (?:d )?api|(?:clave|chave) (?:de |da )?api|chiave api|api ?sleutel|klucz~ api|klic~ api|api klic~|(?:ключ~|токен~) (?:api|апи|доступ~)|api ?anahtar~|khoa api|kunci api",
  token:
    "jeton(?: d acces)?|token (?:de acc?eso|de acesso|di accesso|dostepu|akses|truy cap)|(?:zugriffs|zugangs|toegangs)token~|pristupovy token|токен~|erisim (?:belirte|anahtar)~",
  "secret key":
    "geheimschlussel|privater schlussel|cle (?:privee|secrete)|(?:clave|chave|chiave) privad?t?a|секретн~ (?:ключ~|слов~)|(?:закрыт|приватн)~ ключ~",
  "recovery phrase":
    "wiederherstellungs(?:phrase|worter)|frase (?:semilla|de recuperacion|de recuperacao)|phrase (?:secrete|de recuperation)|(?:сид|seed) фраз~",
  "payment card":
    "(?:kredit|bank)?karten?nummer|kreditkarten?|pruf(?:ziffer|nummer)|carte (?:bancaire|de credit)|numero (?:de |du |do |da |della )?(?:la |sua |tua |votre )?(?:carte|tarjeta|cartao|carta)|cryptogramme|(?:tarjeta|cartao) de credito|carta di credito|kaartnummer|numer~ karty|cislo~ (?:\\p{L}+ )?karty|номер~ (?:\\p{L}+ )?карт~|kart numaras~|so the|nomor kartu",
  "national ID":
    "codice fiscale|personnummer|(?:personal|reise)?(?:ausweis|pass)nummer|sozialversicherungsnummer|steuer ?(?:id|identifikationsnummer)|(?:numero de )?securite sociale|numero de (?:seguridad social|pasaporte|passeport)|burgerservicenummer|rodne cislo|(?:tc )?kimlik (?:no|numaras~)|cccd|снилс|номер~ паспорт~",
  "one-time code":
    "~(?:bestatigungs|verifizierungs|sicherheits|freigabe|einmal)(?:code|passwort)|(?:die|ihre|eine|sms) tan|[mp]~tan|cod(?:e|igo|ice) d[ei] (?:verificacion|verificacao|verification|verifica|securite|seguridad|seguranca|sicurezza|validation)|(?:code|codigo|codice|kode?~) (?:\\p{L}+ ){0,3}(?:sms~|otp)|(?:verificatie|beveiligings|wiederherstellungs|herstel)code|(?:code|codigo|codice) d[ei] (?:recuperation|secours|sauvegarde|respaldo|recuperacion|recuperacao|recupero|reserva|backup)|den code (?:ein|aus)|codigo (?:que (?:te|le|hemos|se)|enviado|recibido|recebido)|codice (?:che ti|dalla tua app|ricevuto|inviato)|code (?:recu|envoye)|de code (?:die|uit)|zalozni kod|kod~ (?:zapasow|odzyskiw)~|kod (?:wyslany|ktory|zaslany|ktery)|(?:yedek~|kurtarma|gelen|gonder~) kod~|ma (?:du phong|khoi phuc)|kode (?:cadangan|pemulihan)|(?:резервн|запасн)~ код~|kod~ weryfikac~|overovaci~ kod~|(?:dogrulama|onay) kod~|ma xac (?:thuc|minh|nhan)|ma otp|kode verifikasi|(?:верификац|проверочн)~ код~|код~ (?:подтвержден|восстановлен|відновлен|доступ|верификац|підтверджен)~|код~ (?:из|з|із) (?:смс|sms)",
};

/** Scripts without spaces, or with words that take prefixes and suffixes. These terms match anywhere. */
export const UNSPACED: Readonly<Partial<Record<SecretKind, string>>> = {
  password:
    "密[码碼](?![学學])|口令|パスワード|パスフレーズ|비밀 ?번호|암호(?!화)|패스워드|كلم(?:ة|ات) (?:ال)?(?:مرور|سر)|סיסמ|รหัสผ่าน|पासवर्ड",
  PIN: "暗証番号|pin ?[码碼]|핀 ?번호|קוד סודי|الرقم السري",
  "API key":
    "(?:api|应用) ?(?:密[钥鑰]|金[钥鑰]|キー|키|कुंजी|की)|एपीआई (?:कुंजी|की)|מפתח (?:ה ?)?api|مفتاح (?:ال ?)?(?:api|واجهة)",
  token:
    "(?:访问|存取|訪問|驗證|身份)(?:令牌|權杖|权杖|token)|アクセス ?トークン|액세스 ?토큰|رمز الوصول|אסימון",
  "secret key": "私[钥鑰]|秘密鍵|シークレット ?キー|비밀 ?키|개인 ?키",
  "recovery phrase": "助[记記][词詞]|シードフレーズ|리커버리 ?구문|복구 ?구문",
  "national ID":
    "身[份分][证證]|マイナンバー|주민 ?등록 ?번호|आधार (?:संख्या|नंबर)|רقم الهوية|תעודת זהות",
  "payment card":
    "(?:信用|银行|銀行|借记)卡[号號]|卡[号號]|信用卡號碼|カード番号|카드 ?번호|رقم (?:ال)?بطاقة|כרטיס אשראי|कार्ड (?:नंबर|संख्या)",
  "one-time code":
    "[验驗][证證][码碼]|校验码|动态码|[备備]用(?:代)?[码碼]|恢[复復][码碼]|(?:認証|確認|検証|バックアップ|リカバリー) ?コード|ワンタイム|(?:인증|백업|복구) ?(?:번호|코드)|(?:ال)?رمز (?:ال)?(?:تحقق|تأكيد|[أا]حتياطي)|קוד (?:ה)?(?:אימות|גיבוי|שחזור)|बैकअप कोड|ओटीपी|सत्यापन कोड",
};

/**
 * Words that, in the clause of a term, show that the text is only about the secret: policy, length, reset, forgotten.
 */
export const ABOUT: RegExp = words(
  [
    "~richtlinie~|~zuruck~|vergessen|~lange|passwort(?:datei|manager)~|kennwortdatei",
    "politi[ckq]~|reinitialis~|oublie~|longueur|restablec~|olvid~|longitud|redefin~|esquec~|comprimento|tamanho|criteri~|reimpost~|dimentic~|lunghezza",
    "~beleid|vergeten|resetten|lengte|z?reset~|zapomn~|pamiet~|dlugosc|obnov~|zapom~|delk~",
    "политик~|сбро~|забы~|длин~|удал~|політик~|скин~|забу~|довжин~|видал~|sifirla~|unut~|uzunlu~",
    "dat lai|quen|chinh sach|do dai|atur ulang|lupa|kebijakan|panjang",
  ].join("|"),
  "接收|(?:キー|鍵|トークン)名|策略|政策|重置|重[设設]|忘[记記]|[长長]度|[删刪]除|[过過]期|ポリシー|リセット|忘れ|長さ|削除|정책|재설정|초기화|잊|길이|삭제|سياسة|تعيين|نسيت|طول|حذف|מדיניות|לאפס|איפוס|שכח|אורך|नीति|रीसेट|भूल|लंबाई",
);

/** Requests before the term. */
export const ASKING_BEFORE =
  "introduzca|introduce|ingres[ae]|escrib[ae]|indi(?:ca|que)|peg(?:a|ue)|cual es|dime|gib|geben|bitte|nennen?|lautet|was ist|saisi(?:ssez|r)|entrez|indiqu(?:ez|er)|donnez|collez|tapez|quel(?:le)? est|inseri(?:sci|re|sca)|digit[ae]|incolla|insira|informe|cole|qual e|forneca|voer|geef|vul|plak|typ|wat is|podaj|wpisz|wprowadz|wklej|jakie jest|zadej~|vlozte|napiste|uvedte|ange|indtast|введите|укажите|пришлите|вставьте|напишите|сообщите|введіть|вкажіть|надішліть|вставте|напишіть|nhap|dan|cho biet|masukkan|ketik|tempel~|berikan|أدخل|ادخل|اكتب|ما هو|ما هي|הזן|הזיני|הקלד|הכנס|מהי";

/** Requests that may be anywhere near the term, for languages in which verbs come last. */
export const ASKED: RegExp = words(
  "eingeben|einfugen|angeben|girin~|giriniz|yazin~|yapistir~|nedir",
  "[输輸]入|提供|[粘貼]贴|貼上|填[写寫]|告[诉訴]|入力|教えて|貼り付け|입력|붙여|알려|दर्ज|डालें|लिखें|बताएं|أدخل|ادخل|اكتب|الصق|הזן|הקלד|הכנס",
);

/** "Your", "the", "new" and similar words before a term that is otherwise the whole text. */
export const DETERMINERS =
  "ihr|dein|mein|das|die|der|neues|altes|votre|ton|mon|le|la|el|su|tu|mi|seu|sua|meu|minha|o|il|lo|uw|je|jouw|het|de|twoje|moje|vase|tvoje|ваш|твои|мои|новыи";

/** Words that may follow a term that is otherwise the whole text: what the secret is for, or which one it is. */
export const FOR =
  "for|of|to|from|at|on|in|fur|zu|zum|zur|von|vom|pour|de|du|des|para|do|da|per|di|voor|van|na|od|k|ke|pro|для|от|к|на|до|від|icin|cho|cua|untuk|anda|ban|actuel|actual|atual|attuale|corrente|nuev[ao]|nov[ao]|nuov[ao]|baru|lama|saat|moi|hien tai|bestatigen|bevestigen|wiederholen|onayla|git ?hub|git ?lab|google|open ?ai|anthropic|aws|azure|slack|jira|stripe|wifi|smtp|ssh";

/** Words for the place of an answer, which programs add to the name of what it is: `passwordField`, `champ_mot_de_passe`. */
export const CONTAINERS: string =
  "fields?|inputs?|values?|val|text|txt|str|strings?|box|textbox|tb|entry|entries|param|parameter|arg|argument|controls?|ctrl|elem|element|el|edt|prompt|answer|response|raw|plain|data|" +
  "feld|eingabe|wert|champ|saisie|valeur|texte|campo|entrada|valor|texto|valore|inserimento|testo|veld|invoer|waarde|tekst|pole|wartosc|hodnota|vstup|" +
  "alan[iı]?|giris|giris[iı]|deger|deger[iı]|metin|поле|ввод|значение|значення|текст|حقل|قيمه|قيمة|نص|שדה|ערך|फील्ड|मान|truong|gia tri|kolom|isian|nilai";

/** The same in scripts without spaces. */
export const UNSPACED_CONTAINERS: string =
  "字段|输入框|输入|值|欄位|輸入框|輸入|入力欄|入力|欄|値|필드|입력|값";

function words(spaced: string, unspaced: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${endings(spaced)})(?![\\p{L}\\p{N}])|${unspaced}`, "u");
}

/** Replaces `~` with the expression it stands for. */
export function endings(terms: string): string {
  return terms.replaceAll("~", "\\p{L}*");
}
