import { describe, expect, it } from "vitest";

import { assertNoSecrets, findSecretFields, SecretFieldError } from "../../src/schema/index.js";
import type { FieldSchema, RequestedSchema } from "../../src/schema/index.js";

type Case = string | { title?: string; description?: string; message?: string; type?: "string" | "integer" };

/** A string is tried as the name of a field and as the title of a field named `value`. */
function found(given: Case): number {
  if (typeof given === "string") return Math.min(ask({ name: given }), ask({ title: given }));
  return ask(given);
}

function fired(given: Case): number {
  if (typeof given === "string") return Math.max(ask({ name: given }), ask({ title: given }));
  return ask(given);
}

function ask({ name = "value", title, description, message, type = "string" }: Record<string, string | undefined>): number {
  const field = { type, ...(title && { title }), ...(description && { description }) } as FieldSchema;
  const schema: RequestedSchema = { type: "object", properties: { [name]: field } };
  return findSecretFields(schema, message).length;
}

const SECRETS: readonly Case[] = [
  // passwords
  "password", "Password", "PASSWORD", "userPassword", "user_password", "user-password", "new password", "db.password",
  "Pass word", "passwd", "pwd", "db_pwd", "pasword", "passwrod", "passw0rd", "p@ssword", "p@$$word", "passphrase", "pass_phrase",
  "sshPassphrase", "pass", "dbPass", "smtp_pass", "wifi password", "Repeat your password", "confirmPassword", "pass\u200bword",
  "ｐａｓｓｗｏｒｄ", "login password", "passwords", "root_password",
  // other languages
  "Passwort", "Kennwort", "Ihr Passwort", "mot de passe", "Mot de passe", "motDePasse", "contraseña", "Contraseña nueva", "clave secreta",
  "senha", "Senha do usuário", "palavra-passe", "wachtwoord", "parola d'ordine", "密码", "用户密码", "密碼", "パスワード", "пароль", "Пароль пользователя",
  "비밀번호", "hasło", "heslo", "lösenord", "şifre", "mật khẩu",
  // PIN, keys, tokens
  "pin", "PIN", "pinCode", "PIN number", "cardPin", "passcode", "pass code", "apiKey", "api_key", "API key", "API-Key", "apikey", "APIKEY",
  "openaiApiKey", "OPENAI_API_KEY", "Stripe API key", "API token", "api secret", "token", "accessToken", "access_token", "Access Token", "bearer token",
  "refreshToken", "authToken", "auth_token", "GitHub token", "githubToken", "personal access token", "session token", "jwt", "bearer", "bot token", "npm token",
  "secret", "secretKey", "secret_key", "client secret", "clientSecret", "CLIENT_SECRET", "webhook secret", "private key", "privateKey", "ssh private key",
  "AWS secret access key", "signing key", "encryption key", "shared secret", "seed phrase", "seedPhrase", "recovery phrase", "mnemonic", "mnemonic phrase",
  // money, identity, codes
  "credit card", "creditCardNumber", "credit_card", "card number", "cardNumber", "debit card number", "cvv", "CVV", "cvc", "CVV2", "card security code",
  "card expiry", "IBAN", "bank account number", "routing number", "ssn", "SSN", "Social Security Number", "social security", "socialSecurityNumber", "national ID", "nationalId",
  "national insurance number", "national identification number", "passport number", "driver's license number", "aadhaar number", "CPF", "codice fiscale", "身份证号",
  "otp", "OTP", "one-time code", "one time password", "verification code", "verificationCode", "2FA code", "mfaCode", "two-factor code", "authenticator code", "2fa",
  "backup code", "login credentials", "connection string", "authorization code",
  // more wordings
  "Database password", "root passwd", "Kreditkartennummer", "Sozialversicherungsnummer", "numéro de carte bancaire", "Numéro de sécurité sociale", "Steuer-ID", "código de verificación", "secret_access_key", "AWS_SECRET_ACCESS_KEY", "bearerToken", "id_token", "X-API-Key", "x-api-key", "ANTHROPIC_API_KEY", "PAT (personal access token)", "card no.", "16-digit card number", "Card expiry and CVC", "security answer", "master password", "vault password", "keystore password", "sudo password", "login pin", "Enter PIN", "National Insurance no", "tax file number", "GPG passphrase", "private_key_pem", "service account key", "oauth secret", "app password", "appPassword", "App-specific password", "newPasswordAgain", "password1", "password2", "PASSWORD_CONFIRMATION", "passwordConfirm", "retypePassword", "key_passphrase", "Your 4-digit PIN", "PIN for your card", "ccNumber", "cc_number", "cardCvc", "cvvCode", "SocialSecurityNo", "ssnLast4", "SSN (last 4 digits)", "national_identity_number", "NIN", "passportNo", "otpCode", "smsCode", "sms_verification_code", "mfaToken", "totp", "TOTP code", "authenticatorCode", "recoveryCode", "secretPhrase", "walletSeedPhrase", "mnemonicPhrase", "12-word recovery phrase", "12 word seed phrase", "API key or token", "Token (from settings)", "Access key", "webhookSecret", "signingSecret", "jwtSecret", "JWT_SECRET", "session cookie", "sessionToken", "db connection string", "Passwort wiederholen", "PasswortBestätigung", "contrasena", "contrasenia", "mot de passe actuel", "Nueva contraseña", "senha atual", "nieuw wachtwoord", "新密码", "新しいパスワード", "暗証番号", "Новый пароль", "пароля", "ログインパスワード", "请输入密码", "enter_password", "hasło do konta", "pass-word", "passWord", "pass_word", "PassWord", "credit card #", "card #", "Bank PIN", "clientsecret", "apisecret", "accesstoken", "refreshtoken", "authtoken", "secretkey", "privatekey", "creditcard", "cardnumber", "bankaccountnumber", "socialsecuritynumber", "passportnumber", "onetimepassword", "verificationcode", "seedphrase", "userpassword", "mypassword", "dbpassword", "newpassword",
  // descriptions and messages
  { description: "Your GitHub password" },
  { description: "The password of the account" },
  { description: "API key from the dashboard, starting with sk-" },
  { description: "Paste your personal access token here" },
  { description: "We need to sign in. Please enter your password." },
  { description: "Enter the six digit verification code we sent you" },
  { description: "Last step: type in the CVV on the back of your card" },
  { description: "Introduzca su contraseña" },
  { description: "Bitte geben Sie Ihr Passwort ein" },
  { description: "请输入您的密码" },
  { description: "Введите ваш пароль" },
  { description: "Four digits, your card PIN" , title: "PIN code", type: "integer" },
  { title: "To continue we need the API key of your account" },
  { message: "Please enter your password to continue" },
  { message: "What is your social security number?" },
  { message: "To deploy, paste your API key below." },
  { message: "I need your GitHub access token" },
  { message: "Please provide the credit card number to book with" },
  { message: "Your API key is required" },
];

const HARMLESS: readonly Case[] = [
  "tokens per minute", "max_tokens", "maxTokens", "Maximum tokens", "token count", "tokenLimit", "tokens", "number of tokens", "design token name", "designToken",
  "token name", "token symbol", "token address", "output tokens", "prompt_tokens", "secretary", "secretaryName", "secret santa", "passport photo style", "passport", "key", "Key",
  "keyboard", "keyboardLayout", "keyword", "palabra clave", "pinned", "pinnedMessage", "spin", "pinterest", "pin title", "username", "email", "public key", "publicKey", "ssh public key", "account nickname",
  "password policy name", "passwordPolicy", "password hint", "password length", "Password rotation days", "password manager", "passwordResetEmail", "apiKeyName", "api key name", "API key ID",
  "api_key_label", "API key prefix", "access key id", "name of the API key", "tokenName", "token type", "token_expiry", "access token lifetime", "token endpoint", "auth token url",
  "primary key", "foreign key", "sort_key", "partition key", "registry key", "map key", "compass", "passenger", "passengerName", "boarding pass", "bypass", "passing score", "card title", "cardholder name",
  "business card", "card type", "credit card company", "creditCardBrand", "discount code", "country code", "zip code", "postal code", "error code", "promo code", "source code",
  "code", "language code", "currency code", "booking confirmation code", "status code", "account name", "accountId", "account number format", "session name", "session title", "cookie policy", "author", "authority",
  "authorization scope", "auth provider", "authentication method", "credential type", "cvs path", "optional", "opt_in", "topic", "phrase", "search phrase", "seed", "random seed", "seed count", "recovery plan", "mission", "session",
  "ssnake", "classname", "lesson", "admission number", "nationality", "national park", "nation", "identity provider", "id", "user id", "order number", "room number", "phone number", "routing policy",
  "monkey", "turkey", "hockey team", "tokenizer", "tokenization strategy", "secretion rate", "Project name", "Deadline", "Team size", "commit message", "branch", "timezone",
  "password protected", "passwordless login", "token budget", "token bucket size", "tokens used", "secret level name", "secret ingredient", "pin color", "pin location", "pin count", "map pin", "lapel pin", "bowling pins", "number of cards", "card color", "gift card", "SIM card", "key result", "API name", "API version", "api key rotation interval", "stop", "adopt", "private channel", "private repository", "private", "master branch", "session length", "auth method", "credit score", "credits", "credit note", "debit account name", "bank name", "bank holiday", "social security office", "verification method", "verification status", "security group", "security level", "recovery email", "recovery time objective", "backup path", "backup schedule", "code review", "QR code", "HTTP code", "confirmation number", "access level", "swear words", "sentence", "passport country", "passport expiry date", "driver's name", "pan", "party size", "tokenize", "word count", "words", "seed words list name", "wallet address", "wallet", "master key name", "keys", "keyId", "key_id", "keyName", "cipher", "hash", "checksum", "digest", "salt", "nonce", "csv", "cv", "CV", "resume", "cvs", "pinCountry", "pincushion", "spinCount", "opinion", "pinyin", "crossword", "password field name", "passwordField", "secret name", "secretName", "secret_id", "secretArn", "secret manager", "secretsManagerPath", "vault path", "vault name", "token id", "tokenId", "NFT token id", "ERC20 token", "token contract", "token price", "tokens per second", "next_page_token", "pageToken", "nextPageToken", "page token", "continuation token", "sync token", "cursor token", "csrf", "stop token", "start token", "special tokens", "stop tokens", "eos token", "first token", "token classification", "tokenizer name", "certificate", "cert name", "username or email", "login", "login name", "user", "sign-in method", "account", "account number", "reference number", "invoice number", "serial number", "license plate", "license", "license type", "licence", "driver license class", "card", "cards", "card name", "card holder", "cardHolderName", "billing address", "shipping address", "bank", "bank branch", "bic", "swift", "amount", "budget", "currency", "credit limit", "credit rating", "code name", "codename", "code style", "access code name", "area code", "gate", "dress code", "barcode", "zip", "unicode", "opcode", "geocode", "pass rate", "passes", "pass fail", "passion", "compassion", "surpass", "password strength meter", "Password reset link expiry", "Reset password email subject", "pwa", "cwd", "pwd_dir", "current directory", "secretariat", "private note", "public token", "social", "social media", "social security benefits topic", "national team", "identification", "identity", "id card color", "otpauth issuer", "opted", "bearer name", "cvcs", "dna", "dni type", "iban country", "notes", "message", "subject",
  { description: "Name of the API key to create" },
  { description: "How many tokens the model may write" },
  { description: "Where to send the password reset link" },
  { description: "Do not enter your password here" },
  { description: "Never share your API key; we only need the name of the project" },
  { description: "Days until the password expires" },
  { description: "Folder in which the private key is kept" },
  { description: "Shown to people who forgot their password" },
  { description: "A nickname for this token" },
  { description: "Give the API key a name" },
  { description: "Used to look up the access token later" },
  { title: "Why did you reset your password?" },
  { message: "Delete the API key prod-1? Type delete to confirm." },
  { message: "Type rotate to replace the client secret" },
  { message: "Your password has expired. How should I notify you?" },
  { message: "What should the new API key be called?" },
  { message: "Which credit card company do you prefer?" },
  { message: "Enter the name of the access token" },
  { message: "Share your thoughts on password managers" },
  { message: "The deploy failed because the token is missing. What next?" },
  { message: "Never enter your password here. What is your favourite colour?" },
];

const CASES = (list: readonly Case[]): [string, Case][] =>
  list.map((item) => [typeof item === "string" ? item : JSON.stringify(item), item]);

describe("the guard against secrets in forms", () => {
  it("has enough cases", () => {
    expect(SECRETS.length).toBeGreaterThanOrEqual(120);
    expect(HARMLESS.length).toBeGreaterThanOrEqual(120);
  });

  it.each(CASES(SECRETS))("spots %s", (_, given) => {
    expect(found(given)).toBeGreaterThan(0);
  });

  it.each(CASES(HARMLESS))("lets %s pass", (_, given) => {
    expect(fired(given)).toBe(0);
  });

  const field = (schema: FieldSchema): RequestedSchema => ({ type: "object", properties: { password: schema } });

  it("ignores fields nobody types a secret into", () => {
    expect(findSecretFields(field({ type: "boolean", title: "Remember my password" }))).toEqual([]);
    expect(findSecretFields(field({ type: "string", enum: ["password", "token"] }))).toEqual([]);
    expect(findSecretFields(field({ type: "array", items: { type: "string", enum: ["password"] } }))).toEqual([]);
    expect(findSecretFields(field({ type: "string", format: "date" }))).toEqual([]);
    expect(findSecretFields(field({ type: "boolean" }), "Enter your password")).toEqual([]);
  });

  it("reports one finding for each field, with its kind and source, and one for the message", () => {
    const schema: RequestedSchema = {
      type: "object",
      properties: {
        password: { type: "string", title: "Password", description: "Your password" },
        a: { type: "string", title: "API key" },
        b: { type: "integer", description: "Your card PIN, PIN code" },
        c: { type: "string" },
      },
    };
    expect(findSecretFields(schema, "Enter your one-time code")).toEqual([
      { field: "password", source: "name", kind: "password" },
      { field: "a", source: "title", kind: "API key" },
      { field: "b", source: "description", kind: "PIN" },
      { field: "", source: "message", kind: "one-time code" },
    ]);
  });

  it("refuses with the field and the right places, unless overridden with a reason", () => {
    const schema = field({ type: "string" });
    let error: unknown;
    try {
      assertNoSecrets(schema, "Hello");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SecretFieldError);
    expect(error).toMatchObject({ code: "ERR_MIDCALL_SECRET_FIELD", findings: [{ field: "password" }] });
    expect((error as Error).message).toMatch(/"password".*URL mode.*configuration.*installed.*allowSensitive/s);
    expect(() => assertNoSecrets(schema, "Hello", "  ")).toThrow(SecretFieldError);
    expect(() => assertNoSecrets(schema, "Hello", true as unknown as string)).toThrow(SecretFieldError);
    expect(() => assertNoSecrets(schema, "Hello", "printed on the door")).not.toThrow();
    expect(() => assertNoSecrets(field({ type: "boolean" }), "Enter")).not.toThrow();
  });

  it("reads long and hostile texts in linear time", () => {
    for (const text of ["a".repeat(200_000), "password ".repeat(20_000), "enter your ".repeat(20_000), "card ".repeat(40_000), "A1".repeat(99_999)]) {
      const start = performance.now();
      findSecretFields({ type: "object", properties: { x: { type: "string", title: text, description: text } } }, text);
      expect(performance.now() - start).toBeLessThan(1_500);
    }
  });
});
