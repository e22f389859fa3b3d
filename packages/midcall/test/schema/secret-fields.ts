import type { WrittenForm } from "./secret-forms.js";

/**
 * Names of secrets in each language, and the words for the place of an answer that programs add to them. Every name is
 * tried with every word, in front and behind, in the ways that programs write names.
 */
export const NAMED_SECRETS: Readonly<
  Record<string, { readonly secrets: readonly string[]; readonly places: readonly string[] }>
> = {
  en: {
    secrets:
      "password passwd pwd pw passphrase passcode pin token apiKey accessToken secret clientSecret cvv cvc otp ssn cardNumber".split(
        " ",
      ),
    places: "field input value text str txt box string entry param".split(" "),
  },
  de: { secrets: ["passwort", "kennwort", "pin", "tan"], places: ["feld", "eingabe", "wert"] },
  fr: { secrets: ["motDePasse", "codeSecret"], places: ["champ", "saisie", "valeur", "texte"] },
  es: { secrets: ["contrasena", "clave"], places: ["campo", "entrada", "valor", "texto"] },
  pt: { secrets: ["senha", "palavraPasse"], places: ["campo", "entrada", "valor", "texto"] },
  it: { secrets: ["password", "parola", "codicePin"], places: ["campo", "valore", "testo"] },
  nl: { secrets: ["wachtwoord", "pincode"], places: ["veld", "invoer", "waarde", "tekst"] },
  pl: { secrets: ["haslo", "pin"], places: ["pole", "wartosc", "tekst"] },
  cs: { secrets: ["heslo", "pin"], places: ["pole", "hodnota", "vstup"] },
  tr: { secrets: ["sifre", "parola"], places: ["alani", "deger", "metin"] },
  ru: { secrets: ["пароль", "токен"], places: ["поле", "ввод", "значение"] },
  uk: { secrets: ["пароль"], places: ["поле", "значення"] },
  ar: { secrets: ["كلمة_المرور"], places: ["حقل", "قيمة", "نص"] },
  he: { secrets: ["סיסמה"], places: ["שדה", "ערך"] },
  hi: { secrets: ["पासवर्ड"], places: ["फ़ील्ड", "मान"] },
  "zh-Hans": { secrets: ["密码", "令牌"], places: ["字段", "输入框", "值"] },
  "zh-Hant": { secrets: ["密碼"], places: ["欄位", "輸入框"] },
  ja: { secrets: ["パスワード", "暗証番号"], places: ["欄", "入力", "値"] },
  ko: { secrets: ["비밀번호", "토큰"], places: ["필드", "입력", "값"] },
  vi: { secrets: ["matKhau"], places: ["truong", "giaTri"] },
  id: { secrets: ["kataSandi"], places: ["kolom", "isian", "nilai"] },
};

/** A code that is known to everybody, or belongs to a thing: as many digits as you like, and no secret. */
export const HARMLESS_CODES: readonly WrittenForm[] = [
  ["en", "Delivery", { zip: { title: "ZIP", description: "5-digit ZIP code" } }],
  ["en", "Enter your 5-digit ZIP code", { zip: "" }],
  ["en", "Where do you live?", { zip: "5 digit zip code" }],
  ["en", "Delivery", { code: { title: "Postcode", description: "Your 4-digit postal code" } }],
  ["en", "What is your six-digit post code?", { value: "" }],
  ["en", "Call", { cc: { title: "Country", description: "The 3-digit country code" } }],
  ["en", "Call", { area: "3-digit area code" }],
  ["en", "Call", { dial: { title: "Prefix", description: "Enter the 2-digit dialling code" } }],
  ["en", "Call", { ext: { description: "Type the 4-digit extension code" } }],
  ["en", "Meeting", { room: { title: "Room", description: "Four-digit room code" } }],
  ["en", "Please enter the 4 digit room code", { room: "" }],
  ["en", "Meeting", { building: "2-digit building code" }],
  ["en", "Design", { colour: { title: "Colour", description: "6-digit hex colour code" } }],
  ["en", "Design", { color: "6-digit hex color code" }],
  ["en", "What is the 6-digit colour code?", { value: "" }],
  ["en", "Stock", { product: { title: "Product", description: "8-digit product code" } }],
  ["en", "Stock", { item: { description: "Enter the six digit item code" } }],
  ["en", "Stock", { article: "7-digit article code" }],
  ["en", "Stock", { label: { description: "Enter the 6-digit code of the product" } }],
  ["en", "Stock", { label: { description: "The 6-digit code on the batch label" } }],
  ["en", "Stock", { lot: "5 digit lot code", shelf: "3 digit shelf code" }],
  ["en", "Flight", { from: { title: "From", description: "3-letter airport code" } }],
  ["en", "Flight", { from: { description: "Enter the 4-digit airport code (ICAO)" } }],
  ["en", "Price", { currency: { description: "The 3-digit currency code (ISO 4217)" } }],
  ["en", "Price", { discount: { title: "Discount", description: "8-digit discount code" } }],
  ["en", "Checkout", { promo: "6-digit promo code" }],
  ["en", "Enter the discount code you received", { code: "" }],
  ["en", "Checkout", { coupon: { description: "The coupon code we emailed you" } }],
  ["en", "Your booking code we sent you", { reference: "" }],
  ["en", "Report", { error: { title: "Error", description: "4-digit error code" } }],
  ["en", "What is the 3 digit status code?", { value: { type: "integer" } }],
  ["en", "Report", { exit: "3-digit exit code" }],
  ["en", "Address", { state: { title: "State", description: "Two-letter state code" } }],
  ["en", "Address", { state: { description: "The 2-digit state code (FIPS)" } }],
  ["en", "Address", { county: "3-digit county code" }],
  ["en", "Translate", { language: { description: "Two-digit language code" } }],
  ["en", "Enrol", { course: { description: "Give the 5-digit course code" } }],
  ["en", "Accounting", { cc: { title: "Cost centre", description: "4-digit cost centre code" } }],
  ["en", "Accounting", { project: "6-digit project code" }],
  ["en", "Customs", { hs: { description: "Enter the 8-digit commodity code" } }],
  ["en", "Company", { sic: { description: "The four digit industry code" } }],
  ["en", "Clinic", { icd: { description: "Enter the 4-digit diagnosis code" } }],
  ["de", "Lieferung", { plz: { title: "PLZ", description: "5-stellige Postleitzahl" } }],
  ["de", "Bitte den 4-stelligen Raumcode eingeben", { raum: "" }],
  ["fr", "Livraison", { cp: { title: "Code postal", description: "Code postal à 5 chiffres" } }],
  ["es", "Envío", { cp: { description: "Introduzca el código postal de 5 cifras" } }],
  ["it", "Spedizione", { cap: { description: "Codice di avviamento postale di 5 cifre" } }],
  ["nl", "Bezorging", { postcode: { description: "Postcode van 4 cijfers" } }],
  ["ja", "配送", { code: { title: "郵便番号", description: "7桁の郵便番号" } }],
  ["pt", "Entrega", { cep: { description: "Informe o CEP de 8 dígitos" } }],
];

/** Codes that are secrets, beside those. */
export const GUARDED_CODES: readonly WrittenForm[] = [
  ["en", "Sign in", { value: { description: "Enter the 6-digit code" } }],
  ["en", "Sign in", { value: { description: "6-digit verification code" } }],
  ["en", "Sign in", { value: { description: "Six digit SMS code" } }],
  ["en", "Sign in", { value: { description: "The 8-digit backup code" } }],
  ["en", "Enter the 6-digit code we sent you", { value: "" }],
  ["en", "Enter the 10-digit access code", { value: "" }],
  ["en", "Pay", { value: { description: "3-digit security code" } }],
  ["en", "Pay", { value: { description: "Three digit code on the back of the card" } }],
  ["en", "Pay", { value: { description: "The 4-digit PIN code of the card" } }],
  ["en", "Unlock", { value: { description: "4-digit unlock code" } }],
  ["en", "Unlock", { value: "4-digit door code" }],
  // Alone it names a branch, but it is asked for with an account.
  ["en", "Pay", { value: { description: "6-digit bank sort code" } }],
];

/** Names that only look like those of a secret. */
export const HARMLESS_NAMES: readonly string[] =
  "context spinBox pinterestField compassValue tokenCountInput maxTokensField passwordFieldName passwordPolicyText textInput keyField inputValue valueField input1 field2 text publicKeyText secretaryInput bypassField clavierSaisie kartenFeld".split(
    " ",
  );
