/**
 * The messages between a page and the program that serves it. They are sealed with a secret that both have and that is
 * never sent: what opens is from the other end, and who takes over the port of a program that has ended can neither
 * read what an open page sends, nor use it, nor show anything on the page.
 *
 * Both ends run this: Web Crypto is in browsers and in Node.
 */
export interface SealedMessages {
  /** Seals a value, as JSON. @param purpose - what it is; a message opens for its own purpose alone */
  seal(purpose: string, value: unknown): Promise<SealedBytes>;
  /** The value; `undefined` if it was not sealed by the other end for this purpose. */
  open(purpose: string, sealed: SealedBytes): Promise<unknown>;
}

export type SealedBytes = Uint8Array<ArrayBuffer>;

/** A request to the API. The body is JSON. */
export interface SealedRequest {
  readonly method: string;
  /** Below `/api`, with its query. */
  readonly path: string;
  readonly body?: object | undefined;
}

/** What the API answers. */
export interface SealedResponse {
  readonly status: number;
  readonly body: unknown;
}

const NONCE_BYTES = 12;

export const REQUEST = "request";
/** A response opens for its own request alone. */
export const responseTo = (request: SealedBytes): string => `response to ${nonceOf(request)}`;
/** An event of a stream opens at its own place alone. @param nr - from 0 */
export const eventTo = (request: SealedBytes, nr: number): string =>
  `event ${nr} to ${nonceOf(request)}`;

/** What is different in every message of an end. */
const nonceOf = (sealed: SealedBytes): string =>
  Array.from(sealed.subarray(0, NONCE_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/**
 * @param secret - of at least 128 random bits, which no other program has
 * @param origin - of the page
 */
export async function createSealedMessages(
  secret: string,
  origin: string,
): Promise<SealedMessages> {
  const { subtle } = crypto;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const raw = await subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveKey"]);
  const derived = { name: "HKDF", hash: "SHA-256", salt: bytes(""), info: bytes("midcall page") };
  const aes = { name: "AES-GCM", length: 256 };
  const key = await subtle.deriveKey(derived, raw, aes, false, ["encrypt", "decrypt"]);
  const settings = (iv: SealedBytes, purpose: string) => ({
    ...{ name: "AES-GCM", iv, additionalData: bytes(`${origin} ${purpose}`) },
  });
  return {
    async seal(purpose, value) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const text = bytes(JSON.stringify(value));
      const encrypted = await subtle.encrypt(settings(iv, purpose), key, text);
      const sealed = new Uint8Array(NONCE_BYTES + encrypted.byteLength);
      sealed.set(iv);
      sealed.set(new Uint8Array(encrypted), NONCE_BYTES);
      return sealed;
    },
    async open(purpose, sealed) {
      const iv = sealed.slice(0, NONCE_BYTES);
      try {
        const rest = sealed.subarray(NONCE_BYTES);
        const text = await subtle.decrypt(settings(iv, purpose), key, rest);
        return JSON.parse(new TextDecoder().decode(text)) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
