import type { ProtocolVersionChoice } from "../../../connect/protocol-version.js";
import type { LogLevel } from "./logs.js";

/** How to reach a server, with likely secrets masked. Words that contain spaces or line breaks are in quotes. */
export type TargetView =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

/**
 * `idle`: the user has not connected it. `failed`: connecting failed. `ended`: the connection ended by itself.
 * `sign-in`: the user has to sign in; `signIn` says where.
 */
export type ServerState = "idle" | "connecting" | "ready" | "failed" | "ended" | "sign-in";

/** The user's sign-in at a server, without its tokens. */
export interface SignInView {
  /** `waiting`: the page of the authorization server is open, or can be opened at `url`. */
  readonly state: "needed" | "waiting" | "signed-in";
  /** The address of the sign-in page in three parts; the registrable domain is the highlight. */
  readonly at: { readonly before: string; readonly highlight: string; readonly after: string };
  /** Warnings about the address, one sentence each. */
  readonly warnings: readonly string[];
  /** What the user is asked to allow, or has allowed; untrusted, safe to show. */
  readonly scopes: readonly string[];
  /** While it waits: the address to open, exactly as it is. */
  readonly url?: string | undefined;
  /** Why the user has to sign in again, if they have been signed in. */
  readonly reason?: string | undefined;
  /** Why the last attempt to sign in failed. */
  readonly problem?: string | undefined;
  /** Whether the user has to enter a client ID, because the authorization server does not register programs. */
  readonly needsClientId: boolean;
}

/** A server. */
export interface ServerView {
  readonly id: string;
  /** The user's name for it. Unique; rules apply to this name. */
  readonly name: string;
  readonly target: TargetView;
  /** The names of the headers that are sent; the values are never shown. */
  readonly headers: readonly string[];
  /** The names of the variables that its program is started with; the values are never shown. */
  readonly environment: readonly string[];
  /** Warnings about variables that make programs load other code, one sentence each. */
  readonly warnings: readonly string[];
  /** The directory that its program is started in; absent for a URL. */
  readonly cwd?: string | undefined;
  /** How long a call may take without progress, in milliseconds; absent for the default. */
  readonly timeoutMs?: number | undefined;
  readonly protocolVersion: ProtocolVersionChoice;
  readonly state: ServerState;
  /** Absent for a server without a sign-in. */
  readonly signIn?: SignInView | undefined;
  /** The protocol version in use, while connected. */
  readonly negotiated?: string | undefined;
  /** The server's description of itself, safe to show. */
  readonly info?: ServerInfoView | undefined;
  /** What it offers, while connected. */
  readonly capabilities?: CapabilitiesView | undefined;
  /** Its instructions for the model, safe to show; may have several lines. */
  readonly instructions?: string | undefined;
  /** Why it is not connected, for the user. */
  readonly problem?: string | undefined;
  readonly toolCount?: number | undefined;
  readonly promptCount?: number | undefined;
  /** Without the templates. */
  readonly resourceCount?: number | undefined;
  readonly templateCount?: number | undefined;
  /** The resources whose updates are followed, while connected. */
  readonly subscriptions: readonly SubscriptionView[];
  /** The level that the user has chosen; `undefined` for the server's own default. */
  readonly logLevel?: LogLevel | undefined;
  /** The roots that the user has saved for this server; `undefined` until the user has saved some, or none, once. */
  readonly roots?: readonly RootView[] | undefined;
  /** Whether the questions that a limit holds back are shown without being asked for. */
  readonly showAll: boolean;
  /** These numbers grow with every change, so that the page knows when to reload. */
  readonly toolsSeq: number;
  readonly promptsSeq: number;
  /** Of resources and templates. */
  readonly resourcesSeq: number;
  readonly wireSeq: number;
  readonly httpSeq: number;
  readonly outputSeq: number;
  readonly logSeq: number;
}

/** What a server says about itself; unverified, but safe to show. */
export interface ServerInfoView {
  readonly name: string;
  readonly title?: string | undefined;
  readonly version: string;
  readonly description?: string | undefined;
  /** An http or https URL; never followed without the user's click. */
  readonly websiteUrl?: string | undefined;
  readonly icon?: IconView | undefined;
  /** Warnings about a suspicious name, one sentence each. */
  readonly warnings: readonly string[];
}

/** An icon as a `data:` URL of an image type without scripts. Icons at other addresses are never fetched. */
export interface IconView {
  readonly src: string;
}

/** What a server offers. */
export interface CapabilitiesView {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Whether the user can follow the updates of a resource. */
  readonly subscribe: boolean;
  /** Whether it completes arguments of prompts and templates. */
  readonly completions: boolean;
  readonly logging: boolean;
  readonly tasks: boolean;
  /** Whether it lists its tasks, and whether it cancels them, on 2025-11-25. */
  readonly listsTasks: boolean;
  readonly cancelsTasks: boolean;
}

/** A resource whose updates are followed. */
export interface SubscriptionView {
  readonly uri: string;
  /** The number of updates since the subscription. */
  readonly updates: number;
  readonly updatedAt?: number | undefined;
}

/** A root: a directory or file that the user names to a server. */
export interface RootView {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** Values by name, such as headers. `null` keeps the value that the console has; a name that is left out is removed. */
export type EnteredValues = Readonly<Record<string, string | null>>;

/** The request to add a server. */
export interface AddServer {
  /** A command line, or a URL. */
  readonly target: string;
  readonly name?: string | undefined;
  readonly protocolVersion?: ProtocolVersionChoice | undefined;
  /** For a URL; kept only in memory. */
  readonly headers?: EnteredValues | undefined;
  /** For a command. */
  readonly environment?: EnteredValues | undefined;
  /** For a command; empty for the directory of the console. */
  readonly cwd?: string | undefined;
  /** How long a call may take without progress, in seconds; `null` for the default. */
  readonly timeout?: number | null | undefined;
}

/** The request to change a server. What is left out stays. */
export interface EditServer extends Partial<AddServer> {
  /** Whether to connect a server that is not connected. */
  readonly connect?: boolean | undefined;
}

/** What the user can change, for the form. The values of variables and headers are in none of it. */
export interface EditableServer {
  /** A command line, or a URL, with likely secrets masked. A masked part that is sent back stays as it is. */
  readonly target: string;
  readonly name: string;
  readonly protocolVersion: ProtocolVersionChoice;
  readonly headers: readonly string[];
  readonly environment: readonly string[];
  readonly cwd: string;
  /** In seconds. */
  readonly timeout: number | null;
}
