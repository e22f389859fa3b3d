/** The part of `oidc-provider`, which has no types, that the example uses. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Interaction {
    readonly uid: string;
    readonly grantId?: string;
    readonly prompt: {
      readonly name: string;
      readonly details: {
        readonly missingOIDCScope?: readonly string[];
        readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
      };
    };
    readonly params: Readonly<Record<string, unknown>>;
    readonly session?: { readonly accountId: string };
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export interface FoundToken {
    readonly accountId: string;
    readonly aud?: string | readonly string[];
    readonly scope?: string;
    readonly isValid: boolean;
    destroy(): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    on(
      event: "grant.success",
      listener: (ctx: {
        readonly oidc: {
          readonly client: { readonly clientId: string };
          readonly params: { readonly grant_type: string };
        };
      }) => void,
    ): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { readonly mergeWithLastSubmission?: boolean },
    ): Promise<void>;
    readonly Client: { find(id: string): Promise<{ readonly clientName?: string } | undefined> };
    readonly AccessToken: { find(token: string): Promise<FoundToken | undefined> };
    readonly Grant: {
      new (facts: { readonly accountId: string; readonly clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly errors: { readonly InvalidTarget: new () => Error };
  }
}
