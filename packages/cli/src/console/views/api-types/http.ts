/** A header of an HTTP request or response; the value may be masked. */
export interface HttpHeader {
  readonly name: string;
  readonly value: string;
}

/** An HTTP request of the console to a server, or to its authorization server. Secrets are masked. */
export interface HttpEntry {
  readonly seq: number;
  readonly at: number;
  /** Whether it carries messages of the protocol, or is a part of signing in. */
  readonly purpose: "messages" | "sign-in";
  readonly method: string;
  readonly url: string;
  /** The JSON-RPC message that it carries. Without a method it is a response. */
  readonly message?:
    | {
        readonly method?: string | undefined;
        readonly id?: string | number | undefined;
        /** Of the tool or prompt, or the URI of the resource. */
        readonly name?: string | undefined;
      }
    | undefined;
  readonly requestHeaders: readonly HttpHeader[];
  /** Absent until there is a response. */
  readonly status?: number | undefined;
  readonly responseHeaders?: readonly HttpHeader[] | undefined;
  /** The time until the headers of the response, or until the request failed, in milliseconds. */
  readonly ms?: number | undefined;
  /** Why there is no response. */
  readonly problem?: string | undefined;
}
