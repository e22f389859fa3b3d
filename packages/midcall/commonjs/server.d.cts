/** What TypeScript shows where a CommonJS file imports `midcall/server`: its first error names the cure. */
type NeedsModules =
  "midcall/server needs ES modules: run `npm pkg set type=module`, or name this file .mts";

// By its `this`, so that a call without options names the cure, too, and not a missing argument.
export declare function createElicitation(this: NeedsModules, options?: unknown): never;
export declare const MidcallError: NeedsModules;
export declare const OptionError: NeedsModules;
export declare const PageOutcomeError: NeedsModules;
export declare const QuestionError: NeedsModules;
