/** A transport of the SDK 1.x, as far as it is observed. */
export interface SdkV1Transport {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
}

/** The part of a `Client` of `@modelcontextprotocol/sdk` 1.x that is used. */
export interface SdkV1Client {
  connect(transport: SdkV1Transport, options?: object): Promise<void>;
  request(request: object, resultSchema: object, options?: object): Promise<unknown>;
  registerCapabilities(capabilities: object): void;
  assertCanSetRequestHandler(method: string): void;
  fallbackRequestHandler?: ((request: never, extra: never) => Promise<unknown>) | undefined;
  readonly transport?: object | undefined;
}
