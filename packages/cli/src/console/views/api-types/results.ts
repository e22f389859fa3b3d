/** Text, limited in size. */
export interface TextPart {
  readonly type: "text" | "json";
  readonly text: string;
  readonly cut: boolean;
}

/** An image or audio of a type that browsers show and that cannot contain scripts; `data` is base64. */
export interface MediaPart {
  readonly type: "image" | "audio";
  readonly mimeType: string;
  readonly data: string;
}

/** Binary content that is not shown, but can be saved; `data` is base64. */
export interface BlobPart {
  readonly type: "blob";
  readonly mimeType: string;
  readonly data: string;
  /** In bytes. */
  readonly size: number;
}

/** What is shown in place of content that cannot be shown. */
export interface NotePart {
  readonly type: "note";
  readonly text: string;
}

/** The content of a resource, embedded in a result or read. */
export interface ResourcePart {
  readonly type: "resource";
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly content: TextPart | MediaPart | BlobPart | NotePart;
}

/** A link to a resource of the server, which can be read with `POST /servers/:id/calls`. */
export interface ResourceLinkPart {
  readonly type: "link";
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** In bytes, as the server says. */
  readonly size?: number | undefined;
}

/** A part of a result, limited in size and safe to show. */
export type ContentPart =
  | TextPart
  | MediaPart
  | BlobPart
  | NotePart
  | ResourcePart
  | ResourceLinkPart;

/** A message of a prompt or of a request for sampling. */
export interface MessagePart {
  readonly type: "message";
  readonly role: "user" | "assistant";
  readonly parts: readonly ContentPart[];
}

/** A part of the result of a call; a prompt has messages. */
export type ResultPart = ContentPart | MessagePart;

/** The answer of `POST /servers/:id/request`. `sent`: a notification, which has no answer. */
export type RawResponseView =
  | { readonly kind: "sent" }
  | { readonly kind: "result" | "error"; readonly part: TextPart | NotePart };

/** The result of a call. */
export interface CallResultView {
  readonly parts: readonly ResultPart[];
  /** The description of a prompt. */
  readonly description?: string | undefined;
  /** What went wrong if there is no result. */
  readonly problem?: string | undefined;
}
